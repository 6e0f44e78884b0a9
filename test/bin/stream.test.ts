import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  collect,
  ended,
  events,
  lines,
  made,
  marker,
  NO_SOLUTION,
  SCRIPT,
  start,
  sudoku,
  temporaryDirectory,
} from './command-line.ts';
import { THREADS } from './thread-counts.ts';

const { puzzles, solutions } = made(40);
/** 320 KiB of puzzles that are solved already, the fastest there are. */
const BLOCK = Buffer.from(lines(Array.from({ length: 4000 }, (_, i) => solutions[i % solutions.length]!)));

describe('on many threads', () => {
  // hard ones in between hold up some work items, so that others overtake them
  const rows = Array.from({ length: 6000 }, (_, i) =>
    i % 1000 === 500 ? NO_SOLUTION : i % 300 === 7 ? '12' : puzzles[i % puzzles.length]!,
  );
  const answers = rows.map((row, i) =>
    row === NO_SOLUTION ? marker('no-solution') : row === '12' ? 'in' : solutions[i % solutions.length]!,
  );

  test.each(THREADS)('--concurrency %d keeps the order of results and of line numbers', async (n) => {
    const { stdout, stderr, code } = await sudoku(['solve', '--concurrency', `${n}`, '--json'], {
      stdin: lines(rows),
    });
    expect(stdout.toString()).toBe(lines(answers));
    expect(code).toBe(1);
    const [file] = events(stderr).filter(({ event }) => event === 'file');
    expect(file).toMatchObject({
      puzzles: 6000,
      noSolution: 6,
      invalid: 20,
      solved: 5974,
      sizes: { '9x9': 5980 },
    });
    const problems = file!.problems as { line: number; status: string }[];
    expect(problems.map(({ line, status }) => [line, status])).toEqual(
      rows.flatMap((row, i) =>
        row === NO_SOLUTION ? [[i + 1, 'no-solution']] : row === '12' ? [[i + 1, 'invalid']] : [],
      ),
    );
  });
});

describe('--json', () => {
  test('tells a report for each file and a summary, and leaves standard output to the data', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'a.txt'), lines(puzzles));
    const { stdout, stderr } = await sudoku(['solve', 'a.txt', 'b.txt', '--json'], { cwd });
    expect(stdout.toString()).toBe(lines(solutions));
    const [a, b, summary, ...rest] = events(stderr);
    expect(a).toMatchObject({
      event: 'file',
      status: 'done',
      input: { key: 'a.txt' },
      output: { key: '-' },
      format: 'lines',
      compression: 'none',
      options: { variant: 'classic', solutions: 'first' },
      puzzles: 40,
      solved: 40,
      problems: [],
    });
    expect(b).toMatchObject({ event: 'file', status: 'rejected', input: { key: 'b.txt' } });
    expect(summary).toMatchObject({
      event: 'summary',
      files: 2,
      rejected: 1,
      puzzles: 40,
      solved: 40,
      exitCode: 2,
    });
    expect(rest).toEqual([]);
  });
});

describe('with endless input', () => {
  test('ends at once and quietly when its reader has had enough', async () => {
    const child = start(['solve']);
    const fed = feed(child, Infinity);
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    expect(first.toString().split('\n')[0]).toBe(solutions[0]);
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([collect(child.stderr), once(child, 'close')]);
    expect({ code, stderr: stderr.toString() }).toEqual({ code: 0, stderr: '' });
    await fed;
  });

  test('stops reading when nobody takes its output', async () => {
    const child = start(['solve', '-q']);
    let fed = 0;
    void feed(child, Infinity, (bytes) => {
      fed += bytes;
    });
    await once(child.stdout, 'readable'); // and never read
    let before = -1;
    while (before < fed) {
      before = fed;
      await sleep(1000);
    }
    expect(fed).toBeLessThan(64 * 1024 * 1024);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends it with %d, which --json says too, and leaves no file', async (signal, exitCode) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'out.txt'), 'old');
    const child = start(['solve', '-', '-o', 'out.txt', '--json'], cwd);
    const fed = feed(child, Infinity);
    while (!readdirSync(cwd).some((name) => name.endsWith('.partial'))) await sleep(20);
    child.kill(signal);
    const { code, stderr } = await ended(child);
    await fed;
    expect(code).toBe(exitCode);
    expect(readdirSync(cwd)).toEqual(['out.txt']);
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toBe('old');
    expect(events(stderr).at(-1)).toMatchObject({ event: 'summary', exitCode });
  });
});

