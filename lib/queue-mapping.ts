import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { BatchSettings } from './settings.ts';

/** Feeds a function from a queue. Each has a concurrency of its own, so that small files stay fast while a huge one drains. */
export class QueueMapping extends EventSourceMapping {
  constructor(
    scope: Construct,
    id: string,
    queue: IQueue,
    target: IFunction,
    batch: BatchSettings,
    maxConcurrency: number,
  ) {
    super(scope, id, {
      target,
      eventSourceArn: queue.queueArn,
      batchSize: batch.size,
      maxBatchingWindow: batch.window,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
  }
}
