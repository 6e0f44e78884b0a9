import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { connect } from './aws/connect.ts';
import { runBatch } from './batch.ts';
import { answerDirectly, type DirectAnswer, parseDirectEvent } from './direct.ts';
import { type Times, timesOf } from './invocation.ts';
import { isBatch } from './is-batch.ts';
import { Journal } from './journal.ts';
import { deliveries, retrySoon } from './retry-backoff.ts';
import { readSettings } from './settings.ts';

const settings = readSettings(process.env);
const cloud = connect();
const logger = new Logger();
const journal = new Journal(logger, new Metrics());

/** Messages of either queue in, the identifiers of those that failed out; or puzzles in, their solutions out. */
export async function handler(event: unknown, context: Context): Promise<SQSBatchResponse | DirectAnswer> {
  logger.addContext(context);
  const times = timesOf(context.getRemainingTimeInMillis());
  return isBatch(event) ? runMessages(event, times) : answer(event, times);
}

async function runMessages({ Records }: SQSEvent, times: Times): Promise<SQSBatchResponse> {
  const response = await runBatch(
    Records,
    (record) => ({
      cloud,
      settings,
      ...times,
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
    Records.filter(({ messageId }) => failed.has(messageId)),
  ).catch((error: unknown) => {
    logger.warn('failed messages are tried again after the visibility timeout only', {
      error: error as Error,
    });
  });
  return response;
}

/** @throws InvalidEvent, RejectedFile, OptionError, OutOfTime, ResultTooLarge: Lambda gives their names to the caller */
async function answer(event: unknown, times: Times): Promise<DirectAnswer> {
  const { answer, solved, bytes } = await answerDirectly(parseDirectEvent(event), settings, times);
  journal.answered(solved, bytes);
  journal.publish();
  return answer;
}
