import { expect, test } from 'vitest';
import { lineOf } from '../../core/formats/shared/alphabet.ts';
import { generateCells } from '../../core/solver/generate-cells.ts';
import { geometry } from '../../core/solver/model/geometry.ts';
import { canonicalForms } from '../../core/solver/symmetry/canonical.ts';
import { applySymmetry, randomSymmetry } from '../../core/solver/symmetry/symmetry.ts';
import { cellsOf, textOf } from '../core/solver/puzzles.ts';
import { events, lines, sudoku } from './command-line.ts';
import { THREADS } from './thread-counts.ts';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const TRANSPOSED = Array.from({ length: 81 }, (_, i) => PUZZLE[(i % 9) * 9 + Math.floor(i / 9)]).join('');
const GRID = '123456789456789123789123456231564897564897231897231564312645978645978312978312645';
const FORM = textOf(canonicalForms(cellsOf(PUZZLE)).forms);

test('writes the form of each puzzle on a line, in order', async () => {
  const { stdout, stderr, code } = await sudoku(['canonical'], { stdin: lines([PUZZLE, GRID, TRANSPOSED]) });
  expect(stdout.toString()).toBe(lines([FORM, GRID, FORM]));
  expect(stderr).toBe('3 puzzles: 3 canonical\n');
  expect(code).toBe(0);
});

test('writes a table with automorphisms and the symmetry that makes the form', async () => {
  const { stdout } = await sudoku(['canonical', '--output', 'jsonl'], { stdin: lines([PUZZLE, GRID]) });
  const [row, grid] = events(stdout.toString()) as Record<string, never>[];
  expect(grid).toMatchObject({ status: 'canonical', canonical: GRID, automorphisms: 648 });
  expect(row).toMatchObject({ puzzle: PUZZLE, status: 'canonical', canonical: FORM, automorphisms: 1 });
  const fromZero = (numbers: number[]) => Uint8Array.from(numbers, (number) => number - 1);
  const made = applySymmetry(cellsOf(PUZZLE), {
    isTransposed: row!.transposed,
    rows: fromZero(row!.rows),
    columns: fromZero(row!.columns),
    digits: Uint8Array.from([0, ...(row!.digits as number[])]),
  });
  expect(textOf(made)).toBe(FORM);

  const { stdout: csv } = await sudoku(['canonical', '--output', 'csv'], { stdin: lines([PUZZLE]) });
  const { rows, columns, digits, transposed } = row as unknown as Record<string, number[]>;
  const symmetry = [transposed ? 1 : 0, rows!.join(''), columns!.join(''), digits!.join('')];
  expect(csv.toString()).toBe(
    `puzzle,status,canonical,automorphisms,transposed,rows,columns,digits\n${PUZZLE},canonical,${FORM},1,${symmetry.join()}\n`,
  );
});

test('marks records that have no form, in their places, and exits with 1', async () => {
  const large = `1${'.'.repeat(24)}`.repeat(25);
  const stdin = lines(['.1', PUZZLE, `11${'.'.repeat(79)}`, '1'.repeat(81), large, PUZZLE]);
  const { stdout, stderr, code } = await sudoku(['canonical'], { stdin });
  expect(stdout.toString()).toBe(lines(['invalid', FORM, 'invalid', 'invalid', 'not-classic', FORM]));
  expect(stderr).toContain('6 puzzles: ');
  expect(stderr).toContain('only classic puzzles of 4x4 to 16x16 have a canonical form');
  expect(code).toBe(1);
});

test('writes forms of other sizes, in letters above 9, with the symmetry that makes them', async () => {
  const [made] = generateCells(geometry(16), { seed: 1 }).take(1);
  const cells = made!.cells;
  const turned = applySymmetry(
    cells,
    randomSymmetry((limit) => limit - 1, geometry(16)),
  );
  const stdin = lines([cells, turned].map((puzzle) => lineOf(puzzle)));
  const { stdout, stderr } = await sudoku(['canonical'], { stdin });
  const [form, other] = stdout.toString().split('\n');
  expect(stderr).toBe('2 puzzles: 2 canonical\n');
  expect(form).toMatch(/^[1-9A-G.]{256}$/);
  expect(other).toBe(form);
  const { stdout: json } = await sudoku(['canonical', '--output', 'jsonl'], { stdin });
  const [row] = events(json.toString()) as Record<string, never>[];
  const fromZero = (numbers: number[]) => Uint8Array.from(numbers, (number) => number - 1);
  const symmetry = {
    isTransposed: row!.transposed,
    rows: fromZero(row!.rows),
    columns: fromZero(row!.columns),
    digits: Uint8Array.from([0, ...(row!.digits as number[])]),
  };
  expect(lineOf(applySymmetry(cells, symmetry))).toBe(form);
  const { stdout: csv } = await sudoku(['canonical', '--output', 'csv'], { stdin });
  expect(csv.toString().split('\n')[1]!.split(',').slice(5)).toEqual(
    ['rows', 'columns', 'digits'].map((name) => (row![name] as number[]).join(' ')),
  );
});

test('finds forms of boxes that a flag names', async () => {
  const puzzle = `12${'.'.repeat(34)}`;
  const { stdout } = await sudoku(['canonical', '--boxes', '3x2', '-q'], { stdin: lines([puzzle]) });
  expect(stdout.toString()).toMatch(/^[12.]{36}\n$/);
});

test('the solver writes the same form in tables', async () => {
  const stdin = lines(['1234............', '..............12', `12${'.'.repeat(34)}`, PUZZLE]);
  const { stdout } = await sudoku(['solve', '--canonical', '--output', 'csv', '-q'], { stdin });
  const { stdout: forms } = await sudoku(['canonical', '-q'], { stdin });
  const column = stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((row) => row.split(',').at(-1));
  expect(column).toEqual(['canonical', ...forms.toString().trimEnd().split('\n')]);
});

test('does not give X puzzles a form, as most symmetries break the diagonals', async () => {
  const { stdout } = await sudoku(['canonical', '-q'], { stdin: lines(['#! sudoku variant=x', PUZZLE]) });
  expect(stdout.toString()).toBe('not-classic\n');
});

test('gives the same result on any number of threads', async () => {
  // more puzzles than fit into two tasks
  const stdin = lines(Array.from({ length: 17_000 }, (_, i) => (i % 3 ? PUZZLE : GRID)));
  const [one, ...others] = await Promise.all(
    THREADS.map((n) => sudoku(['canonical', '--concurrency', `${n}`], { stdin })),
  );
  expect(one!.stdout.toString().trimEnd().split('\n')).toHaveLength(17_000);
  for (const { stdout } of others) expect(stdout).toEqual(one!.stdout);
});
