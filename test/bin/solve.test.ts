import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  lines,
  made,
  marker,
  NO_SOLUTION,
  sudoku,
  sudokuProcess,
  temporaryDirectory,
} from './command-line.ts';

const { puzzles, solutions } = made(5);
const [puzzle, solution] = [puzzles[0]!, solutions[0]!];

/** Two equal digits in the first row. */
const CONFLICT = `55${'.'.repeat(79)}`;
const MANY = '.'.repeat(81);

describe('sudoku solve', () => {
  test('reads standard input, and writes results to standard output and messages to standard error', async () => {
    const { code, stdout, stderr } = await sudokuProcess(['solve'], { stdin: lines(puzzles) });
    expect(stdout.toString()).toBe(lines(solutions));
    expect(stderr).toMatch(/^5 puzzles: 5 solved · /);
    expect(code).toBe(0);
  });

  test('prints no messages with -q if all puzzles are solved', async () => {
    const { stdout, stderr } = await sudokuProcess(['solve', '-q', '-'], { stdin: lines(puzzles) });
    expect(stdout.toString()).toBe(lines(solutions));
    expect(stderr).toBe('');
  });

  test.each([
    ['CRLF', `${puzzle}\r\n${puzzles[1]}\r\n`, `${solution}\r\n${solutions[1]}\r\n`],
    ['mixed line ends', `${puzzle}\r\n${puzzles[1]}\n`, `${solution}\r\n${solutions[1]}\n`],
    ['a last line without a line end', puzzle, solution],
    ['a byte-order mark', `\uFEFF${puzzle}\n`, `\uFEFF${solution}\n`],
    ['comments and blank lines', `# 123\n\n${puzzle}\n\n`, `# 123\n\n${solution}\n\n`],
    [
      '100 KB of comments',
      `${'# 123\n'.repeat(17_000)}${puzzle}\n`,
      `${'# 123\n'.repeat(17_000)}${solution}\n`,
    ],
    [
      'more comments before a header than a work item holds',
      `${'# 123\n'.repeat(5000)}id,puzzle\n1,${puzzle}\n`,
      `${'# 123\n'.repeat(5000)}id,puzzle,solution,status\n1,${puzzle},${solution},solved\n`,
    ],
    ['text after the puzzle', `${puzzle} # easy\n`, `${solution} # easy\n`],
  ])('preserves %s', async (_, input, output) => {
    const { code, stdout } = await sudokuProcess(['solve', '-q'], { stdin: input });
    expect(stdout.toString()).toBe(output);
    expect(code).toBe(0);
  });

  test.each([
    ['too short', puzzle.slice(0, 80), 'invalid'.padEnd(80), 'invalid'],
    ['too long', `${puzzle}1`, 'invalid'.padEnd(82), 'invalid'],
    ['with an unknown symbol', `&${puzzle.slice(1)}`, marker('invalid'), 'invalid'],
    ['of a megabyte', '1'.repeat(1_000_000), 'invalid'.padEnd(1_000_000), 'invalid'],
    ['of four megabytes', '1'.repeat(4_000_000), 'invalid'.padEnd(4_000_000), 'invalid'],
    ['with two equal digits in a row', CONFLICT, marker('invalid'), 'invalid'],
    ['without a solution', NO_SOLUTION, marker('no-solution'), 'no-solution'],
  ])('writes a marker in place of a line %s, and solves the others', async (_, line, answer, status) => {
    const input = lines([puzzle, line, puzzles[1]!]);
    const { code, stdout, stderr } = await sudokuProcess(['solve'], { stdin: input });
    expect(stdout.toString()).toBe(lines([solution, answer, solutions[1]!]));
    expect(stderr).toMatch(new RegExp(`^-:2(:\\d+)?: ${status}: `));
    expect(code).toBe(1);
  });

  test.each([
    ['binary noise', Buffer.from([0, 255, 1, 254, 2, 253, 0, 0, 127, 200]), 'expected'],
    ['text', 'Dear customer,\nplease find attached\n', 'expected'],
    ['a gzip cut short', gzipSync(lines(puzzles)).subarray(0, 60), 'gzip'],
  ])('rejects %s with a reason, and writes no result', async (_, stdin, reason) => {
    const { code, stdout, stderr } = await sudokuProcess(['solve'], { stdin });
    expect(stderr).toMatch(/^sudoku: -/);
    expect(stderr).toContain(reason);
    expect(stdout).toHaveLength(0);
    expect(code).toBe(2);
  });

  test('compresses the result of a compressed file', async () => {
    const { code, stdout } = await sudokuProcess(['solve', '-q'], { stdin: gzipSync(lines(puzzles)) });
    expect(gunzipSync(stdout).toString()).toBe(lines(solutions));
    expect(code).toBe(0);
  });
});

