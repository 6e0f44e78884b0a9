import type { SQSRecord } from 'aws-lambda';
import type { Cloud } from './aws/cloud.ts';
import type { Settings } from './settings.ts';

const FIRST_DELAY = 5;
const MAX_DELAY = 900;

/** Which delivery of a message this is, from 1. */
export const deliveries = (record: SQSRecord): number =>
  Number(record.attributes.ApproximateReceiveCount) || 1;

/**
 * Has failed messages delivered again soon, and later each time, rather than after the queue's visibility timeout: that is
 * made for functions that were killed and is several times as long as the longest invocation.
 */
export async function retrySoon(
  cloud: Cloud,
  settings: Settings,
  records: readonly SQSRecord[],
): Promise<void> {
  await Promise.all(
    records.map((record) =>
      cloud.changeVisibility(queueUrlOf(settings, record), record.receiptHandle, delay(deliveries(record))),
    ),
  );
}

/** Seconds: 5, 20, 80, 320, each up to half as much again, so that what failed together does not return together. */
function delay(delivery: number): number {
  const least = Math.min(FIRST_DELAY * 4 ** (delivery - 1), MAX_DELAY);
  return Math.round(least * (1 + Math.random() / 2));
}

/** An event names its queue by ARN, of which the name is the last part, as of a URL. */
function queueUrlOf({ uploadsQueueUrl, chunksQueueUrl }: Settings, { eventSourceARN }: SQSRecord): string {
  const name = eventSourceARN.split(':').at(-1);
  const url = [uploadsQueueUrl, chunksQueueUrl].find((candidate) => candidate.split('/').at(-1) === name);
  if (!url)
    throw new Error(`expected a message of the uploads or the chunks queue, got one of ${eventSourceARN}`);
  return url;
}
