import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { objectsBelow } from './objects-below.ts';
import { keyActions, keyConditions } from './statements.ts';

/** Lets the grantee put objects into a bucket below a prefix, in one piece or in parts, and nothing else. */
export function grantPut(bucket: IBucket, grantee: IGrantable, prefix = ''): Grant {
  const actions = ['s3:PutObject', 's3:AbortMultipartUpload'];
  return onObjects(bucket, grantee, actions, prefix);
}

/** Lets the grantee list a bucket and read what is below a prefix of it, and nothing else. */
export function grantGet(bucket: IBucket, grantee: IGrantable, prefix = ''): Grant {
  const read = onObjects(bucket, grantee, ['s3:GetObject'], prefix);
  return read.combine(allowed(bucket, grantee, ['s3:ListBucket'], bucket.bucketArn));
}

/** With the use of the bucket's key that it takes, if the bucket has one. */
function onObjects(bucket: IBucket, grantee: IGrantable, actions: string[], prefix: string): Grant {
  const grant = allowed(bucket, grantee, actions, objectsBelow(bucket, prefix));
  const { encryptionKey } = bucket;
  if (!encryptionKey) return grant;
  return grant.combine(
    Grant.addToPrincipalOrResource({
      ...{ grantee, actions: keyActions(actions), conditions: keyConditions(bucket, prefix) },
      // a key's policy is about the key itself
      ...{ resourceArns: [encryptionKey.keyArn], resource: encryptionKey, resourceSelfArns: ['*'] },
    }),
  );
}

function allowed(bucket: IBucket, grantee: IGrantable, actions: string[], resource: string): Grant {
  return Grant.addToPrincipalOrResource({ grantee, actions, resourceArns: [resource], resource: bucket });
}
