// Hourly sweeps beside other work: a job that is slow, messages and jobs of another version, and a chunk that kills the function each
// time. The clock is moved by hand, ten minutes at a time.
import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SWEEP_MESSAGE } from '../../../core/options/sweep-message.ts';
import { manifestKey } from '../../../lambda/chunks/manifest.ts';
import { type ChunkMessage, type Message, writeMessage } from '../../../lambda/invocation/message.ts';
import { jobId, jobPrefix, type Upload } from '../../../lambda/invocation/upload.ts';
import { type FinishedTask, Pipeline } from '../fixture.ts';
import { cloud, dying, LINES, outcomes, pipeline, sharePipeline } from '../shared-pipeline.ts';
import { solved } from '../solved-by-library.ts';

sharePipeline();
beforeEach(() => pipeline.expireWork());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const STEP = 10 * MINUTE;
const pass = (milliseconds: number) =>
  void vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] });

const messageIn = ({ body }: SQSRecord) => JSON.parse(body) as Message;
const send = (body: string) => cloud.sendMessages(pipeline.settings.chunksQueueUrl, [body]);

interface Ways {
  /** whether the function dies while it works on a message */
  readonly dies?: (record: SQSRecord) => boolean;
  /** how long it works on it, in milliseconds */
  readonly takes?: (record: SQSRecord) => number;
}

/**
 * Lets hours pass, with a sweep in each, and works on the messages that come. Those of killed functions come again after half an
 * hour, ten times in all.
 * @returns what was done, and the dead letters
 */
async function hours(count: number, { dies = () => false, takes = () => 0 }: Ways = {}) {
  const tasks: FinishedTask[] = [];
  const dead: SQSRecord[] = [];
  const working: { readonly record: SQSRecord; readonly until: number }[] = [];
  const { maxReceives, chunksQueueUrl } = pipeline.settings;
  const step = async () => {
    for (const record of await pipeline.receive()) {
      if (Number(record.attributes.ApproximateReceiveCount) > maxReceives) {
        dead.push(record);
        await pipeline.delete(record);
        continue;
      }
      const { receiptHandle } = record;
      await cloud.changeVisibilities(chunksQueueUrl, [{ receiptHandle, seconds: 30 * 60 - 1 }]);
      working.push({ record, until: Date.now() + takes(record) });
    }
    const done = working.filter(({ until }) => until <= Date.now());
    for (const each of done) {
      working.splice(working.indexOf(each), 1);
      const { record } = each;
      const delivery = Number(record.attributes.ApproximateReceiveCount);
      const waited = Date.now() - Number(record.attributes.SentTimestamp);
      const context = {
        delivery,
        waited,
        isRedelivery: delivery > 1,
        deliveriesLeft: maxReceives - delivery,
      };
      // after it has begun, and before it has written
      if (dies(record)) pipeline.cloud = dying(cloud, delivery > maxReceives - 3 ? 8 : 4, false);
      tasks.push(...(await pipeline.run([record], context)));
      pipeline.cloud = cloud;
    }
    return done.length > 0;
  };
  for (let minutes = 0; minutes < count * 60; minutes += 10) {
    if (minutes % 60 === 0) await send(SWEEP_MESSAGE);
    while (await step());
    pass(STEP);
  }
  return { tasks, dead };
}

async function expectSolved(key: string, file = LINES): Promise<void> {
  expect(await pipeline.result(key)).toBe(solved(file));
  expect(await pipeline.report(key)).toMatchObject({ status: 'done' });
  expect(await pipeline.leftovers()).toEqual([]);
}

/** A job whose messages are in the queue: chunks at these offsets, of which each follows the one before. */
async function inOneChain(key: string, offsets: readonly number[]): Promise<Upload> {
  const [first, ...others] = (await pipeline.cut(key, LINES, offsets)).map(
    (record) => messageIn(record) as ChunkMessage,
  );
  await send(writeMessage({ ...first!, next: others.map(({ range }) => range) }));
  return first!.upload;
}

const OFFSETS = [17, 34, 51];

