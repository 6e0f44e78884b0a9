import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PurgeQueueCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STORED_VERSION } from '../../../lambda/invocation/stored-version.ts';
import { ETAG_METADATA, SEQUENCER_METADATA } from '../../../lambda/invocation/upload.ts';
import type { LocalCloud } from '../../../local/cloud.ts';
import { lines, made } from '../command-line.ts';
import { deployed, granted, remote } from './remote.ts';

let cloud: LocalCloud;

beforeAll(async () => {
  const callers = new Map([['user', granted((pipeline, role) => pipeline.grantOperate(role))]]);
  cloud = await deployed({ callers });
});
afterAll(() => cloud.close());
beforeEach(async () => {
  for (const name of ['UploadsDeadLettersUrl', 'ChunksDeadLettersUrl']) {
    await cloud.sqs.send(new PurgeQueueCommand({ QueueUrl: cloud.output(name) }));
  }
});

const redrive = (...args: string[]) => remote(cloud, ['redrive', ...args]);

/** Number of messages of a queue that are visible to readers. */
async function visible(name: string): Promise<number> {
  const QueueUrl = cloud.output(name);
  const { Messages = [] } = await cloud.sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  );
  return Messages.length;
}

/** Creates a failed file: its event is in the dead letters, its report has a reason. */
async function failed(key: string): Promise<void> {
  const [upload, output] = [cloud.output('UploadBucketName'), cloud.output('OutputBucketName')];
  const Body = lines(made(2).puzzles);
  const { ETag = '' } = await cloud.s3.send(new PutObjectCommand({ Bucket: upload, Key: key, Body }));
  const etag = ETag.replaceAll('"', '');
  // waits until the pipeline has solved the file, then removes the result
  await remote(cloud, ['status', key, '--watch', '--interval', '1']);
  await cloud.s3.send(new DeleteObjectCommand({ Bucket: output, Key: key }));
  const report = { status: 'failed', input: { key, etag }, reason: 'S3 was away' };
  await cloud.s3.send(
    new PutObjectCommand({ Bucket: output, Key: `${key}.report.json`, Body: JSON.stringify(report) }),
  );
  const s3 = { bucket: { name: upload }, object: { key, eTag: etag, size: Body.length, sequencer: 'FF' } };
  const MessageBody = JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Put', s3 }] });
  await cloud.sqs.send(
    new SendMessageCommand({ QueueUrl: cloud.output('UploadsDeadLettersUrl'), MessageBody }),
  );
}

