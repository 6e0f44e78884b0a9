import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Services, startServices } from '../../../local/services.ts';

let services: Services;
let sqs: SQSClient;
let queues = 0;
beforeAll(async () => {
  services = await startServices();
  sqs = new SQSClient({
    endpoint: services.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'client', secretAccessKey: 'local' },
  });
});
afterAll(async () => {
  sqs.destroy();
  await services.close();
});

async function created(Attributes: Record<string, string> = {}): Promise<string> {
  const queue = await sqs.send(new CreateQueueCommand({ QueueName: `queue-${queues++}`, Attributes }));
  return queue.QueueUrl!;
}

async function received(QueueUrl: string, VisibilityTimeout?: number) {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      ...{ QueueUrl, VisibilityTimeout, MaxNumberOfMessages: 10 },
      MessageSystemAttributeNames: ['MessageGroupId'],
    }),
  );
  return Messages;
}

const send = (QueueUrl: string, MessageBody: string, MessageGroupId?: string) =>
  sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }));

async function sendMany(QueueUrl: string, count: number, group: string): Promise<void> {
  for (let sent = 0; sent < count; sent += 10) {
    const Entries = Array.from({ length: 10 }, (_, i) => ({
      ...{ Id: String(i), MessageBody: `${group} ${sent + i}`, MessageGroupId: group },
    }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
}

test('a standard queue keeps the group of each message', async () => {
  const queue = await created();
  await send(queue, 'one', 'acme');
  await send(queue, 'none');
  const Entries = [
    { Id: '0', MessageBody: 'same', MessageGroupId: 'a' },
    { Id: '1', MessageBody: 'same', MessageGroupId: 'b' },
  ];
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: queue, Entries }));
  const groups = (await received(queue)).map(({ Body, Attributes }) => [Body, Attributes?.MessageGroupId]);
  expect(groups).toEqual([
    ['one', 'acme'],
    ['none', undefined],
    ['same', 'a'],
    ['same', 'b'],
  ]);
});

test('a message keeps its group when it is delivered again', async () => {
  const queue = await created();
  await send(queue, 'again', 'acme');
  await received(queue, 0);
  expect(await received(queue)).toMatchObject([{ Attributes: { MessageGroupId: 'acme' } }]);
});

test('messages of quiet groups overtake a backlog of thirty messages in flight', async () => {
  const queue = await created();
  await sendMany(queue, 60, 'noisy');
  for (let i = 0; i < 3; i++) await received(queue);
  await send(queue, 'quiet', 'quiet');
  await send(queue, 'alone');
  expect((await received(queue)).slice(0, 3).map(({ Body }) => Body)).toEqual(['quiet', 'alone', 'noisy 30']);
});

test('the order of arrival holds again once the noisy group has no backlog', async () => {
  const queue = await created();
  await sendMany(queue, 40, 'noisy');
  for (let i = 0; i < 4; i++) {
    for (const { ReceiptHandle } of await received(queue)) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queue, ReceiptHandle }));
    }
  }
  expect(await received(queue)).toEqual([]);
  await sendMany(queue, 10, 'other');
  expect((await received(queue)).map(({ Body }) => Body)).toEqual(
    Array.from({ length: 10 }, (_, i) => `other ${i}`),
  );
});
