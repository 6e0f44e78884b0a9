import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { SourceFilter } from './source-filter.ts';

/**
 * Sends the object-created events of the bucket's puzzle files to the queue, through the bucket's own property: the usual
 * `addEventNotification` would add a function with broad rights to the stack.
 *
 * S3 checks on creation of the bucket that it may send, so the queue's policy comes first; it therefore cannot name the
 * bucket, and admits the account's buckets instead.
 */
export function notifyOfUploads(bucket: Bucket, queue: Queue, { prefix, suffix }: SourceFilter = {}): void {
  const { partition, account } = Stack.of(bucket);
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': account },
        ArnLike: { 'aws:SourceArn': `arn:${partition}:s3:::*` },
      },
    }),
  );
  const rules = Object.entries({ prefix, suffix }).flatMap(([name, value]) =>
    value ? [{ name, value }] : [],
  );
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = {
    ...(resource.notificationConfiguration as CfnBucket.NotificationConfigurationProperty | undefined),
    queueConfigurations: [
      {
        event: 's3:ObjectCreated:*',
        queue: queue.queueArn,
        ...(rules.length > 0 && { filter: { s3Key: { rules } } }),
      },
    ],
  };
  resource.node.addDependency(queue.node.findChild('Policy'));
}
