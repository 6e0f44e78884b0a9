import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { connect } from '../../../../lambda/aws/connect.ts';
import { ObjectGone, PreconditionFailed } from '../../../../lambda/aws/errors.ts';
import fc from '../../../property.ts';
import { oddCharacter, Recorder, type Reply, stubFunction } from './recorder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const object = { bucket: 'b', key: 'k' };
const multipart = { ...object, uploadId: 'u' };
const ERROR = (code: string) => `<Error><Code>${code}</Code><Message>why</Message></Error>`;

/** A cloud that gets these answers in turn, with no pauses between its tries. */
function answered(...replies: Reply[]) {
  stubFunction();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const recorder = new Recorder(...replies);
  return { cloud: connect(() => recorder), recorder };
}

test('what passes is tried six times in all, what does not once', async () => {
  const passing = answered({ status: 500, body: ERROR('InternalError') });
  await expect(passing.cloud.putObject(object, Buffer.from('x'))).rejects.toMatchObject({
    name: 'InternalError',
    message: 'why',
    $metadata: { httpStatusCode: 500, attempts: 6 },
  });
  expect(passing.recorder.requests).toHaveLength(6);
  const lasting = answered({ status: 403, body: ERROR('AccessDenied') });
  await expect(lasting.cloud.putObject(object, Buffer.from('x'))).rejects.toThrow('why');
  expect(lasting.recorder.requests).toHaveLength(1);
});

test('an answer of 200 that turned into an error while S3 worked is tried again, and so is one that breaks off', async () => {
  const done = { body: '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>' };
  const { cloud, recorder } = answered({ body: ERROR('InternalError') }, { body: '' }, done);
  expect(await cloud.completeMultipart(multipart, [{ number: 1, etag: 'p' }])).toBe('e');
  expect(recorder.requests).toHaveLength(3);
});

test('a clock that is wrong is set by the answer, and the next try is signed in time', async () => {
  const ahead = new Date(Date.now() + 3_600_000);
  const refused = {
    status: 403,
    headers: { date: ahead.toUTCString() },
    body: ERROR('RequestTimeTooSkewed'),
  };
  const { cloud, recorder } = answered(refused, { headers: { etag: '"e"' } });
  await cloud.putObject(object, Buffer.from('x'));
  const [first, second] = recorder.requests.map(({ headers }) => headers['x-amz-date']!);
  expect(first!.slice(0, 11) === second!.slice(0, 11)).toBe(false);
  expect(second!.slice(0, 11)).toBe(ahead.toISOString().replace(/[-:]/g, '').slice(0, 11));
});

test('an answer of 200 that ends in blanks, or in the middle, is tried again', async () => {
  const done = { body: '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>' };
  const broken = [
    '<?xml version="1.0"?>\n   \n  ',
    '   \n',
    '<CompleteMultipartUploadResult><ETag>"e"</ETag>',
  ];
  for (const body of broken) {
    expect(await answered({ body }, done).cloud.completeMultipart(multipart, [])).toBe('e');
  }
});

test('what an answer of 200 turns out to be is heeded as if it had said so at once', async () => {
  const failed = answered({ body: ERROR('PreconditionFailed') }).cloud;
  await expect(failed.completeMultipart(multipart, [], { absent: true })).rejects.toThrow(PreconditionFailed);
  const slow = answered(
    { body: ERROR('SlowDown') },
    { body: '<CopyPartResult><ETag>"e"</ETag></CopyPartResult>' },
  ).cloud;
  await slow.copyPart(multipart, 1, object);
  expect(slow.isSlowedDown()).toBe(true);
});

test('a refusal that was signed in time is final, however wrong our clock is', async () => {
  const hourAhead = (more: number) => ({ date: new Date(Date.now() + 3_600_000 + more).toUTCString() });
  const refused = { status: 412, body: ERROR('PreconditionFailed') };
  const { cloud, recorder } = answered(
    ...[0, 1000, 2000].map((more) => ({ ...refused, headers: hourAhead(more) })),
  );
  for (let tries = 0; tries < 2; tries++) {
    await expect(cloud.putObject(object, Buffer.from('x'), { absent: true })).rejects.toThrow(
      PreconditionFailed,
    );
  }
  // the first one was not: it is tried once more
  expect(recorder.requests).toHaveLength(3);
});

test('each kind of answer is told from the others, also where it is none of the service', async () => {
  const head = answered({ status: 404 }).cloud;
  expect(await head.headObject(object)).toBeUndefined();
  await expect(answered({ status: 404, body: ERROR('NoSuchKey') }).cloud.readObject(object)).rejects.toThrow(
    ObjectGone,
  );
  const proxy = answered({ status: 418, body: '<html>no' }).cloud;
  await expect(proxy.listObjects('b', '')).rejects.toMatchObject({
    name: 'UnknownError',
    message: 'S3 answered 418 to ListObjectsV2',
  });
  const gone = { status: 400, body: '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"which"}' };
  const queue = answered(gone).cloud;
  await expect(queue.sendMessages('https://sqs.x/1/q', ['m'])).rejects.toMatchObject({
    name: 'QueueDoesNotExist',
    message: 'which',
  });
  const refused = {
    body: '{"FailedEntryCount":1,"Entries":[{"ErrorCode":"Throttled","ErrorMessage":"busy"}]}',
  };
  const event = { source: 's', type: 't', detail: {} };
  await expect(answered(refused).cloud.putEvent(event)).rejects.toThrow(
    'EventBridge refused an event: Throttled busy',
  );
});

