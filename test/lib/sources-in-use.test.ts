import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { type Message, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { App, Stack } from 'aws-cdk-lib';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SudokuPipeline } from '../../lib/index.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { ACCOUNT, REGION } from '../../local/services.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import { statementsOfRole } from '../../local/template/read-template.ts';

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const SOLUTION = '417369825632158947958724316825437169791586432346912758289643571573291684164875293';

let cloud: LocalCloud;
let outdir: string;

// an existing bucket receives files and results, and another one is an additional source
beforeAll(async () => {
  outdir = mkdtempSync(join(tmpdir(), 'sudoku-sources-'));
  const app = new App({ outdir });
  const stack = new Stack(app, 'Sources');
  const mine = Bucket.fromBucketName(stack, 'Mine', 'mine');
  const pipeline = new SudokuPipeline(stack, 'Sudoku', {
    uploadBucket: mine,
    uploadFilter: { prefix: 'in/', suffix: '.txt' },
    outputBucket: mine,
    outputPrefix: 'solved/',
  });
  pipeline.addOutputs();
  pipeline.addSource(Bucket.fromBucketName(stack, 'Archive', 'archive'), { prefix: 'old/' });
  // sends no events
  pipeline.addSource(Bucket.fromBucketName(stack, 'Quiet', 'quiet'));
  pipeline.onFileStarted('Started', { target: new SqsQueue(new Queue(stack, 'StartedQueue')) });
  pipeline.onResult('Result', { target: new SqsQueue(new Queue(stack, 'ResultQueue')) });
  pipeline.onError('Error', { target: new SqsQueue(new Queue(stack, 'ErrorQueue')) });
  pipeline.onFileSolved('Solved', { target: new SqsQueue(new Queue(stack, 'SolvedQueue')) });
  const caller = new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
  pipeline.grantInvoke(caller);
  app.synth();
  const assembly = readAssembly(outdir);
  const where = { ...assembly, account: ACCOUNT, region: REGION, endpoint: '' };
  const callerId = stack.getLogicalId(caller.node.defaultChild as never);
  const callers = new Map([
    ['caller', statementsOfRole(assembly.template, where, callerId)],
    ['nobody', []],
  ]);
  cloud = await LocalCloud.start(assembly, { concurrency: 1, callers });
  await cloud.s3.send(new CreateBucketCommand({ Bucket: 'quiet' }));
  for (const name of ['mine', 'archive']) {
    await cloud.s3.send(new CreateBucketCommand({ Bucket: name }));
    const NotificationConfiguration = { EventBridgeConfiguration: {} };
    await cloud.s3.send(
      new PutBucketNotificationConfigurationCommand({ Bucket: name, NotificationConfiguration }),
    );
  }
});
afterAll(async () => {
  await cloud.close();
  rmSync(outdir, { recursive: true });
});

const put = (Bucket: string, Key: string) =>
  cloud.s3.send(new PutObjectCommand({ Bucket, Key, Body: `${PUZZLE}\n` }));

async function result(Key: string): Promise<string | undefined> {
  try {
    const { Body } = await cloud.s3.send(new GetObjectCommand({ Bucket: 'mine', Key }));
    return await Body!.transformToString();
  } catch {
    return undefined;
  }
}

/** The events that a rule has sent to a queue. */
async function eventsIn(name: string): Promise<Record<string, unknown>[]> {
  const { url } = cloud.plan.queues.find((queue) => queue.name.includes(name))!;
  const { Messages = [] } = await cloud.sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  );
  return Messages.map(({ Body }: Message) => JSON.parse(Body!) as Record<string, unknown>);
}

describe('existing buckets', () => {
  test('are solved if they match their filters', async () => {
    await put('mine', 'other/a.txt');
    await put('mine', 'in/a.csv');
    await put('archive', 'new/a.txt');
    await put('archive', 'old/b c+d.txt');
    await put('mine', 'in/a.txt');
    await expect.poll(() => result('solved/in/a.txt')).toBe(`${SOLUTION}\n`);
    await expect.poll(() => result('solved/old/b c+d.txt.report.json')).toContain('"done"');
    for (const key of ['other/a.txt', 'in/a.csv', 'new/a.txt'])
      expect(await result(`solved/${key}`)).toBeUndefined();
  });

  test('send events for started and for finished files', async () => {
    await put('mine', 'in/started.txt');
    const keyed = { detail: { object: { key: 'in/started.txt', size: 82 }, bucket: { name: 'mine' } } };
    const told = async () =>
      (await eventsIn('StartedQueue')).find(({ detail }) => JSON.stringify(detail).includes('in/started'));
    await expect.poll(told).toMatchObject({
      ...{ source: 'sudoku-batch', 'detail-type': 'File Started' },
      ...keyed,
    });
    const done = async () => JSON.stringify(await eventsIn('SolvedQueue'));
    await expect.poll(done).toContain('"key":"solved/in/started.txt.report.json"');
  });
});

