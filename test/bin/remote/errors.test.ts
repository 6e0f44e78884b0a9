import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../../bin/cli/exit.ts';
import { Clients } from '../../../bin/remote/clients.ts';
import { described } from '../../../bin/remote/errors.ts';
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

// answers everything as AWS would, word for word
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
  clients = new Clients({ profile: undefined, region: 'us-east-1', endpointUrl });
});
afterAll(() => {
  clients.close();
  server.close();
});

const object = { Bucket: 'mine', Key: 'a.txt' };
const get = () => clients.s3.send(new GetObjectCommand(object));
const head = () => clients.s3.send(new HeadObjectCommand(object));

async function told(given: Answer, ask: () => Promise<unknown>): Promise<Error> {
  answer = given;
  return described(await ask().catch((error: unknown) => error)) as Error;
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
    // which is told it by no more than its status
    ['HeadObject', head],
  ])('is a matter of --region: %s', async (operation, ask) => {
    expect(await told({ status: 301, body, headers }, ask)).toMatchObject({
      name: 'UsageError',
      message: `${operation} s3://mine/a.txt: the bucket is in another region, eu-west-1: give it with --region eu-west-1`,
    });
  });

  test('also where the signature is what S3 minds', async () => {
    const wrong = s3Error(
      'AuthorizationHeaderMalformed',
      "the region 'us-east-1' is wrong; expecting 'eu-west-1'",
    );
    const { message } = await told({ status: 400, body: wrong }, get);
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
  ])('are named, with what to do: %s', async (_, given, ask) => {
    expect(await told(given, ask)).toMatchObject({
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
])('what is denied in %s is said with a policy of its partition', async (region, partition) => {
  const there = new Clients({ profile: undefined, region, endpointUrl });
  const body = s3Error('AccessDenied', 'Access Denied');
  const { message } = await told({ status: 403, body }, () => there.s3.send(new GetObjectCommand(object)));
  expect(message).toContain(`"Action":"s3:GetObject","Resource":"arn:${partition}:s3:::mine/a.txt"`);
  there.close();
});

test.each(['foo', 'localhost:4566', 'ftp://host', ''])(
  '--endpoint-url %j is a mistake in the command',
  (url) => {
    const make = () => new Clients({ profile: undefined, region: 'us-east-1', endpointUrl: url });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(
      `--endpoint-url: expected a URL such as http://127.0.0.1:4566, got ${JSON.stringify(url)}`,
    );
  },
);

test('no such bucket is said with its name', async () => {
  const body = s3Error('NoSuchBucket', 'The specified bucket does not exist');
  expect((await told({ status: 404, body }, get)).message).toBe(
    'GetObject s3://mine/a.txt: there is no such bucket',
  );
});

test('a stack that writes no reports is not waited for', () => {
  expect(() => refuseWaiting({ reports: '' }, 'Any', 'leave out --wait')).not.toThrow();
  expect(() => refuseWaiting({ reports: 'off' }, 'Quiet', 'leave out --wait')).toThrow(
    new UsageError(
      'stack Quiet: its reports are switched off, so nothing tells when a file is done: leave out --wait',
    ),
  );
});

test('a stack that is none of ours is refused with what was looked for', async () => {
  const output = '<member><OutputKey>SiteUrl</OutputKey><OutputValue>https://x</OutputValue></member>';
  const stack = `<Stacks><member><StackName>Site</StackName><Outputs>${output}</Outputs></member></Stacks>`;
  const body = `<DescribeStacksResponse><DescribeStacksResult>${stack}</DescribeStacksResult></DescribeStacksResponse>`;
  expect(await told({ status: 200, body }, () => findPipeline(clients, 'Site'))).toMatchObject({
    name: 'UsageError',
    message:
      'stack Site: expected a stack of sudoku-batch, with the output UploadBucketName (a stack of your own gets them by addOutputs()); its outputs: SiteUrl',
  });
});
