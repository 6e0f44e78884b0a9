// The function that solves files: messages of either queue in, the identifiers of failed ones out.
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Context, SQSBatchResponse } from 'aws-lambda';
import { connect } from './aws/clients.ts';
import { runBatch } from './batch.ts';
import { readSettings } from './invocation/settings.ts';
import { timesOf } from './invocation/time.ts';
import { Journal } from './journal.ts';
import { deliveries, messagesOf, retrySoon, waitOf } from './queue-batch.ts';

const settings = readSettings(process.env);
const cloud = connect();
const logger = new Logger();
const journal = new Journal(logger, new Metrics());

/**
 * Messages of either queue in, the identifiers of failed ones out.
 * @throws InvalidEvent for an event that is no batch of messages
 */
export async function handler(event: unknown, context: Context): Promise<SQSBatchResponse> {
  logger.addContext(context);
  const times = timesOf(context.getRemainingTimeInMillis());
  const records = messagesOf(event);
  const response = await runBatch(
    records,
    (record) => ({
      cloud,
      settings,
      ...times,
      messageId: record.messageId,
      group: record.attributes.MessageGroupId,
      delivery: deliveries(record),
      waited: waitOf(record),
      isRedelivery: deliveries(record) > 1,
      deliveriesLeft: Math.max(0, settings.maxReceives - deliveries(record)),
    }),
    journal,
  );
  journal.publish();
  const failed = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  await retrySoon(
    cloud,
    settings,
    records.filter(({ messageId }) => failed.has(messageId)),
  ).catch((error: unknown) => {
    logger.warn('failed messages are retried only after the visibility timeout', {
      error: error as Error,
    });
  });
  return response;
}
