import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LocalCloud } from '../../../local/cloud.ts';
import { ended, lines, made, NO_SOLUTION, temporaryDirectory } from '../command-line.ts';
import { deployed, granted, remote, startRemote } from './remote.ts';

let cloud: LocalCloud;
let cwd: string;
const { puzzles, solutions } = made(3);
const MINE = [
  { actions: ['s3:GetObject', 's3:ListBucket'], resources: ['arn:aws:s3:::mine', 'arn:aws:s3:::mine/*'] },
];

beforeAll(async () => {
  const callers = new Map([
    // the permissions of grantSubmit, and the permission to read their own bucket
    ['user', [...granted((pipeline, role) => pipeline.grantSubmit(role)), ...MINE]],
    ['acme', granted((pipeline, role) => pipeline.grantSubmit(role, 'acme/'))],
    ['nobody', []],
    ['finder', granted((pipeline, role) => pipeline.grantSubmit(role)).slice(0, 1)],
  ]);
  cloud = await deployed({ callers });
});
afterAll(() => cloud.close());
beforeEach(() => {
  cwd = temporaryDirectory();
  cloud.requests.reset();
});

const write = (name: string, content: string) => writeFileSync(join(cwd, name), content);
const result = (name: string) => readFileSync(join(cwd, 'out', name), 'utf8');
const submit = (...args: string[]) => remote(cloud, ['submit', ...args], { cwd });

describe('sudoku submit', () => {
  test('uploads, waits, and downloads the result and the report of each file', async () => {
    write('one.txt', lines(puzzles));
    mkdirSync(join(cwd, 'more'));
    write('more/two.txt', lines(puzzles.slice(1)));
    const { code, out, stderr } = await submit('one.txt', 'more', '--prefix', 'first/');
    expect(stderr).toMatch(/2 of 2 files done · 5 puzzles/);
    expect(out).toMatch(/^first\/one\.txt +3 +3 +0 /m);
    expect(result('first/one.txt')).toBe(lines(solutions));
    expect(result('first/two.txt')).toBe(lines(solutions.slice(1)));
    expect(JSON.parse(result('first/two.txt.report.json'))).toMatchObject({ status: 'done', puzzles: 2 });
    expect(code).toBe(0);
  });

  test('with a grant for a prefix, solves files of any size below it, and reaches no others', async () => {
    const many = lines(Array.from({ length: 110_000 }, () => puzzles[0]!));
    write('many.txt', many);
    write('one.txt', lines(puzzles));
    const args = ['submit', 'many.txt', 'one.txt', '--variant', 'classic'];
    const { code, stderr } = await remote(cloud, [...args, '--prefix', 'acme/'], { cwd, caller: 'acme' });
    expect(stderr).toMatch(/2 of 2 files done · 110,003 puzzles/);
    expect(code).toBe(0);
    expect(result('acme/one.txt')).toBe(lines(solutions));
    for (const prefix of ['', 'acme2/', 'first/']) {
      const refused = await remote(cloud, ['submit', 'one.txt', '--prefix', prefix], { cwd, caller: 'acme' });
      expect(refused.stderr).toContain(
        `HeadObject s3://${cloud.output('UploadBucketName')}/${prefix}one.txt: denied`,
      );
      expect(refused.code).toBe(3);
    }
  });

  test('replaces an object whose key has no room for a report, without waiting for one', async () => {
    const key = `${'long/'.repeat(203)}k.txt`;
    for (const content of [lines(puzzles), lines(puzzles.slice(1))]) {
      write('long.txt', content);
      const { code, stderr } = await submit('long.txt', '--no-wait', '--key', key);
      expect(stderr).toContain(`${content.length} bytes sent to`);
      expect(code).toBe(0);
    }
  });

  test('has an exit code for the outcome of the puzzles', async () => {
    write('unsolvable.txt', lines([NO_SOLUTION]));
    write('list.txt', 'Bread, 2 loaves\n');
    expect((await submit('unsolvable.txt')).code).toBe(1);
    const { code, out } = await submit('list.txt', 'unsolvable.txt');
    expect(out).toMatch(/^list\.txt +rejected: line 1: expected puzzles/m);
    expect(code).toBe(2);
  });

  test('sends options as metadata, and sends a file again if they have changed', async () => {
    write('options.txt', lines(puzzles));
    const head = () =>
      cloud.s3.send(new HeadObjectCommand({ Bucket: cloud.output('UploadBucketName'), Key: 'options.txt' }));
    await submit('options.txt', '--solutions', 'unique', '--limit', '5');
    expect((await head()).Metadata).toEqual({ 'sudoku-solutions': 'unique', 'sudoku-limit': '5' });
    await submit('options.txt', '--output', 'csv');
    expect((await head()).Metadata).toEqual({ 'sudoku-output': 'csv' });
    expect(result('options.txt')).toContain(`${puzzles[0]},${solutions[0]},solved`);
  });

  test('neither uploads nor downloads anything twice', async () => {
    write('again.txt', lines(puzzles));
    write('other.txt', lines(puzzles));
    await submit('again.txt', '--no-wait');
    cloud.requests.reset();
    const { code, stderr } = await submit('again.txt', 'other.txt');
    expect(code).toBe(0);
    expect(stderr).toContain('1 of 2 already uploaded');
    expect(cloud.requests.of('user')).toMatchObject({ HeadObject: 2, PutObject: 1 });
    cloud.requests.reset();
    await submit('again.txt', 'other.txt');
    // one request for each upload and one for each report
    expect(cloud.requests.of('user')).toEqual({ DescribeStacks: 1, HeadObject: 2, GetObject: 2 });
  });

  test('uploads standard input', async () => {
    const { code } = await remote(cloud, ['submit', '-', '--key', 'piped.txt'], {
      cwd,
      stdin: lines(puzzles),
    });
    expect(code).toBe(0);
    expect(result('piped.txt')).toBe(lines(solutions));
  });

  test('copies objects of other buckets without downloading them', async () => {
    const Bucket = 'mine';
    await cloud.s3.send(new CreateBucketCommand({ Bucket }));
    await cloud.s3.send(new PutObjectCommand({ Bucket, Key: 'archive/a b/old.txt', Body: lines(puzzles) }));
    const first = await submit(`s3://${Bucket}/archive/`);
    expect(first.code, first.stderr).toBe(0);
    expect(result('a b/old.txt')).toBe(lines(solutions));
    expect(cloud.requests.of('user')).toMatchObject({ CopyObject: 1 });
    await submit(`s3://${Bucket}/archive/`);
    expect(cloud.requests.of('user')).toMatchObject({ CopyObject: 1 });
  });

  test('prints the plan, a line per file, and a summary as JSON Lines with --json', async () => {
    write('json.txt', lines(puzzles));
    const { out } = await submit('json.txt', '--json');
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { event: 'plan', key: 'json.txt', bytes: 246, sent: true, replaces: false },
      { event: 'file', key: 'json.txt', sent: true, report: { solved: 3 } },
      { event: 'summary', files: 1, done: 1, bytesSent: 246, puzzles: 3, exitCode: 0 },
    ]);
  });

  test('uploads nothing with --dry-run', async () => {
    write('dry.txt', lines(puzzles));
    const { out, code } = await submit('dry.txt', '--dry-run');
    expect(out).toMatch(/^dry\.txt -> s3:\/\/.*\/dry\.txt: would be uploaded \(246 bytes\)\n$/);
    expect(code).toBe(0);
    expect(cloud.requests.of('user')).toEqual({ DescribeStacks: 1, HeadObject: 1 });
  });

  test('refuses to replace an object with --no-clobber before anything is uploaded', async () => {
    write('taken.txt', lines(puzzles));
    await submit('taken.txt');
    write('taken.txt', lines(puzzles.slice(1)));
    write('free.txt', lines(puzzles));
    cloud.requests.reset();
    const { code, stderr } = await submit('taken.txt', 'free.txt', '--no-clobber');
    expect(stderr).toMatch(/--no-clobber: .* has other objects as taken\.txt; nothing was uploaded/);
    expect(code).toBe(2);
    expect(cloud.requests.of('user').PutObject).toBeUndefined();
  });
});

