// `sudoku doctor` against a stack in the local cloud: what is well, what is wrong, and the sweep on request.
import {
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { planFile } from '../../../core/files/index.ts';
import { manifestKey } from '../../../lambda/chunks/manifest.ts';
import { STORED_VERSION } from '../../../lambda/invocation/stored-version.ts';
import { jobId } from '../../../lambda/invocation/upload.ts';
import { receivedKey } from '../../../lambda/sweep/sweep.ts';
import type { LocalCloud } from '../../../local/cloud.ts';
import { Faults, NO_FAULTS } from '../../../local/faults/faults.ts';
import project from '../../../package.json' with { type: 'json' };
import { lines, made } from '../command-line.ts';
import { behindProxy, deployed, granted, remote } from './remote.ts';

let cloud: LocalCloud;
const faults = new Faults(1, NO_FAULTS);

beforeAll(async () => {
  const operator = granted((pipeline, role) => pipeline.grantOperate(role));
  const isNew = (action: string) => action.startsWith('lambda:') || action === 'cloudwatch:DescribeAlarms';
  const callers = new Map([
    ['user', operator],
    // by an earlier grantOperate
    ['former', operator.map((one) => ({ ...one, actions: one.actions.filter((action) => !isNew(action)) }))],
    ['guest', granted((pipeline, role) => pipeline.grantRead(role))],
  ]);
  cloud = await deployed({ callers, faults });
});
afterAll(() => cloud.close());
afterEach(() => void vi.useRealTimers());

const wait = (milliseconds: number) =>
  void vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] });

/** The findings of a run, by their checks. */
async function findings(args: readonly string[] = []) {
  const { out, code } = await remote(cloud, ['doctor', '--json', ...args]);
  const events = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { check?: string; findings?: { problem: string; advice: string }[] });
  const found = events.flatMap(({ check, findings = [] }) => findings.map((each) => ({ check, ...each })));
  return { found, events, code };
}

test('a new stack has nothing wrong, and lacks only a sweep, which --fix requests', async () => {
  const before = await findings();
  expect(before).toMatchObject({ code: 0, found: [{ check: 'hourly sweep', state: 'later' }] });
  expect((await remote(cloud, ['doctor'])).out).toContain(
    'later  hourly sweep: there was none yet since the stack was deployed; there is one every hour\n',
  );
  const { out, stderr, code } = await remote(cloud, ['doctor', '--fix']);
  expect(code).toBe(0);
  expect(stderr).toContain('swept: 0 open jobs, 0 quiet · 0 multipart uploads aborted, 0 files sent again');
  expect(out).toBe(
    [
      'ok     events of uploads',
      'ok     hourly sweep',
      'ok     concurrency',
      'ok     alarms',
      'ok     files in progress',
      'ok     messages',
      'ok     function, last day',
      'ok     permissions, last day',
      '',
    ].join('\n'),
  );
  wait(3 * 3_600_000);
  expect(await findings()).toMatchObject({
    code: 1,
    found: [{ check: 'hourly sweep', problem: expect.stringContaining('none in the last two hours') }],
  });
});

const put = (bucket: string, Key: string, Body: string) =>
  cloud.s3.send(new PutObjectCommand({ Bucket: cloud.output(bucket), Key, Body }));

/** Writes an object as if that was hours ago. The function has a clock of its own. */
async function putEarlier(hours: number, ...object: Parameters<typeof put>): Promise<void> {
  wait(-hours * 3_600_000);
  await put(...object);
  vi.useRealTimers();
}

