import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VARIANT_NAMES } from '../../core/options/variants.ts';
import { DRAWN_NAMES } from '../../core/solver/drawn-names.ts';
import { sudoku, temporaryDirectory } from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';
import { THREADS } from './thread-counts.ts';

test('makes one puzzle per line, the same for the same seed, on any number of threads', async () => {
  const make = (seed: string, ...flags: string[]) =>
    sudoku(['generate', '--count', '40', '--seed', seed, '--er', '1.2-4.5', '-q', ...flags]);
  const { stdout, code } = await make('7');
  expect(stdout.toString()).toMatch(/^([1-9.]{81}\n){40}$/);
  expect(code).toBe(0);
  for (const threads of THREADS) {
    expect((await make('7', '--concurrency', `${threads}`)).stdout).toEqual(stdout);
  }
  expect((await make('8')).stdout).not.toEqual(stdout);
  expect(new Set(stdout.toString().split('\n')).size).toBe(41);
});

test('makes puzzles that meet the requirements', async () => {
  const { stdout } = await sudoku(['generate', '--technique', 'xy-wing', '--er', '4.2', '--distinct', '-q']);
  const graded = await sudoku(['grade', '-q'], { stdin: stdout });
  expect(graded.stdout.toString()).toMatch(/,graded,4\.2,.*XY-Wing/);
  const mask = `${'1.'.repeat(40)}1`;
  const masked = await sudoku(['generate', '--mask', mask, '-q']);
  expect(masked.stdout.toString().trim().replace(/\d/g, '1')).toBe(mask);
});

test('gives up on requirements that no puzzle meets, and reports how many puzzles it made', async () => {
  const { code, stderr, stdout } = await sudoku(['generate', '--er', '9.9', '--tries', '60', '-q']);
  expect(stderr).toContain(
    'gave up after 60 tries without a puzzle: 0 of 1 made; failures in 60 tries: 60 by er',
  );
  expect(stdout).toHaveLength(0);
  expect(code).toBe(1);
});

test.each([
  { flags: ['--size', '6', '--variant', 'x', '--boxes', '3x2'], first: '#! sudoku variant=x boxes=3x2' },
  { flags: ['--size', '16', '--clues', '150'], first: '#! sudoku alphabet=1-9A-G' },
  { flags: ['--size', '10', '--alphabet', 'A-J'], first: '#! sudoku alphabet=A-J' },
])(
  'writes the options of $flags in the first line, so that solve needs no flags',
  async ({ flags, first }) => {
    const made = await sudoku(['generate', '--count', '2', ...flags]);
    expect(made.stdout.toString().split('\n')[0]).toBe(first);
    const solved = await sudoku(['solve', '--solutions', 'unique'], { stdin: made.stdout });
    expect(solved.stderr).toContain('2 puzzles: 2 solved');
    expect(solved.code).toBe(0);
  },
);

test('writes a file that appears when it is complete', async () => {
  const cwd = temporaryDirectory();
  const { stdout } = await sudoku(['generate', '-o', 'puzzles.txt'], { cwd });
  expect(stdout).toHaveLength(0);
  expect(readFileSync(join(cwd, 'puzzles.txt'), 'utf8')).toMatch(/^[1-9.]{81}\n$/);
});

