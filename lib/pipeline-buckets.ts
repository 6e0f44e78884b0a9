import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { notifyOfUploads } from './notify-of-uploads.ts';
import { PipelineBucket } from './pipeline-bucket.ts';
import type { QueueWithDeadLetters } from './queue-with-dead-letters.ts';
import { ABORT_OWN_MULTIPART, ABORT_USERS_MULTIPART, WORK_EXPIRATION } from './settings.ts';
import type { SudokuPipelineProps } from './sudoku-pipeline-props.ts';

export interface PipelineBuckets {
  readonly uploadBucket: IBucket;
  readonly outputBucket: IBucket;
  readonly workBucket: IBucket;
}

/**
 * What goes in, what comes out, and what lies between them for as long as a large file is being solved. Buckets of the
 * owner's take the place of the first two, and stay as they are.
 */
export function pipelineBuckets(
  scope: Construct,
  props: SudokuPipelineProps,
  uploads: QueueWithDeadLetters,
): PipelineBuckets {
  const { accessLogsBucket, removalPolicy, encryptionKey } = props;
  const common = { accessLogsBucket, removalPolicy, encryptionKey };
  const uploadBucket = () => {
    const bucket = new PipelineBucket(scope, 'UploadBucket', {
      abortMultipartAfter: ABORT_USERS_MULTIPART,
      expiration: props.uploadExpiration,
      isSource: true,
      ...common,
    });
    notifyOfUploads(bucket, uploads, props.uploadFilter);
    return bucket;
  };
  const outputBucket = () => {
    const bucket = new PipelineBucket(scope, 'OutputBucket', {
      abortMultipartAfter: ABORT_OWN_MULTIPART,
      expiration: props.resultExpiration,
      ...common,
    });
    if (props.outputEvents) bucket.enableEventBridgeNotification();
    return bucket;
  };
  return {
    uploadBucket: props.uploadBucket ?? uploadBucket(),
    outputBucket: props.outputBucket ?? outputBucket(),
    workBucket: new PipelineBucket(scope, 'WorkBucket', {
      abortMultipartAfter: ABORT_OWN_MULTIPART,
      expiration: WORK_EXPIRATION,
      // nothing in it is worth keeping without the queues, but a bucket has to be empty to be deleted
      ...common,
    }),
  };
}
