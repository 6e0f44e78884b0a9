import { Duration, RemovalPolicy } from 'aws-cdk-lib';

/**
 * SQS moves a message to the dead letters after this many receives. With the pauses between them they outlast an hour: S3
 * answers 503 for minutes while it scales.
 */
export const MAX_RECEIVE_COUNT = 10;

/** How long a message waits in its queue, and in the dead letters. The age of a dead letter counts from its first sending. */
export const QUEUE_RETENTION = Duration.days(4);
export const DEAD_LETTER_RETENTION = Duration.days(14);

/** What one invocation takes from a queue: so many messages, or those that arrive within the window. */
export interface BatchSettings {
  readonly size: number;
  readonly window: Duration;
}

/**
 * Tiny files share an invocation: those that one receive brings, which is all that a batch may have unless it waits, or those
 * that arrive within a window.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
export const uploadsBatch = (window: Duration): BatchSettings => ({
  size: window.toSeconds() > 0 ? 100 : 10,
  window,
});

/** A chunk is seconds of work: one an invocation. */
export const CHUNKS_BATCH: BatchSettings = { size: 1, window: Duration.seconds(0) };

/**
 * A finished job deletes its work; what expires belongs to no job any more. A chunk that is taken back from the dead letters on its
 * last day there still finds the rest of its job.
 */
export const WORK_EXPIRATION = DEAD_LETTER_RETENTION.plus(QUEUE_RETENTION);

/** What becomes of data unless told otherwise: it stays, except where the very deployment that made its place is rolled back. */
export const KEPT = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** Multipart uploads that nobody completes cost storage that no listing shows. */
export const ABORT_OWN_MULTIPART = Duration.days(1);
export const ABORT_USERS_MULTIPART = Duration.days(7);

/** Namespace of the metrics that the function emits; their service dimension tells pipelines apart. */
export const METRICS_NAMESPACE = 'SudokuBatch';

/**
 * The shortest visibility timeout AWS recommends: six times the function's timeout, so that throttled batches can be
 * tried again, and the batching window.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
export function visibilityTimeoutFor(functionTimeout: Duration, { window }: BatchSettings): Duration {
  return Duration.seconds(6 * functionTimeout.toSeconds() + window.toSeconds());
}
