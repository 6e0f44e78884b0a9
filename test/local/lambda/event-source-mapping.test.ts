import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventSourceMapping, failedMessages } from '../../../local/lambda/event-source-mapping.ts';
import { ACCOUNT, queueUrl, REGION, type Services, startServices } from '../../../local/services.ts';
import type { MappingPlan } from '../../../local/template/read-template.ts';

let services: Services;
let sqs: SQSClient;
let mapping: EventSourceMapping | undefined;
let url: string;
/** the batches that the function received, in order */
let batches: SQSRecord[][];
/** the function's result: a response, or an error to throw */
let answer: (records: SQSRecord[]) => unknown;
let errors: unknown[];

const QUEUE_ARN = `arn:aws:sqs:${REGION}:${ACCOUNT}:queue`;
const DEAD_LETTERS_ARN = `${QUEUE_ARN}-dead-letters`;

beforeEach(async () => {
  services = await startServices();
  sqs = new SQSClient({
    endpoint: services.endpoint,
    region: REGION,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  url = queueUrl(services.endpoint, QUEUE_ARN);
  batches = [];
  errors = [];
  answer = () => ({ batchItemFailures: [] });
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: DEAD_LETTERS_ARN, maxReceiveCount: 2 });
  await sqs.send(new CreateQueueCommand({ QueueName: 'queue-dead-letters' }));
  await sqs.send(
    new CreateQueueCommand({ QueueName: 'queue', Attributes: { VisibilityTimeout: '1', RedrivePolicy } }),
  );
});

afterEach(async () => {
  const stopped = mapping?.stop();
  await services.close();
  await stopped;
  sqs.destroy();
});

function start(plan: Partial<MappingPlan> = {}, concurrency = 1) {
  const whole: MappingPlan = {
    id: 'Mapping',
    queueArn: QUEUE_ARN,
    functionName: 'function',
    enabled: true,
    batchSize: 10,
    batchWindow: 0,
    maximumConcurrency: undefined,
    reportsBatchItemFailures: true,
    ...plan,
  };
  mapping = new EventSourceMapping(whole, {
    sqs,
    queueUrl: url,
    concurrency,
    onError: (error) => errors.push(error),
    invoke: async (event) => {
      const { Records } = JSON.parse(event) as SQSEvent;
      batches.push(Records);
      const result: unknown = await answer(Records);
      const failed = result instanceof Error;
      const common = { requestId: 'request', duration: 1, maxMemory: 50 };
      return {
        ...common,
        payload: failed ? undefined : JSON.stringify(result),
        error: failed ? result.message : undefined,
      };
    },
  });
  mapping.start();
}

async function send(...bodies: string[]) {
  for (let i = 0; i < bodies.length; i += 10) {
    const Entries = bodies.slice(i, i + 10).map((MessageBody, Id) => ({ Id: String(Id), MessageBody }));
    const { Failed } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    expect(Failed ?? []).toEqual([]);
  }
}

/** Sets a visibility timeout that is longer than a batch takes to fill. */
async function hideMessagesLonger() {
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { VisibilityTimeout: '60' } }));
}

async function counts(QueueUrl = url) {
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return [
    Number(Attributes?.ApproximateNumberOfMessages),
    Number(Attributes?.ApproximateNumberOfMessagesNotVisible),
  ];
}

const bodies = () => batches.map((records) => records.map(({ body }) => body));
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `message ${i}`);

test('passes a message to the function in the format of Lambda, and deletes it', async () => {
  start();
  await send('hello');
  await expect.poll(bodies).toEqual([['hello']]);
  expect(batches[0]![0]).toMatchObject({
    eventSource: 'aws:sqs',
    eventSourceARN: QUEUE_ARN,
    awsRegion: REGION,
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: expect.stringMatching(/^\d{13}$/) as string },
    messageAttributes: {},
  });
  await expect.poll(() => counts()).toEqual([0, 0]);
  expect(errors).toEqual([]);
});

test('without a window, a batch is the result of one receive', async () => {
  await send(...numbers(13));
  start();
  await expect.poll(() => bodies().map(({ length }) => length)).toEqual([10, 3]);
});

test('a batch ends when it is full', async () => {
  await hideMessagesLonger();
  await send(...numbers(30));
  start({ batchSize: 25, batchWindow: 1 });
  await expect.poll(() => bodies().map(({ length }) => length)).toEqual([25, 5]);
});