test('listings go on to their last page', async () => {
  const page = (key: string, more: string) =>
    `<ListBucketResult>${more}<Contents><Key>${key}</Key><Size>3</Size></Contents></ListBucketResult>`;
  const next = '<IsTruncated>true</IsTruncated><NextContinuationToken>t=</NextContinuationToken>';
  const { cloud, recorder } = answered({ body: page('a&amp;b', next) }, { body: page('c', '') });
  expect((await cloud.listObjects('b', '')).map(({ key }) => key)).toEqual(['a&b', 'c']);
  expect(recorder.requests[1]!.query).toMatchObject({ 'continuation-token': 't=' });
  const part = (number: number, more: string) =>
    `<ListPartsResult>${more}<Part><PartNumber>${number}</PartNumber><ETag>"e"</ETag><Size>7</Size></Part></ListPartsResult>`;
  const more = '<IsTruncated>true</IsTruncated><NextPartNumberMarker>1</NextPartNumberMarker>';
  const parts = answered({ body: part(1, more) }, { body: part(2, '<IsTruncated>false</IsTruncated>') });
  expect(await parts.cloud.listParts(multipart)).toEqual(
    [1, 2].map((number) => ({ number, etag: 'e', bytes: 7 })),
  );
});

test("requests carry the invocation's trace, by which Lambda stops what calls itself without end", async () => {
  const { cloud, recorder } = answered({ body: '{}' });
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'solver');
  vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-2-3;Lineage=1:x:0');
  await cloud.sendMessages('https://sqs.x/1/q', ['m']);
  expect(recorder.requests[0]!.headers).toMatchObject({ 'X-Amzn-Trace-Id': 'Root=1-2-3;Lineage=1:x:0' });
});

test('without credentials or a region it is said which are missing', async () => {
  stubFunction({ AWS_ACCESS_KEY_ID: undefined });
  await expect(connect(() => new Recorder()).headObject(object)).rejects.toThrow(
    'expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, got none',
  );
  stubFunction({ AWS_REGION: undefined });
  expect(() => connect()).toThrow('expected AWS_REGION in the environment, got none');
});

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** The signature that a request should have, by the text of the documentation. */
function signatureOf({ method, url, headers }: IncomingMessage, body: Buffer): string {
  const [path, search = ''] = url!.split('?');
  const [, day, region, service, names] =
    /Credential=AKID\/(\d+)\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+),/.exec(
      headers.authorization!,
    )!;
  const query = search
    .split('&')
    .map((pair) => (pair === '' || pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&');
  const signed = names!
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  expect(headers['x-amz-content-sha256']).toBe(sha256(body));
  const canonical = [method, path, query, signed.join(''), names, sha256(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day!, region!, service!, 'aws4_request'].reduce<string | Buffer>(hmac, 'AWS4secret');
  return hmac(key, text).toString('hex');
}

test('what arrives is what was signed, whatever the key', async () => {
  const wrong: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const expected = signatureOf(request, Buffer.concat(pieces));
      if (!request.headers.authorization!.endsWith(`Signature=${expected}`)) wrong.push(request.url!);
      response.writeHead(200, { etag: '"e"' }).end('<ListMultipartUploadsResult/>');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const AWS_ENDPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stubFunction({ AWS_ENDPOINT_URL, AWS_SESSION_TOKEN: 'token' });
  const cloud = connect();
  const key = fc.string({ unit: oddCharacter, minLength: 1 });
  await fc.assert(
    fc.asyncProperty(key, async (key) => {
      await cloud.putObject({ bucket: 'b', key, metadata: { a: 'x  y' } }, Buffer.from(key));
      await cloud.listMultiparts({ bucket: 'b', key });
    }),
    { numRuns: 40, examples: [['a/../b'], ['//a/./b/'], ['..'], ["it's (1)*!"]] },
  );
  server.close();
  expect(wrong).toEqual([]);
});

test('a hundred requests at once, as many as a batch has messages, wait for no connection', async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => {
    waiting.push(response);
    if (waiting.length === 100) for (const one of waiting) one.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stubFunction({ AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const cloud = connect();
  const heads = await Promise.all(Array.from({ length: 100 }, () => cloud.headObject(object)));
  expect(heads.every((head) => head === undefined)).toBe(true);
  expect(waiting).toHaveLength(100);
  server.close();
});
