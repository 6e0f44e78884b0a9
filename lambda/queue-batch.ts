// The messages of a queue in an event of Lambda.
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import type { Cloud } from './aws/cloud.ts';
import type { Settings } from './invocation/settings.ts';

/**
 * Why an event has no answer: it is not for the function that received it, its puzzles take longer than an invocation has, or
 * their results do not fit into an answer.
 */
type EventFault = 'InvalidEvent' | 'OutOfTime' | 'ResultTooLarge';

/** An event that has no answer. Lambda gives the name and the message to the caller. */
export class EventError extends Error {
  override readonly name: EventFault;

  constructor(fault: EventFault, message: string) {
    super(message);
    this.name = fault;
  }
}

/** The messages of a queue in an event. @throws InvalidEvent for any other event */
export function messagesOf(event: unknown): SQSRecord[] {
  if (isBatch(event)) return event.Records;
  const got =
    typeof event === 'object' && event !== null ? Object.keys(event).join(', ') || 'nothing' : String(event);
  throw new EventError(
    'InvalidEvent',
    `expected messages of a queue, got an event with ${got.slice(0, 80)}: puzzles in an event are for the function for direct calls`,
  );
}

/** Whether an event contains messages of a queue. Events of other services, such as S3's own, have records too. */
export function isBatch(event: unknown): event is SQSEvent {
  const records: unknown = (event as Partial<SQSEvent> | null)?.Records;
  return Array.isArray(records) && records.length > 0 && records.every(isMessage);
}

function isMessage(record: unknown): boolean {
  const { messageId, attributes } = (record ?? {}) as Partial<Record<keyof SQSRecord, unknown>>;
  return typeof messageId === 'string' && typeof attributes === 'object' && attributes !== null;
}

/** A message's receive count, from 1: which delivery this is. */
export const deliveries = (record: SQSRecord): number =>
  Number(record.attributes.ApproximateReceiveCount) || 1;

/** Milliseconds since a message was sent; 0 if SQS does not say when. */
export const waitOf = ({ attributes }: SQSRecord, now = Date.now()): number =>
  Math.max(0, now - (Number(attributes.SentTimestamp) || now));

/** Seconds before the second delivery, and at most (the random share comes on top: 15 minutes in all). */
const FIRST_DELAY = 5;
const MAX_DELAY = 600;

/**
 * Makes failed messages visible again soon, and later each time, instead of after the queue's visibility timeout, which is
 * made for functions that were killed and is several times as long as the longest invocation. After the last delivery the
 * message becomes visible at once: the next receive moves it to the dead letters.
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

/** Seconds: 5, 20, 80, 320, 600, each plus up to half of it, so that messages that failed together return apart. */
function delay(delivery: number): number {
  const least = Math.min(FIRST_DELAY * 4 ** (delivery - 1), MAX_DELAY);
  return Math.round(least * (1 + Math.random() / 2));
}

/** An event names its queue by ARN, which ends in the queue's name, as a URL does. */
function queueUrlOf({ uploadsQueueUrl, chunksQueueUrl }: Settings, { eventSourceARN }: SQSRecord): string {
  const name = eventSourceARN.split(':').at(-1);
  const url = [uploadsQueueUrl, chunksQueueUrl].find((candidate) => candidate.split('/').at(-1) === name);
  if (!url)
    throw new Error(`expected a message of the uploads or the chunks queue, got one of ${eventSourceARN}`);
  return url;
}
