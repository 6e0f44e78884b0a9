import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendEvents } from '../../../bin/remote/backfill/run.ts';
import { moveChosen } from '../../../bin/remote/redrive/dead-letters.ts';
import { groupOf } from '../../../bin/remote/stack.ts';
import { MessageMoves } from '../../../local/management/message-moves.ts';
import { type Services, startServices } from '../../../local/services.ts';

let services: Services;
let sqs: SQSClient;
beforeAll(async () => {
  services = await startServices();
  const credentials = { accessKeyId: 'client', secretAccessKey: 'local' };
  sqs = new SQSClient({ endpoint: services.endpoint, region: 'us-east-1', credentials });
});
afterAll(async () => {
  sqs.destroy();
  await services.close();
});

const created = async (QueueName: string) =>
  (await sqs.send(new CreateQueueCommand({ QueueName }))).QueueUrl!;

/** The groups of the messages in a queue. */
async function groupsIn(QueueUrl: string) {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      ...{ QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['MessageGroupId'] },
    }),
  );
  return Messages.map(({ Attributes }) => Attributes?.MessageGroupId);
}

test('the group of a message is the tenant of its object, if the stack has tenants', () => {
  const pipeline = { tenant: 'first-folder', uploadBucket: 'mine', uploadPrefix: 'in/' };
  expect(groupOf(pipeline, { bucket: 'mine', key: 'in/acme/a.txt' })).toBe('acme');
  expect(groupOf(pipeline, { bucket: 'archive', key: 'acme/a.txt' })).toBe('acme');
  expect(groupOf(pipeline, { bucket: 'mine', key: 'in/a.txt' })).toBeUndefined();
  expect(groupOf({ ...pipeline, tenant: '' }, { bucket: 'mine', key: 'in/acme/a.txt' })).toBeUndefined();
});

test('backfill sends the event of each object in its group', async () => {
  const queueUrl = await created('backfilled');
  const objects = ['acme/a.txt', 'b.txt'].map((key) => ({ key, bytes: 82, etag: 'e', modified: new Date() }));
  const pipeline = { tenant: 'first-folder', uploadBucket: 'mine', uploadPrefix: '' };
  await sendEvents(
    sqs,
    { queueUrl, bucket: 'mine', groupOf: (object) => groupOf(pipeline, object) },
    objects,
  );
  expect(await groupsIn(queueUrl)).toEqual(['acme', undefined]);
});

test('redrive keeps the group of messages that it moves', async () => {
  const [url, sourceUrl] = [await created('dead'), await created('source')];
  const send = (MessageBody: string, MessageGroupId?: string) =>
    sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody, MessageGroupId }));
  await send('{}', 'acme');
  await send('{}');
  const queue = { name: 'uploads', arn: 'arn', url, sourceUrl, count: 2 } as const;
  expect(await moveChosen(sqs, queue, () => true)).toBe(2);
  expect(await groupsIn(sourceUrl)).toEqual(['acme', undefined]);
});

test('so do the moves of the local cloud', async () => {
  const [dead, origin] = [await created('dead-2'), await created('origin')];
  const RedrivePolicy = '{"deadLetterTargetArn":"dead"}';
  const queues: ConstructorParameters<typeof MessageMoves>[0] = [
    { arn: 'dead', url: dead, attributes: {} },
    { arn: 'origin', url: origin, attributes: { RedrivePolicy } },
  ];
  const sent: unknown[] = [];
  const letters = [
    { MessageId: '1', Body: '{}', ReceiptHandle: 'r', Attributes: { MessageGroupId: 'acme' } },
  ];
  const moves = new MessageMoves(queues, async (operation, body) => {
    if (operation === 'SendMessage') sent.push(body);
    return operation === 'ReceiveMessage' ? { Messages: letters.splice(0) } : { Attributes: {} };
  });
  await moves.start({ SourceArn: 'dead' });
  await expect.poll(() => sent).toMatchObject([{ QueueUrl: origin, MessageGroupId: 'acme' }]);
});
