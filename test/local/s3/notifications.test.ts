import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import type { S3EventRecord } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal, useS3 } from './fixture.ts';

const fixture = useS3();
let QueueUrl: string;
let QueueArn: string;

/** The next `count` messages, in the order of their keys' sequencers. */
async function receive<T>(count: number): Promise<T[]> {
  const bodies: T[] = [];
  while (bodies.length < count) {
    const { Messages } = await fixture.sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 10 }));
    if (Messages === undefined) throw new Error(`${count} messages expected, ${bodies.length} came`);
    for (const { Body = '', ReceiptHandle } of Messages) {
      bodies.push(JSON.parse(Body) as T);
      await fixture.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
  return bodies;
}

async function events(count: number): Promise<S3EventRecord[]> {
  const records = (await receive<{ Records: S3EventRecord[] }>(count)).flatMap(({ Records }) => Records);
  return records.sort((a, b) => (a.s3.object.sequencer < b.s3.object.sequencer ? -1 : 1));
}

const configure = (Events: string[], FilterRules: object[] = []) =>
  fixture.s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: fixture.bucket,
      NotificationConfiguration: {
        QueueConfigurations: [
          {
            Id: 'uploads',
            QueueArn,
            Events: Events as ['s3:ObjectCreated:*'],
            Filter: { Key: { FilterRules } },
          },
        ],
      },
    }),
  );
const put = (Key: string, Body = 'body') =>
  fixture.s3.send(new PutObjectCommand({ Bucket: fixture.bucket, Key, Body }));

beforeAll(async () => {
  const Policy = JSON.stringify({
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 's3.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: '*',
      },
    ],
  });
  const created = await fixture.sqs.send(
    new CreateQueueCommand({ QueueName: fixture.bucket, Attributes: { Policy } }),
  );
  QueueUrl = created.QueueUrl ?? '';
  const { Attributes } = await fixture.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  QueueArn = Attributes?.QueueArn ?? '';
});

afterAll(async () => {
  // the clean-up must send no events
  await fixture.s3.send(
    new PutBucketNotificationConfigurationCommand({ Bucket: fixture.bucket, NotificationConfiguration: {} }),
  );
  await fixture.sqs.send(new DeleteQueueCommand({ QueueUrl }));
});

test('sends a test event to a new target queue, and returns the configuration', async () => {
  await configure(['s3:ObjectCreated:*']);
  const [message] = await receive<Record<string, string>>(1);
  expect(message).toMatchObject({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: fixture.bucket });
  const read = await fixture.s3.send(
    new GetBucketNotificationConfigurationCommand({ Bucket: fixture.bucket }),
  );
  expect(read.QueueConfigurations).toMatchObject([
    { Id: 'uploads', QueueArn, Events: ['s3:ObjectCreated:*'] },
  ]);
});

test('refuses a target queue that does not exist', async () => {
  const configuration = fixture.s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: fixture.bucket,
      NotificationConfiguration: {
        QueueConfigurations: [{ QueueArn: `${QueueArn}-not`, Events: ['s3:ObjectCreated:*'] }],
      },
    }),
  );
  expect(await refusal(configuration)).toEqual({ status: 400, code: 'InvalidArgument' });
});

test('an event contains one object: form-encoded key, size, ETag without quotes, sequencer', async () => {
  const { ETag } = await put('my puzzles/1+1=2 & 100%/数独.txt');
  const [record] = await events(1);
  expect(record).toMatchObject({
    eventSource: 'aws:s3',
    eventName: 'ObjectCreated:Put',
    s3: {
      configurationId: 'uploads',
      bucket: { name: fixture.bucket, arn: `arn:aws:s3:::${fixture.bucket}` },
      object: {
        key: 'my+puzzles/1%2B1%3D2+%26+100%25/%E6%95%B0%E7%8B%AC.txt',
        size: 4,
        eTag: ETag?.replaceAll('"', ''),
      },
    },
  });
  expect(record?.s3.object.sequencer).toMatch(/^[0-9A-F]{8,}$/);
});

test('sends an event for each way to create an object, with ascending sequencers', async () => {
  const { bucket: Bucket } = fixture;
  await put('first');
  await put('first', 'again');
  await fixture.s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/first` }));
  const { UploadId } = await fixture.s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
  const part = { Bucket, Key: 'parts', UploadId, PartNumber: 1 };
  const { ETag } = await fixture.s3.send(new UploadPartCommand({ ...part, Body: 'parts' }));
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
  await fixture.s3.send(new CompleteMultipartUploadCommand({ ...part, MultipartUpload }));
  const records = await events(4);
  expect(records.map(({ eventName, s3 }) => [eventName, s3.object.key, s3.object.size])).toEqual([
    ['ObjectCreated:Put', 'first', 4],
    ['ObjectCreated:Put', 'first', 5],
    ['ObjectCreated:Copy', 'copy', 5],
    ['ObjectCreated:CompleteMultipartUpload', 'parts', 5],
  ]);
});

test('rules filter by event, prefix and suffix', async () => {
  await configure(
    ['s3:ObjectCreated:Put', 's3:ObjectRemoved:*'],
    [
      { Name: 'prefix', Value: 'in/' },
      { Name: 'suffix', Value: '.txt' },
    ],
  );
  await receive(1);
  const { bucket: Bucket } = fixture;
  for (const key of ['in/1.csv', 'out/1.txt', 'in/1.txt']) await put(key);
  await fixture.s3.send(new CopyObjectCommand({ Bucket, Key: 'in/2.txt', CopySource: `${Bucket}/in/1.txt` }));
  await fixture.s3.send(new DeleteObjectCommand({ Bucket, Key: 'in/1.txt' }));
  const records = await events(2);
  expect(records.map(({ eventName, s3 }) => [eventName, s3.object.key])).toEqual([
    ['ObjectCreated:Put', 'in/1.txt'],
    ['ObjectRemoved:Delete', 'in/1.txt'],
  ]);
});
