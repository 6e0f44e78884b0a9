import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { needsOf, type Operation, type Target } from './needs.ts';

/** Lets operations be called on a bucket and all of its objects. What they copy from is to be allowed where it lies. */
export function allowOnBucket(bucket: IBucket, operations: readonly Operation[]): PolicyStatement[] {
  return [
    ...allow(operations, 'object', bucket.arnForObjects('*')),
    ...allow(operations, 'bucket', bucket.bucketArn),
  ];
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