test.each([
  [['-o', 'a.parquet'], 'a.parquet: expected a name that ends in .txt, .csv or .jsonl, got .parquet'],
  [['--size', '7'], 'a 7x7 grid has no boxes: 7 is a prime number'],
  [['--size', '40'], '--size: expected a whole number from 4 to 36, got "40"'],
  [['--size', '16', '--alphabet', 'A-F'], '--alphabet: expected 16 symbols for a 16x16 grid, got 6'],
  [['--technique', 'x-wing', '--er', '1.2-1.5'], 'expected a range that reaches 3.2, the rating of X-Wing'],
  [['--technique', 'direct claiming'], 'expected one that a puzzle can need'],
  [['--technique', 'xwing'], 'expected the name of a technique, such as "X-Wing"'],
  [
    ['--er', 'hard'],
    '--er: expected a value or a range from 1 to 9.9, such as 1-4, got "hard" (did you mean 2.9-4.4?)',
  ],
  [['--er', 'easy'], 'got "easy" (did you mean 1.0-1.5?)'],
  [['--er', 'extreme'], 'got "extreme" (did you mean 6.3-9.9?)'],
  [['--er', '4-3'], '--er: expected a value or a range from 1 to 9.9'],
  [['--er', '4', '--size', '6'], 'no other grid is graded, got 6x6'],
  [['--er', '4', '--boxes', '1x9'], 'no other grid is graded, got 9x9 with 1x9'],
  [['--distinct', '--boxes', '1x9'], '--distinct: expected 9x9 with 3x3 boxes and classic rules'],
  [['--mask', '1.1'], '--mask: expected 81 symbols'],
  [['--distinct', '--variant', 'x'], '--distinct: expected 9x9 with 3x3 boxes and classic rules'],
  [['--er', '12'], 'expected a rating from 9.9 down'],
  [['--er', '2.7'], 'expected a rating that some step has; got 2.7 to 2.7, and the nearest are 2.6 and 2.8'],
  [['--clues', '16'], 'expected 17 clues or more'],
  [['--mask', `${'1'.repeat(16)}${'.'.repeat(65)}`], 'expected a mask of 17 clues or more'],
  [['--count', '1000000000'], '--count: expected a whole number from 1 to 100000000'],
  [['--boxes', '2x3'], 'a box of 2x3 does not hold 9 cells, as a 9x9 grid needs'],
])('refuses %j', async (flags, message) => {
  const { code, stderr } = await sudokuHere(['generate', ...flags]);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

describe('rules that are drawn for each puzzle', () => {
  const make = (variant: string, flags: string[] = [], cwd?: string) =>
    sudoku(['generate', '--variant', variant, '-q', ...flags], { cwd });

  test('are the same for the same seed on any number of threads', async () => {
    const flags = ['--count', '12', '--size', '6', '--seed', '3'];
    const { stdout, code } = await make('jigsaw,killer,kropki', flags);
    expect(code).toBe(0);
    expect(new Set(stdout.toString().trim().split('\n')).size).toBe(12);
    for (const threads of THREADS) {
      const again = await make('jigsaw,killer,kropki', [...flags, '--concurrency', `${threads}`]);
      expect(again.stdout).toEqual(stdout);
    }
    const other = await make('jigsaw,killer,kropki', [...flags, '--seed', '4']);
    expect(other.stdout).not.toEqual(stdout);
  });

  test.each([
    ['jigsaw,killer', [], 'puzzles.jsonl'],
    ['arrow,thermo,whispers,renban', [], 'puzzles.jsonl'],
    ['x,kropki,xv,greater,even-odd', [], 'puzzles.csv'],
    ['jigsaw,all-dots', ['--size', '7'], 'puzzles.csv'],
    ['jigsaw', ['--size', '7', '--output', 'lines'], 'puzzles.txt'],
    ['jigsaw,x', ['--output', 'lines'], 'puzzles.txt'],
    ['killer', ['--size', '10', '--alphabet', 'A-J', '--clues', '30'], 'puzzles.jsonl'],
  ])('are written so that solve reads them: %s %j to %s', async (variant, flags, name) => {
    const cwd = temporaryDirectory();
    const { code, stdout } = await make(variant, ['--count', '2', ...flags, '-o', name], cwd);
    expect(code).toBe(0);
    expect(stdout).toHaveLength(0);
    const solved = await sudoku(['solve', name, '--solutions', 'unique', '-o', 'solved'], { cwd });
    expect(solved.stderr).toContain('2 puzzles: 2 solved');
  });

  test('are written as JSON Lines where lines cannot hold them', async () => {
    const { stdout } = await make('killer,anti-knight');
    const record = JSON.parse(stdout.toString()) as { cages: { cells: string[] }[]; variant: string };
    expect(record.variant).toBe('anti-knight');
    expect(record.cages.flatMap(({ cells }) => cells)).toHaveLength(81);
    const refused = await make('killer', ['--output', 'lines']);
    expect(refused.stderr).toContain('--output lines: expected jsonl or csv for killer');
    expect(refused.code).toBe(2);
  });

  test('have their names in the help', async () => {
    const help = (await sudokuHere(['generate', '--help'])).stdout.replace(/\s+/g, ' ');
    for (const name of [...VARIANT_NAMES, ...DRAWN_NAMES]) expect(help).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test.each([
    [['--variant', 'sandwich'], 'greater or even-odd, got "sandwich"'],
    [['--variant', 'killer', '--distinct'], '--distinct: expected 9x9 with 3x3 boxes and classic rules'],
    [['--variant', 'killer', '--er', '3'], 'expected no rating and no technique with rules that are drawn'],
    [['--variant', 'jigsaw', '--boxes', '3x3'], 'expected no boxes for a jigsaw'],
    [['--variant', 'anti-king', '--size', '4'], 'got anti-king, which a 4x4 grid cannot have'],
  ])('refuse %j', async (flags, message) => {
    const { code, stderr } = await sudokuHere(['generate', ...flags]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
