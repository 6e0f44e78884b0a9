import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import * as sdk from '@aws-sdk/client-s3';
import { ChangeMessageVisibilityBatchCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { HttpRequest } from '@smithy/core/transport';
import { afterEach, expect, test, vi } from 'vitest';
import type { Cloud, ObjectTarget } from '../../../../lambda/aws/cloud.ts';
import { connect } from '../../../../lambda/aws/connect.ts';
import fc from '../../../property.ts';
import { oddCharacter, Recorder, stubFunction } from './recorder.ts';

afterEach(() => vi.unstubAllEnvs());

/** What each client says of itself, what the moment makes of a request, and that SQS is to give errors their old names, too. */
const OWN = /^(user-agent|x-amz-user-agent|authorization|x-amz-date|amz-sdk-.*|x-amzn-query-mode)$/;

function essence({ method, protocol, hostname, port, path, query, headers, body }: HttpRequest) {
  const { 'x-id': _, ...asked } = query as Record<string, string>;
  const said = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const text = body === undefined ? '' : Buffer.from(body as Uint8Array).toString();
  return {
    method,
    url: `${protocol}//${hostname}:${port ?? ''}${path}`,
    query: asked,
    headers: Object.fromEntries(said.filter(([name, value]) => !OWN.test(name) && value !== undefined)),
    // the SDK's XML has its name space elsewhere
    body: text.startsWith('{')
      ? JSON.parse(text)
      : text.replace(/ xmlns="[^"]*"/, '').replace(/^<\?xml.*?\?>/, ''),
  };
}

const ANSWERS: Record<string, string> = {
  uploads: '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
  list: '<ListBucketResult/>',
};

interface Case {
  readonly ours: (cloud: Cloud, target: ObjectTarget) => Promise<unknown>;
  readonly sdk: (target: ObjectTarget, names: { Bucket: string; Key: string }) => object;
  readonly answer?: string;
}

const BODY = Buffer.from('body');
const LARGE = Buffer.alloc(2 * 1024 * 1024, 'x');
const multipart = ({ bucket, key }: ObjectTarget) => ({ bucket, key, uploadId: 'u+/=' });

const CASES: Record<string, Case> = {
  GetObject: {
    ours: (cloud, target) => cloud.readObject(target),
    sdk: (_, names) => new sdk.GetObjectCommand(names),
  },
  'GetObject, a range of one version': {
    ours: (cloud, target) => cloud.readObject({ ...target, etag: 'e' }, { from: 5, to: 9 }),
    sdk: (_, names) => new sdk.GetObjectCommand({ ...names, IfMatch: '"e"', Range: 'bytes=5-8' }),
  },
  HeadObject: {
    ours: (cloud, target) => cloud.headObject(target),
    sdk: (_, names) => new sdk.HeadObjectCommand(names),
  },
  PutObject: {
    ours: (cloud, target) => cloud.putObject(target, BODY, { absent: true }),
    sdk: ({ contentType, contentEncoding, metadata }, names) =>
      new sdk.PutObjectCommand({
        ...names,
        Body: BODY,
        ContentType: contentType,
        ContentEncoding: contentEncoding,
        Metadata: metadata as Record<string, string>,
        IfNoneMatch: '*',
      }),
  },
  'PutObject, large, over another': {
    ours: (cloud, { bucket, key }) => cloud.putObject({ bucket, key }, LARGE, { etag: 'e' }),
    sdk: (_, names) => new sdk.PutObjectCommand({ ...names, Body: LARGE, IfMatch: '"e"' }),
  },
  ListObjectsV2: {
    ours: (cloud, { bucket, key }) => cloud.listObjects(bucket, key),
    sdk: (_, { Bucket, Key }) => new sdk.ListObjectsV2Command({ Bucket, Prefix: Key }),
    answer: '<ListBucketResult/>',
  },
  DeleteObjects: {
    ours: (cloud, { bucket, key }) => cloud.deleteObjects(bucket, [key, 'b']),
    sdk: (_, { Bucket, Key }) =>
      new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }, { Key: 'b' }], Quiet: true } }),
    answer: '<DeleteResult/>',
  },
  'DeleteObject, of one version': {
    ours: (cloud, { bucket, key }) => cloud.deleteObject({ bucket, key }, { etag: 'e' }),
    sdk: (_, names) => new sdk.DeleteObjectCommand({ ...names, IfMatch: '"e"' }),
  },
  CreateMultipartUpload: {
    ours: (cloud, target) => cloud.createMultipart(target),
    sdk: ({ contentType, contentEncoding, metadata }, names) =>
      new sdk.CreateMultipartUploadCommand({
        ...names,
        ContentType: contentType,
        ContentEncoding: contentEncoding,
        Metadata: metadata as Record<string, string>,
      }),
    answer: ANSWERS.uploads!,
  },
  UploadPart: {
    ours: (cloud, target) => cloud.uploadPart(multipart(target), 3, BODY),
    sdk: (_, names) => new sdk.UploadPartCommand({ ...names, UploadId: 'u+/=', PartNumber: 3, Body: BODY }),
  },
  UploadPartCopy: {
    ours: (cloud, target) =>
      cloud.copyPart(multipart(target), 3, { bucket: 'from', key: 'a' }, { from: 1, to: 3 }),
    sdk: (_, names) =>
      new sdk.UploadPartCopyCommand({
        ...names,
        UploadId: 'u+/=',
        PartNumber: 3,
        CopySource: 'from/a',
        CopySourceRange: 'bytes=1-2',
      }),
    answer: '<CopyPartResult/>',
  },
  CompleteMultipartUpload: {
    ours: (cloud, target) =>
      cloud.completeMultipart(multipart(target), [{ number: 1, etag: 'e' }], { absent: true }),
    sdk: (_, names) =>
      new sdk.CompleteMultipartUploadCommand({
        ...names,
        UploadId: 'u+/=',
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag: 'e' }] },
        IfNoneMatch: '*',
      }),
    answer: '<CompleteMultipartUploadResult/>',
  },
  ListParts: {
    ours: (cloud, target) => cloud.listParts(multipart(target)),
    sdk: (_, names) => new sdk.ListPartsCommand({ ...names, UploadId: 'u+/=' }),
    answer: '<ListPartsResult/>',
  },
  AbortMultipartUpload: {
    ours: (cloud, target) => cloud.abortMultipart(multipart(target)),
    sdk: (_, names) => new sdk.AbortMultipartUploadCommand({ ...names, UploadId: 'u+/=' }),
  },
  ListMultipartUploads: {
    ours: (cloud, target) => cloud.listMultiparts(target),
    sdk: (_, { Bucket, Key }) => new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: Key }),
    answer: '<ListMultipartUploadsResult/>',
  },
};

