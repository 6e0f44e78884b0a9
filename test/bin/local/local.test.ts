import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../core/files/index.ts';
import { exampleFiles } from '../../example-files.ts';
import { sudokuHere } from '../in-this-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SUDOKU = join(ROOT, 'bin/sudoku.js');
const directory = mkdtempSync(join(tmpdir(), 'sudoku-local-'));

afterAll(() => rmSync(directory, { recursive: true }));

/** Runs the command line. */
async function sudoku(...args: string[]) {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SUDOKU, ...args], {
      cwd: directory,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** Runs `sudoku local` in this process, which starts no cloud if the arguments are refused. */
const refused = (...args: string[]) => sudokuHere(['local', ...args], { cwd: directory });

describe('sudoku local', () => {
  test('writes for each example the result of sudoku solve, or its report', async () => {
    const examples = exampleFiles().sort();
    const paths = examples.map((name) => join(ROOT, 'examples', name));
    const { code, stdout } = await sudoku('local', ...paths, '--out', 'results');
    // one is rejected
    expect(code, stdout).toBe(2);
    expect(stdout).not.toContain('all solved');
    const lines = stdout.split('\n').slice(1, examples.length + 1);
    expect(lines.map((line) => line.split(' ')[0])).toEqual(examples);

    const reports = examples.map(
      (name) => JSON.parse(readFileSync(join(directory, 'results', `${name}.report.json`), 'utf8')) as Report,
    );
    const solved = examples.filter((_, i) => reports[i]!.status === 'done');
    expect(examples.filter((name) => !solved.includes(name))).toEqual(['shopping-list.txt']);
    mkdirSync(join(directory, 'solved'));
    await sudoku(
      'solve',
      '--quiet',
      '--out',
      'solved',
      ...solved.map((name) => join(ROOT, 'examples', name)),
    );
    for (const name of solved) {
      const [here, there] = ['results', 'solved'].map((where) => readFileSync(join(directory, where, name)));
      expect(here!.equals(there!), name).toBe(true);
    }
    expect(stdout).toMatch(/^thousand\.txt +1,000 +1,000 +0 +0 +0 +0 +0 +\d+\.\d\d$/m);
    expect(stdout).toMatch(/^shopping-list\.txt +rejected: .*Bread, 2 loaves/m);
    // one solved grid, under the path of its file
    expect(stdout).toContain('\nresults/all-solutions-9x9.txt:\n');
    expect(stdout).toMatch(/(^[1-9 ]+\|[1-9 ]+\|[1-9 ]+$\n){3}------\+-------\+------\n/m);
  });

  test('without files, solves a dozen of the examples, and ends with success', async () => {
    const { code, stdout } = await sudoku('local', '--out', 'demo');
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/^1,\d\d\d puzzles of 12 files: all solved$/m);
    const page = readFileSync(join(directory, 'demo/report.html'), 'utf8');
    expect(page).toMatch(/All 1,\d\d\d puzzles[^<]* were solved\./);
  });

  test('sends flags as metadata, which override the options of the stack, and exits with 1 as solve does', async () => {
    writeFileSync(join(directory, 'empty 4x4.txt'), `${'.'.repeat(16)}\n`);
    const files = ['empty 4x4.txt', `${ROOT}examples/no-solution.txt`];
    const { code } = await sudoku('local', ...files, '--variant', 'x', '--solutions', 'count', '--out', 'x');
    expect(code).toBe(1);
    const report = JSON.parse(readFileSync(join(directory, 'x/empty 4x4.txt.report.json'), 'utf8')) as Report;
    expect(report.options).toMatchObject({ variant: 'x', solutions: 'count' });
    expect(report.solutions).toBe(48);
  });

  test('solves the files beside an empty directory, and exits with 2 if one is rejected', async () => {
    mkdirSync(join(directory, 'empty'));
    const files = [`${ROOT}examples/dots-9x9.txt`, `${ROOT}examples/shopping-list.txt`];
    const { code, stdout } = await sudoku('local', 'empty', ...files, '--out', 'z');
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^dots-9x9\.txt +1 +1 /m)]);
  });

  test('fails with 3 if a result of the examples cannot be written', async () => {
    const child = spawn(process.execPath, [SUDOKU, 'local', '--out', 'taken'], { cwd: directory });
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => {
      // all paths have been checked
      if (stderr === '') mkdirSync(join(directory, 'taken/thousand.txt.report.json/x'), { recursive: true });
      stderr += bytes.toString();
    });
    const [code] = (await once(child, 'close')) as [number];
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^sudoku: thousand\.txt: .*cannot be written: .* directory$/m),
    ]);
  });

  test('refuses a directory that is too deep for the results before anything is sent', async () => {
    const { code, stderr } = await refused('--out', deepPath(directory, 4070));
    expect([code, stderr]).toEqual([2, expect.stringContaining('name too long')]);
    expect(stderr).not.toContain('synthesizing');
  });

  test.each([
    [['missing.txt'], 'missing.txt: cannot be read'],
    [
      ['--variant', 'y'],
      'variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got "y"',
    ],
    [['--concurrency', '0'], '--concurrency: expected a whole number from 1 to 64'],
    [['twice', `${ROOT}examples/thousand.txt`], 'would both be uploaded as thousand.txt'],
  ])('refuses the arguments %j', async (args, message) => {
    mkdirSync(join(directory, 'twice'), { recursive: true });
    writeFileSync(join(directory, 'twice/thousand.txt'), `${'.'.repeat(16)}\n`);
    const { code, stderr } = await refused(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('ends at once on Ctrl-C, with exit code 130, and leaves no process', async () => {
    const { child } = await startSlow();
    // the bucket's test message may start another function
    await expect.poll(() => functionsOf(child.pid!)).not.toEqual([]);
    const functions = functionsOf(child.pid!);
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await exit).toBe(130);
    for (const pid of functions) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('ends as soon as a message reaches the dead letters', async () => {
    const { child, endpoint, stderr } = await startSlow();
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const config = { endpoint, region: 'us-east-1', credentials };
    const stacks = new CloudFormationClient(config);
    const { Stacks } = await stacks.send(new DescribeStacksCommand({ StackName: 'SudokuBatch' }));
    const { OutputValue } = Stacks![0]!.Outputs!.find(
      ({ OutputKey }) => OutputKey === 'ChunksDeadLettersUrl',
    )!;
    const exit = once(child, 'exit');
    await new SQSClient(config).send(new SendMessageCommand({ QueueUrl: OutputValue, MessageBody: 'lost' }));
    expect(await exit).toEqual([3, null]);
    expect(stderr()).toMatch(/^sudoku: a message failed and is now in \S+: lost$/m);
    expect(stderr()).not.toMatch(/^ +at /m);
  });
});

/** Starts sudoku local with a file that keeps a function busy, and waits until it is sent. */
async function startSlow() {
  // within the bounds of the stack, it takes much longer than the tests
  writeFileSync(
    join(directory, 'slow.txt'),
    '#! sudoku solutions=count limit=10000\n'.concat(`${'.'.repeat(81)}\n`.repeat(20_000)),
  );
  const child = spawn(process.execPath, [SUDOKU, 'local', 'slow.txt', '--verbose'], { cwd: directory });
  let stderr = '';
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  await expect.poll(() => stderr).toContain('sending 1 file');
  const endpoint = /listen at (\S+)/.exec(stderr)![1]!;
  return { child, endpoint, stderr: () => stderr };
}

/** A path of so many bytes below a directory. */
function deepPath(above: string, bytes: number): string {
  const below = `${'d'.repeat(200)}/`.repeat(25).slice(0, bytes - above.length - 1);
  return join(above, below).replace(/\/$/, 'd');
}

/** Process ids of a process's children, from /proc of Linux. */
function functionsOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
