import { PutObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeKey, progressOf } from '../../../bin/remote/key-status.ts';
import { emptyTally, planFile } from '../../../core/files/index.ts';
import { chunkKey } from '../../../lambda/chunks/chunk-result.ts';
import { manifestKey } from '../../../lambda/chunks/manifest.ts';
import { STORED_VERSION } from '../../../lambda/invocation/stored-version.ts';
import { jobId } from '../../../lambda/invocation/upload.ts';
import type { LocalCloud } from '../../../local/cloud.ts';
import { Faults, NO_FAULTS } from '../../../local/faults/faults.ts';
import { lines, made } from '../command-line.ts';
import { behindProxy, deployed, granted, remote } from './remote.ts';

let cloud: LocalCloud;
const faults = new Faults(1, NO_FAULTS);

beforeAll(async () => {
  const callers = new Map([['user', granted((pipeline, role) => pipeline.grantOperate(role))]]);
  cloud = await deployed({ callers, faults });
});
afterAll(() => cloud.close());

const put = (Key: string, Body: string, bucket = 'UploadBucketName') =>
  cloud.s3.send(new PutObjectCommand({ Bucket: cloud.output(bucket), Key, Body }));
const status = async (...args: string[]) => (await remote(cloud, ['status', ...args])).out;

describe('sudoku status KEY', () => {
  test('reports an unknown upload', async () => {
    expect(await status('nothing.txt')).toBe(
      'nothing.txt: no such upload, and no report on one (waiting uploads in other source buckets are not found)\n',
    );
  });

  test('refuses an empty key, which is no upload', async () => {
    const { code, stderr } = await remote(cloud, ['status', '']);
    expect([code, stderr]).toEqual([2, 'sudoku: key: expected a key, got ""\n']);
  });

  test('watches an upload until it is done', async () => {
    await put('three.txt', lines(made(3).puzzles));
    const out = await status('three.txt', '--watch', '--interval', '1');
    expect(out).toMatch(/three\.txt: done, 3 puzzles: 3 solved · \d\.\d s\n$/);
    // with the lines of the log about it
    expect(out.match(/^\d\d:\d\d:\d\d solved +three\.txt · 3 puzzles, 3 solved · \d\.\d s$/gm)).toHaveLength(
      1,
    );
  });

  test('reports why an upload was rejected', async () => {
    await put('list.txt', 'Bread\n');
    const out = await status('list.txt', '--watch', '--interval', '1', '--json');
    const last = JSON.parse(out.trim().split('\n').at(-1)!);
    expect(last).toMatchObject({ key: 'list.txt', state: 'rejected', report: { line: 1 } });
    const { job } = last.report;
    expect(last.lines).toMatchObject([{ status: 'rejected', key: 'list.txt', job, delivery: 1 }]);
    expect(await status('list.txt')).toMatch(/^list\.txt: rejected: line 1: expected puzzles/);
  });

  test('waits for the line about the end, which arrives after the report', async () => {
    await put('late.txt', lines(made(1).puzzles));
    await status('late.txt', '--watch', '--interval', '1');
    let asked = 0;
    const late = await behindProxy(cloud, ({ headers }) =>
      String(headers['x-amz-target']).endsWith('FilterLogEvents') && asked++ === 0
        ? { events: [] }
        : undefined,
    );
    const { out } = await remote(late, ['status', 'late.txt', '--watch']);
    expect(out).toMatch(/^\d\d:\d\d:\d\d solved +late\.txt /m);
  });

  test('asks again for a report that seemed missing and is there', async () => {
    await put('new.txt', lines(made(1).puzzles));
    await status('new.txt', '--watch', '--interval', '1');
    let asked = 0;
    // S3's answer for a missing object to who may list some keys only
    const early = await behindProxy(cloud, ({ method, url = '' }) =>
      method === 'GET' && url.includes('/new.txt.report.json') && asked++ === 0 ? 403 : undefined,
    );
    const { out, stderr } = await remote(early, ['status', 'new.txt']);
    expect([stderr, asked]).toEqual(['', 2]);
    expect(out).toMatch(/^new\.txt: done, 1 puzzle: 1 solved/);
  });

  test('reports the result of a key that has no room for a report', async () => {
    const key = `${'long/'.repeat(203)}k.txt`;
    expect(Buffer.byteLength(key)).toBeGreaterThan(1012);
    expect(await status(key)).toContain(': no such upload');
    await put(key, lines(made(2).puzzles));
    const out = await status(key, '--watch', '--interval', '1');
    expect(out).toMatch(
      /k\.txt: solved, 164 bytes of results at \d{4}-\d\d-\d\dT[\d:]{8}Z; no report: its key has no room for the name of one\n$/,
    );
    const json = JSON.parse(await status(key, '--json'));
    expect(json).toMatchObject({ key, state: 'solved', bytes: 164, isTooLong: true });
  });

  test('reports by the log why a key without room for a report was rejected', async () => {
    const key = `${'list/'.repeat(203)}k.txt`;
    await put(key, 'Bread\n');
    const out = await status(key, '--watch', '--interval', '1');
    expect(out).toMatch(/k\.txt: rejected: .*expected puzzles/);
  });

  test.each([
    ['1,013 to 1,024 bytes', 1013, 0],
    ['1,024 bytes', 1024, 0],
    ['more than 1,024 bytes', 1025, 2],
  ])('takes keys as S3 does: %s', async (_, bytes, expected) => {
    const { code, stderr } = await remote(cloud, ['status', 'é'.repeat(bytes / 2) + 'k'.repeat(bytes % 2)]);
    expect(code).toBe(expected);
    expect(stderr).toBe(
      expected === 0 ? '' : `sudoku: expected a key of at most 1024 bytes, got ${bytes} bytes\n`,
    );
  });

  test('reports the last reason of a file whose deliveries fail', async () => {
    const key = 'denied.txt';
    faults.objects.add(key, 'writeDenied');
    await put(key, lines(made(1).puzzles));
    await expect
      .poll(() => status(key), { timeout: 20_000 })
      .toMatch(
        /^denied\.txt: waiting for its next delivery, for .* s; delivery \d failed \d.* s ago: .*a policy of the bucket denies s3:PutObject\n$/,
      );
    const json = JSON.parse(await status(key, '--json'));
    expect(json.failedDelivery).toMatchObject({
      delivery: expect.any(Number),
      reason: expect.stringContaining('denies s3:PutObject'),
    });
    faults.objects.remove(key);
    expect(await status(key, '--watch', '--interval', '1')).toMatch(/denied\.txt: done, 1 puzzle: 1 solved/);
  });

  test('reports the progress of a large upload', async () => {
    // an upload that the function ignores, and an open job for it
    const upload = {
      bucket: cloud.output('UploadBucketName'),
      key: 'job/',
      etag: 'd41d8cd98f00b204e9800998ecf8427e',
      bytes: 1000,
      sequencer: '',
    };
    await put(upload.key, '');
    expect(await status(upload.key)).toMatch(
      /^job\/: waiting, or just begun, for \d.* s · at most \d messages? before it\n$/,
    );
    const plan = planFile({ head: Buffer.from(lines(made(1).puzzles)), complete: true, name: '', given: [] });
    const open = (of: typeof upload) => {
      const manifest = { version: STORED_VERSION, upload: of, plan, begun: Date.now() - 10_000, sent: true };
      return put(manifestKey(jobId(of)), JSON.stringify(manifest), 'WorkBucketName');
    };
    await open({ ...upload, key: 'x' });
    await put(manifestKey('damaged-1'), '{"upload":null}', 'WorkBucketName');
    await open(upload);
    expect(await status(upload.key)).toBe('job/: planned, 1.0 kB to solve\n');
    const solved = (from: number, to: number) => {
      const tally = { ...emptyTally(), puzzles: 100 };
      const result = { range: { from, to }, bytes: 1, detailBytes: 0, milliseconds: 1, memory: 1, tally };
      return put(chunkKey(jobId(upload), result), 'x', 'WorkBucketName');
    };
    await solved(0, 250);
    await solved(500, 750);
    expect(await status(upload.key)).toMatch(
      /^job\/: solving, 2 chunks with 500 bytes of 1\.0 kB done · 200 puzzles · (?:1\d|20)\/s · 1\d s left · less than a cent so far\n$/,
    );
    await solved(250, 500);
    await solved(750, 1000);
    expect(await status(upload.key)).toBe('job/: assembling, all chunks are solved\n');
    // the other job's upload is in another source bucket
    expect(await status('x')).toBe('x: planned, 1.0 kB to solve\n');
  });
});

