import type { SQSEvent, SQSRecord } from 'aws-lambda';

/** An event that is not for the function that got it. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}

/** The messages of a queue in an event. @throws InvalidEvent for any other event */
export function messagesOf(event: unknown): SQSRecord[] {
  if (isBatch(event)) return event.Records;
  const got =
    typeof event === 'object' && event !== null ? Object.keys(event).join(', ') || 'nothing' : String(event);
  throw new InvalidEvent(
    `expected messages of a queue, got an event with ${got.slice(0, 80)}: puzzles in an event are for the function for direct calls`,
  );
}

/** Whether an event brings messages of a queue. Events of other services, such as S3's own, have records too. */
export function isBatch(event: unknown): event is SQSEvent {
  const records: unknown = (event as Partial<SQSEvent> | null)?.Records;
  return Array.isArray(records) && records.length > 0 && records.every(isMessage);
}

function isMessage(record: unknown): boolean {
  const { messageId, attributes } = (record ?? {}) as Partial<Record<keyof SQSRecord, unknown>>;
  return typeof messageId === 'string' && typeof attributes === 'object' && attributes !== null;
}