test('onResult matches solved files only, and onError the others, while onFileSolved matches all reports', async () => {
  await put('mine', 'in/good.txt');
  await cloud.s3.send(new PutObjectCommand({ Bucket: 'mine', Key: 'in/bad.txt', Body: 'Bread, 2 loaves\n' }));
  const keysIn = async (name: string) => {
    const events = (await eventsIn(name)) as { detail: { object: { key: string }; status?: string } }[];
    return events.map(({ detail }) => `${detail.object.key} ${detail.status ?? ''}`);
  };
  await expect.poll(() => keysIn('ErrorQueue')).toEqual(['in/bad.txt rejected']);
  await expect.poll(() => keysIn('ResultQueue')).toContain('in/good.txt done');
  expect(await keysIn('ResultQueue')).not.toContainEqual(expect.stringContaining('bad.txt'));
  const [error] = (await eventsIn('ErrorQueue')) as [{ detail: object }];
  expect(error.detail).toMatchObject({
    bucket: { name: 'mine' },
    reason: expect.stringMatching(/^expected puzzles/),
    report: { bucket: 'mine', key: 'solved/in/bad.txt.report.json' },
  });
  // S3's event of a report does not say how the file ended
  await expect
    .poll(async () => [...(await keysIn('SolvedQueue'))].map((key) => key.trim()))
    .toEqual(expect.arrayContaining(['solved/in/bad.txt.report.json', 'solved/in/good.txt.report.json']));
});

describe('a message of your own that names an object', () => {
  /** The object of a message, as the caller of {@link send} knows it. */
  interface Named {
    readonly key: string;
    readonly etag: string;
    readonly size: number;
  }
  const notification = ({ key, etag, size }: Named) => {
    const object = { key: encodeURIComponent(key), eTag: etag, size };
    return { Records: [{ eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'quiet' }, object } }] };
  };
  const eventBridge = (object: Named) => ({
    ...{ source: 'aws.s3', 'detail-type': 'Object Created' },
    detail: { bucket: { name: 'quiet' }, object },
  });
  const sns = (object: Named) => ({ Type: 'Notification', Message: JSON.stringify(eventBridge(object)) });
  const uploaded = async (key: string) => (await put('quiet', key)).ETag!.replaceAll('"', '');
  const send = (message: object) =>
    cloud.sqs.send(
      new SendMessageCommand({
        QueueUrl: cloud.output('UploadsQueueUrl'),
        MessageBody: JSON.stringify(message),
      }),
    );

  test.each(Object.entries({ notification, eventBridge, sns }))(
    'is read as a %s of S3, with bucket, key, ETag and size',
    async (name, message) => {
      const key = `${name} a+b.txt`;
      await send(message({ key, etag: await uploaded(key), size: 82 }));
      await expect.poll(() => result(`solved/${key}`)).toBe(`${SOLUTION}\n`);
    },
  );
});

describe('the function for direct calls', () => {
  const call = async (event: unknown, accessKeyId = 'caller', output = 'DirectFunctionName') => {
    const credentials = { accessKeyId, secretAccessKey: 'local' };
    const client = new LambdaClient({ endpoint: cloud.endpoint, region: REGION, credentials });
    const FunctionName = cloud.output(output);
    const { Payload, FunctionError } = await client.send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
    );
    return { answer: JSON.parse(Payload!.transformToString()), failed: FunctionError };
  };

  test('returns the solutions', async () => {
    const { answer, failed } = await call({ puzzles: [PUZZLE], options: { solutions: 'unique' } });
    expect(answer).toMatchObject({ results: [SOLUTION], puzzles: 1, solved: 1 });
    expect(failed).toBeUndefined();
  });

  test('throws an error with a name, which Step Functions can catch', async () => {
    const { answer, failed } = await call({ puzzles: 'Bread, 2 loaves' });
    expect(answer).toMatchObject({
      errorType: 'RejectedFile',
      errorMessage: expect.stringContaining('expected puzzles'),
    });
    expect(failed).toBe('Unhandled');
    expect((await call({ puzzle: '' })).answer.errorType).toBe('InvalidEvent');
    const many = { puzzles: [PUZZLE], options: { limit: 0 } };
    expect((await call(many)).answer.errorType).toBe('OptionError');
  });

  test('accepts and returns at most 6 MB', async () => {
    const rows = (count: number) => `${PUZZLE}\n`.repeat(count);
    await expect(call({ puzzles: rows(77_000) })).rejects.toThrow(/too large .* \(limit 6291456 bytes\)/);
    const { answer } = await call({ puzzles: rows(60_000), options: { output: 'csv' } });
    expect(answer.errorType).toBe('ResultTooLarge');
    expect((await call({ puzzles: rows(60_000) })).answer).toMatchObject({ puzzles: 60_000, solved: 60_000 });
  });

  test('accepts no messages', async () => {
    const object = { key: 'in/forged.txt', eTag: 'e', size: 1, sequencer: 'FF' };
    const event = { eventName: 'ObjectCreated:Put', s3: { bucket: { name: 'mine' }, object } };
    const message = {
      ...{ messageId: 'm', receiptHandle: 'r', body: JSON.stringify({ Records: [event] }) },
      attributes: { ApproximateReceiveCount: '10' },
    };
    const { answer } = await call({ Records: [message] });
    expect(answer).toMatchObject({
      errorType: 'InvalidEvent',
      errorMessage: expect.stringContaining('got an object with Records'),
    });
    expect(await result('solved/in/forged.txt.report.json')).toBeUndefined();
  });

  test('is the only function that its callers may call', async () => {
    await expect(call({ puzzles: [PUZZLE] }, 'caller', 'FunctionName')).rejects.toThrow(
      /caller is not authorized to perform: lambda:InvokeFunction/,
    );
    // the owner of the account may call the other function, which accepts messages only
    const { answer } = await call({ puzzles: [PUZZLE] }, 'owner', 'FunctionName');
    expect(answer).toMatchObject({ errorType: 'InvalidEvent' });
  });

  test('can be called only with grantInvoke', async () => {
    await expect(call({ puzzles: PUZZLE }, 'nobody')).rejects.toThrow(
      /nobody is not authorized to perform: lambda:InvokeFunction on resource: arn:aws:lambda/,
    );
  });
});
