import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Guard } from '../../../local/iam/guard.ts';
import { ACCOUNT, REGION, type Services, startServices } from '../../../local/services.ts';

const Bucket = 'puzzles';
const QUEUE_ARN = `arn:aws:sqs:${REGION}:${ACCOUNT}:waiting`;

let services: Services;
let owner: ReturnType<typeof clients>;
let limited: ReturnType<typeof clients>;
let lister: ReturnType<typeof clients>;
let QueueUrl: string;

const reader = { actions: ['s3:GetObject'], resources: ['arn:aws:s3:::puzzles/*'] };
const roles = new Map([
  ['limited', [reader, { actions: ['sqs:SendMessage'], resources: [QUEUE_ARN] }]],
  ['lister', [reader, { actions: ['s3:ListBucket'], resources: ['arn:aws:s3:::puzzles'] }]],
]);

beforeAll(async () => {
  services = await startServices({ guard: new Guard(roles) });
  [owner, limited, lister] = [clients('owner'), clients('limited'), clients('lister')];
  await owner.s3.send(new CreateBucketCommand({ Bucket }));
  await owner.s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'grid' }));
  QueueUrl = (await owner.sqs.send(new CreateQueueCommand({ QueueName: 'waiting' }))).QueueUrl!;
});
afterAll(() => services.close());

function clients(accessKeyId: string) {
  const config = {
    endpoint: services.endpoint,
    region: REGION,
    credentials: { accessKeyId, secretAccessKey: 'local' },
    forcePathStyle: true,
  };
  return { s3: new S3Client(config), sqs: new SQSClient(config) };
}

test('what the role allows is answered', async () => {
  const { Body } = await limited.s3.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  expect(await Body!.transformToString()).toBe('grid');
  await limited.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
});

test('S3 refuses the rest, and nothing happens', async () => {
  const put = limited.s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'other' }));
  await expect(put).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  const { Body } = await owner.s3.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  expect(await Body!.transformToString()).toBe('grid');
});

test('SQS refuses the rest', async () => {
  const receive = limited.sqs.send(new ReceiveMessageCommand({ QueueUrl }));
  await expect(receive).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
});

test('only who may list a bucket is told that an object is not there', async () => {
  for (const command of [GetObjectCommand, HeadObjectCommand]) {
    const status = (who: typeof limited) =>
      who.s3.send(new command({ Bucket, Key: 'missing' }) as GetObjectCommand).then(
        () => 200,
        (error: { $metadata: { httpStatusCode: number } }) => error.$metadata.httpStatusCode,
      );
    expect(await status(lister)).toBe(404);
    expect(await status(limited)).toBe(403);
  }
});
