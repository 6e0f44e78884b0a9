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
import { AccessControl } from '../../../local/iam/access-control.ts';
import { s3Permissions, sqsPermissions } from '../../../local/iam/required-permissions.ts';
import { readS3Request } from '../../../local/requests/s3-request.ts';
import { ACCOUNT, REGION, type Services, startServices } from '../../../local/services.ts';

interface RequestParts {
  readonly method: string;
  readonly key?: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const NEEDED: [string, RequestParts, string[]][] = [
  ['GetObject', { method: 'GET', key: 'a b' }, ['s3:GetObject puzzles/a b']],
  ['HeadObject', { method: 'HEAD', key: 'a' }, ['s3:GetObject puzzles/a']],
  ['PutObject', { method: 'PUT', key: 'a' }, ['s3:PutObject puzzles/a']],
  [
    'PutObject that replaces a certain object',
    { method: 'PUT', key: 'a', headers: { 'if-match': '"1"' } },
    ['s3:PutObject puzzles/a', 's3:GetObject puzzles/a'],
  ],
  [
    'PutObject of a new object',
    { method: 'PUT', key: 'a', headers: { 'if-none-match': '*' } },
    ['s3:PutObject puzzles/a'],
  ],
  [
    'UploadPartCopy',
    {
      method: 'PUT',
      key: 'a',
      query: { uploadId: '1', partNumber: '1' },
      headers: { 'x-amz-copy-source': '/work/b%20c' },
    },
    ['s3:PutObject puzzles/a', 's3:GetObject work/b c'],
  ],
  ['ListObjectsV2', { method: 'GET', query: { 'list-type': '2', prefix: 'x/' } }, ['s3:ListBucket puzzles']],
  [
    'ListMultipartUploads',
    { method: 'GET', query: { uploads: '' } },
    ['s3:ListBucketMultipartUploads puzzles'],
  ],
  [
    'DeleteObjects',
    {
      method: 'POST',
      query: { delete: '' },
      body: '<Delete><Object><Key>a</Key></Object><Object><Key>b</Key></Object></Delete>',
    },
    ['s3:DeleteObject puzzles/a', 's3:DeleteObject puzzles/b'],
  ],
  [
    'AbortMultipartUpload',
    { method: 'DELETE', key: 'a', query: { uploadId: '1' } },
    ['s3:AbortMultipartUpload puzzles/a'],
  ],
];

test.each(NEEDED)(
  'lists the permissions of %s',
  (_, { method, key, query = {}, headers = {}, body = '' }, needed) => {
    const params = { bucket: 'puzzles', '*': key };
    const s3 = readS3Request({ method, params, query, headers, body: Buffer.from(body) })!;
    const names = s3Permissions(s3).map(
      ({ action, resource }) => `${action} ${resource.replace('arn:aws:s3:::', '')}`,
    );
    expect(names).toEqual(needed);
  },
);

test('a batch of SQS needs the permission of its single messages', () => {
  expect(sqsPermissions('SendMessageBatch', 'arn:q')).toEqual([
    { action: 'sqs:SendMessage', resource: 'arn:q' },
  ]);
  expect(sqsPermissions('ReceiveMessage', 'arn:q')).toEqual([
    { action: 'sqs:ReceiveMessage', resource: 'arn:q' },
  ]);
});

test('refuses an operation without known permissions', () => {
  expect(() => sqsPermissions('PurgeQueue', 'arn:q')).toThrow('expected an operation of SQS, got PurgeQueue');
});

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
  services = await startServices({ accessControl: new AccessControl(roles) });
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

test('answers requests that the role allows', async () => {
  const { Body } = await limited.s3.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  expect(await Body!.transformToString()).toBe('grid');
  await limited.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
});

test('S3 refuses other requests and changes nothing', async () => {
  const put = limited.s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'other' }));
  await expect(put).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  const { Body } = await owner.s3.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  expect(await Body!.transformToString()).toBe('grid');
});

test('SQS refuses other requests', async () => {
  const receive = limited.sqs.send(new ReceiveMessageCommand({ QueueUrl }));
  await expect(receive).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
});

test('answers 404 for a missing object only to callers that may list the bucket, and 403 to others', async () => {
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
