import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FailureError, UsageError } from '../../../bin/cli/exit.ts';
import { Clients } from '../../../bin/remote/clients.ts';
import { isMissing, problemWithObject, toUserError, untilAnswered } from '../../../bin/remote/errors.ts';
import { findPipeline, refuseWaiting } from '../../../bin/remote/stack.ts';

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

let server: Server;
let clients: Clients;
let answer: Answer;
let endpointUrl: string;

// sends the literal responses of AWS
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response
      .writeHead(answer.status, answer.headers)
      .end(request.method === 'HEAD' ? undefined : answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpointUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.AWS_ACCESS_KEY_ID = 'any';
  process.env.AWS_SECRET_ACCESS_KEY = 'any';
  // no test waits for a service that always fails
  process.env.AWS_MAX_ATTEMPTS = '1';
  clients = new Clients({ profile: undefined, region: 'us-east-1', endpointUrl });
});
afterAll(() => {
  delete process.env.AWS_MAX_ATTEMPTS;
  clients.close();
  server.close();
});

const object = { Bucket: 'mine', Key: 'a.txt' };
const get = () => clients.s3.send(new GetObjectCommand(object));
const head = () => clients.s3.send(new HeadObjectCommand(object));

/** The message for a request that the server answers in this way. */
async function problemOf(given: Answer, request: () => Promise<unknown>): Promise<Error> {
  answer = given;
  return toUserError(await request().catch((error: unknown) => error)) as Error;
}

const s3Error = (code: string, message: string, more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message>${more}</Error>`;
const queryError = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

describe('a bucket in another region', () => {
  const body = s3Error(
    'PermanentRedirect',
    'The bucket you are attempting to access must be addressed using the specified endpoint.',
    '<Endpoint>mine.s3.eu-west-1.amazonaws.com</Endpoint>',
  );
  const headers = { 'x-amz-bucket-region': 'eu-west-1' };

  test.each([
    ['GetObject', get],
    // its response has only a status
    ['HeadObject', head],
  ])('is reported with the flag --region: %s', async (operation, request) => {
    expect(await problemOf({ status: 301, body, headers }, request)).toMatchObject({
      name: 'UsageError',
      message: `${operation} s3://mine/a.txt: the bucket is in another region, eu-west-1: pass --region eu-west-1`,
    });
  });

  test('is recognised also by an error of the signature', async () => {
    const wrong = s3Error(
      'AuthorizationHeaderMalformed',
      "the region 'us-east-1' is wrong; expecting 'eu-west-1'",
    );
    const { message } = await problemOf({ status: 400, body: wrong }, get);
    expect(message).toContain('the bucket is in another region');
  });
});

describe('expired credentials', () => {
  const text = 'The security token included in the request is expired';
  test.each<[string, Answer, () => Promise<unknown>]>([
    ['S3', { status: 400, body: s3Error('ExpiredToken', 'The provided token has expired.') }, get],
    [
      'SQS',
      { status: 403, body: JSON.stringify({ __type: 'com.amazonaws.sqs#ExpiredToken', message: text }) },
      () => clients.sqs.send(new SendMessageCommand({ QueueUrl: 'http://q/1/q', MessageBody: 'x' })),
    ],
    [
      'CloudFormation',
      { status: 403, body: queryError('ExpiredToken', text) },
      () => clients.stacks.send(new DescribeStacksCommand({ StackName: 'Any' })),
    ],
  ])('are reported with a remedy: %s', async (_, given, request) => {
    expect(await problemOf(given, request)).toMatchObject({
      name: 'FailureError',
      message: expect.stringMatching(
        /^credentials: .*expired.* \(ExpiredToken\); sign in again, or choose others/,
      ),
    });
  });
});

test.each([
  ['us-east-1', 'aws'],
  ['cn-north-1', 'aws-cn'],
  ['us-gov-west-1', 'aws-us-gov'],
])('a denied request in %s is reported with a policy of its partition', async (region, partition) => {
  const there = new Clients({ profile: undefined, region, endpointUrl });
  const body = s3Error('AccessDenied', 'Access Denied');
  const { message } = await problemOf({ status: 403, body }, () =>
    there.s3.send(new GetObjectCommand(object)),
  );
  expect(message).toContain(`"Action":"s3:GetObject","Resource":"arn:${partition}:s3:::mine/a.txt"`);
  there.close();
});

