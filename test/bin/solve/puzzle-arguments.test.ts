import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPuzzle } from '../../../bin/files/inputs.ts';
import { drawBoxedSolution } from '../../../bin/solve/drawn-output.ts';
import { SCRIPT, sudoku, temporaryDirectory } from '../command-line.ts';

const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const S = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const P4 = '12.434..2.4343.1';
const NO_PUZZLE = 'puzzles-2024.txt'; // as long as a 4x4 puzzle

test.each([
  ['a line of cells', P, true],
  ['a line of a small grid', P4, true],
  ['a solution', S, true],
  ['rows of cells', P.replace(/.{9}/g, '$&\n'), true],
  ['numbers', Array.from(P, (cell) => (cell === '.' ? '0' : cell)).join(' '), true],
  ['a long line with a cell too few, which is reported', P.slice(1), true],
  ['a file name', NO_PUZZLE, false],
  ['a short name of digits and dots', '2024-11-22_19.30.00', false],
  ['a path', `./${P.slice(2)}`, false],
])('%s as an argument is a puzzle: %#', (_, argument, expected) => {
  expect(isPuzzle(argument)).toBe(expected);
});

test.each([
  ['solve', [P], `${S}\n`],
  ['solve', [P, P4], `${S}\n1234341221434321\n`],
  [
    'solve',
    ['--solutions', 'count', '--output', 'csv', P],
    `number,puzzle,solution,status,count,guesses\n1,${P},${S},solved,1,0\n`,
  ],
  ['grade', ['--variant', 'classic', P], /^puzzle,status.*\n53\.\..*,graded,1\.2,/],
])('%s takes puzzles as arguments: %j', async (command, args, expected) => {
  const { stdout, code } = await sudoku([command, ...args]);
  expect(code).toBe(0);
  expect(stdout.toString()).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
});

test('check takes a solution and its puzzle as arguments', async () => {
  expect(await sudoku(['check', S, '--against', P])).toMatchObject({ code: 0 });
  const { stderr, code } = await sudoku(['check', `6${S.slice(1)}`, '--against', P]);
  expect(code).toBe(1);
  expect(stderr).toContain(':1: expected the given 5 in row 1, column 1, got 6\n');
});

test('messages number the puzzles', async () => {
  const { stderr, code } = await sudoku(['solve', P, P.slice(1)]);
  expect(code).toBe(1);
  expect(stderr).toContain('puzzle 2:1:1: invalid: expected as many cells as a grid has');
});

test('a file takes precedence over a puzzle of its name', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, P), `${P4}\n`);
  const { stdout } = await sudoku(['solve', P], { cwd });
  expect(stdout.toString()).toBe('1234341221434321\n');
});

test('a puzzle has no name for a result in a directory', async () => {
  const { stderr, code } = await sudoku(['solve', P, '-o', 'new/']);
  expect(code).toBe(2);
  expect(stderr).toBe('sudoku: a puzzle as argument has no name for a result in new/: give -o a file\n');
});

/** A puzzle with no givens, and a grid of its size, as far as drawing is concerned. */
const made = (size: number, boxes?: { rows: number; columns: number }) => ({
  puzzle: '.'.repeat(size * size),
  grid: Array.from({ length: size * size }, (_, i) => (i % size).toString(36).toUpperCase()).join(''),
  options: { variant: 'classic' as const, ...(boxes && { boxes }) },
});

test.each([
  [4, undefined, 80, '┌─────┬─────┐\n│ 0 1 │ 2 3 │\n'],
  [6, { rows: 3, columns: 2 }, 80, '┌─────┬─────┬─────┐\n│ 0 1 │ 2 3 │ 4 5 │\n'],
  [6, undefined, 10, '┌───┬───┐\n│012│345│\n'],
  [9, undefined, 24, '┌───┬───┬───┐\n│012│345│678│\n'],
  [9, undefined, 12, '012345678\n'],
  [36, undefined, 85, `┌─${'────────────┬─'.repeat(5)}────────────┐\n│ 0 1 2 3 4 5 │`],
  [36, undefined, 84, `┌${'──────┬'.repeat(5)}──────┐\n│012345│`],
  [36, undefined, 40, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ\n'],
])('a %sx grid with boxes %j is drawn in %s columns', (size, boxes, columns, top) => {
  const { puzzle, grid, options } = made(size, boxes);
  const drawn = drawBoxedSolution(puzzle, `${grid}\n`, options, columns)!;
  expect(drawn.slice(0, top.length)).toBe(top);
  for (const line of drawn.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
});

test.each([
  ['a marker', `${'no-solution'.padEnd(81)}\n`, 80],
  ['a table', 'puzzle,solution\n', 80],
  ['a grid that is too wide', `${S}\n`, 8],
])('%s is not drawn', (_, result, columns) => {
  expect(drawBoxedSolution(P, result, { variant: 'classic' }, columns)).toBeUndefined();
});

/** What a terminal shows; by util-linux's script, which is part of Debian. */
function shown(args: string, env: Record<string, string> = {}): string {
  // Node takes terminals of continuous integration for colourless ones
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...own } = process.env;
  const command = `${process.execPath} ${SCRIPT} ${args}`;
  const { stdout } = spawnSync('script', ['-qec', `stty cols 80; ${command}`, '/dev/null'], {
    encoding: 'utf8',
    env: { ...own, TERM: 'xterm', ...env },
  });
  return stdout.replaceAll('\r', '');
}

const ESCAPE = '\x1b';
const BOLD_1 = `${ESCAPE}[1m1`;

test.runIf(process.platform === 'linux')('a terminal shows a grid, with the givens in bold', () => {
  const grid = shown(`solve -q ${P4}`);
  expect(grid).toContain(BOLD_1);
  expect(grid).toContain(`${ESCAPE}[36m3`);
  expect(shown(`solve -q ${P4}`, { NO_COLOR: '1' })).toBe(
    '┌─────┬─────┐\n│ 1 2 │ 3 4 │\n│ 3 4 │ 1 2 │\n├─────┼─────┤\n│ 2 1 │ 4 3 │\n│ 4 3 │ 2 1 │\n└─────┴─────┘\n',
  );
});

test.runIf(process.platform === 'linux')('a terminal shows a marker without the spaces after it', () => {
  expect(shown(`solve -q 11${P4.slice(2)}`)).toBe('invalid\n');
});

test.runIf(process.platform === 'linux')('a terminal shows the solutions of files as lines', () => {
  const path = join(temporaryDirectory(), 'a.txt');
  writeFileSync(path, `${P4}\n`);
  expect(shown(`solve -q ${path}`)).toBe('1234341221434321\n');
  writeFileSync(path, P4);
  expect(shown(`solve -q ${path} ${path}`)).toBe('1234341221434321\n1234341221434321\n');
  expect(shown(`solve ${path}`)).toMatch(/^1234341221434321\n1 puzzle: 1 solved/);
});