describe('a killed submission', () => {
  test('continues when it is started again, and sends no part and no file twice', async () => {
    const small = Array.from({ length: 40 }, (_, i) => `small-${String(i).padStart(2, '0')}.txt`);
    mkdirSync(join(cwd, 'all'));
    for (const [i, name] of small.entries()) write(`all/${name}`, lines(made(1, 100 + i).puzzles));
    const row = lines(puzzles);
    const large = row.repeat(Math.ceil((40 * 2 ** 20) / row.length));
    write('all/large.txt', large);
    const parts = Math.ceil(large.length / (8 * 2 ** 20));
    const args = ['submit', 'all', '--concurrency', '2', '--prefix', 'killed/', '--quiet'];
    const child = startRemote(cloud, args, { cwd });
    // in the middle of the upload, when some parts are uploaded and some are not
    await expect.poll(() => cloud.requests.of('user').UploadPart ?? 0, { interval: 5 }).toBeGreaterThan(2);
    child.kill('SIGKILL');
    await ended(child);
    const before = cloud.requests.of('user');
    expect(before.CompleteMultipartUpload).toBeUndefined();
    cloud.requests.reset();

    const { code, stderr } = await remote(cloud, args, { cwd });
    expect(code, stderr).toBe(0);
    const after = cloud.requests.of('user');
    expect(after.CreateMultipartUpload).toBeUndefined();
    // requests that were in progress when the first run was killed may not have arrived
    const sent = (name: string) => (before[name] ?? 0) + (after[name] ?? 0);
    expect(sent('UploadPart')).toBeLessThanOrEqual(parts + 4);
    expect(sent('PutObject')).toBeLessThanOrEqual(small.length + 2);
    const Bucket = cloud.output('UploadBucketName');
    expect((await cloud.s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).toEqual([]);
    const { KeyCount } = await cloud.s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'killed/' }));
    expect(KeyCount).toBe(small.length + 1);
    expect(result('killed/large.txt')).toHaveLength(large.length);
  });
});