describe('sudoku redrive', () => {
  test('does nothing if there are no dead letters', async () => {
    const { stderr, code } = await redrive();
    expect(stderr).toMatch(/no dead letters/);
    expect(code).toBe(0);
  });

  test('lists failed messages with their reasons, and neither loses nor hides them', async () => {
    await failed('one.txt');
    await cloud.sqs.send(
      new SendMessageCommand({ QueueUrl: cloud.output('ChunksDeadLettersUrl'), MessageBody: 'hello' }),
    );
    const { out, stderr } = await redrive('--dry-run');
    expect(out).toMatch(/^uploads: one\.txt \(upload\), sent \d\.\d s ago, received once: S3 was away$/m);
    expect(out).toMatch(/^chunks: not a message of the pipeline: expected JSON, got "hello", sent/m);
    expect(stderr).toContain('2 listed, none moved');
    expect(await visible('UploadsDeadLettersUrl')).toBe(1);
    expect(await visible('ChunksDeadLettersUrl')).toBe(1);
  });

  test('lists foreign messages but leaves them, and moves the others', async () => {
    await failed('among.txt');
    const QueueUrl = cloud.output('UploadsDeadLettersUrl');
    const bodies = [
      `{"version":${STORED_VERSION},"kind":"nothing","upload":{}}`,
      `{"version":${STORED_VERSION},"kind":"file","upload":{}}`,
      '{"Records":[{"eventName":"ObjectCreated:Put","s3":{"bucket":{"name":"b"},"object":{"key":"","eTag":"e"}}}]}',
    ];
    for (const MessageBody of bodies) await cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    const { out, stderr, code } = await redrive('--wait');
    expect(out).toMatch(/not a message of the pipeline: kind: expected "file" or .*, got "nothing", sent/);
    expect(out).toMatch(/not a message of the pipeline: upload\.bucket: expected .*, got nothing, sent/);
    expect(out).toMatch(
      /not a message of the pipeline: Records\[0\]\.s3\.object\.key: expected .*, got "", sent/,
    );
    expect(stderr).toContain('uploads: 1 moved back to its queue; 3 left, not messages of the pipeline');
    expect(out).toMatch(/^among\.txt: done, 2 puzzles: 2 solved/m);
    expect(code).toBe(3);
    expect(await visible('UploadsDeadLettersUrl')).toBe(3);
  });

  test('lists a letter whose bucket is missing, and one whose report is damaged', async () => {
    const [bucket, output] = [cloud.output('UploadBucketName'), cloud.output('OutputBucketName')];
    const letter = (name: string, key: string) => {
      const s3 = { bucket: { name }, object: { key, eTag: 'e', size: 82, sequencer: 'FF' } };
      const MessageBody = JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Put', s3 }] });
      const QueueUrl = cloud.output('UploadsDeadLettersUrl');
      return cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    };
    await letter('nowhere', 'a.txt');
    await letter(bucket, 'damaged.txt');
    const Key = 'damaged.txt.report.json';
    await cloud.s3.send(new PutObjectCommand({ Bucket: output, Key, Body: '{"status":"done"}' }));
    const { out, code } = await redrive('--dry-run');
    expect(out).toMatch(/^uploads: a\.txt .*, and (the upload cannot be checked|you lack the permission)/m);
    expect(out).toMatch(
      /^uploads: damaged\.txt .*expected a report: s3:.*\.input: expected an object, got nothing$/m,
    );
    expect(code).toBe(0);
  });

  test('explains a letter whose file has no report', async () => {
    const upload = cloud.output('UploadBucketName');
    const letter = (key: string, eTag: string) => {
      const s3 = { bucket: { name: upload }, object: { key, eTag, size: 82, sequencer: 'FF' } };
      const MessageBody = JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Put', s3 }] });
      const QueueUrl = cloud.output('UploadsDeadLettersUrl');
      return cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    };
    await letter('gone.txt', 'e');
    await failed('solved.txt');
    await remote(cloud, ['redrive', '--key', 'solved.txt', '--wait']);
    const { ETag = '' } = await cloud.s3.send(new HeadObjectCommand({ Bucket: upload, Key: 'solved.txt' }));
    await letter('solved.txt', ETag.replaceAll('"', ''));
    await letter('solved.txt', 'earlier');
    const { out } = await redrive('--dry-run');
    expect(out).toMatch(/gone\.txt .*: there is no report, and the upload is gone$/m);
    expect(out).toMatch(/solved\.txt .*: it was solved since then$/m);
    expect(out).toMatch(
      /solved\.txt .*: the report is on another upload of the key, and the upload was overwritten$/m,
    );
  });

  test.each([1013, 1024])('explains letters of keys without room for a report: %i bytes', async (bytes) => {
    const bucket = cloud.output('UploadBucketName');
    const letter = (key: string, eTag: string, sequencer = 'FF') => {
      const s3 = { bucket: { name: bucket }, object: { key, eTag, size: 82, sequencer } };
      const MessageBody = JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Put', s3 }] });
      const QueueUrl = cloud.output('UploadsDeadLettersUrl');
      return cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    };
    const key = (name: string) => `${name}${'/long'.repeat(210)}`.slice(0, bytes);
    await letter(key('gone'), 'e');
    const [solved, Body] = [key('solved'), lines(made(2).puzzles)];
    await cloud.s3.send(new PutObjectCommand({ Bucket: bucket, Key: solved, Body }));
    await remote(cloud, ['status', solved, '--watch', '--interval', '1']);
    const Bucket = cloud.output('OutputBucketName');
    const { Metadata } = await cloud.s3.send(new HeadObjectCommand({ Bucket, Key: solved }));
    await letter(solved, Metadata![ETAG_METADATA]!, Metadata![SEQUENCER_METADATA]);
    await letter(solved, 'earlier');
    const { out, code } = await redrive('--dry-run');
    const none = 'there is no report: the key has no room for the name of one';
    expect(out.match(/received once: .*/g)).toEqual([
      `received once: ${none}, and the upload is gone`,
      'received once: it was solved since then',
      `received once: ${none}, and the upload was overwritten`,
    ]);
    expect(code).toBe(0);
    // there is nothing to wait for
    const { stderr } = await redrive('--wait');
    expect(stderr).toMatch(
      /solved\/long.*: not waited for, as its key has no room for a report; see sudoku status/,
    );
    expect(stderr).toContain('uploads: 3 moved back to its queue');
  });

  test('moves all messages back, and reports their outcome', async () => {
    await failed('two.txt');
    const { out, stderr, code } = await redrive('--wait');
    expect(stderr).toMatch(/uploads: 1 moved back to its queue/);
    expect(out).toMatch(/^two\.txt: done, 2 puzzles: 2 solved · /m);
    expect(code).toBe(0);
    expect(await visible('UploadsDeadLettersUrl')).toBe(0);
  });

  test('does not wait for a report that cannot follow', async () => {
    const s3 = {
      bucket: { name: cloud.output('UploadBucketName') },
      object: { key: 'lost.txt', eTag: 'e', size: 82, sequencer: 'FF' },
    };
    const MessageBody = JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Put', s3 }] });
    const QueueUrl = cloud.output('UploadsDeadLettersUrl');
    await cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    const { out, code } = await redrive('--wait');
    expect(out).toMatch(/^lost\.txt: failed: the upload is gone$/m);
    expect(code).toBe(3);
  });

  test('moves chosen messages, and leaves the others visible', async () => {
    await failed('mine/a.txt');
    await failed('yours/b.txt');
    const { out, stderr } = await redrive('--prefix', 'mine/', '--json');
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events).toMatchObject([
      { event: 'letter', queue: 'uploads', keys: ['mine/a.txt'], reason: 'S3 was away' },
      { event: 'moved', queue: 'uploads', moved: 1 },
    ]);
    expect(stderr).toBe('');
    await expect.poll(() => visible('UploadsDeadLettersUrl')).toBe(1);
    expect((await redrive('--dry-run')).out).toContain('yours/b.txt');
  });
});
