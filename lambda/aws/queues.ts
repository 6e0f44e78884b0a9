// The calls to SQS, in batches.
import {
  ChangeMessageVisibilityBatchCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs';
import type { Cloud, Visibility } from './cloud.ts';
import { batchesOf, MESSAGES_PER_BATCH } from './message-batches.ts';

type QueueCalls = Pick<Cloud, 'sendMessages' | 'messagesIn' | 'changeVisibilities'>;

/** Batch requests that are sent at the same time. */
const BATCHES_AT_ONCE = 8;

/** All messages of a queue are in one of these states. */
const MESSAGE_COUNTS = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesDelayed',
  'ApproximateNumberOfMessagesNotVisible',
] as const;

export function queueCalls(config: SQSClientConfig): QueueCalls {
  const sqs = new SQSClient(config);
  const sendBatch = async (queueUrl: string, bodies: readonly string[], MessageGroupId?: string) => {
    const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody, MessageGroupId }));
    const answer = await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    const [failed] = answer.Failed ?? [];
    // a batch that was accepted only in part has status 200
    if (failed) throw new Error(`${queueUrl} refused a message: ${failed.Code} ${failed.Message ?? ''}`);
  };
  const changeBatch = async (queueUrl: string, messages: readonly Visibility[]) => {
    const Entries = messages.map(({ receiptHandle, seconds }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }));
    const answer = await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }));
    const [failed] = answer.Failed ?? [];
    if (failed)
      throw new Error(
        `${queueUrl} did not change a message's visibility: ${failed.Code} ${failed.Message ?? ''}`,
      );
  };
  return {
    async sendMessages(queueUrl, bodies, group) {
      await sendAll(batchesOf(bodies), (batch) => sendBatch(queueUrl, batch, group));
    },

    async messagesIn(QueueUrl) {
      const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...MESSAGE_COUNTS] });
      const { Attributes = {} } = await sqs.send(command);
      return MESSAGE_COUNTS.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
    },

    async changeVisibilities(queueUrl, messages) {
      const batches = Array.from({ length: Math.ceil(messages.length / MESSAGES_PER_BATCH) }, (_, index) =>
        messages.slice(index * MESSAGES_PER_BATCH, (index + 1) * MESSAGES_PER_BATCH),
      );
      await sendAll(batches, (batch) => changeBatch(queueUrl, batch));
    },
  };
}

/** Sends all batches, some at the same time, even after one has failed. @throws the first error */
async function sendAll<Batch>(
  batches: readonly Batch[],
  send: (batch: Batch) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (let at = 0; at < batches.length; at += BATCHES_AT_ONCE) {
    const sent = await Promise.allSettled(batches.slice(at, at + BATCHES_AT_ONCE).map(send));
    for (const one of sent) if (one.status === 'rejected') failures.push(one.reason);
  }
  if (failures.length > 0) throw failures[0];
}
