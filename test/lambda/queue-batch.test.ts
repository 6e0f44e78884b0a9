import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Cloud, Visibility } from '../../lambda/aws/cloud.ts';
import type { Settings } from '../../lambda/invocation/settings.ts';
import { isBatch, messagesOf, retrySoon } from '../../lambda/queue-batch.ts';

const settings = {
  uploadsQueueUrl: 'http://127.0.0.1:1/000000000000/uploads',
  chunksQueueUrl: 'http://127.0.0.1:1/000000000000/chunks',
  maxReceives: 10,
} as Settings;

const record = (queue: string, delivery: number) =>
  ({
    receiptHandle: `${queue} ${delivery}`,
    attributes: { ApproximateReceiveCount: String(delivery) },
    eventSourceARN: `arn:aws:sqs:eu-central-1:000000000000:${queue}`,
  }) as unknown as SQSRecord;

async function delays(records: readonly SQSRecord[]) {
  const changed: [queue: string, handle: string, seconds: number][] = [];
  const cloud = {
    changeVisibilities: async (url: string, messages: readonly Visibility[]) => {
      for (const { receiptHandle, seconds } of messages) {
        changed.push([url.split('/').at(-1)!, receiptHandle, seconds]);
      }
    },
  } as Cloud;
  await retrySoon(cloud, settings, records);
  return changed;
}

test('failed messages are retried within seconds at first, and later each time', async () => {
  for (const [delivery, least] of [
    [1, 5],
    [2, 20],
    [3, 80],
    [4, 320],
    [5, 600],
    [9, 600],
  ] as const) {
    const [[queue, handle, seconds]] = (await delays([record('uploads', delivery)])) as [
      [string, string, number],
    ];
    expect([queue, handle]).toEqual(['uploads', `uploads ${delivery}`]);
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThanOrEqual(Math.min(least * 1.5 + 1, 15 * 60));
  }
});

test('after the last delivery the message moves to the dead letters at once', async () => {
  expect(await delays([record('chunks', 10)])).toEqual([['chunks', 'chunks 10', 0]]);
});

test('all deliveries together outlast an hour of errors, as when S3 scales', async () => {
  const records = Array.from({ length: 9 }, (_, index) => record('uploads', index + 1));
  const seconds = (await delays(records)).reduce((sum, [, , delay]) => sum + delay, 0);
  expect(seconds).toBeGreaterThan(55 * 60);
});

test('an error of one queue does not affect the messages of the other', async () => {
  const tried: string[] = [];
  const cloud = {
    changeVisibilities: async (url: string) => {
      tried.push(url.split('/').at(-1)!);
      if (url.endsWith('uploads')) throw new Error('ServiceUnavailable');
    },
  } as unknown as Cloud;
  const records = [record('uploads', 1), record('chunks', 1)];
  await expect(retrySoon(cloud, settings, records)).rejects.toThrow('ServiceUnavailable');
  expect(tried).toEqual(['uploads', 'chunks']);
});

test('each message is retried in its own queue', async () => {
  const changed = await delays([record('chunks', 1), record('uploads', 1)]);
  expect(changed.map(([queue]) => queue)).toEqual(['chunks', 'uploads']);
});

test('a message of an unknown queue is an error', async () => {
  await expect(delays([record('other', 1)])).rejects.toThrow(/uploads or the chunks queue.*:other/);
});

const message = { messageId: 'm', body: '{}', attributes: { ApproximateReceiveCount: '1' } };

test.each<[string, unknown, boolean]>([
  ['messages of a queue', { Records: [message, message] }, true],
  ['what S3 sends itself', { Records: [{ eventSource: 'aws:s3', s3: {} }] }, false],
  ['a message among others', { Records: [message, null] }, false],
  ['no records', { Records: [] }, false],
  ['puzzles', { puzzles: [] }, false],
  ['nothing', null, false],
])('%s', (_, event, expected) => {
  expect(isBatch(event)).toBe(expected);
});

test('the function that solves files takes messages only', () => {
  expect(messagesOf({ Records: [message] })).toEqual([message]);
  for (const event of [{ puzzles: [] }, { Records: [{ s3: {} }] }, null, 'text']) {
    expect(() => messagesOf(event)).toThrow(/^expected messages of a queue, got an event with /);
  }
});
