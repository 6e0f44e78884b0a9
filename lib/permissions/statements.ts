// Statements of IAM for operations on buckets, objects, queues and keys.
import { Token } from 'aws-cdk-lib';
import { Grant, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { type ActionTarget, type Operation, requiredActions } from './required-actions.ts';

/**
 * Allows operations on a bucket and on its objects with a prefix, and the use of the bucket's KMS key, if it has one. The
 * source of a copy must be allowed separately.
 * @param isTenant whether the grantee may only list objects with the prefix, and no multipart uploads, which IAM cannot restrict
 * @param isConditional whether the operations have conditions, and the grantee may not read the objects anyway
 */
export function allowOnBucket(
  bucket: IBucket,
  operations: readonly Operation[],
  prefix = '',
  { isTenant = false, isConditional = false } = {},
): PolicyStatement[] {
  const onObjects = allow(operations, 'object', objectsBelow(bucket, prefix), isConditional);
  const { encryptionKey } = bucket;
  const actions = keyActions(onObjects.flatMap((statement) => statement.actions));
  return [
    ...onObjects,
    ...(isTenant
      ? requiredActions(operations)
          .filter(({ action }) => action === LIST)
          .map(() => listBelow(bucket, prefix))
      : allow(operations, 'bucket', bucket.bucketArn)),
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
 * The actions on a KMS key that these actions on its objects require. S3 decrypts the parts of an upload to join them.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html
 */
function keyActions(actions: readonly string[]): string[] {
  if (actions.includes('s3:PutObject')) return ['kms:Decrypt', 'kms:GenerateDataKey'];
  return actions.includes('s3:GetObject') ? ['kms:Decrypt'] : [];
}

/**
 * Conditions for the use of a bucket's KMS key: by S3, for objects with the prefix. S3 passes the object as the encryption
 * context, or the bucket if it has a bucket key.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html#encryption-context
 */
function keyConditions(bucket: IBucket, prefix: string): Record<string, Record<string, unknown>> {
  return {
    StringEquals: { 'kms:ViaService': `s3.${bucket.env.region}.amazonaws.com` },
    StringLike: { 'kms:EncryptionContext:aws:s3:arn': [bucket.bucketArn, objectsBelow(bucket, prefix)] },
  };
}

/** Allows operations on a queue. */
export function allowOnQueue(queue: IQueue, operations: readonly Operation[]): PolicyStatement[] {
  return allow(operations, 'queue', queue.queueArn);
}

/** Allows the part of the operations that applies to one kind of resource. */
export function allow(
  operations: readonly Operation[],
  target: ActionTarget,
  resource: string,
  areConditional = false,
): PolicyStatement[] {
  const required = requiredActions(operations, areConditional).filter(({ on }) => on === target);
  const actions = [...new Set(required.map(({ action }) => action))];
  return actions.length > 0 ? [new PolicyStatement({ actions, resources: [resource] })] : [];
}

/**
 * The ARN pattern of a bucket's objects with a prefix and a suffix, for a policy. Special characters in the prefix are escaped.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html#policy-vars-specialchars
 */
export function objectsBelow(bucket: IBucket, prefix: string, suffix = ''): string {
  return bucket.arnForObjects(`${literal(prefix)}*${suffix}`);
}

/** A text in a pattern of IAM. */
const literal = (text: string): string =>
  // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM's notation
  Token.isUnresolved(text) ? text : text.replace(/[*?$]/g, '${$&}');

const LIST = 's3:ListBucket';

/** Allows listing the objects with a prefix. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/amazon-s3-policy-keys.html */
export function listBelow(bucket: IBucket, prefix: string): PolicyStatement {
  return new PolicyStatement({
    actions: [LIST],
    resources: [bucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': `${literal(prefix)}*` } },
  });
}

/** Allows only writing objects with a prefix, in one piece or in parts. */
export function grantPut(bucket: IBucket, grantee: IGrantable, prefix = ''): Grant {
  const actions = ['s3:PutObject', 's3:AbortMultipartUpload'];
  return grantOnObjects(bucket, grantee, actions, prefix);
}

/**
 * Allows only listing a bucket and reading its objects with a prefix.
 * @param isTenant whether the grantee may list only these objects
 */
export function grantGet(bucket: IBucket, grantee: IGrantable, prefix: string, isTenant: boolean): Grant {
  const read = grantOnObjects(bucket, grantee, ['s3:GetObject'], prefix);
  const { conditions = {} } = isTenant ? listBelow(bucket, prefix) : {};
  return read.combine(grantOn(bucket, grantee, [LIST], bucket.bucketArn, conditions));
}

/** Allows actions on a bucket's objects with a prefix, and the use of the bucket's KMS key, if it has one. */
function grantOnObjects(bucket: IBucket, grantee: IGrantable, actions: string[], prefix: string): Grant {
  const grant = grantOn(bucket, grantee, actions, objectsBelow(bucket, prefix));
  const { encryptionKey } = bucket;
  if (!encryptionKey) return grant;
  return grant.combine(
    Grant.addToPrincipalOrResource({
      grantee,
      actions: keyActions(actions),
      conditions: keyConditions(bucket, prefix),
      resourceArns: [encryptionKey.keyArn],
      resource: encryptionKey,
      // in its own policy, a key is *
      resourceSelfArns: ['*'],
    }),
  );
}

function grantOn(
  bucket: IBucket,
  grantee: IGrantable,
  actions: string[],
  resource: string,
  conditions: PolicyStatement['conditions'] = {},
): Grant {
  return Grant.addToPrincipalOrResource({
    grantee,
    actions,
    resourceArns: [resource],
    resource: bucket,
    conditions,
  });
}
