import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '../../../lambda/aws/clients.ts';
import type { Cloud } from '../../../lambda/aws/cloud.ts';

beforeEach(() => {
  const env = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret' };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Answer {
  readonly status?: number;
  readonly body?: string;
}

interface SentRequest {
  readonly method: string;
  readonly hostname: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

const object = { bucket: 'b', key: 'k' };
const multipart = { ...object, uploadId: 'u' };
const BODY = Buffer.from('x');
/** Without it, Node's server closes the connection after the answer to a HEAD. */
const NO_BODY = { 'content-length': 0 };
const QUEUE = 'https://sqs.eu-central-1.amazonaws.com/1/q';
const EVENT = { source: 's', type: 't', detail: {} };
const ERROR = (code: string) => `<Error><Code>${code}</Code><Message>why</Message></Error>`;
const COMPLETED = '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>';
const COPIED = '<CopyPartResult><ETag>"e"</ETag></CopyPartResult>';

/** A cloud that gets these answers in turn, the last one from then on, with no pauses between its attempts. */
function answered(...answers: Answer[]) {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const requests: SentRequest[] = [];
  const handle = async (request: SentRequest) => {
    const { status = 200, body = '' } = answers[Math.min(requests.length, answers.length - 1)]!;
    requests.push({ ...request, headers: { ...request.headers } });
    return { response: { statusCode: status, headers: {}, body: Readable.from([Buffer.from(body)]) } };
  };
  return { cloud: connect({ handle } as never), requests };
}

/** A cloud whose S3 is this HTTP server. */
async function served(onRequest: (response: ServerResponse) => void) {
  const server = createServer((_, response) => onRequest(response));
  let opened = 0;
  server.on('connection', () => void opened++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { cloud: connect(), connections: () => opened, close: () => server.close() };
}

/** The S3 client of a cloud. */
async function s3Of(cloud: Cloud): Promise<S3Client> {
  const sent = vi.spyOn(S3Client.prototype, 'send');
  await cloud.headObject(object);
  return sent.mock.contexts[0] as S3Client;
}

const read = async (cloud: Cloud) => {
  let text = '';
  for await (const piece of (await cloud.readObject(object)).body) text += Buffer.from(piece).toString();
  return text;
};

test('a bucket with Object Lock gets the digest of each body from its first refusal on', async () => {
  const message = 'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests';
  const body = `<Error><Code>InvalidRequest</Code><Message>${message} with Object Lock parameters</Message></Error>`;
  const { cloud, requests } = answered({ body: '' }, { status: 400, body }, { body: '' });
  const digests = () => requests.map(({ headers }) => headers['content-md5']);
  await cloud.putObject({ bucket: 'plain', key: 'k' }, BODY);
  await cloud.putObject(object, BODY, { absent: true });
  await cloud.uploadPart(multipart, 1, BODY);
  await cloud.putObject({ bucket: 'plain', key: 'k' }, BODY);
  const digest = 'ndTkYSaMgDT1yFZOFVxnpg==';
  expect(digests()).toEqual([undefined, undefined, digest, digest, undefined]);
  const signed = requests.map(({ headers }) => /content-md5/.test(headers.authorization!));
  expect(signed).toEqual([false, false, true, true, false]);
});

describe('retries', () => {
  test('send a request six times in all if the error is transient, and once if it is final', async () => {
    const transient = answered({ status: 500, body: ERROR('InternalError') });
    await expect(transient.cloud.putObject(object, BODY)).rejects.toMatchObject({
      name: 'InternalError',
      message: 'why',
      $metadata: { httpStatusCode: 500, attempts: 6 },
    });
    expect(transient.requests).toHaveLength(6);
    const final = answered({ status: 403, body: ERROR('AccessDenied') });
    await expect(final.cloud.putObject(object, BODY)).rejects.toThrow('why');
    expect(final.requests).toHaveLength(1);
  });

  test('include conflicts with other writes, which say nothing about what a key holds', async () => {
    const conflict = { status: 409, body: ERROR('ConditionalRequestConflict') };
    const once = answered(conflict, { status: 412, body: ERROR('PreconditionFailed') });
    await expect(once.cloud.putObject(object, BODY, { absent: true })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    expect(once.requests).toHaveLength(2);
    const { cloud, requests } = answered(conflict);
    await expect(cloud.putObject(object, BODY, { absent: true })).rejects.toMatchObject({
      name: 'WriteConflict',
    });
    await expect(cloud.deleteObject(object, { etag: 'e' })).rejects.toMatchObject({ name: 'WriteConflict' });
    await expect(cloud.completeMultipart(multipart, [], { etag: 'e' })).rejects.toMatchObject({
      name: 'WriteConflict',
    });
    expect(requests).toHaveLength(18);
  });

  test('are as many for SQS and EventBridge', async () => {
    const { cloud, requests } = answered({ status: 500, body: '{}' });
    await expect(cloud.sendMessages(QUEUE, ['m'])).rejects.toMatchObject({ $metadata: { attempts: 6 } });
    expect(requests).toHaveLength(6);
    await expect(cloud.putEvent(EVENT)).rejects.toMatchObject({ $metadata: { attempts: 6 } });
    expect(requests).toHaveLength(12);
  });

  test('end within the time that an invocation reserves for writing, however long S3 is throttled', async () => {
    const { cloud, requests } = answered({ status: 503, body: ERROR('SlowDown') });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    vi.useFakeTimers();
    const begun = Date.now();
    const failed = expect(cloud.putObject(object, BODY)).rejects.toThrow('why');
    await vi.runAllTimersAsync();
    await failed;
    const seconds = (Date.now() - begun) / 1000;
    expect(requests).toHaveLength(6);
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThan(60);
  });

  test('are adaptive: after a throttled request each client sends fewer', async () => {
    const sent = [S3Client, SQSClient, EventBridgeClient].map((client) => vi.spyOn(client.prototype, 'send'));
    const { cloud } = answered({ body: '{}' });
    await cloud.putObject(object, BODY);
    await cloud.sendMessages(QUEUE, ['m']);
    await cloud.putEvent(EVENT);
    for (const { mock } of sent) {
      const { config } = mock.contexts[0] as S3Client;
      expect(await config.retryStrategy()).toMatchObject({ mode: 'adaptive' });
    }
  });

  test('of an answer of SlowDown slow the function and the client down', async () => {
    let requests = 0;
    const { cloud, close } = await served((response) => {
      if (++requests <= 2) response.writeHead(503).end(ERROR('SlowDown'));
      else response.writeHead(200, { 'content-length': 4, etag: '"e"' }).end('body');
    });
    expect(cloud.isSlowedDown()).toBe(false);
    expect(await read(cloud)).toBe('body');
    expect(requests).toBe(3);
    expect(cloud.isSlowedDown()).toBe(true);
    close();
  });

  test.each([503, 429])('of an answer of %i count as throttling for ten seconds', async (status) => {
    const { cloud } = answered({ status, body: ERROR('SlowDown') }, { body: '' });
    vi.useFakeTimers({ toFake: ['performance'] });
    await cloud.putObject(object, BODY);
    vi.advanceTimersByTime(9_999);
    expect(cloud.isSlowedDown()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(cloud.isSlowedDown()).toBe(false);
  });

  test('of another error do not count as throttling', async () => {
    const { cloud } = answered({ status: 500, body: ERROR('InternalError') }, { body: 'body' });
    await cloud.headObject(object);
    expect(cloud.isSlowedDown()).toBe(false);
  });
});

describe('an answer of 200 that S3 gave before it was done', () => {
  test.each([
    ['ends in an error', ERROR('InternalError')],
    ['is empty', ''],
    ['consists of blanks', '   \n'],
    ['ends after its declaration', '<?xml version="1.0"?>\n   \n  '],
    ['breaks off in the middle', '<CompleteMultipartUploadResult><ETag>"e"</ETag>'],
  ])('is retried if it %s', async (_, body) => {
    const { cloud, requests } = answered({ body }, { body: COMPLETED });
    expect(await cloud.completeMultipart(multipart, [{ number: 1, etag: 'p' }])).toBe('e');
    expect(requests).toHaveLength(2);
    const copy = answered({ body: body.replaceAll('CompleteMultipartUpload', 'CopyPart') }, { body: COPIED });
    expect(await copy.cloud.copyPart(multipart, 1, object)).toEqual({ number: 1, etag: 'e' });
    expect(copy.requests).toHaveLength(2);
  });

  test('fails after six attempts if it never ends', async () => {
    const { cloud, requests } = answered({ body: '   ' });
    await expect(cloud.completeMultipart(multipart, [])).rejects.toMatchObject({
      name: 'InternalError',
      message: 'S3 broke off its answer to CompleteMultipartUpload',
    });
    expect(requests).toHaveLength(6);
  });

  test('has the same consequences as the error itself', async () => {
    const { cloud } = answered({ body: ERROR('PreconditionFailed') });
    await expect(cloud.completeMultipart(multipart, [], { absent: true })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    const slow = answered({ body: ERROR('SlowDown') }, { body: COPIED }).cloud;
    await slow.copyPart(multipart, 1, object);
    expect(slow.isSlowedDown()).toBe(true);
  });
});

test('an error that is no XML does not count as an answer that broke off', async () => {
  const { cloud, requests } = answered({ status: 403, body: 'no' });
  await expect(cloud.completeMultipart(multipart, [])).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
  expect(requests).toHaveLength(1);
});

describe('a document that does not end', () => {
  const whole = (root: string, content: string) => `<${root} xmlns="s3">${content}</${root}>`;
  const CASES: [string, string, (cloud: Cloud) => Promise<unknown>][] = [
    [
      'a list of objects',
      whole('ListBucketResult', '<Contents><Key>k</Key><Size>3</Size></Contents>'),
      (cloud) => cloud.listObjects('b', ''),
    ],
    [
      'a list of parts',
      whole('ListPartsResult', '<Part><PartNumber>1</PartNumber><ETag>"e"</ETag></Part>'),
      (cloud) => cloud.listParts(multipart),
    ],
    [
      'a list of multipart uploads',
      whole('ListMultipartUploadsResult', '<Upload><Key>k</Key><UploadId>u</UploadId></Upload>'),
      (cloud) => cloud.listMultiparts(object.bucket, object.key),
    ],
    [
      'a new multipart upload',
      whole('InitiateMultipartUploadResult', '<UploadId>u</UploadId>'),
      (cloud) => cloud.createMultipart(object),
    ],
  ];

  test.each(CASES)('is retried and does not count as empty: %s', async (_, document, call) => {
    const expected = await call(answered({ body: document }).cloud);
    for (const cut of [0, 3, document.length / 2, document.length - 1]) {
      const { cloud, requests } = answered({ body: document.slice(0, cut) }, { body: document });
      expect(await call(cloud)).toEqual(expected);
      expect(requests).toHaveLength(2);
    }
  });

  test('is not mistaken for one without content, which is a single tag', async () => {
    const { cloud, requests } = answered({ body: '<DeleteResult xmlns="s3"/>' });
    await cloud.deleteObjects('b', ['k']);
    expect(requests).toHaveLength(1);
  });
});

describe('requests', () => {
  test('carry a checksum only where S3 requires one', async () => {
    const { cloud, requests } = answered({}, {}, {}, { body: '<DeleteResult/>' });
    await cloud.putObject(object, BODY);
    await cloud.uploadPart(multipart, 1, BODY);
    for await (const _ of (await cloud.readObject(object)).body);
    await cloud.deleteObjects('b', ['k']);
    const checksums = requests.map(({ headers }) =>
      Object.keys(headers).filter((name) => /checksum/.test(name)),
    );
    expect(checksums).toEqual([[], [], [], ['x-amz-sdk-checksum-algorithm', 'x-amz-checksum-crc32']]);
  });

  test('to S3 do not describe the client', async () => {
    const { cloud, requests } = answered({});
    await cloud.putObject(object, BODY);
    expect(Object.keys(requests[0]!.headers).filter((name) => /user-agent/i.test(name))).toEqual([]);
  });

  test('name the source of a copy in its encoded form', async () => {
    const { cloud, requests } = answered({ body: COPIED });
    await cloud.copyPart(multipart, 3, { bucket: 'from', key: 'ä b/+%?.txt' }, { from: 1, to: 3 });
    expect(requests[0]).toMatchObject({
      method: 'PUT',
      query: { partNumber: '3', uploadId: 'u' },
      headers: {
        'x-amz-copy-source': 'from/%C3%A4%20b/%2B%25%3F.txt',
        'x-amz-copy-source-range': 'bytes=1-2',
      },
    });
  });

  test('have a connection each and reuse it: a hundred, as many as a batch has messages, do not wait', async () => {
    const waiting: ServerResponse[] = [];
    const { cloud, connections, close } = await served((response) => {
      waiting.push(response);
      if (waiting.length === 100) for (const one of waiting.splice(0)) one.writeHead(404, NO_BODY).end();
    });
    const heads = () => Promise.all(Array.from({ length: 100 }, () => cloud.headObject(object)));
    expect(await heads()).toEqual(new Array(100).fill(undefined));
    await heads();
    expect(connections()).toBe(100);
    close();
  });

  test('have the same limits of connections and time over HTTPS', async () => {
    const { cloud, close } = await served((response) => response.writeHead(404).end());
    const { config } = await s3Of(cloud);
    const handler = config.requestHandler as unknown as { httpHandlerConfigs(): object };
    expect(handler.httpHandlerConfigs()).toMatchObject({
      connectionTimeout: 3_000,
      socketTimeout: 30_000,
      httpAgent: { keepAlive: true, maxSockets: 128 },
      httpsAgent: { keepAlive: true, maxSockets: 128 },
    });
    close();
  });

  test('have a context each, in which the SDK keeps the endpoint', async () => {
    const { cloud } = answered({ status: 404 });
    const { middlewareStack } = await s3Of(cloud);
    const contexts = new Set<object>();
    middlewareStack.add(
      (next, context) => (args) => {
        contexts.add(context);
        return next(args);
      },
      { step: 'initialize' },
    );
    for (let sent = 0; sent < 3; sent++) await cloud.headObject(object);
    expect(contexts.size).toBe(3);
  });

  test('that run at the same time each go to their own bucket', async () => {
    const { cloud, requests } = answered({ status: 404 });
    const buckets = Array.from({ length: 64 }, (_, index) => `bucket-${index}`);
    await Promise.all(buckets.map((bucket) => cloud.headObject({ bucket, key: bucket })));
    const sent = requests.map(({ hostname, path }) => `${hostname.split('.')[0]}${path}`);
    expect(sent.sort()).toEqual(buckets.map((bucket) => `${bucket}/${bucket}`).sort());
  });

  test.each(['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_S3'])(
    'to the custom endpoint of %s name the bucket in the path: such a server has only one host name',
    async (name) => {
      vi.stubEnv(name, 'http://store.example:9000');
      const { cloud, requests } = answered({ status: 404 });
      await cloud.headObject({ bucket: 'uploads', key: 'k' });
      expect(requests[0]).toMatchObject({ hostname: 'store.example', path: '/uploads/k' });
    },
  );

  test("carry the invocation's trace, by which Lambda stops recursive loops", async () => {
    const { cloud, requests } = answered({ body: '{}' });
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'solver');
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-2-3;Lineage=1:x:0');
    await cloud.changeVisibilities(QUEUE, [{ receiptHandle: 'r', seconds: 1 }]);
    expect(requests[0]!.headers).toMatchObject({ 'X-Amzn-Trace-Id': 'Root=1-2-3;Lineage=1:x:0' });
  });

  test('list all pages', async () => {
    const page = (key: string, more: string) =>
      `<ListBucketResult>${more}<Contents><Key>${key}</Key><Size>3</Size></Contents></ListBucketResult>`;
    const next = '<IsTruncated>true</IsTruncated><NextContinuationToken>t=</NextContinuationToken>';
    const objects = answered({ body: page('a&amp;b', next) }, { body: page('c', '') });
    expect((await objects.cloud.listObjects('b', '')).map(({ key }) => key)).toEqual(['a&b', 'c']);
    expect(objects.requests[1]!.query).toMatchObject({ 'continuation-token': 't=' });
    const part = (number: number, more: string) =>
      `<ListPartsResult>${more}<Part><PartNumber>${number}</PartNumber><ETag>"e"</ETag><Size>7</Size></Part></ListPartsResult>`;
    const more = '<IsTruncated>true</IsTruncated><NextPartNumberMarker>1</NextPartNumberMarker>';
    const parts = answered({ body: part(1, more) }, { body: part(2, '<IsTruncated>false</IsTruncated>') });
    expect(await parts.cloud.listParts(multipart)).toEqual(
      [1, 2].map((number) => ({ number, etag: 'e', bytes: 7 })),
    );
  });
});

describe('errors', () => {
  test('are told apart, also where they come from a proxy', async () => {
    expect(await answered({ status: 404 }).cloud.headObject(object)).toBeUndefined();
    const missing = answered({ status: 404, body: ERROR('NoSuchKey') }).cloud;
    await expect(missing.readObject(object)).rejects.toMatchObject({ name: 'ObjectGone' });
    const proxy = answered({ status: 418, body: '<html>no</html>' }).cloud;
    await expect(proxy.listObjects('b', '')).rejects.toMatchObject({ $metadata: { httpStatusCode: 418 } });
    const gone = { status: 400, body: '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"which"}' };
    await expect(answered(gone).cloud.sendMessages(QUEUE, ['m'])).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      message: 'which',
    });
  });

  test('of an event that EventBridge refused with status 200 are thrown', async () => {
    const refused = {
      body: '{"FailedEntryCount":1,"Entries":[{"ErrorCode":"Throttled","ErrorMessage":"busy"}]}',
    };
    await expect(answered(refused).cloud.putEvent(EVENT)).rejects.toThrow(
      'EventBridge refused an event: Throttled busy',
    );
  });
});
