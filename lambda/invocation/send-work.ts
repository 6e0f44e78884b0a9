// Sends the messages of the function to itself, each in the group of its tenant, so that SQS delivers them fairly.
import type { DeliveryContext } from './context.ts';
import {
  type AssembleMessage,
  type ChunkMessage,
  type FileMessage,
  type ResumeMessage,
  writeMessage,
} from './message.ts';
import { tenantOf } from './tenant.ts';

/** What it takes to send messages about uploads. */
export type SendContext = Pick<DeliveryContext, 'cloud' | 'settings' | 'group'>;

/**
 * Sends messages in the group of the message that is being worked on or, if it has none, in that of the tenant of their upload.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 * @throws if one was not accepted; others may have been sent by then
 */
export async function sendWork(
  { cloud, settings, group }: SendContext,
  queueUrl: string,
  messages: readonly (FileMessage | ChunkMessage | AssembleMessage | ResumeMessage)[],
): Promise<void> {
  const groups = Map.groupBy(messages, ({ upload }) => group ?? tenantOf(settings, upload));
  for (const [name, some] of groups) await cloud.sendMessages(queueUrl, some.map(writeMessage), name);
}