describe('sudoku solve FILES', () => {
  test('writes the results of several files one after another, and continues after an unreadable file', async () => {
    const cwd = temporaryDirectory();
    const grid = (text: string) => text.replace(/(.{9})/g, '$1\n');
    writeFileSync(join(cwd, 'a.txt'), lines(puzzles.slice(0, 2)));
    writeFileSync(join(cwd, 'b.sdk'), grid(puzzles[2]!));
    writeFileSync(join(cwd, 'c.sdk'), grid(puzzles[3]!));
    writeFileSync(join(cwd, 'd.txt'), lines([puzzles[4]!]));
    mkdirSync(join(cwd, 'empty'));
    const inputs = ['a.txt', 'b.sdk', 'missing.txt', 'c.sdk', 'd.txt', 'empty'];
    const { code, stdout, stderr } = await sudoku(['solve', ...inputs], { cwd });
    expect(stdout.toString()).toBe(
      `${lines(solutions.slice(0, 2))}${grid(solutions[2]!)}${grid(solutions[3]!)}${lines([solutions[4]!])}`,
    );
    expect(stderr).toContain('sudoku: missing.txt: cannot be read: no such file or directory\n');
    expect(stderr).toContain('sudoku: empty: cannot be read: it is a directory without files\n');
    expect(code).toBe(2);
  });

  test('writes -o FILE when it is complete, and replaces an existing file', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'out.txt'), 'old');
    const { code, stdout } = await sudoku(['solve', '-', '-o', 'out.txt'], { cwd, stdin: lines(puzzles) });
    expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toBe(lines(solutions));
    expect(readdirSync(cwd)).toEqual(['out.txt']);
    expect(stdout).toHaveLength(0);
    expect(code).toBe(0);
  });

  test('leaves an existing -o FILE unchanged if the input is rejected, even in the middle', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'out.txt'), 'old');
    const halfway = gzipSync(lines(made(2000, 2, 81).puzzles)).subarray(0, -1000);
    for (const stdin of ['no puzzles', halfway]) {
      const { code } = await sudoku(['solve', '-', '-o', 'out.txt'], { cwd, stdin });
      expect(code).toBe(2);
      expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toBe('old');
      expect(readdirSync(cwd)).toEqual(['out.txt']);
    }
  });

  test('reports a line of options far below the first record, and writes no result', async () => {
    const cwd = temporaryDirectory();
    const far = [...Array<string>(20_000).fill(puzzles[0]!), '#! sudoku variant=x', puzzles[1]!];
    const { code, stderr } = await sudoku(['solve', '-', '-o', 'out.txt'], { cwd, stdin: lines(far) });
    expect(stderr).toContain('sudoku: -:20001: expected options in the first line of the file');
    expect(code).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('writes one result for each file to -o DIRECTORY', async () => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'a.txt'), lines(puzzles));
    writeFileSync(join(cwd, 'b.txt'), lines([NO_SOLUTION]));
    const { code } = await sudoku(['solve', 'a.txt', 'b.txt', '-o', 'out'], { cwd });
    expect(readFileSync(join(cwd, 'out/a.txt'), 'utf8')).toBe(lines(solutions));
    expect(readFileSync(join(cwd, 'out/b.txt'), 'utf8')).toBe(lines([marker('no-solution')]));
    expect(code).toBe(1);
  });

  test.each([
    ['its own input', ['a.txt', '-o', 'a.txt'], 'a.txt: cannot write the result of a.txt: it is an input'],
    [
      'its own input, by directory',
      ['a.txt', '-o', '.'],
      'a.txt: cannot write the result of a.txt: it is an input',
    ],
    ['one result for two files', ['a.txt', 'sub/a.txt', '-o', 'out/'], 'the result of a.txt goes there, too'],
    ['standard input in a directory', ['-', '-o', '.'], 'give -o a file'],
    ['a file in a missing directory', ['a.txt', '-o', 'nowhere/a.txt'], 'nowhere/a.txt: cannot be written'],
  ])('refuses to write %s', async (_, args, reason) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'a.txt'), lines(puzzles));
    const { code, stderr } = await sudoku(['solve', ...args], { cwd });
    expect(stderr).toContain(reason);
    expect(code).toBe(2);
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe(lines(puzzles));
    expect(readdirSync(cwd)).toEqual(['a.txt']);
  });
});

describe('options', () => {
  test('marks puzzles with several solutions with --solutions unique', async () => {
    const { code, stdout } = await sudoku(['solve', '--solutions', 'unique', '-q'], {
      stdin: lines([puzzle, MANY]),
    });
    expect(stdout.toString()).toBe(lines([solution, marker('not-unique')]));
    expect(code).toBe(1);
  });

  test('gives up after --budget guesses, with unsolved instead of no-solution', async () => {
    const { code, stdout } = await sudoku(['solve', '--budget', '0', '-q'], { stdin: lines([MANY]) });
    expect(stdout.toString()).toBe(lines([marker('unsolved')]));
    expect(code).toBe(1);
  });

  test('loads grading and explanations on demand for --grade and --explain', async () => {
    const flags = ['--output', 'jsonl', '--grade', '--explain', '-q'];
    const { code, stdout, stderr } = await sudoku(['solve', ...flags], {
      stdin: lines([puzzle, '12.434..2.4343.1']),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const rows = stdout
      .toString()
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows).toMatchObject([
      { solution, grade: { status: 'graded', er: expect.any(Number) }, explain: expect.any(Object) },
      { solution: '1234341221434321', explain: expect.any(Object) },
    ]);
  });

  test('prefers the options of a #! line to flags', async () => {
    const stdin = lines(['#! sudoku solutions=first', MANY]);
    const { code } = await sudoku(['solve', '--solutions', 'unique', '-q'], { stdin });
    expect(code).toBe(0);
  });

  test.each([
    [
      ['--variant', 'y'],
      '--variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got "y"',
    ],
    [['--limit', '0'], '--limit: expected a whole number from 1 to'],
    [['--concurrency', 'two'], '--concurrency: expected a whole number from 1 to'],
    [['--variants', 'x'], "unknown option '--variants'"],
  ])('refuses %j with the allowed values', async (args, reason) => {
    const { code, stdout, stderr } = await sudoku(['solve', ...args], { stdin: lines(puzzles) });
    expect(stderr).toContain(reason);
    expect(stdout).toHaveLength(0);
    expect(code).toBe(2);
  });

  test('suggests an existing command for a mistyped one', async () => {
    const { code, stderr } = await sudoku(['slove']);
    expect(stderr).toContain('did you mean solve?');
    expect(code).toBe(2);
  });
});