describe('a long input', () => {
  // input and output, were they kept, would not fit
  const BLOCKS = 600;

  test.runIf(existsSync('/proc/self/status')).each([
    [2, 300e6],
    // some 20 MB for each that is started
    [64, 1500e6],
  ])('is solved by %d threads in less than %d bytes of memory', async (threads, most) => {
    const child = start(['solve', '-q', '--concurrency', `${threads}`]);
    const fed = feed(child, BLOCKS);
    let bytes = 0;
    let peak = 0;
    for await (const piece of child.stdout as AsyncIterable<Buffer>) {
      bytes += piece.length;
      peak = Math.max(peak, residentBytes(child));
    }
    await fed;
    expect(bytes).toBe(BLOCKS * BLOCK.length);
    expect(peak).toBeGreaterThan(30e6);
    expect(peak).toBeLessThan(most);
  });
});

test.each(THREADS)(
  'a long result of %d threads takes the place of another, which stays until then',
  async (n) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'out.txt'), 'old');
    const child = start(['solve', '-q', '-', '-o', 'out.txt', '--concurrency', `${n}`], cwd);
    // as much as is written back in three pieces
    const [{ code, stderr }] = await Promise.all([ended(child), feed(child, 150)]);
    expect({ code, stderr, files: readdirSync(cwd) }).toEqual({ code: 0, stderr: '', files: ['out.txt'] });
    const result = readFileSync(join(cwd, 'out.txt'));
    expect(result.length).toBe(150 * BLOCK.length);
    for (let i = 0; i < 150; i++) {
      expect(result.subarray(i * BLOCK.length, (i + 1) * BLOCK.length).equals(BLOCK)).toBe(true);
    }
  },
);

describe('output that is no file', () => {
  test('comes to its end before the process does, however late it is taken', async () => {
    const rows = Array.from({ length: 2000 }, () => NO_SOLUTION);
    const line = '"$0" "$1" solve --json 2>&1 | (sleep 0.5; cat)';
    const child = spawn('bash', ['-c', line, process.execPath, SCRIPT]);
    child.stdin.end(lines(rows));
    const { stdout } = await ended(child);
    const told = stdout.toString().trimEnd().split('\n');
    expect(told.filter((row) => row.startsWith('no-solution'))).toHaveLength(2000);
    expect(JSON.parse(told.at(-1)!)).toMatchObject({ event: 'summary', noSolution: 2000 });
  });

  test('/dev/stdout is standard output, and a pipe by name is written to', async () => {
    const cwd = temporaryDirectory();
    for (const out of ['/dev/stdout', '>(cat)', '/dev/fd/1']) {
      const line = `"$0" "$1" solve -q - -o ${out} > out.txt; wait $!; cat out.txt`;
      const child = spawn('bash', ['-c', line, process.execPath, SCRIPT], { cwd });
      child.stdin.end(lines(puzzles));
      const { code, stdout, stderr } = await ended(child);
      expect({ out, code, stderr, stdout: stdout.toString() }).toEqual({
        out,
        code: 0,
        stderr: '',
        stdout: lines(solutions),
      });
    }
  });

  test.runIf(existsSync('/dev/full'))('whoever cannot print its outcome says so: 3', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'a.txt'), lines(puzzles));
    const line = '"$0" "$1" check a.txt --against a.txt --json > /dev/full';
    const { code, stderr } = await ended(spawn('bash', ['-c', line, process.execPath, SCRIPT], { cwd }));
    expect(stderr).toBe('sudoku: cannot write standard output: no space left on device\n');
    expect(code).toBe(3);
  });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('generate -o leaves no file on %s', async (signal) => {
  const cwd = temporaryDirectory();
  for (const flags of [
    ['--clues', '17'],
    ['--count', '1000000'],
  ]) {
    const child = start(['generate', ...flags, '-q', '-o', 'out.txt'], cwd);
    while (readdirSync(cwd).length === 0) await sleep(20);
    await sleep(100);
    child.kill(signal);
    await ended(child);
    expect(readdirSync(cwd)).toEqual([]);
  }
});

test.runIf(existsSync('/dev/full'))('a disk that is full is a failure: 3', async () => {
  const { code, stderr } = await sudoku(['solve', '-q', '-', '-o', '/dev/full'], { stdin: lines(puzzles) });
  expect(stderr).toBe('sudoku: cannot write /dev/full: no space left on device\n');
  expect(code).toBe(3);
});

/** Writes so many blocks to the process, as fast as it takes them; ends early when it has gone. */
async function feed(
  child: ReturnType<typeof start>,
  blocks: number,
  fed = (_bytes: number) => {},
): Promise<void> {
  const { stdin } = child;
  const gone = once(child, 'close');
  stdin.on('error', () => {});
  for (let i = 0; i < blocks && !stdin.destroyed; i++) {
    if (!stdin.write(BLOCK)) await Promise.race([once(stdin, 'drain').catch(() => {}), gone]);
    fed(BLOCK.length);
  }
  stdin.end();
}

/** Memory of a process in bytes; 0 when it has ended. */
function residentBytes({ pid }: ChildProcess): number {
  const path = `/proc/${pid}/status`;
  const [, kilobytes] = (existsSync(path) && /VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))) || [];
  return Number(kilobytes ?? 0) * 1024;
}
