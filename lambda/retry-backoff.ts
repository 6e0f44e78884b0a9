import type { SQSRecord } from 'aws-lambda';
import type { Cloud } from './aws/cloud.ts';
import type { Settings } from './settings.ts';

const FIRST_DELAY = 5;
/** With what chance adds, at most 15 minutes. */
const MAX_DELAY = 600;

/** Which delivery of a message this is, from 1. */
export const deliveries = (record: SQSRecord): number =>
  Number(record.attributes.ApproximateReceiveCount) || 1;

/**
 * Has failed messages delivered again soon, and later each time, rather than after the queue's visibility timeout: that is
 * made for functions that were killed and is several times as long as the longest invocation. After the last delivery
 * there is nothing to wait for: the next receive moves the message to the dead letters.
 */
export async function retrySoon(
  cloud: Cloud,
  settings: Settings,
  records: readonly SQSRecord[],
): Promise<void> {
  const queues = Map.groupBy(records, (record) => queueUrlOf(settings, record));
  const changes = [...queues].map(([queueUrl, some]) =>
    cloud.changeVisibilities(
      queueUrl,
      some.map((record) => ({
        receiptHandle: record.receiptHandle,
        seconds: deliveries(record) >= settings.maxReceives ? 0 : delay(deliveries(record)),
      })),
    ),
  );
  for (const change of await Promise.allSettled(changes)) {
    if (change.status === 'rejected') throw change.reason;
  }
}

/** Seconds: 5, 20, 80, 320, 600, each up to half as much again, so that what failed together does not return together. */
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
