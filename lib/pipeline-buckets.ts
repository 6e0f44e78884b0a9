import type { Construct } from 'constructs';
import { notifyOfUploads } from './notify-of-uploads.ts';
import { PipelineBucket } from './pipeline-bucket.ts';
import type { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { ABORT_OWN_MULTIPART, ABORT_USERS_MULTIPART, WORK_EXPIRATION } from './settings.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

export interface PipelineBuckets {
  readonly uploadBucket: PipelineBucket;
  readonly outputBucket: PipelineBucket;
  readonly workBucket: PipelineBucket;
}

/** What goes in, what comes out, and what lies between them for as long as a large file is being solved. */
export function pipelineBuckets(
  scope: Construct,
  { uploadExpiration, resultExpiration, outputEvents, accessLogsBucket, removalPolicy }: SudokuPipelineProps,
  uploads: QueueWithDeadLetters,
): PipelineBuckets {
  const uploadBucket = new PipelineBucket(scope, 'UploadBucket', {
    abortMultipartAfter: ABORT_USERS_MULTIPART,
    expiration: uploadExpiration,
    removalPolicy,
    accessLogsBucket,
  });
  notifyOfUploads(uploadBucket, uploads);
  const outputBucket = new PipelineBucket(scope, 'OutputBucket', {
    abortMultipartAfter: ABORT_OWN_MULTIPART,
    expiration: resultExpiration,
    removalPolicy,
    accessLogsBucket,
  });
  if (outputEvents) outputBucket.enableEventBridgeNotification();
  const workBucket = new PipelineBucket(scope, 'WorkBucket', {
    abortMultipartAfter: ABORT_OWN_MULTIPART,
    expiration: WORK_EXPIRATION,
    // nothing in it is worth keeping without the queues, but a bucket has to be empty to be deleted
    removalPolicy,
    accessLogsBucket,
  });
  return { uploadBucket, outputBucket, workBucket };
}
