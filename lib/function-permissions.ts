import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

export interface PipelineResources {
  readonly uploadBucket: IBucket;
  readonly outputBucket: IBucket;
  readonly workBucket: IBucket;
  readonly uploads: IQueue;
  readonly chunks: IQueue;
}

/** All that the function's role may do besides writing its logs. test/lib compares it with the commands that lambda/ sends. */
export function functionPermissions({
  uploadBucket,
  outputBucket,
  workBucket,
  uploads,
  chunks,
}: PipelineResources): PolicyStatement[] {
  return [
    allow(uploads.queueArn, [...POLL, 'sqs:ChangeMessageVisibility']),
    allow(chunks.queueArn, [...POLL, 'sqs:ChangeMessageVisibility', 'sqs:SendMessage']),
    allow(uploadBucket.arnForObjects('*'), ['s3:GetObject']),
    // GetObject: what stands there, and conditional writes
    allow(outputBucket.arnForObjects('*'), ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload']),
    allow(outputBucket.bucketArn, ['s3:ListBucketMultipartUploads']),
    allow(workBucket.arnForObjects('*'), ['s3:GetObject', 's3:PutObject', 's3:DeleteObject']),
    // in the work bucket to list chunks; in all, because without it S3 answers 403 for an object that is gone
    ...[uploadBucket, outputBucket, workBucket].map(({ bucketArn }) => allow(bucketArn, ['s3:ListBucket'])),
  ];
}

/** What Lambda's poller does in the function's name. @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
const POLL = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

function allow(resource: string, actions: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources: [resource] });
}
