import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { needsOf, type Operation, type Target } from './needs.ts';
import { objectsBelow } from './objects-below.ts';

/**
 * Lets operations be called on a bucket and on its objects below a prefix, and with them the use of the bucket's key, if it
 * has one. What they copy from is to be allowed where it lies.
 */
export function allowOnBucket(
  bucket: IBucket,
  operations: readonly Operation[],
  prefix = '',
): PolicyStatement[] {
  const onObjects = allow(operations, 'object', objectsBelow(bucket, prefix));
  const { encryptionKey } = bucket;
  const actions = keyActions(onObjects.flatMap((statement) => statement.actions));
  return [
    ...onObjects,
    ...allow(operations, 'bucket', bucket.bucketArn),
    ...(encryptionKey && actions.length > 0
      ? [
          new PolicyStatement({
            actions,
            resources: [encryptionKey.keyArn],
            conditions: keyConditions(bucket, prefix),
          }),
        ]
      : []),
  ];
}

/**
 * What it takes of a KMS key to do these things to objects under it. Parts of an upload are decrypted to become one object.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html
 */
export function keyActions(actions: readonly string[]): string[] {
  if (actions.includes('s3:PutObject')) return ['kms:Decrypt', 'kms:GenerateDataKey'];
  return actions.includes('s3:GetObject') ? ['kms:Decrypt'] : [];
}

/**
 * Under which a bucket's key may be used: by S3, for objects below the prefix. S3 names the object as the encryption context,
 * or the bucket, where that has a key of its own that spares requests to KMS.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html#encryption-context
 */
export function keyConditions(bucket: IBucket, prefix: string): Record<string, Record<string, unknown>> {
  return {
    StringEquals: { 'kms:ViaService': `s3.${bucket.env.region}.amazonaws.com` },
    StringLike: { 'kms:EncryptionContext:aws:s3:arn': [bucket.bucketArn, objectsBelow(bucket, prefix)] },
  };
}

/** Lets operations be called on a queue. */
export function allowOnQueue(queue: IQueue, operations: readonly Operation[]): PolicyStatement[] {
  return allow(operations, 'queue', queue.queueArn);
}

/** Lets operations be called on one resource, as far as they need it: the bucket, not its objects, or the other way round. */
export function allow(operations: readonly Operation[], target: Target, resource: string): PolicyStatement[] {
  const needs = needsOf(operations).filter(({ on }) => on === target);
  const actions = [...new Set(needs.map(({ action }) => action))];
  return actions.length > 0 ? [new PolicyStatement({ actions, resources: [resource] })] : [];
}