test('a chunk that was solved twice counts once', () => {
  const manifest = { upload: { bytes: 100 }, begun: 0 } as never;
  const chunks = [
    { from: 0, to: 50, puzzles: 5, milliseconds: 600_000 },
    { from: 0, to: 20, puzzles: 2, milliseconds: 300_000 },
    { from: 60, to: 80, puzzles: 2, milliseconds: 100_000 },
  ];
  // 1,000 GB-seconds, although one chunk was solved in vain
  expect(progressOf(manifest, chunks, 1024, 7000)).toMatchObject({
    dollars: expect.closeTo(0.0134, 4),
    state: 'solving',
    bytesDone: 70,
    puzzles: 7,
    puzzlesPerSecond: 1,
    secondsLeft: 3,
  });
});

test('work that has its invocation for itself is told from what waits', () => {
  expect(describeKey('a', { state: 'running', seconds: 12, delivery: 1 })).toBe('a: being solved for 12 s');
  expect(describeKey('a', { state: 'running', seconds: 12, delivery: 3 })).toBe(
    'a: being solved for 12 s, delivery 3',
  );
  expect(describeKey('a', { state: 'waiting', seconds: 12, ahead: undefined })).toBe(
    'a: waiting, or just begun, for 12 s',
  );
});

test('a failed file is described with its reason', () => {
  const report = { status: 'failed', input: { key: 'a' }, reason: 'S3 was away', advice: 'redrive' } as const;
  expect(describeKey('a', { state: 'failed', report })).toBe('a: failed: S3 was away');
  expect(describeKey('a', { state: 'retrying', report })).toBe(
    'a: failed so far, and will be retried: S3 was away',
  );
});