/** A file with an old job, of which no message exists. @returns the job */
async function lostJob(key: string): Promise<string> {
  const Body = lines(made(3).puzzles);
  const Bucket = cloud.output('UploadBucketName');
  const { ETag = '' } = await put('UploadBucketName', key, Body);
  await remote(cloud, ['status', key, '--watch', '--interval', '1']);
  const Objects = [key, `${key}.report.json`].map((Key) => ({ Key }));
  const results = cloud.output('OutputBucketName');
  await cloud.s3.send(new DeleteObjectsCommand({ Bucket: results, Delete: { Objects } }));
  const etag = ETag.replaceAll('"', '');
  const upload = { bucket: Bucket, key, etag, bytes: Body.length, sequencer: 'FF' };
  const plan = planFile({ head: Buffer.from(Body), complete: true, name: key, given: [] });
  const manifest = { version: STORED_VERSION, upload, plan, begun: Date.now() - 2 * 3_600_000, sent: true };
  await putEarlier(2, 'WorkBucketName', manifestKey(jobId(upload)), JSON.stringify(manifest));
  return jobId(upload);
}

test('a file whose messages are lost is found, and --fix has it solved', async () => {
  await lostJob('lost.txt');
  expect((await findings()).found).toMatchObject([
    {
      check: 'files in progress',
      problem: 'nothing has worked on lost.txt for 2 h 0 min',
      advice: expect.stringContaining('sudoku doctor --fix'),
    },
  ]);
  const fixed = await findings(['--fix']);
  expect(fixed.events[0]).toMatchObject({
    event: 'swept',
    version: project.version,
    jobs: 1,
    quiet: 1,
  });
  await remote(cloud, ['status', 'lost.txt', '--watch', '--interval', '1']);
  expect((await remote(cloud, ['status', 'lost.txt'])).out).toMatch(/^lost\.txt: done, 3 puzzles/);
  // the rest stays visible for a day
  expect((await findings()).found).toMatchObject([
    {
      check: 'alarms',
      problem: expect.stringMatching(/^SudokuBatch-PipelineJobsStalled\w+ is on: Nothing worked on a file/),
      advice: expect.stringContaining('operate.md'),
    },
    { check: 'function, last day', problem: expect.stringContaining('nothing worked any more') },
  ]);
});

test('while the queue has other messages, a file goes on when those of two sweeps have arrived', async () => {
  const job = await lostJob('busy.txt');
  const QueueUrl = cloud.output('ChunksQueueUrl');
  await cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}', DelaySeconds: 900 }));
  const work = async () => {
    const list = new ListObjectsV2Command({ Bucket: cloud.output('WorkBucketName'), Prefix: `${job}/` });
    return (await cloud.s3.send(list)).Contents?.map(({ Key = '' }) => Key.slice(job.length + 1));
  };
  expect((await findings(['--fix'])).events[0]).toMatchObject({ jobs: 1, quiet: 1 });
  await expect.poll(work).toEqual(['manifest.json', 'received']);
  // after the last progress, and more than 50 minutes ago
  await putEarlier(1, 'WorkBucketName', receivedKey(job), ' ');
  expect((await findings(['--fix'])).events[0]).toMatchObject({ quiet: 1 });
  await remote(cloud, ['status', 'busy.txt', '--watch', '--interval', '1']);
  expect((await remote(cloud, ['status', 'busy.txt'])).out).toMatch(/^busy\.txt: done, 3 puzzles/);
});

test('a sweep that waits behind others, or whose line is in a log too long to search, is not taken for a missing one', async () => {
  // a message of the test before waits
  wait(3 * 3_600_000);
  const ofSweep = { check: 'hourly sweep', state: 'later' };
  expect((await findings()).found).toContainEqual({
    ...ofSweep,
    problem: expect.stringContaining('waits in the chunks queue'),
    advice: expect.any(String),
  });
  const busy = await behindProxy(cloud, ({ headers }) =>
    String(headers['x-amz-target']).endsWith('.FilterLogEvents')
      ? { events: [], nextToken: 'next' }
      : undefined,
  );
  const { out } = await remote(busy, ['doctor']);
  expect(out).toContain('later  hourly sweep: its line is not in the part of the log that was searched');
});

