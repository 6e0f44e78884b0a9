import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LocalCloud } from '../../../../local/cloud.ts';
import { ended, lines, made, SCRIPT, temporaryDirectory } from '../../command-line.ts';
import { deployed, remote } from '../remote.ts';

const PRELOAD = fileURLToPath(new URL('../../cli/signal-at-call.ts', import.meta.url));
const ENV = {
  ...process.env,
  AWS_ACCESS_KEY_ID: 'user',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'us-east-1',
};

let cloud: LocalCloud;
let cwd: string;
const { puzzles, solutions } = made(3);

beforeAll(async () => {
  cloud = await deployed();
});
afterAll(() => cloud.close());
beforeEach(() => {
  cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'in'));
  cloud.requests.reset();
});

const write = (name: string, content: string) => writeFileSync(join(cwd, name), content);
const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
const submit = (...args: string[]) => remote(cloud, ['submit', ...args], { cwd });

test('refuses to replace the sources by their results, and uploads nothing', async () => {
  write('in/p.txt', lines(puzzles));
  const { code, stderr } = await submit('in', '--out', 'in');
  expect([code, stderr]).toEqual([2, 'sudoku: in/p.txt: cannot write the result of p.txt: it is an input\n']);
  expect(read('in/p.txt')).toBe(lines(puzzles));
  expect(cloud.requests.of('user').PutObject).toBeUndefined();
});

test('gives a file its own result if it is named like an unfinished copy of another one', async () => {
  write('in/p.txt', lines(puzzles));
  write('in/p.txt.part', lines(puzzles.slice(0, 1)));
  const { code, stderr } = await submit('in');
  expect(code, stderr).toBe(0);
  expect(read('out/p.txt')).toBe(lines(solutions));
  expect(read('out/p.txt.part')).toBe(lines(solutions.slice(0, 1)));
  expect(readdirSync(join(cwd, 'out')).sort()).toEqual([
    'p.txt',
    'p.txt.part',
    'p.txt.part.report.json',
    'p.txt.report.json',
  ]);
});

test('refuses keys that share a path on this machine before anything is uploaded', async () => {
  const Bucket = cloud.output('OutputBucketName');
  // any bucket may contain such keys; this one exists
  for (const Key of ['odd/x/f.txt', 'odd/x//f.txt']) {
    await cloud.s3.send(new PutObjectCommand({ Bucket, Key, Body: lines(puzzles) }));
  }
  const { code, stderr } = await submit(`s3://${Bucket}/odd/`);
  expect(stderr).toBe(
    'sudoku: out/x/f.txt: cannot write the result of x/f.txt: the result of x//f.txt goes there, too\n',
  );
  expect(code).toBe(2);
});

test('reads a directory as solve does: follows links, skips hidden files, and names unreadable ones', async () => {
  write('p.txt', lines(puzzles));
  write('in/.hidden.txt', lines(puzzles));
  mkdirSync(join(cwd, 'in/out'));
  write('in/out/old.txt', lines(puzzles));
  symlinkSync('../p.txt', join(cwd, 'in/link.txt'));
  symlinkSync('.', join(cwd, 'in/loop'));
  symlinkSync('nowhere', join(cwd, 'in/dangling.txt'));
  const { code, stderr } = await submit('in', '--out', 'in/out', '--prefix', 'walk/', '--quiet');
  expect(stderr).toBe('sudoku: in/dangling.txt: cannot be read: no such file or directory\n');
  expect(code).toBe(2);
  expect(readdirSync(join(cwd, 'in/out/walk')).sort()).toEqual(['link.txt', 'link.txt.report.json']);
});

test('follows no links in the directory for results, and uploads nothing', async () => {
  write('p.txt', lines(puzzles));
  write('precious.txt', 'precious');
  mkdirSync(join(cwd, 'out'));
  symlinkSync('../precious.txt', join(cwd, 'out/p.txt.report.json'));
  const { code, stderr } = await submit('p.txt', '--quiet');
  expect([code, stderr]).toEqual([
    2,
    'sudoku: out/p.txt.report.json: cannot write the report on p.txt: out/p.txt.report.json is a symbolic link\n',
  ]);
  expect(read('precious.txt')).toBe('precious');
  expect(cloud.requests.of('user').PutObject).toBeUndefined();
});

test('refuses a file as the directory for results, and a directory as standard input', async () => {
  write('p.txt', lines(puzzles));
  const file = await submit('p.txt', '--out', 'p.txt');
  expect([file.code, file.stderr]).toEqual([
    2,
    'sudoku: p.txt: cannot be written: expected a directory, got the file p.txt\n',
  ]);
  const line = `"$0" "$1" submit - --key k.txt --endpoint-url ${cloud.endpoint} < in`;
  const shell = spawn('bash', ['-c', line, process.execPath, SCRIPT], { cwd, env: ENV });
  const { code, stderr } = await ended(shell);
  expect([code, stderr]).toEqual([2, 'sudoku: standard input cannot be read: it is a directory\n']);
});

test('leaves no unfinished file on a signal during a download, and the next run does the rest', async () => {
  write('in/p.txt', lines(puzzles));
  const run = (signal: string, moment: number) => {
    const args = ['--import', PRELOAD, SCRIPT, 'submit', 'in', '--endpoint-url', cloud.endpoint];
    const env = { ...ENV, SIGNAL: signal, MOMENT: String(moment) };
    const child = spawn(process.execPath, [...args, '--prefix', 'signal/'], { cwd, env });
    child.stdin.end();
    return ended(child);
  };
  const results = ['p.txt', 'p.txt.report.json'];
  // signals arrive while the result, and then the report, is opened, written and renamed
  for (const moment of [0, 1, 3, 6]) {
    const { code } = await run('SIGTERM', moment);
    expect(code, `moment ${moment}`).toBe(143);
    for (const name of readdirSync(join(cwd, 'out/signal'))) expect(results).toContain(name);
  }
  expect((await run('', -1)).code).toBe(0);
  expect(readdirSync(join(cwd, 'out/signal')).sort()).toEqual(results);
  expect(read('out/signal/p.txt')).toBe(lines(solutions));
});