describe('sudoku status', () => {
  test('reports queues, dead letters, functions, and puzzles', async () => {
    await put('metrics.txt', lines(made(2).puzzles));
    await remote(cloud, ['status', 'metrics.txt', '--watch', '--interval', '1']);
    for (const name of ['UploadsDeadLettersUrl', 'ChunksDeadLettersUrl', 'ChunksDeadLettersUrl']) {
      await cloud.sqs.send(new SendMessageCommand({ QueueUrl: cloud.output(name), MessageBody: 'x' }));
    }
    const out = await status();
    expect(out).toMatch(/^SudokuBatch +waiting +in flight +oldest +dead letters\n/);
    expect(out).toMatch(/^uploads +0 +0 +- +1$/m);
    expect(out).toMatch(/^chunks +0 +0 +- +2$/m);
    expect(out).toMatch(
      /^running functions: \d · puzzles solved in the last hour: [1-9]\d* · functions: less than a cent$/m,
    );
    const json = JSON.parse(await status('--json'));
    expect(json).toMatchObject({ stack: 'SudokuBatch', queues: [{ name: 'uploads', deadLetters: 1 }, {}] });
    expect(json.dollarsLastHour).toBeGreaterThan(0);
  });
});

test('a large file that is being solved by one invocation is running', async () => {
  // it cannot be cut, and its puzzles take minutes
  const Body = `#! sudoku solutions=count limit=10000\n${`${'.'.repeat(81)}\n`.repeat(200_000)}`;
  await put('running.txt', Body);
  await expect
    .poll(() => status('running.txt'), { timeout: 60_000 })
    .toMatch(/^running\.txt: being solved for \d.* s\n$/);
});
