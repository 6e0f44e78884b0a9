import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, expect, test } from 'vitest';
import { type FaultRates, Faults } from '../../../local/faults/faults.ts';
import { compareKeys } from '../../../local/s3/store.ts';
import { REGION, type Services, startServices } from '../../../local/services.ts';

const NONE: FaultRates = {
  refused: 0,
  overRate: 0,
  conflict: 0,
  throttled: 0,
  answerLost: 0,
  bodyCut: 0,
  duplicated: 0,
  delayed: 0,
  deleteLost: 0,
  killed: 0,
};

let services: Services | undefined;

afterEach(() => services?.close());

/** Clients of services with faults: one without faults, one of the function and one of a poller, all without retries. */
async function start(rates: Partial<FaultRates>, timeLapse?: number) {
  services = await startServices({ faults: new Faults(1, { ...NONE, ...rates }), timeLapse });
  const config = (accessKeyId: string) => ({
    endpoint: services!.endpoint,
    region: REGION,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey: 'test' },
  });
  const spared = { s3: new S3Client(config('client')), sqs: new SQSClient(config('client')) };
  await spared.s3.send(new CreateBucketCommand({ Bucket: 'bucket' }));
  const { QueueUrl } = await spared.sqs.send(
    new CreateQueueCommand({ QueueName: 'queue', Attributes: { VisibilityTimeout: '60' } }),
  );
  return {
    ...spared,
    QueueUrl,
    victim: new S3Client(config('function')),
    poller: new SQSClient(config('poller')),
  };
}

const OBJECT = { Bucket: 'bucket', Key: 'key' };
const failure = (request: Promise<unknown>) =>
  request.then(
    () => 'no failure',
    (error: Error & { $metadata?: { httpStatusCode?: number } }) =>
      error.$metadata?.httpStatusCode ?? error.message,
  );

test('answers requests of the function and its pollers with 500 or 503 without carrying them out, and no others', async () => {
  const { s3, victim, poller, QueueUrl } = await start({ refused: 1 });
  await s3.send(new PutObjectCommand({ ...OBJECT, Body: 'old' }));
  const put = () => failure(victim.send(new PutObjectCommand({ ...OBJECT, Body: 'new' })));
  const statuses = new Set(await Promise.all(Array.from({ length: 20 }, put)));
  expect(statuses).toEqual(new Set([500, 503]));
  expect(await failure(poller.send(new ReceiveMessageCommand({ QueueUrl })))).toSatisfy((status) =>
    [500, 503].includes(status as number),
  );
  const { Body } = await s3.send(new GetObjectCommand(OBJECT));
  expect(await Body?.transformToString()).toBe('old');
});

test('answers requests of the function beyond a rate with SlowDown', async () => {
  const { s3, victim } = await start({ overRate: 1 });
  await s3.send(new PutObjectCommand({ ...OBJECT, Body: 'old' }));
  const head = () => failure(victim.send(new HeadObjectCommand(OBJECT)));
  const statuses = await Promise.all(Array.from({ length: 200 }, head));
  expect(new Set(statuses)).toEqual(new Set(['no failure', 503]));
});

test('answers a conditional write that meets another one with 409, and removes its multipart upload', async () => {
  const { s3, victim } = await start({ conflict: 1 });
  const put = (condition: { IfNoneMatch?: string }) =>
    failure(victim.send(new PutObjectCommand({ ...OBJECT, Body: 'new', ...condition })));
  expect(await put({ IfNoneMatch: '*' })).toBe(409);
  expect(await put({})).toBe('no failure');
  const remove = (IfMatch?: string) => failure(victim.send(new DeleteObjectCommand({ ...OBJECT, IfMatch })));
  expect(await remove('*')).toBe(409);
  expect(await remove()).toBe('no failure');
  const upload = await s3.send(new CreateMultipartUploadCommand(OBJECT));
  const part = { ...OBJECT, UploadId: upload.UploadId, PartNumber: 1, Body: 'part' };
  const { ETag } = await s3.send(new UploadPartCommand(part));
  const complete = new CompleteMultipartUploadCommand({
    ...OBJECT,
    UploadId: upload.UploadId,
    MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
    IfNoneMatch: '*',
  });
  expect(await failure(victim.send(complete))).toBe(409);
  expect(await failure(s3.send(complete))).toBe(404);
});

