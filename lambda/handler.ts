import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { connect } from './aws/connect.ts';
import { runBatch } from './batch.ts';
import { timesOf } from './invocation.ts';
import { Journal } from './journal.ts';
import { deliveries, retrySoon } from './retry-backoff.ts';
import { readSettings } from './settings.ts';

const settings = readSettings(process.env);
const cloud = connect();
const logger = new Logger();
const journal = new Journal(logger, new Metrics());

/** Messages of either queue in, the identifiers of those that failed out. */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  logger.addContext(context);
  const times = timesOf(context.getRemainingTimeInMillis());
  const response = await runBatch(
    event.Records,
    (record) => ({
      cloud,
      settings,
      ...times,
      isRedelivery: deliveries(record) > 1,
      isLastDelivery: deliveries(record) >= settings.maxReceives,
    }),
    journal,
  );
  journal.publish();
  const failed = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  await retrySoon(
    cloud,
    settings,
    event.Records.filter(({ messageId }) => failed.has(messageId)),
  ).catch((error: unknown) => {
    logger.warn('failed messages are tried again after the visibility timeout only', {
      error: error as Error,
    });
  });
  return response;
}
