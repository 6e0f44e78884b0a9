import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { App } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SudokuPipeline } from '../../../lib/sudoku-pipeline.ts';
import { SudokuStack } from '../../../lib/sudoku-stack.ts';
import { LocalCloud } from '../../../local/cloud.ts';
import { Faults, NO_FAULTS } from '../../../local/faults/faults.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { lines, made } from '../command-line.ts';
import { granted, remote } from './remote.ts';

let cloud: LocalCloud;
let outdir: string;
const faults = new Faults(1, NO_FAULTS);

const withArchive = (pipeline: SudokuPipeline) =>
  pipeline.addSource(Bucket.fromBucketName(pipeline, 'Archive', 'archive'), { prefix: 'a' });

beforeAll(async () => {
  const grantedIn = (grant: Parameters<typeof granted>[0]) =>
    granted((pipeline, role) => {
      grant(pipeline, role);
      withArchive(pipeline);
    });
  const callers = new Map([
    ['user', grantedIn((pipeline, role) => pipeline.grantCancel(role))],
    ['acme', grantedIn((pipeline, role) => pipeline.grantCancel(role, 'acme/'))],
    ['operator', grantedIn((pipeline, role) => pipeline.grantOperate(role))],
  ]);
  outdir = mkdtempSync(join(tmpdir(), 'sudoku-cancel-'));
  const app = new App({ outdir });
  withArchive(new SudokuStack(app, 'SudokuBatch').pipeline);
  app.synth();
  // the message of a failed delivery comes again within seconds, or after its visibility timeout of 45 seconds
  cloud = await LocalCloud.start(readAssembly(outdir), { callers, faults, concurrency: 1, timeLapse: 40 });
  await cloud.s3.send(new CreateBucketCommand({ Bucket: 'archive' }));
});
afterAll(async () => {
  await cloud.close();
  rmSync(outdir, { recursive: true });
});

const put = (Key: string, Bucket = cloud.output('UploadBucketName')) =>
  cloud.s3.send(new PutObjectCommand({ Bucket, Key, Body: lines(made(2).puzzles) }));
/** Uploads a file whose result cannot be written, so that it stays unsolved. */
async function stuck(key: string): Promise<void> {
  faults.objects.add(key, 'writeDenied');
  await put(key);
}
const exists = (Key: string, Bucket = cloud.output('UploadBucketName')) =>
  cloud.s3.send(new HeadObjectCommand({ Bucket, Key })).then(
    () => true,
    () => false,
  );
const cancel = (args: readonly string[], caller = 'user') => remote(cloud, ['cancel', ...args], { caller });
const status = async (...args: string[]) =>
  (await remote(cloud, ['status', ...args], { caller: 'operator' })).out;
const marks = async () => {
  const Bucket = cloud.output('WorkBucketName');
  const { Contents = [] } = await cloud.s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'cancelled/' }));
  return Contents.map(({ Key }) => Key!);
};

