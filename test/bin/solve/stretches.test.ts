import { spawn } from 'node:child_process';
import {
  appendFileSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inputsOf } from '../../../bin/files/inputs.ts';
import { isPartialName } from '../../../bin/files/output-paths.ts';
import { Scheduler } from '../../../bin/solve/scheduler.ts';
import { solveInputs } from '../../../bin/solve/solve-paths.ts';
import { solveStretch, stretches } from '../../../bin/solve/stretches.ts';
import { headIn } from '../../../core/files/head-extent.ts';
import {
  type AnyReport,
  openStored,
  planFile,
  RejectedFile,
  solveStream,
} from '../../../core/files/index.ts';
import fc from '../../property.ts';
import { signalled } from '../cli/signalled.ts';
import { ended, lines, made, NO_SOLUTION, SCRIPT, sudoku, temporaryDirectory } from '../command-line.ts';
import { silentReporter } from '../silent-reporter.ts';
import { THREADS } from '../thread-counts.ts';

const { puzzles } = made(500);
const SMALL = '12.434..2.4343.1';

/** Puzzles of which some have no solution and some are invalid, longer than a file's head. */
const rows = Array.from({ length: 9000 }, (_, i) =>
  i % 1000 === 77 ? NO_SOLUTION : i % 301 === 7 ? '12' : puzzles[i % puzzles.length]!,
);
const all = lines(rows);
/** The bytes of a head. */
const HEAD = 192 * 1024;
/** The bytes that a thread reads at a time. */
const CHUNK = 256 * 1024;
const long = `${puzzles[0]},${'x'.repeat(1_500_000)}`;

const FILES: Record<string, string> = {
  'lines that end in line feeds': all,
  'lines that end in carriage returns and line feeds': rows.join('\r\n'),
  'no line feed at the end': all.trimEnd(),
  'lines of several sizes': lines(rows.map((row, i) => (i % 97 === 5 ? SMALL : row))),
  'text after the puzzles': lines(rows.map((row, i) => `${row},${'x'.repeat(i % 90)}`)),
  'comments and blank lines': lines(rows.map((row, i) => (i % 50 === 3 ? `\n# ${i}\n${row}` : row))),
  'a comment that is longer than a head': `# ${'x'.repeat(HEAD - 100)}\n${all}`,
  'a line that is longer than a chunk': `${all}${puzzles[0]} ${'x'.repeat(CHUNK)}\n${all}`,
  'a line that is longer than a record may be': `${all}${long}\n${all}${long}`,
  'a byte-order mark, and options': `\xef\xbb\xbf#! sudoku solutions=unique\n${all}`,
};

/** Sizes around those of a head and of the pieces in which a thread reads. */
const SIZES = [HEAD, CHUNK, 2 * CHUNK].flatMap((bytes) => [-82, -1, 0, 1, 81].map((more) => bytes + more));

/** Solves a file into another one, in this process. */
async function solved(content: string, threads: number) {
  const folder = temporaryDirectory();
  const [from, to] = [join(folder, 'in.txt'), join(folder, 'out.txt')];
  writeFileSync(from, content, 'latin1');
  const reports: AnyReport[] = [];
  const scheduler = new Scheduler(threads, threads - 1);
  const reporter = silentReporter({ file: (report) => void reports.push(report) });
  const areInPlace: boolean[] = [];
  const solve = scheduler.solve.bind(scheduler);
  scheduler.solve = (job) => {
    areInPlace.push(job.places !== undefined && job.buffer.byteLength === 0);
    return solve(job);
  };
  try {
    const inputs = inputsOf([from], to);
    await solveInputs({ inputs, to, totalBytes: undefined, given: {}, scheduler, reporter });
    const result = readdirSync(folder).includes('out.txt') ? readFileSync(to, 'latin1') : undefined;
    return {
      result,
      report: reports[0]!,
      areInPlace,
      left: readdirSync(folder).filter((name) => name.includes('partial')),
    };
  } finally {
    await scheduler.close();
  }
}

/** The result of the library, which solves a file from the front. */
async function expected(content: string) {
  const bytes = Buffer.from(content, 'latin1');
  const head = headIn(bytes);
  const plan = planFile({ head, complete: head.length === bytes.length, name: 'in.txt', given: [] });
  const pieces: Uint8Array[] = [];
  async function* source() {
    yield bytes;
  }
  const { tally } = await solveStream(plan, source(), (piece) => void pieces.push(piece));
  return { result: Buffer.concat(pieces).toString('latin1'), tally };
}

