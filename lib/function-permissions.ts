import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

export interface PipelineResources {
  readonly uploadBucket: IBucket;
  readonly outputBucket: IBucket;
  readonly uploads: IQueue;
}

/** All that the function's role may do besides writing its logs. test/lib compares it with the commands that lambda/ sends. */
export function functionPermissions({
  uploadBucket,
  outputBucket,
  uploads,
}: PipelineResources): PolicyStatement[] {
  return [
    allow(uploads.queueArn, POLL),
    allow(uploadBucket.arnForObjects('*'), ['s3:GetObject']),
    allow(outputBucket.arnForObjects('*'), ['s3:GetObject', 's3:PutObject']),
    // without it S3 answers 403 for an object that is gone, as if it were a lack of rights
    allow(uploadBucket.bucketArn, ['s3:ListBucket']),
    allow(outputBucket.bucketArn, ['s3:ListBucket']),
  ];
}

/** What Lambda's poller does in the function's name. @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
const POLL = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

function allow(resource: string, actions: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources: [resource] });
}
