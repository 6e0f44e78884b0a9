import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { FailureError } from '../../cli/exit.ts';
import type { StandingObject } from './listed.ts';

/** Messages that SQS takes in one request. */
export const BATCH = 10;
const TRIES = 3;

/** The event that S3 would have sent for an object that is there already. */
export function eventOf(bucket: string, { key, bytes, etag, modified }: StandingObject): string {
  const object = { key: formEncoded(key), size: bytes, eTag: etag, sequencer: sequencerOf(modified) };
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    eventTime: modified.toISOString(),
    eventName: 'ObjectCreated:Put',
    s3: { s3SchemaVersion: '1.0', bucket: { name: bucket }, object },
  };
  return JSON.stringify({ Records: [record] });
}

/**
 * S3's own sequencers begin with the time in seconds, in hexadecimal. One that is made of the object's time is older than
 * that of any later upload, and newer than that of any earlier one.
 */
function sequencerOf(modified: Date): string {
  const seconds = Math.floor(Number(modified) / 1000);
  return `00${seconds.toString(16).toUpperCase().padStart(8, '0')}00000000`;
}

/** As keys stand in S3's events to queues. */
function formEncoded(key: string): string {
  return key
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%20', '+'))
    .join('/');
}

/** Sends up to {@link BATCH} events in one request. @throws FailureError for what SQS refuses again and again */
export async function sendEvents(
  sqs: SQSClient,
  QueueUrl: string,
  bucket: string,
  objects: readonly StandingObject[],
): Promise<void> {
  let left = objects.map((object, i) => ({ Id: String(i), MessageBody: eventOf(bucket, object) }));
  for (let tries = 0; left.length > 0; tries++) {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: left }));
    const [first] = Failed;
    if (first && tries + 1 === TRIES) {
      throw new FailureError(
        `SendMessageBatch ${QueueUrl}: ${first.Code}: ${first.Message}; ${Failed.length} not sent`,
      );
    }
    left = left.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
  }
}