test('carries out a request whose response is lost', async () => {
  const { s3, victim } = await start({ answerLost: 1 });
  expect(await failure(victim.send(new PutObjectCommand({ ...OBJECT, Body: 'new' })))).toMatch(
    /socket hang up|ECONNRESET/,
  );
  const { Body } = await s3.send(new GetObjectCommand(OBJECT));
  expect(await Body?.transformToString()).toBe('new');
});

test('sends the first bytes of a body that is cut', async () => {
  const { s3, victim } = await start({ bodyCut: 1 });
  const bytes = Buffer.alloc(100_000, 'puzzle');
  await s3.send(new PutObjectCommand({ ...OBJECT, Body: bytes }));
  const { Body, ContentLength } = await victim.send(new GetObjectCommand(OBJECT));
  expect(ContentLength).toBe(bytes.length);
  const pieces: Buffer[] = [];
  const read = async () => {
    for await (const piece of Body as AsyncIterable<Buffer>) pieces.push(piece);
  };
  expect(await failure(read())).toBe('aborted');
  const got = Buffer.concat(pieces);
  expect(got.length).toBeLessThan(bytes.length);
  expect(got.equals(bytes.subarray(0, got.length))).toBe(true);
});

test('a response that is cut never looks like a complete shorter object', async () => {
  const { s3, victim } = await start({ bodyCut: 1 });
  await s3.send(new PutObjectCommand({ ...OBJECT, Body: 'xy' }));
  const read = async () => {
    const { Body } = await victim.send(new GetObjectCommand(OBJECT));
    return Body?.transformToString();
  };
  for (let i = 0; i < 20; i++) expect(await failure(read())).not.toBe('no failure');
});

async function send({ sqs, QueueUrl }: Awaited<ReturnType<typeof start>>, ...bodies: string[]) {
  const Entries = bodies.map((MessageBody, i) => ({ Id: String(i), MessageBody }));
  await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
}

async function receive({ poller, QueueUrl }: Awaited<ReturnType<typeof start>>, count: number) {
  const messages = [];
  while (messages.length < count) {
    const { Messages = [] } = await poller.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 5,
        MessageSystemAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) throw new Error(`${count} messages expected, ${messages.length} came`);
    messages.push(...Messages);
  }
  return messages;
}

test('delivers duplicated messages twice', async () => {
  const setting = await start({ duplicated: 1 });
  await send(setting, 'one', 'two');
  const bodies = (await receive(setting, 4)).map(({ Body = '' }) => Body);
  expect(bodies.sort(compareKeys)).toEqual(['one', 'one', 'two', 'two']);
});

test('delivers delayed messages after later ones', async () => {
  const setting = await start({ delayed: 0.5 });
  const sent = Array.from({ length: 10 }, (_, i) => String(i));
  await send(setting, ...sent);
  const bodies = (await receive(setting, 10)).map(({ Body = '' }) => Body);
  expect(bodies).not.toEqual(sent);
  expect(bodies.toSorted(compareKeys)).toEqual(sent);
});

test('delivers a message again after a lost delete, a limited number of times', async () => {
  const setting = await start({ deleteLost: 1 }, 60);
  await send(setting, 'stubborn');
  for (const delivery of ['1', '2', '3']) {
    const [message] = await receive(setting, 1);
    expect(message?.Attributes?.ApproximateReceiveCount).toBe(delivery);
    const Entries = [{ Id: '0', ReceiptHandle: message?.ReceiptHandle }];
    const { QueueUrl } = setting;
    const { Successful } = await setting.poller.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    expect(Successful).toHaveLength(1);
  }
  const { Attributes } = await setting.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: setting.QueueUrl, AttributeNames: ['All'] }),
  );
  expect(Attributes).toMatchObject({
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesNotVisible: '0',
  });
});

test('shortens visibility timeouts of queues and of messages', async () => {
  const setting = await start({}, 60);
  const { QueueUrl, sqs, poller } = setting;
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  expect(Attributes?.VisibilityTimeout).toBe('1');
  await send(setting, 'message');
  const [message] = await receive(setting, 1);
  const hide = (VisibilityTimeout: number) =>
    poller.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl,
        ReceiptHandle: message?.ReceiptHandle,
        VisibilityTimeout,
      }),
    );
  // shortened to twelve minutes, which have not passed at the next request
  await hide(12 * 3600);
  const { Attributes: meanwhile } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  expect(meanwhile?.ApproximateNumberOfMessagesNotVisible).toBe('1');
  // shortened to half a second, which passes before the receive ends
  await hide(30);
  await receive(setting, 1);
});