describe('sudoku cancel', () => {
  test('marks an upload, deletes it, and its report follows', async () => {
    await stuck('one.txt');
    const { out, code, stderr } = await cancel(['one.txt']);
    expect([out, code]).toEqual(['one.txt: cancelled\n', 0]);
    expect(stderr).toMatch(/^ +\d\.\d s 1 upload cancelled\n$/);
    expect(await exists('one.txt')).toBe(false);
    expect(await marks()).toEqual([expect.stringMatching(/^cancelled\/one\.txt\/[0-9a-f]{32}$/)]);
    // the report can be written, unlike the result
    await expect
      .poll(() => status('one.txt'), { timeout: 150_000, interval: 1000 })
      .toMatch(/^one\.txt: cancelled: it was cancelled when 0 of its 164 bytes were solved\n$/);
  }, 180_000);

  test('says what is done already, and what never was there', async () => {
    await put('done.txt');
    await status('done.txt', '--watch', '--interval', '1');
    const { out, code } = await cancel(['done.txt', 'nothing.txt']);
    expect(out).toBe('done.txt: done already, so there is nothing to cancel\nnothing.txt: no such upload\n');
    expect(code).toBe(3);
    expect(await exists('done.txt')).toBe(true);
    expect(await status('nothing.txt')).toContain('no such upload');
  });

  test('cancels all unsolved uploads with a prefix, and keeps them if requested', async () => {
    await put('acme/done.txt');
    await status('acme/done.txt', '--watch', '--interval', '1');
    for (const key of ['acme/a.txt', 'acme/b.txt', 'other/c.txt']) await stuck(key);
    const dry = await cancel(['--prefix', 'acme/', '--dry-run', '--json'], 'acme');
    expect(
      dry.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      { event: 'file', key: 'acme/a.txt', outcome: 'would be cancelled' },
      { event: 'file', key: 'acme/b.txt', outcome: 'would be cancelled' },
      { event: 'summary', cancelled: 0 },
    ]);
    const { out, code } = await cancel(['--prefix', 'acme/', '--keep'], 'acme');
    expect([out, code]).toEqual(['acme/a.txt: cancelled\nacme/b.txt: cancelled\n', 0]);
    expect(
      await Promise.all(['acme/a.txt', 'acme/done.txt', 'other/c.txt'].map((key) => exists(key))),
    ).toEqual([true, true, true]);
    expect(await status('acme/a.txt')).toMatch(/^acme\/a\.txt: cancelled/);
    expect(await status('other/c.txt')).toMatch(/^other\/c\.txt: waiting/);
  });

  test('with a grant for a prefix, reaches no other keys', async () => {
    const { stderr, code } = await cancel(['other/c.txt'], 'acme');
    expect(stderr).toContain('ListObjectsV2');
    expect(stderr).toContain('denied');
    expect(code).toBe(3);
    expect((await marks()).filter((key) => key.startsWith('cancelled/other/'))).toEqual([]);
  });

  test('reaches the buckets of addSource, and deletes nothing there', async () => {
    for (const key of ['a.txt', 'acme/b.txt', 'acme/c.txt']) await put(key, 'archive');
    faults.objects.add('a.txt', 'writeDenied');
    const sent = await remote(cloud, ['backfill', 's3://archive/a.txt'], { caller: 'operator' });
    expect(sent.stderr).toContain('1 sent');
    const { out, code, stderr } = await cancel(['s3://archive/a.txt']);
    expect([out, code], stderr).toEqual(['s3://archive/a.txt: cancelled\n', 0]);
    const { out: json } = await cancel(['--prefix', 's3://archive/acme/', '--json'], 'acme');
    expect(json.split('\n').map((line) => line && (JSON.parse(line) as object))).toEqual([
      { event: 'file', bucket: 'archive', key: 'acme/b.txt', outcome: 'cancelled' },
      { event: 'file', bucket: 'archive', key: 'acme/c.txt', outcome: 'cancelled' },
      { event: 'summary', cancelled: 2 },
      '',
    ]);
    expect(await status('a.txt')).toMatch(/^a\.txt: cancelled/);
    await expect
      .poll(() => status('a.txt'), { timeout: 100_000, interval: 500 })
      .toMatch(/^a\.txt: cancelled: it was cancelled when 0 of its 164 bytes were solved\n$/);
    expect(await exists('a.txt', 'archive')).toBe(true);
    const beyond = await cancel(['s3://archive/a.txt'], 'acme');
    expect([beyond.stderr, beyond.code]).toEqual([expect.stringContaining('denied'), 3]);
    const elsewhere = await cancel(['s3://elsewhere/a.txt']);
    expect([elsewhere.stderr, elsewhere.code]).toEqual([
      expect.stringContaining('expected a bucket that is a source of the pipeline'),
      2,
    ]);
  }, 120_000);

  test('expects keys or a prefix', async () => {
    const { stderr, code } = await cancel([]);
    expect([stderr, code]).toEqual(['sudoku: expected keys of uploads or --prefix, got neither\n', 2]);
  });
});
