import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  HeadObjectCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SudokuPipeline } from '../../../lib/index.ts';
import { LocalCloud } from '../../../local/cloud.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { lines, made } from '../command-line.ts';
import { remote } from './remote.ts';

let cloud: LocalCloud;
let cwd: string;
const { puzzles, solutions } = made(2);

// a pipeline in a user's own stack, from one prefix of an existing bucket to another
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'sudoku-prefixes-'));
  const app = new App({ outdir: join(cwd, 'cdk.out') });
  const stack = new Stack(app, 'Newspaper');
  const bucket = Bucket.fromBucketName(stack, 'Mine', 'mine');
  const uploadFilter = { prefix: 'in/', suffix: '.txt' };
  const props = { uploadBucket: bucket, uploadFilter, outputBucket: bucket, outputPrefix: 'solved/' };
  new SudokuPipeline(stack, 'Sudoku', props).addOutputs();
  app.synth();
  cloud = await LocalCloud.start(readAssembly(join(cwd, 'cdk.out')), { concurrency: 1 });
  await cloud.s3.send(new CreateBucketCommand({ Bucket: 'mine' }));
  const NotificationConfiguration = { EventBridgeConfiguration: {} };
  await cloud.s3.send(
    new PutBucketNotificationConfigurationCommand({ Bucket: 'mine', NotificationConfiguration }),
  );
});
afterAll(async () => {
  await cloud.close();
  rmSync(cwd, { recursive: true });
});

const run = (...args: string[]) => remote(cloud, [...args, '--stack', 'Newspaper'], { cwd });

test('commands find results below their prefix', async () => {
  writeFileSync(join(cwd, 'a.txt'), lines(puzzles));
  const { code, stderr } = await run('submit', 'a.txt', '--prefix', 'in/');
  expect(code, stderr).toBe(0);
  expect(readFileSync(join(cwd, 'out/in/a.txt'), 'utf8')).toBe(lines(solutions));
  expect((await run('status', 'in/a.txt')).out).toMatch(/^in\/a\.txt: done, 2 puzzles/);
  const plan = await run('backfill', 's3://mine/in/', '--dry-run', '--json');
  expect(JSON.parse(plan.out)).toMatchObject({ objects: 0, solved: 1 });
});

test('a key that the pipeline does not solve is refused, as it would never get a report', async () => {
  writeFileSync(join(cwd, 'a.csv'), lines(puzzles));
  const outside = await run('submit', 'a.txt');
  expect(outside.stderr).toContain('a.txt: expected a key that begins with in/');
  const other = await run('submit', 'a.csv', '--prefix', 'in/');
  expect(other.stderr).toContain('in/a.csv: expected a key that ends with .txt');
  expect([outside.code, other.code]).toEqual([2, 2]);
  const link = await run('presign', 'a.txt', '--put');
  expect([link.stderr, link.code]).toEqual([expect.stringContaining('begins with in/'), 2]);
});

test('cancel touches no objects of the bucket that are no uploads', async () => {
  const exists = (Key: string) =>
    cloud.s3.send(new HeadObjectCommand({ Bucket: 'mine', Key })).then(
      () => true,
      () => false,
    );
  const keys = ['in/open.txt', 'in/notes.md', 'inventory.txt', 'other/a.txt'];
  for (const Key of keys) await cloud.s3.send(new PutObjectCommand({ Bucket: 'mine', Key, Body: 'x' }));
  for (const args of [['inventory.txt'], ['in/notes.md'], ['--prefix', 'other/']]) {
    const { stderr, code } = await run('cancel', ...args);
    expect([stderr, code]).toEqual([
      expect.stringMatching(/expected (one|a key) that (begins|ends) with/),
      2,
    ]);
  }
  const wider = await run('cancel', '--prefix', 'i', '--dry-run');
  expect(wider.out).not.toMatch(/inventory|notes/);
  await run('cancel', 's3://mine/other/a.txt', '--prefix', 'i');
  expect(await Promise.all(keys.slice(1).map(exists))).toEqual([true, true, true]);
});

test('a bucket with results is refused as a source', async () => {
  for (const source of ['s3://mine/', 's3://mine/solved/', 's3://mine/solved/in/']) {
    const { stderr, code } = await run('backfill', source);
    expect(stderr).toContain('a bucket that the pipeline writes to, below solved/');
    expect(code).toBe(2);
  }
});