test('buckets whose events do not arrive, dead letters, and denied requests are found', async () => {
  const Bucket = cloud.output('UploadBucketName');
  await cloud.s3.send(
    new PutBucketNotificationConfigurationCommand({ Bucket, NotificationConfiguration: {} }),
  );
  const QueueUrl = cloud.output('UploadsDeadLettersUrl');
  await cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }));
  faults.objects.add('secret.txt', 'keyDenied');
  await cloud.s3.send(new PutObjectCommand({ Bucket, Key: 'secret.txt', Body: lines(made(1).puzzles) }));
  const event = {
    ...{ source: 'aws.s3', 'detail-type': 'Object Created' },
    detail: { bucket: { name: Bucket }, object: { key: 'secret.txt', etag: 'e', size: 82 } },
  };
  const uploads = cloud.output('UploadsQueueUrl');
  await cloud.sqs.send(new SendMessageCommand({ QueueUrl: uploads, MessageBody: JSON.stringify(event) }));
  await expect
    .poll(async () => (await remote(cloud, ['watch', '--since', '5', '--no-follow'])).out)
    .toContain('secret.txt');
  const { found, code } = await findings();
  expect(code).toBe(1);
  expect(found).toMatchObject([
    {
      check: 'events of uploads',
      problem: `s3://${Bucket} sends its events neither to EventBridge nor to the uploads queue: new files are not solved`,
      advice: expect.stringContaining('deploy the stack again'),
    },
    { check: 'alarms', problem: expect.stringContaining('UploadsInDeadLetters') },
    { check: 'alarms', problem: expect.stringContaining('JobsStalled') },
    { check: 'messages', problem: '1 dead letter of the uploads queue' },
    { check: 'function, last day' },
    {
      check: 'permissions, last day',
      problem: expect.stringMatching(/^1 denied request: .*secret\.txt may not be read .*kms:Decrypt/),
      advice: expect.stringContaining('of its KMS key'),
    },
  ]);
  const { out } = await remote(cloud, ['doctor']);
  expect(out).toMatch(/^WRONG {2}messages: 1 dead letter of the uploads queue\n {7}sudoku redrive/m);
});

test('a quota that is too small for the pipeline, and a disabled mapping, are found', async () => {
  const EventSourceMappings = [
    {
      EventSourceArn: 'arn:aws:sqs:r:a:uploads',
      State: 'Enabled',
      ScalingConfig: { MaximumConcurrency: 20 },
    },
    {
      EventSourceArn: 'arn:aws:sqs:r:a:chunks',
      State: 'Disabled',
      ScalingConfig: { MaximumConcurrency: 100 },
    },
  ];
  const proxy = await behindProxy(cloud, ({ url = '' }) => {
    if (url.includes('account-settings')) return { AccountLimit: { ConcurrentExecutions: 10 } };
    return url.includes('event-source-mappings') ? { EventSourceMappings } : undefined;
  });
  const { out } = await remote(proxy, ['doctor', '--json']);
  const checks = out
    .split('\n')
    .map((line) => JSON.parse(line || '{}') as { check?: string; findings?: object });
  expect(checks.find(({ check }) => check === 'concurrency')?.findings).toMatchObject([
    { problem: 'the function does not take the messages of chunks: their mapping is disabled' },
    { problem: 'the pipeline runs up to 120 functions at once, and the account may run 10 in this region' },
  ]);
});

test('a check whose requests are denied is not taken for one that found nothing', async () => {
  const { out, code } = await remote(cloud, ['doctor'], { caller: 'former' });
  expect(code).toBe(1);
  expect(out).toMatch(/^DENIED concurrency: not checked: GetAccountSettings.*lambda:GetAccountSettings/m);
  expect(out).toMatch(/^DENIED alarms: not checked: DescribeAlarms.*cloudwatch:DescribeAlarms/m);
});

test('without permissions, it says which are missing', async () => {
  const { code, stderr } = await remote(cloud, ['doctor'], { caller: 'guest' });
  expect(code).toBe(3);
  expect(stderr).toContain('cloudformation:DescribeStacks');
});
