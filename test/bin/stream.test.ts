import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
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
  sudokuProcess,
  temporaryDirectory,
} from './command-line.ts';
import { THREADS } from './thread-counts.ts';

const { puzzles, solutions } = made(40);
/** 320 KiB of solved puzzles, which are the fastest to solve. */
const BLOCK = Buffer.from(lines(Array.from({ length: 4000 }, (_, i) => solutions[i % solutions.length]!)));

describe('on many threads', () => {
  // hard puzzles delay some work items, so that later ones overtake them
  const rows = Array.from({ length: 6000 }, (_, i) =>
    i % 1000 === 500 ? NO_SOLUTION : i % 300 === 7 ? '.1' : puzzles[i % puzzles.length]!,
  );
  const answers = rows.map((row, i) =>
    row === NO_SOLUTION ? marker('no-solution') : row === '.1' ? 'in' : solutions[i % solutions.length]!,
  );

  test.each(THREADS)('--concurrency %d keeps the order of results and of line numbers', async (n) => {
    const { stdout, stderr, code } = await sudokuProcess(['solve', '--concurrency', `${n}`, '--json'], {
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
        row === NO_SOLUTION ? [[i + 1, 'no-solution']] : row === '.1' ? [[i + 1, 'invalid']] : [],
      ),
    );
  });
});

describe('--json', () => {
  test('prints a report for each file and a summary on standard error', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'a.txt'), lines(puzzles));
    const { stdout, stderr } = await sudoku(['solve', 'a.txt', 'b.txt', '--json'], { cwd });
    expect(stdout.toString()).toBe(lines(solutions));
    // a slow machine reports its progress, too
    const ends = events(stderr).filter(({ event }) => event !== 'progress');
    const [a, b, summary, ...rest] = ends;
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
  test('ends at once with 0 and without a message when its reader closes the pipe', async () => {
    const child = start(['solve']);
    const fed = feed(child, Infinity);
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    expect(first.toString().split('\n')[0]).toBe(solutions[0]);
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([collect(child.stderr), once(child, 'close')]);
    expect({ code, stderr: stderr.toString() }).toEqual({ code: 0, stderr: '' });
    await fed;
  });

  test('stops reading while its output is not read', async () => {
    const child = start(['solve', '--json']);
    let fed = 0;
    void feed(child, Infinity, (bytes) => {
      fed += bytes;
    });
    await once(child.stdout, 'readable'); // and never read
    let before = 0;
    for await (const event of createInterface({ input: child.stderr })) {
      expect(JSON.parse(event)).toMatchObject({ event: 'progress' });
      if (fed === before) break;
      before = fed;
    }
    expect(fed).toBeLessThan(64 * 1024 * 1024);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'ends with %s and exit code %d, which --json reports too, and leaves no file',
    async (signal, exitCode) => {
      const cwd = temporaryDirectory();
      writeFileSync(join(cwd, 'out.txt'), 'old');
      const begun = change(cwd, () => readdirSync(cwd).some((name) => name.endsWith('.partial')));
      const child = start(['solve', '-', '-o', 'out.txt', '--json'], cwd);
      const fed = feed(child, Infinity);
      await begun;
      child.kill(signal);
      const { code, stderr } = await ended(child);
      await fed;
      expect(code).toBe(exitCode);
      expect(readdirSync(cwd)).toEqual(['out.txt']);
      expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toBe('old');
      expect(events(stderr).at(-1)).toMatchObject({ event: 'summary', exitCode });
    },
  );
});

describe('a long input', () => {
  // more input and output than would fit into the memory allowed
  const BLOCKS = 600;

  test.runIf(existsSync('/proc/self/status')).each([
    [2, 300e6],
    // some 20 MB for each thread that is started
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
  'replaces an existing file by a long result of %d threads when it is complete',
  async (n) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'out.txt'), 'old');
    const child = start(['solve', '-q', '-', '-o', 'out.txt', '--concurrency', `${n}`], cwd);
    // written back in three steps
    const [{ code, stderr }] = await Promise.all([ended(child), feed(child, 150)]);
    expect({ code, stderr, files: readdirSync(cwd) }).toEqual({ code: 0, stderr: '', files: ['out.txt'] });
    const result = readFileSync(join(cwd, 'out.txt'));
    expect(result.length).toBe(150 * BLOCK.length);
    for (let i = 0; i < 150; i++) {
      expect(result.subarray(i * BLOCK.length, (i + 1) * BLOCK.length).equals(BLOCK)).toBe(true);
    }
  },
);

describe('output to a pipe or a device', () => {
  test('is complete when the process ends, however late it is read', async () => {
    const rows = Array.from({ length: 2000 }, () => NO_SOLUTION);
    const cwd = temporaryDirectory();
    const line = 'mkfifo go; "$0" "$1" solve --json 2>&1 | (cat go; cat)';
    const child = spawn('bash', ['-c', line, process.execPath, SCRIPT], { cwd });
    child.stdin.end(lines(rows));
    // all input has been read, and the results are more than a pipe holds
    await once(child.stdin, 'finish');
    await writeFile(join(cwd, 'go'), '');
    const { stdout } = await ended(child);
    const printed = stdout.toString().trimEnd().split('\n');
    expect(printed.filter((row) => row.startsWith('no-solution'))).toHaveLength(2000);
    expect(JSON.parse(printed.at(-1)!)).toMatchObject({ event: 'summary', noSolution: 2000 });
  });

  test('treats /dev/stdout as standard output, and writes to named pipes', async () => {
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

  test.runIf(existsSync('/dev/full'))('exits with 3 if it cannot print its outcome', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'a.txt'), lines(puzzles));
    const line = '"$0" "$1" check a.txt --against a.txt --json > /dev/full';
    const { code, stderr } = await ended(spawn('bash', ['-c', line, process.execPath, SCRIPT], { cwd }));
    expect(stderr).toBe('sudoku: standard output: cannot be written: no space left on device\n');
    expect(code).toBe(3);
  });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'removes the unfinished file of generate -o on %s',
  async (signal) => {
    const cwd = temporaryDirectory();
    for (const [flags, leastBytes] of [
      [['--clues', '17'], 0],
      [['--count', '1000000'], 1],
    ] as const) {
      const begun = change(cwd, () =>
        readdirSync(cwd).some((name) => statSync(join(cwd, name)).size >= leastBytes),
      );
      const child = start(['generate', ...flags, '-q', '-o', 'out.txt'], cwd);
      await begun;
      child.kill(signal);
      await ended(child);
      expect(readdirSync(cwd)).toEqual([]);
    }
  },
);

test.runIf(existsSync('/dev/full'))('exits with 3 if the disk is full', async () => {
  const { code, stderr } = await sudokuProcess(['solve', '-q', '-', '-o', '/dev/full'], {
    stdin: lines(puzzles),
  });
  expect(stderr).toBe('sudoku: /dev/full: cannot be written: no space left on device\n');
  expect(code).toBe(3);
});

/** Writes blocks to the process, as fast as it reads them, until it ends. @param fed called with the bytes of each block */
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

/** Resolves when a change in a directory has made a condition true. Call it before the change can happen. */
function change(directory: string, isTrue: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(directory, () => {
    if (!isTrue()) return;
    watcher.close();
    resolve();
  });
  onTestFinished(() => watcher.close());
  return promise;
}

/** The peak memory of a process in bytes; 0 when it has ended. */
function residentBytes({ pid }: ChildProcess): number {
  const path = `/proc/${pid}/status`;
  const [, kilobytes] = (existsSync(path) && /VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))) || [];
  return Number(kilobytes ?? 0) * 1024;
}
