import { describe, expect, test } from 'vitest';
import { MAX_JOB_AGE } from '../../lambda/assemble/assemble.ts';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { multipartsPrefix } from '../../lambda/chunks/manifest.ts';
import { writeMessage } from '../../lambda/invocation/message.ts';
import { jobId, jobPrefix, type Upload } from '../../lambda/invocation/upload.ts';
import { QUEUE_RETENTION, WORK_EXPIRATION } from '../../lib/queues.ts';
import { Pipeline, recordOf } from './fixture.ts';
import { cloud, dying, LINES, outcomes, PUZZLE, pipeline, sharePipeline } from './shared-pipeline.ts';
import { solved } from './solved-by-library.ts';

sharePipeline();

test('what an assembly writes after another one has ended is deleted by the message that it leaves the rest to', async () => {
  const chunks = await pipeline.cut('late.txt', LINES, [20]);
  await pipeline.run(chunks);
  const { upload } = JSON.parse(chunks[0]!.body) as { upload: Upload };
  const { uploadId } = await cloud.createMultipart({ bucket: Pipeline.OUTPUT, key: upload.key });
  const record = `${multipartsPrefix(upload)}parts/${encodeURIComponent(uploadId)}`;
  await cloud.putObject({ bucket: Pipeline.WORK, key: record }, new Uint8Array());
  const message = recordOf(writeMessage({ kind: 'assemble', upload, hop: 2 }));
  expect(outcomes(await pipeline.run([message]))).toEqual(['ignored']);
  expect(await pipeline.result('late.txt')).toBe(solved(LINES));
  expect(await pipeline.leftovers()).toEqual([]);
});

