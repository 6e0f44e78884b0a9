import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Cloud } from './cloud.ts';

type QueueCalls = Pick<Cloud, 'sendMessages' | 'changeVisibility'>;

/** SQS's limits of one SendMessageBatch */
const MESSAGES_PER_BATCH = 10;
const BYTES_PER_BATCH = 1024 * 1024;

/** Batches on their way at once */
const BATCHES_AT_ONCE = 8;

export function queueCalls(sqs: SQSClient): QueueCalls {
  const sendBatch = async (queueUrl: string, bodies: readonly string[]) => {
    const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    const answer = await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    const [failed] = answer.Failed ?? [];
    // a batch that was accepted in part is reported with status 200
    if (failed) throw new Error(`${queueUrl} refused a message: ${failed.Code} ${failed.Message ?? ''}`);
  };
  return {
    async sendMessages(queueUrl, bodies) {
      const batches = batchesOf(bodies);
      for (let at = 0; at < batches.length; at += BATCHES_AT_ONCE) {
        const sent = await Promise.allSettled(
          batches.slice(at, at + BATCHES_AT_ONCE).map((batch) => sendBatch(queueUrl, batch)),
        );
        for (const one of sent) if (one.status === 'rejected') throw one.reason;
      }
    },

    async changeVisibility(queueUrl, receiptHandle, seconds) {
      await sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: seconds,
        }),
      );
    },
  };
}

/** Parts messages so that each batch keeps both limits. @throws if one message alone is too large */
export function batchesOf(bodies: readonly string[]): string[][] {
  const batches: string[][] = [];
  let bytes = Infinity;
  for (const body of bodies) {
    const size = Buffer.byteLength(body);
    if (size > BYTES_PER_BATCH)
      throw new Error(`a message of ${size} bytes is over SQS's ${BYTES_PER_BATCH}`);
    const last = batches.at(-1);
    if (last && last.length < MESSAGES_PER_BATCH && bytes + size <= BYTES_PER_BATCH) {
      last.push(body);
      bytes += size;
    } else {
      batches.push([body]);
      bytes = size;
    }
  }
  return batches;
}