test('a slow job that is healthy is left alone', async () => {
  await inOneChain('slow.txt', OFFSETS);
  const takes = (record: SQSRecord) => (messageIn(record).kind === 'chunk' ? STEP : 0);
  const { tasks } = await hours(3, { takes });
  expect(outcomes(tasks).filter((outcome) => outcome !== 'ignored')).toEqual([
    'part',
    'part',
    'part',
    'solved',
  ]);
  expect(tasks.filter(({ outcome }) => outcome?.stalled)).toEqual([]);
  await expectSolved('slow.txt');
});

test('a job of which a chunk is killed twice is solved, with few chunks solved again', async () => {
  await inOneChain('killed.txt', OFFSETS);
  const dies = (record: SQSRecord) => {
    const message = messageIn(record);
    return (
      message.kind === 'chunk' &&
      message.range.from === 17 &&
      Number(record.attributes.ApproximateReceiveCount) < 3
    );
  };
  const { tasks } = await hours(5, { dies, takes: () => STEP });
  const ends = outcomes(tasks);
  expect(ends.filter((outcome) => outcome === 'solved')).toHaveLength(1);
  // those that follow it may be taken for lost, once
  expect(ends.filter((outcome) => outcome === 'part').length).toBeLessThanOrEqual(6);
  await expectSolved('killed.txt');
});

describe('beside another version', () => {
  /** Makes the job of an upload one of another version. */
  async function madeForeign(upload: Upload): Promise<void> {
    const { text } = (await pipeline.object(manifestKey(jobId(upload)), Pipeline.WORK))!;
    await pipeline.expireWork();
    const ref = { bucket: Pipeline.WORK, key: manifestKey(`${jobPrefix(upload)}-2`) };
    await cloud.putObject(
      ref,
      Buffer.from(JSON.stringify({ ...JSON.parse(text), version: 2, plan: 'other' })),
    );
  }
  const foreign = (upload: Upload) => JSON.stringify({ version: 2, kind: 'chunk', upload, plan: 'other' });

  test('a job whose messages wait during an upgrade is planned again once, whatever comes first', async () => {
    const chunks = await pipeline.cut('upgraded.txt', LINES, OFFSETS);
    const { upload } = messageIn(chunks[0]!) as ChunkMessage;
    await madeForeign(upload);
    // nothing has worked on it for an hour
    pass(70 * MINUTE);
    await send(SWEEP_MESSAGE);
    for (let i = 0; i < 3; i++) await send(foreign(upload));
    const { tasks } = await hours(3);
    expect(outcomes(tasks).filter((outcome) => outcome === 'solved')).toHaveLength(1);
    await expectSolved('upgraded.txt');
  });

  test('a job that goes on takes a sweep of the version before for nothing', async () => {
    const upload = await inOneChain('rolled-back.txt', OFFSETS);
    for (let i = 0; i < 2; i++) await send(JSON.stringify({ version: 7, kind: 'resume', upload }));
    const { tasks } = await hours(2);
    expect(outcomes(tasks).filter((outcome) => outcome !== 'ignored')).toEqual([
      'part',
      'part',
      'part',
      'solved',
    ]);
    await expectSolved('rolled-back.txt');
  });
});

describe('a chunk that kills the function each time', () => {
  const isHead = (record: SQSRecord) => {
    const message = messageIn(record);
    return message.kind === 'chunk' && message.range.from === 0;
  };

  test('has the file end with a failed report that names its range, and a redrive that succeeds goes on with the others', async () => {
    const chunks = await pipeline.cut('poison.txt', LINES, OFFSETS);
    for (const { body } of chunks) await send(body);
    const { dead, tasks } = await hours(16, { dies: isHead });
    expect(dead.length).toBeGreaterThan(0);
    for (const record of dead) expect(isHead(record)).toBe(true);
    expect(await pipeline.report('poison.txt')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^bytes 0 to 17\b/),
    });
    expect(await pipeline.result('poison.txt')).toBeUndefined();
    // each of the others is solved once
    expect(outcomes(tasks).filter((outcome) => outcome === 'part')).toHaveLength(3);
    await send(dead[0]!.body);
    await hours(1);
    await expectSolved('poison.txt');
  });
});
