import type { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Queue, QueueEncryption, RedrivePermission } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { DEAD_LETTER_RETENTION, MAX_RECEIVE_COUNT, QUEUE_RETENTION } from './settings.ts';

/** A queue for TLS and S3-managed encryption (S3 cannot send to one under the AWS-managed KMS key), and its dead letters. */
export class QueueWithDeadLetters extends Queue {
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, visibilityTimeout: Duration) {
    const deadLetters = new Queue(scope, `${id}DeadLetters`, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: DEAD_LETTER_RETENTION,
    });
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: QUEUE_RETENTION,
      visibilityTimeout,
      // no queue's dead letters: what comes here is solved
      redriveAllowPolicy: { redrivePermission: RedrivePermission.DENY_ALL },
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVE_COUNT },
    });
    this.deadLetters = deadLetters;
  }

  metricDeadLetters(): IMetric {
    return this.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'max' });
  }
}