describe('a file of lines that threads solve into the same places of its result', () => {
  async function expectSameResult(content: string, threads: number) {
    const { result: bytes, tally } = await expected(content);
    const { result, report, areInPlace } = await solved(content, threads);
    expect(result === bytes).toBe(true);
    expect(new Set(areInPlace)).toEqual(new Set([content.length >= HEAD]));
    const { puzzles: count, solved: done, noSolution, invalid, problems } = tally;
    expect(report).toMatchObject({ status: 'done', puzzles: count, solved: done, noSolution, invalid });
    expect(report).toMatchObject({ problems });
  }

  test.each(Object.entries(FILES))('with %s has the result of any other way', async (_, content) => {
    for (const threads of fc.someOf(THREADS, 1)) await expectSameResult(content, threads);
  });

  test.each(fc.someOf(SIZES, 3))('with %i bytes has the result of any other way', async (size) => {
    await expectSameResult(all.slice(0, size), 3);
  });

  test('has no result if options are set below the first line', async () => {
    for (const threads of [1, 3]) {
      const { result, report, left } = await solved(`${all}#! sudoku variant=x\n${all}`, threads);
      expect(report).toMatchObject({ status: 'rejected', line: rows.length + 1 });
      expect({ result, left }).toEqual({ result: undefined, left: [] });
    }
  });

  test.each([1, 3])('fails on a full disk with %i threads, and leaves nothing', async (threads) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'in.txt'), all);
    // in blocks of 1024 bytes
    const line = `ulimit -f 300; "$0" "$1" solve in.txt -q -o out.txt --concurrency ${threads}`;
    const { code, stderr } = await ended(spawn('bash', ['-c', line, process.execPath, SCRIPT], { cwd }));
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: 'sudoku: out.txt: cannot be written: file too large\n',
    });
    expect(readdirSync(cwd)).toEqual(['in.txt']);
  });

  test.each([1, 3, 7])('leaves nothing if it is interrupted on %i threads', async (threads) => {
    for (const moment of [1, 2]) {
      const cwd = temporaryDirectory();
      writeFileSync(join(cwd, 'in.txt'), all);
      const args = ['solve', 'in.txt', '-q', '-o', 'out.txt', '--concurrency', `${threads}`];
      const { code } = await signalled(args, cwd, 'SIGINT', moment);
      expect(code).toBe(130);
      expect(readdirSync(cwd)).toEqual(['in.txt']);
    }
  });

  test.each([1, 7])('has its result on %i threads after a run that was killed', async (threads) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'in.txt'), all);
    const args = ['solve', 'in.txt', '-q', '-o', 'out.txt', '--concurrency', `${threads}`];
    const { code } = await signalled(args, cwd, 'SIGKILL', 2);
    expect(code).toBeNull();
    const [unfinished, ...others] = readdirSync(cwd).filter((name) => name !== 'in.txt');
    expect({ isPartial: isPartialName(unfinished!), others }).toEqual({ isPartial: true, others: [] });
    expect((await sudoku(args, { cwd })).code).toBe(1);
    expect(readFileSync(join(cwd, 'out.txt'), 'latin1') === (await expected(all)).result).toBe(true);
  });
});

describe('stretches', () => {
  const opened = (path: string) => ({ fd: openSync(path, 'r'), bytes: statSync(path).size });
  const content = fc.array(fc.string({ unit: fc.constantFrom('a', '\n'), maxLength: 30 }), { maxLength: 20 });

  test('cut a file after line ends, without gaps', async () => {
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.nat(40),
        fc.integer({ min: 1, max: 40 }),
        async (pieces, front, target) => {
          const text = pieces.join('');
          const path = join(temporaryDirectory(), 'a');
          writeFileSync(path, text);
          const found: string[] = [];
          for await (const { at, length, continues } of stretches(opened(path), front, () => target)) {
            expect({ at, continues }).toEqual({ at: found.join('').length, continues: false });
            found.push(text.slice(at, at! + length));
          }
          expect(found.join('')).toBe(text);
          for (const piece of found.slice(0, -1)) expect(piece.endsWith('\n')).toBe(true);
          // no longer than necessary
          for (const [i, piece] of found.entries()) {
            const wanted = Math.max(target, i === 0 ? front : 0);
            expect(piece.slice(wanted - 1).indexOf('\n')).toBe(
              piece.endsWith('\n') && piece.length >= wanted ? piece.length - wanted : -1,
            );
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test('of easy puzzles become shorter towards the end of the file', async () => {
    const path = join(temporaryDirectory(), 'a');
    const bytes = 20 * 1024 * 1024;
    writeFileSync(path, 'a\n'.repeat(bytes / 2));
    const found: number[] = [];
    for await (const { length } of stretches(opened(path), 0, () => bytes, 2)) found.push(length);
    expect(found.reduce((sum, length) => sum + length)).toBe(bytes);
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    expect(found[0]).toBe(bytes / 4);
    expect(found.at(-2)).toBe(256 * 1024);
  });

  test('go on to the end of a file that grows, unless it ended within a line', async () => {
    for (const [more, whole] of [
      ['b\n', 'a\nb\n'],
      ['', 'a\n'],
    ]) {
      const path = join(temporaryDirectory(), 'a');
      writeFileSync(path, 'a\n');
      let bytes = 0;
      for await (const { length } of stretches(opened(path), 0, () => 1)) {
        if (bytes === 0) appendFileSync(path, more!);
        bytes += length;
      }
      expect(bytes).toBe(whole!.length);
    }
  });

  test.each([0, 2, 4])('of a file that shrinks to %i bytes end with a rejection', async (left) => {
    const path = join(temporaryDirectory(), 'a');
    writeFileSync(path, 'a\nb\nc\n');
    const found = stretches(opened(path), 0, () => 1);
    await found.next();
    await found.next();
    truncateSync(path, left);
    await expect(found.next()).rejects.toThrow(
      new RejectedFile(
        `cannot be read: expected 6 bytes, its size at first, got ${left}: it has become shorter`,
      ),
    );
  });

  test('that have become shorter are rejected', async () => {
    const folder = temporaryDirectory();
    const [from, to] = ['in', 'out'].map((name) => join(folder, name));
    writeFileSync(from!, lines(puzzles));
    truncateSync(from!, 100);
    const plan = planFile({ head: Buffer.from(lines(puzzles)), complete: false, name: 'in', given: [] });
    const session = openStored(plan);
    const places = {
      from: { fd: openSync(from!, 'r'), bytes: 41_000 },
      to: { fd: openSync(to!, 'w'), path: to! },
    };
    await expect(solveStretch(session, places, { at: 0, length: 41_000 })).rejects.toThrow(
      'cannot be read: expected 41000 bytes, its size at first, got 100: it has become shorter',
    );
  });
});
