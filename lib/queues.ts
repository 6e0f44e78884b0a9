// The queues of a pipeline, their dead letters, how Lambda polls them, and the schedule that sends the message of the sweep.
import { Duration, Stack } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { type IQueue, Queue, QueueEncryption, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { SWEEP_MESSAGE } from '../core/options/sweep-message.ts';
import { allowOnQueue } from './permissions/statements.ts';

/**
 * SQS moves a message to the dead letters after this many receives. Including the pauses between them, this takes more than
 * an hour, so that minutes of 503 responses, while S3 scales, do not exhaust them.
 */
export const MAX_RECEIVE_COUNT = 10;

/** How long a message is retained in its queue and in the dead letters, where its age counts from when it was first sent. */
export const QUEUE_RETENTION = Duration.days(4);
const DEAD_LETTER_RETENTION = Duration.days(14);

/** The messages of one invocation: at most `size`, collected during the window. */
export interface BatchSettings {
  readonly size: number;
  readonly window: Duration;
}

/**
 * Small files share an invocation. Without a window, a batch is one receive, which has at most 10 messages.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
export const uploadsBatch = (window: Duration): BatchSettings => ({
  size: window.toSeconds() > 0 ? 100 : 10,
  window,
});

/** A chunk takes seconds of work, so it has its own invocation. */
export const CHUNKS_BATCH: BatchSettings = { size: 1, window: Duration.seconds(0) };

/**
 * Age at which objects in the work bucket expire. A finished job deletes its own. A chunk that is redriven on its last day in
 * the dead letters still finds the other chunks.
 */
export const WORK_EXPIRATION = DEAD_LETTER_RETENTION.plus(QUEUE_RETENTION);

/**
 * The shortest visibility timeout that AWS recommends: six times the function's timeout, so that throttled batches can be
 * retried, plus the batching window.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
export function visibilityTimeoutFor(functionTimeout: Duration, { window }: BatchSettings): Duration {
  return Duration.seconds(6 * functionTimeout.toSeconds() + window.toSeconds());
}

/** A queue with its dead letters. It uses SQS-managed encryption, since S3 cannot send to a queue under AWS's own KMS key. */
export class QueueWithDeadLetters extends Queue {
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, visibilityTimeout: Duration) {
    const deadLetters = new Queue(scope, `${id}DeadLetters`, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: DEAD_LETTER_RETENTION,
    });
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: QUEUE_RETENTION,
      visibilityTimeout,
      // no other queue may use it for its dead letters
      redriveAllowPolicy: { redrivePermission: RedrivePermission.DENY_ALL },
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVE_COUNT },
    });
    this.deadLetters = deadLetters;
  }

  metricDeadLetters(): IMetric {
    return this.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'max' });
  }
}

/** Invokes a function for a queue. Each queue has its own concurrency, so that a huge file does not delay small ones. */
export function mapQueue(
  scope: Construct,
  id: string,
  queue: IQueue,
  target: IFunction,
  batch: BatchSettings,
  maxConcurrency: number,
): EventSourceMapping {
  return new EventSourceMapping(scope, id, {
    target,
    eventSourceArn: queue.queueArn,
    batchSize: batch.size,
    maxBatchingWindow: batch.window,
    maxConcurrency,
    reportBatchItemFailures: true,
  });
}

/**
 * Sends the message of the sweep to the chunks queue every hour: it is delivered, retried and watched like every other message.
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets.html
 */
export function scheduleSweep(scope: Construct, chunks: IQueue): CfnSchedule {
  const role = new Role(scope, 'SweepRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  });
  for (const statement of allowOnQueue(chunks, ['SendMessage'])) role.addToPolicy(statement);
  return new CfnSchedule(scope, 'Sweep', {
    description: 'Finds jobs on which nothing works any more',
    scheduleExpression: 'rate(1 hour)',
    flexibleTimeWindow: { mode: 'OFF' },
    target: { arn: chunks.queueArn, roleArn: role.roleArn, input: SWEEP_MESSAGE },
  });
}