/** Both clients' requests for the same. */
async function both({ ours, sdk: command, answer = '' }: Case, target: ObjectTarget) {
  const [mine, theirs] = [new Recorder({ body: answer }), new Recorder({ body: answer })];
  await ours(
    connect(() => mine),
    target,
  );
  const client = new sdk.S3Client({
    requestHandler: theirs as never,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.send(command(target, { Bucket: target.bucket, Key: target.key }) as never);
  expect(mine.requests).toHaveLength(1);
  return [essence(mine.requests[0]!), essence(theirs.requests[0]!)];
}

const TARGET = {
  bucket: 'puzzles',
  key: 'a/b c.txt',
  contentType: 'text/plain',
  contentEncoding: 'gzip',
  metadata: { 'upload-etag': 'x' },
};

test.each(Object.entries(CASES))("%s is asked for in the SDK's words", async (_, one) => {
  stubFunction({ AWS_SESSION_TOKEN: 'token' });
  const [mine, theirs] = await both(one, TARGET);
  expect(mine).toEqual(theirs);
});

test('keys of all characters are sent as the SDK sends them', async () => {
  stubFunction();
  const key = fc.string({ unit: oddCharacter, minLength: 1 });
  await fc.assert(
    fc.asyncProperty(key, async (key) => {
      const [mine, theirs] = await both(CASES.PutObject!, { ...TARGET, key });
      expect(mine).toEqual(theirs);
    }),
    { numRuns: 50 },
  );
});

const REGIONS = [
  'us-east-1',
  'eu-central-1',
  'cn-north-1',
  'us-gov-west-1',
  'us-iso-east-1',
  'eusc-de-east-1',
];

test.each(REGIONS)('buckets and the bus of %s are where the SDK finds them', async (AWS_REGION) => {
  // China has none
  for (const AWS_USE_FIPS_ENDPOINT of AWS_REGION.startsWith('cn') ? ['false'] : ['true', 'false']) {
    for (const AWS_USE_DUALSTACK_ENDPOINT of ['true', 'false']) {
      stubFunction({ AWS_REGION, AWS_USE_FIPS_ENDPOINT, AWS_USE_DUALSTACK_ENDPOINT });
      for (const bucket of ['puzzles', 'my.puzzles', 'Old_Puzzles']) {
        const [mine, theirs] = await both(CASES.HeadObject!, { ...TARGET, bucket });
        expect(mine).toEqual(theirs);
      }
      const [mine, theirs] = await events();
      expect(mine).toEqual(theirs);
    }
  }
});

test('a configured endpoint has the bucket in its path', async () => {
  stubFunction({ AWS_ENDPOINT_URL: 'http://127.0.0.1:4566' });
  const [mine, theirs] = await both(CASES.GetObject!, TARGET);
  expect(mine).toEqual(theirs);
  stubFunction({ AWS_ENDPOINT_URL_S3: 'http://s3.internal:9000/base/' });
  const recorder = new Recorder();
  await connect(() => recorder).headObject(TARGET);
  expect(essence(recorder.requests[0]!).url).toBe('http://s3.internal:9000/base/puzzles/a/b%20c.txt');
});

async function events() {
  const [mine, theirs] = [new Recorder({ body: '{}' }), new Recorder({ body: '{}' })];
  await connect(() => mine).putEvent({ source: 's', type: 't', detail: { key: 'é' } });
  const entry = { Source: 's', DetailType: 't', Detail: '{"key":"é"}' };
  await new EventBridgeClient({ requestHandler: theirs as never }).send(
    new PutEventsCommand({ Entries: [entry] }),
  );
  return [essence(mine.requests[0]!), essence(theirs.requests[0]!)];
}

test("messages and their visibility are the SDK's", async () => {
  stubFunction();
  const QueueUrl = 'https://sqs.eu-central-1.amazonaws.com/123456789012/chunks';
  const [mine, theirs] = [new Recorder({ body: '{}' }), new Recorder({ body: '{}' })];
  const cloud = connect(() => mine);
  await cloud.sendMessages(QueueUrl, ['one', 'zwölf']);
  await cloud.changeVisibilities(QueueUrl, [{ receiptHandle: 'r', seconds: 5 }]);
  const client = new SQSClient({ requestHandler: theirs as never });
  const Entries = ['one', 'zwölf'].map((MessageBody, index) => ({ Id: String(index), MessageBody }));
  await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  const hidden = [{ Id: '0', ReceiptHandle: 'r', VisibilityTimeout: 5 }];
  await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: hidden }));
  expect(mine.requests.map(essence)).toEqual(theirs.requests.map(essence));
});
