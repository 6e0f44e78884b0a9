import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { retrySoon } from '../../lambda/retry-backoff.ts';
import type { Settings } from '../../lambda/settings.ts';

const settings = {
  uploadsQueueUrl: 'http://127.0.0.1:1/000000000000/uploads',
  chunksQueueUrl: 'http://127.0.0.1:1/000000000000/chunks',
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
    changeVisibility: async (url: string, handle: string, seconds: number) => {
      changed.push([url.split('/').at(-1)!, handle, seconds]);
    },
  } as Cloud;
  await retrySoon(cloud, settings, records);
  return changed;
}

test('failed messages are tried again within seconds at first, and later each time', async () => {
  for (const [delivery, least] of [
    [1, 5],
    [2, 20],
    [3, 80],
    [4, 320],
    [9, 900],
  ] as const) {
    const [[queue, handle, seconds]] = (await delays([record('uploads', delivery)])) as [
      [string, string, number],
    ];
    expect([queue, handle]).toEqual(['uploads', `uploads ${delivery}`]);
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThanOrEqual(least * 1.5 + 1);
  }
});

test('each in the queue that it came from', async () => {
  const changed = await delays([record('chunks', 1), record('uploads', 1)]);
  expect(changed.map(([queue]) => queue)).toEqual(['chunks', 'uploads']);
});

test('a queue that is neither is a mistake in the deployment', async () => {
  await expect(delays([record('other', 1)])).rejects.toThrow(/uploads or the chunks queue.*:other/);
});