describe('work that has expired, as after two redrives', () => {
  test('does not count as done: the file is planned again', async () => {
    const chunks = await pipeline.cut('expired.txt', LINES, [20, 40]);
    await pipeline.run(chunks.slice(0, 2));
    await pipeline.expireWork();
    expect(outcomes(await pipeline.run(chunks.slice(2)))).toEqual(['expired']);
    await pipeline.drain();
    expect(await pipeline.result('expired.txt')).toBe(solved(LINES));
    expect(await pipeline.report('expired.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is planned again once, however many chunks request it', async () => {
    const chunks = await pipeline.cut('once.txt', LINES, [10, 20, 30, 40]);
    await pipeline.expireWork();
    expect(new Set(outcomes(await pipeline.run(chunks)))).toEqual(new Set(['expired']));
    const files = await pipeline.receive();
    expect(files.length).toBe(5);
    const planned = await pipeline.run(files, { deadline: 0 });
    const waiting = files.filter((_, index) => planned[index]?.error);
    expect(outcomes(planned).filter((outcome) => outcome === 'enqueued')).toEqual(['enqueued']);
    expect(new Set(outcomes(await pipeline.run(waiting, { isRedelivery: true })))).toEqual(
      new Set(['ignored']),
    );
    await pipeline.drain();
    expect(await pipeline.result('once.txt')).toBe(solved(LINES));
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('of an upload that is gone or was overwritten is not planned again', async () => {
    for (const [key, change, outcome] of [
      ['gone.txt', () => pipeline.remove('gone.txt', Pipeline.SILENT), 'gone'],
      ['over.txt', () => pipeline.upload('over.txt', PUZZLE, { bucket: Pipeline.SILENT }), 'superseded'],
    ] as const) {
      pipeline.cloud = cloud;
      const chunks = await pipeline.cut(key, LINES, [20]);
      // the upload changes after the chunk has read its lines
      pipeline.cloud = {
        ...cloud,
        putObject: async (...args) => {
          const etag = await cloud.putObject(...args);
          await pipeline.expireWork();
          await change();
          return etag;
        },
      };
      expect(outcomes(await pipeline.run(chunks.slice(0, 1)))).toEqual([outcome]);
    }
    expect(await pipeline.receive()).toEqual([]);
  });
});

test('a lock from before the work expired does not prevent assembling the new plan', async () => {
  const chunks = await pipeline.cut('lock.txt', LINES, [20]);
  const [{ upload }] = chunks.map(({ body }) => JSON.parse(body)) as [{ upload: Upload }];
  // the last chunk took this lock under the earlier plan, whose work then expired
  const lock = { bucket: Pipeline.WORK, key: `${jobId(upload)}/assembler.json` };
  await cloud.putObject(lock, Buffer.from('[20,47,1]'));
  expect(outcomes(await pipeline.run(chunks.toReversed()))).toContain('solved');
  expect(await pipeline.result('lock.txt')).toBe(solved(LINES));
  expect(await pipeline.leftovers()).toEqual([]);
});

describe('work that begins to expire', () => {
  test('is planned again even if its manifest still exists', async () => {
    const chunks = await pipeline.cut('outlived.txt', LINES, [20, 40]);
    await pipeline.run(chunks.slice(0, 2));
    await pipeline.expireWork(/ranges/);
    pipeline.cloud = aged(MAX_JOB_AGE + 1000);
    expect(outcomes(await pipeline.run(chunks.slice(2)))).toEqual(['expired']);
    pipeline.cloud = cloud;
    await pipeline.drain();
    expect(await pipeline.result('outlived.txt')).toBe(solved(LINES));
    expect(await pipeline.report('outlived.txt')).toMatchObject({ status: 'done', puzzles: 4 });
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is used as long as it is complete', async () => {
    const chunks = await pipeline.cut('old.txt', LINES, [20, 40]);
    pipeline.cloud = aged(MAX_JOB_AGE - 60_000);
    expect(outcomes(await pipeline.run(chunks.slice(0, 2)))).toEqual(['part', 'part']);
    pipeline.cloud = aged(MAX_JOB_AGE + 1000);
    expect(outcomes(await pipeline.run(chunks.slice(2)))).toEqual(['solved']);
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('is older than any message of the queues', () => {
    expect(MAX_JOB_AGE).toBeLessThan(WORK_EXPIRATION.toMilliseconds());
    expect(MAX_JOB_AGE).toBeGreaterThan(QUEUE_RETENTION.toMilliseconds());
  });

  /** A cloud whose objects seem older by `age` milliseconds. */
  const aged = (age: number): Cloud => ({
    ...cloud,
    listObjects: async (bucket, prefix) =>
      (await cloud.listObjects(bucket, prefix)).map((one) => ({ ...one, modified: one.modified - age })),
  });
});

describe('messages of another version', () => {
  /** The message in two other versions: one from before messages had a version, and a later one. */
  const others = (body: string) => {
    const { version: _, kind, ...rest } = JSON.parse(body) as Record<string, unknown>;
    return [
      { job: kind, ...rest },
      { version: 99, kind: 'part', upload: rest.upload, lines: [1, 2] },
    ].map((message) => JSON.stringify(message));
  };

  test.each([0, 1])('cause their file to be planned again (%#)', async (which) => {
    const key = `version-${which}.txt`;
    const chunks = await pipeline.cut(key, LINES, [20, 40]);
    await pipeline.expireWork();
    const old = chunks.map((chunk) => ({ ...chunk, body: others(chunk.body)[which]! }));
    expect(outcomes(await pipeline.run(old))).toEqual(['solved', 'solved', 'solved']);
    expect(await pipeline.result(key)).toBe(solved(LINES));
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test.each([false, true])(
    'end a job that has lost its messages to that version (killed, %s)',
    async (answered) => {
      let isKilled = true;
      for (let last = 1; isKilled; last++) {
        const key = `lost-${answered}-${last}.txt`;
        const [first, ...rest] = await pipeline.cut(key, LINES, [20, 40]);
        await pipeline.run([first!]);
        const { upload } = JSON.parse(first!.body) as { upload: Upload };
        for (const name of ['manifest.json', 'ranges/1-2/3']) {
          await pipeline.upload(`${jobPrefix(upload)}-99/${name}`, '{}', { bucket: Pipeline.WORK });
        }
        const others = rest.map((chunk) => ({ ...chunk, body: JSON.stringify({ version: 99, upload }) }));
        pipeline.cloud = dying(cloud, last, answered);
        const [task] = await pipeline.run(others.slice(0, 1));
        isKilled = task!.error !== undefined;
        pipeline.cloud = cloud;
        await pipeline.run(others, { isRedelivery: true });
        await pipeline.drain();
        expect(await pipeline.result(key)).toBe(solved(LINES));
        expect(await pipeline.report(key)).toMatchObject({ status: 'done', puzzles: 4 });
        expect(await pipeline.leftovers()).toEqual([]);
      }
    },
  );
});
