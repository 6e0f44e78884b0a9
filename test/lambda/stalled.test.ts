// Looks that find jobs whose chunks are solved and that nobody assembles.
import type { SQSRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { isStalled, STALLED_AFTER } from '../../lambda/assemble/assemble.ts';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { manifestKey } from '../../lambda/chunks/manifest.ts';
import { writeMessage } from '../../lambda/invocation/message.ts';
import { jobId, type Upload } from '../../lambda/invocation/upload.ts';
import { Pipeline } from './fixture.ts';
import { cloud, LINES, outcomes, pipeline, sharePipeline } from './shared-pipeline.ts';
import { solved } from './solved-by-library.ts';

sharePipeline();

const lockOf = (upload: Upload) => ({ bucket: Pipeline.WORK, key: `${jobId(upload)}/assembler.json` });

/** A job whose chunks are all solved. The message that holds the lock on assembling it is lost. */
async function abandoned(key: string) {
  const chunks = await pipeline.cut(key, LINES, [20, 40]);
  const { upload } = JSON.parse(chunks[0]!.body) as { upload: Upload };
  const manifest = await pipeline.object(manifestKey(jobId(upload)), Pipeline.WORK);
  const { begun } = JSON.parse(manifest!.text) as { begun: number };
  await cloud.putObject(lockOf(upload), Buffer.from(`[30,40,${begun}]`));
  expect(outcomes(await pipeline.run(chunks))).toEqual(['part', 'part', 'part']);
  return { chunks, upload };
}

/** A cloud whose objects seem older by `age` milliseconds, except those that it writes. */
function aged(age: number): Cloud {
  const written = new Set<string>();
  const older = <T extends { modified: number }>(key: string, facts: T): T =>
    written.has(key) ? facts : { ...facts, modified: facts.modified - age };
  return {
    ...cloud,
    listObjects: async (...args) => (await cloud.listObjects(...args)).map((one) => older(one.key, one)),
    readObject: async (ref, ...args) => older(ref.key, await cloud.readObject(ref, ...args)),
    putObject: async (target, ...args) => {
      const etag = await cloud.putObject(target, ...args);
      written.add(target.key);
      return etag;
    },
  };
}

const recordOf = (body: string) => ({ messageId: 'm', receiptHandle: '', body, attributes: {} }) as SQSRecord;

/** Messages about a job that may arrive later, and what they find while another message is at work. */
const LOOKS: Readonly<Record<string, [(job: { chunks: SQSRecord[]; upload: Upload }) => SQSRecord, string]>> =
  {
    'a chunk that is delivered again': [({ chunks }) => chunks[1]!, 'part'],
    'the file itself': [({ upload }) => recordOf(writeMessage({ kind: 'file', upload })), 'ignored'],
  };

describe.each(Object.entries(LOOKS))('%s', (name, [look, outcome]) => {
  test('assembles a job that nobody has assembled for long, and says so', async () => {
    const job = await abandoned(`${name}/stalled.txt`);
    pipeline.cloud = aged(STALLED_AFTER + 60_000);
    const [task] = await pipeline.run([look(job)], { isRedelivery: true });
    expect(task?.outcome).toMatchObject({ outcome: 'solved', stalled: true });
    expect(await pipeline.result(`${name}/stalled.txt`)).toBe(solved(LINES));
    expect(await pipeline.report(`${name}/stalled.txt`)).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('leaves a job to the message that may still be assembling it', async () => {
    const job = await abandoned(`${name}/fresh.txt`);
    pipeline.cloud = aged(STALLED_AFTER - 60_000);
    const tasks = await pipeline.run([look(job)], { isRedelivery: true });
    expect(outcomes(tasks)).toEqual([outcome]);
    expect(await pipeline.result(`${name}/fresh.txt`)).toBeUndefined();
    await pipeline.expireWork();
  });
});

test('a message that requests the assembly gets it at once', async () => {
  const { upload } = await abandoned('requested.txt');
  const [task] = await pipeline.run([recordOf(writeMessage({ kind: 'assemble', upload }))]);
  expect(task?.outcome?.outcome).toBe('solved');
  expect(task?.outcome).not.toHaveProperty('stalled');
  expect(await pipeline.result('requested.txt')).toBe(solved(LINES));
  expect(await pipeline.leftovers()).toEqual([]);
});

test('a job is stalled if it has been complete for long and nobody has locked it since', async () => {
  const { upload } = await abandoned('rule.txt');
  const listed = await cloud.listObjects(Pipeline.WORK, `${jobId(upload)}/`);
  const later = Date.now() + STALLED_AFTER + 60_000;
  const isLock = ({ key }: { key: string }) => key === lockOf(upload).key;
  expect(isStalled({ upload }, listed, later)).toBe(true);
  expect(isStalled({ upload }, listed, later - 120_000)).toBe(false);
  const unlocked = listed.filter((object) => !isLock(object));
  expect(isStalled({ upload }, unlocked, later)).toBe(true);
  const chunk = unlocked.find(({ key }) => key.includes('/ranges/'));
  const incomplete = listed.filter((object) => object !== chunk);
  expect(isStalled({ upload }, incomplete, later)).toBe(false);
  const renewed = (key: string, all: typeof listed) =>
    all.map((object) => (object.key === key ? { ...object, modified: later } : object));
  expect(isStalled({ upload }, renewed(lockOf(upload).key, listed), later)).toBe(false);
  expect(isStalled({ upload }, renewed(chunk!.key, unlocked), later)).toBe(false);
  // the lock shows that it was complete before a chunk was solved again
  expect(isStalled({ upload }, renewed(chunk!.key, listed), later)).toBe(true);
});
