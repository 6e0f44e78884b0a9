import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';

/** Lets the grantee put objects into a bucket, in one piece or in parts, and nothing else. */
export function grantPut(bucket: IBucket, grantee: IGrantable): Grant {
  return allowed(bucket, grantee, ['s3:PutObject', 's3:AbortMultipartUpload'], bucket.arnForObjects('*'));
}

/** Lets the grantee list and read a bucket, and nothing else. */
export function grantGet(bucket: IBucket, grantee: IGrantable): Grant {
  const read = allowed(bucket, grantee, ['s3:GetObject'], bucket.arnForObjects('*'));
  return read.combine(allowed(bucket, grantee, ['s3:ListBucket'], bucket.bucketArn));
}

function allowed(bucket: IBucket, grantee: IGrantable, actions: string[], resource: string): Grant {
  return Grant.addToPrincipalOrResource({ grantee, actions, resourceArns: [resource], resource: bucket });
}
