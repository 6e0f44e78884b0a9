import type { SQSEvent, SQSRecord } from 'aws-lambda';

/** Whether an event brings messages of a queue. Events of other services, such as S3's own, have records too. */
export function isBatch(event: unknown): event is SQSEvent {
  const records: unknown = (event as Partial<SQSEvent> | null)?.Records;
  return Array.isArray(records) && records.length > 0 && records.every(isMessage);
}

function isMessage(record: unknown): boolean {
  const { messageId, attributes } = (record ?? {}) as Partial<Record<keyof SQSRecord, unknown>>;
  return typeof messageId === 'string' && typeof attributes === 'object' && attributes !== null;
}