describe('a usage error names the problem', () => {
  test.each<[string, string[], RegExp, number]>([
    ['no such stack', ['--stack', 'Nobodys'], /stack Nobodys: not found in us-east-1/, 2],
    ['a missing file', ['missing.txt'], /missing\.txt: cannot be read/, 2],
    ['standard input without a key', ['-'], /standard input needs a key: --key NAME/, 2],
    ['a missing object', ['s3://mine/x.txt'], /s3:\/\/mine\/x\.txt: no such object/, 2],
    ['a wrong option', ['--limit', '0'], /--limit: expected a whole number from 1 to/, 2],
    ['one key for two', ['--key', 'x', 'here.txt', '-'], /--key names one source, got 2/, 2],
    [
      'an output prefix without an output bucket',
      ['--output-prefix', 'x/'],
      /--output-prefix: expected --output-bucket, too/,
      2,
    ],
    ['an empty key', ['here.txt', '--key', ''], /expected a key of a file, got ""/, 2],
    ['the key of a folder', ['here.txt', '--key', 'a/'], /expected a key of a file, got "a\/"/, 2],
    [
      'a key outside of the directory for results',
      ['here.txt', '--key', '../a.txt'],
      /expected a key below out, got/,
      2,
    ],
    [
      'a key too long for a report',
      ['here.txt', '--key', `${'k/'.repeat(506)}kkk`],
      /expected a key of at most 1024 bytes with \.report\.json/,
      2,
    ],
    [
      'a key that no file can have as its name',
      ['here.txt', '--key', `x/${'k'.repeat(250)}.txt`],
      /x\/k+\.txt: expected a key that can be the path of its result and of its report below out, got "k{40}…": name too long: choose another key, or another directory with --out/,
      2,
    ],
    ['an empty directory', ['empty'], /empty: expected files, got a directory without files/, 2],
    ['half of a pair', ['--upload-bucket', 'b'], /expected both of --upload-bucket and --output-bucket/, 2],
  ])('%s', async (_, args, message, exit) => {
    write('here.txt', lines(puzzles));
    mkdirSync(join(cwd, 'empty'));
    const { code, stderr } = await submit('here.txt', ...args.filter((arg) => arg !== 'here.txt'));
    expect(stderr).toMatch(message);
    expect(code).toBe(exit);
  });

  test('a directory in the place of a result', async () => {
    write('here.txt', lines(puzzles));
    mkdirSync(join(cwd, 'out/here.txt'), { recursive: true });
    const { code, stderr } = await submit('here.txt');
    expect(stderr).toBe('sudoku: out/here.txt: cannot write the result of here.txt: it is a directory\n');
    expect(code).toBe(2);
    expect(readdirSync(join(cwd, 'out'))).toEqual(['here.txt']);
  });

  test('a source that is its own destination', async () => {
    write('own.txt', lines(puzzles));
    await submit('own.txt');
    const { code, stderr } = await submit(`s3://${cloud.output('UploadBucketName')}/own.txt`);
    expect(stderr).toContain('is in the upload bucket already');
    expect(code).toBe(2);
    const output = await submit(`s3://${cloud.output('OutputBucketName')}/own.txt`);
    expect(output.stderr).toContain('expected puzzles, got a result of the pipeline');
  });
});

describe('a missing permission', () => {
  test('is reported with the action, the resource, and a policy that allows it', async () => {
    write('denied.txt', lines(puzzles));
    const { code, stderr } = await remote(cloud, ['submit', 'denied.txt'], { cwd, caller: 'nobody' });
    expect(stderr).toMatch(
      /^sudoku: DescribeStacks SudokuBatch: denied\. A policy that allows it: \{"Effect":"Allow","Action":"cloudformation:DescribeStacks","Resource":"arn:aws:cloudformation:/,
    );
    expect(code).toBe(3);
  });

  test('is reported also if S3 answers 403 without a reason', async () => {
    write('denied.txt', lines(puzzles));
    const { stderr } = await remote(cloud, ['submit', 'denied.txt'], { cwd, caller: 'finder' });
    const bucket = cloud.output('UploadBucketName');
    expect(stderr).toContain(`HeadObject s3://${bucket}/denied.txt: denied.`);
    expect(stderr).toContain(
      `{"Effect":"Allow","Action":"s3:GetObject","Resource":"arn:aws:s3:::${bucket}/denied.txt"}`,
    );
  });
});

test.each([
  ['--limit', '4294967295', 'expected limit=10000 or less, the maximum of this pipeline'],
  ['--budget', '4294967295', 'expected budget=1000000 or less, the maximum of this pipeline'],
])('a stack with default settings rejects a file that requests %s %s', async (flag, value, reason) => {
  write('greedy.txt', `${'.'.repeat(81)}\n`);
  const { code, out } = await submit('greedy.txt', '--solutions', 'all', flag, value);
  expect(code).toBe(2);
  expect(out).toContain(`rejected: ${reason}`);
});