test('a batch collects messages until its window ends, even if it is not full', async () => {
  await hideMessagesLonger();
  start({ batchSize: 100, batchWindow: 1 });
  await send('first');
  await send('second');
  await expect.poll(bodies).toEqual([['first', 'second']]);
});

test('a batch ends at 6 MB, and the remaining messages start the next', async () => {
  await hideMessagesLonger();
  const megabyte = 'x'.repeat(2 ** 20 - 100);
  for (let i = 0; i < 8; i++) await send(`${i}${megabyte}`);
  start();
  await expect.poll(() => bodies().length).toBe(2);
  expect(bodies().map((batch) => batch.map(([first]) => first))).toEqual([
    ['0', '1', '2', '3', '4'],
    ['5', '6', '7'],
  ]);
});

test('a failed message is received again after its visibility timeout; the others are deleted', async () => {
  answer = (records) => ({
    batchItemFailures: records
      .filter(({ body, attributes }) => body === 'two' && attributes.ApproximateReceiveCount === '1')
      .map(({ messageId }) => ({ itemIdentifier: messageId })),
  });
  await send('one', 'two', 'three');
  start();
  await expect.poll(bodies).toEqual([['one', 'two', 'three'], ['two']]);
  await expect.poll(() => counts()).toEqual([0, 0]);
});

test('a failed invocation fails its batch, and a message that always fails becomes a dead letter', async () => {
  answer = () => new Error('out of order');
  await send('one', 'two');
  start();
  const deadLetters = queueUrl(services.endpoint, DEAD_LETTERS_ARN);
  await expect.poll(() => counts(deadLetters)).toEqual([2, 0]);
  expect(bodies()).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
  expect(errors.map(String)).toEqual(
    Array<string>(2).fill('Error: The function failed with 2 messages: out of order'),
  );
});

test('without ReportBatchItemFailures, the response is ignored', async () => {
  answer = ([record]) => ({ batchItemFailures: [{ itemIdentifier: record!.messageId }] });
  await send('one');
  start({ reportsBatchItemFailures: false });
  await expect.poll(bodies).toEqual([['one']]);
  await expect.poll(() => counts()).toEqual([0, 0]);
});

test('runs no more concurrent invocations than allowed, and receives nothing in the meantime', async () => {
  let running = 0;
  let most = 0;
  const finish: (() => void)[] = [];
  answer = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running--;
    return null;
  };
  await send(...numbers(4));
  start({ batchSize: 1, maximumConcurrency: 2 }, 3);
  await expect.poll(() => finish.length).toBe(2);
  await expect.poll(() => counts()).toEqual([2, 2]);
  for (let i = 0; i < 4; i++) {
    await expect.poll(() => finish.length).toBeGreaterThan(i);
    finish[i]!();
  }
  await expect.poll(() => counts()).toEqual([0, 0]);
  expect(most).toBe(2);
});

const BATCH = ['one', 'two', 'three'];

// https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html, "Success and failure conditions"
test.each([
  ['an empty list', '{"batchItemFailures":[]}', []],
  ['a null list', '{"batchItemFailures":null}', []],
  ['an empty response', '{}', []],
  ['a null response', 'null', []],
  ['one of them', '{"batchItemFailures":[{"itemIdentifier":"two"}]}', ['two']],
  ['one of them twice', '{"batchItemFailures":[{"itemIdentifier":"two"},{"itemIdentifier":"two"}]}', ['two']],
  ['invalid JSON', '{"batchItemFailures":', BATCH],
  ['an empty identifier', '{"batchItemFailures":[{"itemIdentifier":""}]}', BATCH],
  ['a null identifier', '{"batchItemFailures":[{"itemIdentifier":null}]}', BATCH],
  ['a misnamed identifier', '{"batchItemFailures":[{"id":"two"}]}', BATCH],
  ['an unknown message', '{"batchItemFailures":[{"itemIdentifier":"four"}]}', BATCH],
  [
    'an unknown message beside a known one',
    '{"batchItemFailures":[{"itemIdentifier":"one"},{"itemIdentifier":"4"}]}',
    BATCH,
  ],
  ['a text instead of a list', '{"batchItemFailures":"two"}', BATCH],
  ['a text', '"done"', BATCH],
])('finds the failed messages of a response with %s', (_, payload, failed) => {
  expect([...failedMessages(payload, BATCH)]).toEqual(failed);
});