test.each(['foo', 'localhost:4566', 'ftp://host', ''])('--endpoint-url %j is a usage error', (url) => {
  const make = () => new Clients({ profile: undefined, region: 'us-east-1', endpointUrl: url });
  expect(make).toThrow(UsageError);
  expect(make).toThrow(
    `--endpoint-url: expected a URL such as http://127.0.0.1:4566, got ${JSON.stringify(url)}`,
  );
});

describe('a refused HEAD, whose answer has no body', () => {
  const now = () => new Date().toUTCString();

  test('is reported with a policy and the credentials for 403', async () => {
    const { message } = await problemOf({ status: 403, headers: { date: now() } }, head);
    expect(message).toMatch(
      /^HeadObject s3:\/\/mine\/a\.txt: denied\. A policy that allows it: \{"Effect":"Allow","Action":"s3:GetObject"/,
    );
    expect(message).toContain(
      'does not say why it refuses a HEAD; if the policy allows it, the credentials are',
    );
  });

  test('is reported with credentials, region and endpoint for 400', async () => {
    const { message } = await problemOf({ status: 400, headers: { date: now() } }, head);
    expect(message).toMatch(/^HeadObject s3:\/\/mine\/a\.txt: S3 answered 400 and does not say why/);
    expect(message).toMatch(/have expired: sign in again.*another region than us-east-1.*--endpoint-url/);
  });

  test('is reported with the region for 400 and a region', async () => {
    const headers = { 'x-amz-bucket-region': 'eu-west-1' };
    expect((await problemOf({ status: 400, headers }, head)).message).toContain('pass --region eu-west-1');
  });

  test.each([
    [-3_600_000, /; or the clock of this computer is 1 h 0 min fast, and AWS allows 15 min: set it$/],
    [7_200_000, /; or the clock of this computer is 2 h 0 min slow, and AWS allows 15 min: set it$/],
  ])('is reported with the clock for a date that differs by %i ms', async (off, reason) => {
    const headers = { date: new Date(Date.now() + off).toUTCString() };
    expect((await problemOf({ status: 403, headers }, head)).message).toMatch(reason);
  });
});

test('a GET that is refused for its time is reported with the clock', async () => {
  const headers = { date: new Date(Date.now() - 3_600_000).toUTCString() };
  const body = s3Error(
    'RequestTimeTooSkewed',
    'The difference between the request time and ours is too large.',
  );
  expect((await problemOf({ status: 403, body, headers }, get)).message).toContain(
    'the clock of this computer is',
  );
});

test('a 403 for another reason than permissions is reported with that reason', async () => {
  const body = s3Error('InvalidObjectState', 'The operation is not valid for the object’s storage class');
  expect((await problemOf({ status: 403, body }, get)).message).toBe(
    'GetObject s3://mine/a.txt: The operation is not valid for the object’s storage class',
  );
});

test('a missing bucket is reported with its name', async () => {
  const body = s3Error('NoSuchBucket', 'The specified bucket does not exist');
  expect((await problemOf({ status: 404, body }, get)).message).toBe(
    'GetObject s3://mine/a.txt: there is no such bucket',
  );
});

test('refuses to wait for a stack that writes no reports', () => {
  expect(() => refuseWaiting({ reports: '' }, 'Any', 'omit --wait')).not.toThrow();
  expect(() => refuseWaiting({ reports: 'off' }, 'Quiet', 'omit --wait')).toThrow(
    new UsageError(
      'stack Quiet: its reports are switched off, so there is no sign that a file is done: omit --wait',
    ),
  );
});

test('refuses a stack without a pipeline, and names the missing output', async () => {
  const output = '<member><OutputKey>SiteUrl</OutputKey><OutputValue>https://x</OutputValue></member>';
  const stack = `<Stacks><member><StackName>Site</StackName><Outputs>${output}</Outputs></member></Stacks>`;
  const body = `<DescribeStacksResponse><DescribeStacksResult>${stack}</DescribeStacksResult></DescribeStacksResponse>`;
  expect(await problemOf({ status: 200, body }, () => findPipeline(clients, 'Site'))).toMatchObject({
    name: 'UsageError',
    message:
      'stack Site: expected a stack of sudoku-batch, with the output UploadBucketName (call addOutputs() in a stack of your own); got the outputs: SiteUrl',
  });
});

const described = (status: string, reason = '') =>
  `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>Half</StackName><StackStatus>${status}</StackStatus>${reason && `<StackStatusReason>${reason}</StackStatusReason>`}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;

test.each([
  ['REVIEW_IN_PROGRESS', 'its first deployment has not begun; deploy it'],
  ['CREATE_IN_PROGRESS', 'it is being created; wait until it is there'],
  ['CREATE_FAILED', 'its creation failed; delete it (npx cdk destroy) and deploy again'],
  ['ROLLBACK_IN_PROGRESS', 'its creation failed, and is being undone; wait, then delete it'],
  ['ROLLBACK_COMPLETE', 'its creation failed, and was undone; delete it (npx cdk destroy) and deploy again'],
  ['ROLLBACK_FAILED', 'its creation failed, and could not be undone; delete it'],
  ['DELETE_IN_PROGRESS', 'it is being deleted; wait, then deploy again'],
  ['DELETE_COMPLETE', 'it was deleted; deploy again'],
  ['DELETE_FAILED', 'its deletion failed, so that parts of it are missing; delete it'],
])('refuses a stack in the state %s, and says what to do', async (state, advice) => {
  const { name, message } = await problemOf({ status: 200, body: described(state) }, () =>
    findPipeline(clients, 'Half'),
  );
  expect(name).toBe('UsageError');
  expect(message).toContain(`stack Half: expected a deployed stack, got the state ${state}: ${advice}`);
});

test('names the reason of CloudFormation for the state of a stack', async () => {
  const body = described('ROLLBACK_COMPLETE', 'The bucket exists already');
  const { message } = await problemOf({ status: 200, body }, () => findPipeline(clients, 'Half'));
  expect(message).toContain('was undone (The bucket exists already); delete it');
});

const REQUESTS: readonly [string, () => Promise<unknown>][] = [
  ['HeadObject', head],
  ['GetObject', get],
  ['PutObject', () => clients.s3.send(new PutObjectCommand({ ...object, Body: 'x' }))],
  ['ListObjectsV2', () => clients.s3.send(new ListObjectsV2Command({ Bucket: 'mine' }))],
  ['DescribeStacks', () => clients.stacks.send(new DescribeStacksCommand({ StackName: 'Any' }))],
  ['GetQueueAttributes', () => clients.sqs.send(new GetQueueAttributesCommand({ QueueUrl: 'http://q/1/q' }))],
  ['FilterLogEvents', () => clients.logs.send(new FilterLogEventsCommand({ logGroupName: 'log' }))],
];

describe.each(REQUESTS)('a page in place of the answer to %s', (operation, request) => {
  const html = '<!DOCTYPE html>\n<html><body>Please sign in</body></html>';
  test.each<[number, Answer['headers']]>([
    [200, { 'content-type': 'text/html; charset=utf-8' }],
    [302, { 'content-type': 'text/html', location: 'http://sign.in/' }],
    [403, { 'content-type': 'text/html' }],
    [404, { 'content-type': 'TEXT/HTML' }],
    [502, { 'content-type': 'text/html' }],
    [200, {}],
  ])('is reported with its causes: status %i, %j', async (status, headers) => {
    const error = await problemOf({ status, body: html, headers: { ...headers } }, request);
    expect(error).toBeInstanceOf(FailureError);
    expect(error.message).toMatch(
      new RegExp(`^${operation}\\b.*: expected an answer of AWS, got .*${status}`),
    );
    expect(error.message).toMatch(/a proxy or the sign-in page of a network.*--endpoint-url/);
  });
});

test.each(REQUESTS.filter(([operation]) => operation !== 'PutObject'))(
  'an empty answer to %s is reported, and does not count as one without entries',
  async (operation, request) => {
    for (const headers of [{}, { 'content-type': 'application/json' }] as Record<string, string>[]) {
      const error = await problemOf({ status: 200, body: '', headers }, request);
      expect(error.message).toMatch(
        new RegExp(`^${operation}\\b.*: expected an answer of AWS, got .* \\(status 200\\)`),
      );
    }
  },
);

test('an object that is a page is no page in place of an answer', async () => {
  answer = { status: 200, body: '<html></html>', headers: { etag: '"e"', 'content-type': 'text/html' } };
  const { Body } = await clients.s3.send(new GetObjectCommand(object));
  expect(await Body!.transformToString()).toBe('<html></html>');
});

test('a page with the status 404 does not mean that an object is missing', async () => {
  answer = { status: 404, body: '<html></html>', headers: { 'content-type': 'text/html' } };
  const error = await head().catch((caught: unknown) => caught);
  expect(isMissing(error)).toBe(false);
  expect(() => problemWithObject(error)).toThrow('expected an answer of AWS');
});

test('another answer that no service sends is reported with its causes', async () => {
  const error = await problemOf(
    { status: 404, body: '404 page not found', headers: { 'content-type': 'text/plain' } },
    get,
  );
  expect(error.message).toMatch(
    /^GetObject s3:\/\/mine\/a\.txt: expected an answer of AWS, got status 404 and no document.*--endpoint-url/,
  );
});

describe('a service that fails', () => {
  test.each<[string, Answer, () => Promise<unknown>, string]>([
    ['a HEAD', { status: 503 }, head, 'HeadObject s3://mine/a.txt: got status 503'],
    ['a HEAD', { status: 500 }, head, 'HeadObject s3://mine/a.txt: got status 500'],
    [
      'a GET',
      { status: 503, body: s3Error('SlowDown', 'Please reduce your request rate.') },
      get,
      'GetObject s3://mine/a.txt: got status 503 (SlowDown): Please reduce your request rate.',
    ],
  ])('is reported with status and key, for %s', async (_, given, request, message) => {
    expect((await problemOf(given, request)).message).toBe(message);
  });

  test('is reported with the number of attempts', async () => {
    process.env.AWS_MAX_ATTEMPTS = '2';
    const twice = new Clients({ profile: undefined, region: 'us-east-1', endpointUrl });
    const { message } = await problemOf({ status: 503 }, () => twice.s3.send(new HeadObjectCommand(object)));
    process.env.AWS_MAX_ATTEMPTS = '1';
    twice.close();
    expect(message).toBe('HeadObject s3://mine/a.txt: got status 503; gave up after 2 attempts');
  });
});

test.each(['', ' ', 'eu_west_1'])('the region %j is a usage error that names AWS_REGION', async (region) => {
  vi.stubEnv('AWS_REGION', region);
  const there = new Clients({ profile: undefined, region: undefined, endpointUrl: undefined });
  for (const request of [
    () => there.s3.send(new HeadObjectCommand(object)),
    () => findPipeline(there, 'Any'),
  ]) {
    expect(await problemOf({ status: 200 }, request)).toMatchObject({
      name: 'UsageError',
      message: `expected a region such as us-east-1, got ${JSON.stringify(region)}: pass --region, or correct AWS_REGION or the profile`,
    });
  }
  there.close();
  vi.unstubAllEnvs();
});

describe('a request that is repeated until it is answered', () => {
  const failing = (answers: readonly Answer[]) => {
    let requests = 0;
    return () => {
      answer = answers[Math.min(requests++, answers.length - 1)]!;
      return head();
    };
  };
  const fine: Answer = { status: 200, headers: { etag: '"e"' } };

  test('survives failures of a service and of the network, and warns of the first in a row', async () => {
    const warnings: string[] = [];
    const page: Answer = { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } };
    const request = failing([{ status: 503 }, { status: 500 }, page, { status: 429 }, fine]);
    await expect(untilAnswered(request, 1, (text) => warnings.push(text))).resolves.toMatchObject({
      ETag: '"e"',
    });
    expect(warnings).toEqual(['HeadObject s3://mine/a.txt: got status 503; trying again until it succeeds']);
  });

  test.each([400, 403, 404])('ends if it is refused: %i', async (status) => {
    const request = failing([{ status: 503 }, { status }, fine]);
    await expect(untilAnswered(request, 1, () => {})).rejects.toMatchObject({
      $metadata: { httpStatusCode: status },
    });
  });
});
