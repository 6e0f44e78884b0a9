import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

export interface PipelineBucketProps {
  /** Age at which unfinished multipart uploads are aborted. */
  readonly abortMultipartAfter: Duration;
  /** @default objects stay */
  readonly expiration?: Duration;
  /** @default RemovalPolicy.RETAIN */
  readonly removalPolicy?: RemovalPolicy;
  /** @default no access logs */
  readonly accessLogsBucket?: IBucket;
}

/** A private, encrypted bucket that answers over TLS only. */
export class PipelineBucket extends Bucket {
  constructor(scope: Construct, id: string, props: PipelineBucketProps) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: props.removalPolicy ?? RemovalPolicy.RETAIN,
      lifecycleRules: [
        { id: 'abort-unfinished-uploads', abortIncompleteMultipartUploadAfter: props.abortMultipartAfter },
        ...(props.expiration ? [{ id: 'expire', expiration: props.expiration }] : []),
      ],
      ...(props.accessLogsBucket && {
        serverAccessLogsBucket: props.accessLogsBucket,
        serverAccessLogsPrefix: `${id}/`,
      }),
    });
  }
}
