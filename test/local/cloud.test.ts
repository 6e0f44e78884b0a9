import { fileURLToPath } from 'node:url';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocalCloud } from '../../local/cloud.ts';
import { TEMPLATE } from './fixtures/assembly/template.ts';

const ASSEMBLY = {
  stackName: 'Fixture',
  template: TEMPLATE,
  assetDirectory: (key: string) =>
    fileURLToPath(new URL(`fixtures/assembly/${key.replace('.zip', '')}`, import.meta.url)),
};

let cloud: LocalCloud;
let logs: string[];

beforeEach(async () => {
  logs = [];
  cloud = await LocalCloud.start(ASSEMBLY, { onLog: (line) => logs.push(line) });
});
afterEach(() => cloud.close());

const batches = () => logs.map((line) => (JSON.parse(line) as { batch: string[] }).batch);

test('passes messages of each queue to the function of its mapping', async () => {
  await cloud.sqs.send(
    new SendMessageCommand({
      QueueUrl: cloud.output('ChunksUrl'),
      MessageBody: JSON.stringify({ id: 'chunk' }),
    }),
  );
  await expect.poll(batches).toEqual([['chunk']]);
  // the function writes its line before its invocation ends
  await expect.poll(() => cloud.functions[0]?.usage).toMatchObject({ invocations: 1, errors: 0 });
});

test('passes an upload to the function as an event, after the test event', async () => {
  const put = (Key: string) =>
    cloud.s3.send(new PutObjectCommand({ Bucket: cloud.output('InputBucket'), Key, Body: 'grid' }));
  await put('grid.csv');
  await put('grid.txt');
  // neither the test event nor that of the upload has an id for the function
  await expect.poll(() => batches().flat()).toEqual([null, null]);
});

test('moves a message that always fails to the dead letters of its queue', async () => {
  const [deadLetters, uploads] = cloud.plan.queues;
  const MessageBody = JSON.stringify({ id: 'bad', fail: true });
  await cloud.sqs.send(new SendMessageCommand({ QueueUrl: uploads!.url, MessageBody }));
  const waiting = async () => {
    const { Attributes } = await cloud.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: deadLetters!.url, AttributeNames: ['All'] }),
    );
    return Attributes?.ApproximateNumberOfMessages;
  };
  await expect.poll(waiting, { interval: 200 }).toBe('1');
});

test('sends the message of a schedule when its time has come', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await using hourly = await LocalCloud.start(ASSEMBLY, { onLog: (line) => logs.push(line) });
  vi.advanceTimersByTime(3_600_000 - 1);
  expect(hourly.functions[0]?.usage.invocations).toBe(0);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(batches).toEqual([['hourly']]);
});

test('calls listeners for events of a bucket', async () => {
  const seen: string[] = [];
  cloud.onObjectEvent('output', ({ name, key }) => seen.push(`${name} ${key}`));
  await cloud.s3.send(new PutObjectCommand({ Bucket: 'output', Key: 'a b', Body: 'grid' }));
  await cloud.s3.send(
    new PutObjectCommand({ Bucket: cloud.output('InputBucket'), Key: 'unheard', Body: 'grid' }),
  );
  expect(seen).toEqual(['ObjectCreated:Put a b']);
});

test('refuses an unknown output, and names it', () => {
  expect(() => cloud.output('Nothing')).toThrow('no output Nothing, only InputBucket, ChunksUrl');
});
