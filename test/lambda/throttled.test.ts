import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { THROTTLED } from '../../local/faults/faults.ts';
import { EventSourceMapping } from '../../local/lambda/event-source-mapping.ts';
import { ACCOUNT, REGION } from '../../local/services.ts';
import { broken, cloud, PUZZLE, pipeline, sharePipeline } from './shared-pipeline.ts';

sharePipeline();

const MAX_RECEIVES = 5;
const arn = (queue: string) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${queue}`;

test('a message that throttled invocations move to the dead letters has a report, and a redrive solves it', async () => {
  const sqs = new SQSClient();
  await sqs.send(new CreateQueueCommand({ QueueName: 'dead-letters' }));
  const policy = { deadLetterTargetArn: arn('dead-letters'), maxReceiveCount: MAX_RECEIVES };
  await sqs.send(
    new SetQueueAttributesCommand({
      QueueUrl: pipeline.uploadsQueueUrl,
      // a message that is not deleted is visible again at once
      Attributes: { VisibilityTimeout: '0', RedrivePolicy: JSON.stringify(policy) },
    }),
  );
  pipeline.cloud = { ...cloud, readObject: broken('ServiceUnavailable') };
  const settings = { ...pipeline.settings, maxReceives: MAX_RECEIVES };
  /** Receive counts of the deliveries that reached the function. */
  const seen: number[] = [];
  const plan = { id: 'Uploads', queueArn: arn('uploads'), functionName: 'function', enabled: true };
  const batches = { batchSize: 1, batchWindow: 0, maximumConcurrency: 1, reportsBatchItemFailures: true };
  const mapping = new EventSourceMapping(
    { ...plan, ...batches },
    {
      sqs,
      queueUrl: pipeline.uploadsQueueUrl,
      concurrency: 1,
      onError: () => {},
      invoke: async (event) => {
        const { Records } = JSON.parse(event) as SQSEvent;
        const receives = Number(Records[0]!.attributes.ApproximateReceiveCount);
        if (receives !== 1 && receives !== 3) return THROTTLED;
        seen.push(receives);
        const deliveriesLeft = MAX_RECEIVES - receives;
        await pipeline.run(Records, { settings, isRedelivery: receives > 1, deliveriesLeft });
        const batchItemFailures = Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
        const payload = JSON.stringify({ batchItemFailures });
        return { requestId: 'id', payload, error: undefined, duration: 1, maxMemory: 1 };
      },
    },
  );
  await pipeline.upload('throttled.txt', `${PUZZLE}\n`);
  mapping.start();
  const dead = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: pipeline.uploadsQueueUrl.replace(/uploads$/, 'dead-letters'),
      WaitTimeSeconds: 5,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  expect(seen).toEqual([1, 3]);
  expect(await pipeline.report('throttled.txt')).toMatchObject({
    status: 'failed',
    reason: 'ServiceUnavailable',
    deliveriesLeft: 2,
  });
  pipeline.cloud = cloud;
  const [{ MessageId: messageId, Body: body } = {}] = dead.Messages ?? [];
  await pipeline.run([{ messageId, body, receiptHandle: '', attributes: {} } as never]);
  expect(await pipeline.report('throttled.txt')).toMatchObject({ status: 'done', solved: 1 });
  const stopped = mapping.stop();
  // ends the pending long poll
  await pipeline.send('{"Records":[]}');
  await stopped;
  sqs.destroy();
});
