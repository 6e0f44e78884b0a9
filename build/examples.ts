// npm run build -- examples: writes the generated files in examples/. The others are written by hand.
import { mkdirSync, writeFileSync } from 'node:fs';
import { solveCells } from '../core/puzzle/solve-cells.ts';
import { type Batch, batchResult } from '../core/solver/engine/engine.ts';
import { type GeneratedCells, generateCells } from '../core/solver/generate-cells.ts';
import { allowedByGivens, isAllowed, WORDS } from '../core/solver/model/allowed.ts';
import { geometry } from '../core/solver/model/geometry.ts';
import { Status } from '../core/solver/model/status.ts';
import { engineFor } from '../core/solver/solve/engines.ts';

const EXAMPLES = new URL('../examples/', import.meta.url);
const SEED = 20_261_120;

type Grid = Uint8Array | readonly number[];

/** Generates puzzles with about `clues` clues. */
function puzzles(
  size: number,
  count: number,
  clues: number,
  seed = SEED,
  variant: 'classic' | 'x' = 'classic',
) {
  const found: GeneratedCells[] = [];
  for (const puzzle of generateCells(geometry(size, variant), { seed, clues })) {
    if (found.push(puzzle) === count) return found;
  }
  throw new Error('expected an endless generator, got an end');
}

const packed = (cells: Grid, empty: string) =>
  Array.from(cells, (digit) => (digit === 0 ? empty : digit)).join('');

function rows(cells: Grid, empty: string, separator: string): string {
  const size = Math.sqrt(cells.length);
  return Array.from({ length: size }, (_, row) =>
    Array.from(cells.slice(row * size, (row + 1) * size), (digit) => (digit === 0 ? empty : digit)).join(
      separator,
    ),
  ).join('\n');
}

/** Removes clues until there are `least` to `most` solutions. */
function withSolutions({ cells, solution }: GeneratedCells, least: number, most: number): Uint8Array {
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === 0) continue;
    cells[cell] = 0;
    const { count } = solveCells(cells, { solutions: 'count', limit: most + 1 });
    if (count >= least && count <= most) return cells;
    if (count > most) cells[cell] = solution[cell]!;
  }
  throw new Error(`expected a puzzle with ${least} to ${most} solutions, got none`);
}

/** Puts a digit that excludes every solution into an empty cell, without a repetition in a unit. */
function withoutSolution({ cells }: GeneratedCells): Uint8Array {
  for (const [cell, given] of cells.entries()) {
    if (given !== 0) continue;
    for (let digit = 1; digit <= 9; digit++) {
      cells[cell] = digit;
      if (solveCells(cells, { solutions: 'first' }).status === 'no-solution') return cells;
    }
    cells[cell] = 0;
  }
  throw new Error('expected a digit that excludes every solution, got none');
}

const SHAPE = geometry(9);
/** A whole number that has no common divisor with the number of candidates: its multiples are all of them, in disorder. */
const STRIDE = 410;

/** Excludes candidates of an empty grid, in disorder, until only one solution is left; then allows again what is not required. */
function candidatesOf({ solution }: GeneratedCells): Uint32Array {
  const allowed = allowedByGivens(SHAPE, new Uint8Array(SHAPE.cells));
  const isUnique = () => {
    const result = batchResult(SHAPE, 1);
    const batch: Batch = { geometry: SHAPE, count: 1, cells: new Uint8Array(SHAPE.cells), allowed };
    engineFor(SHAPE).solveBatch(batch, { mode: 'unique', limit: 2, budget: 1e6, deadline: Infinity }, result);
    return result.statuses[0] === Status.solved;
  };
  const excluded: [cell: number, bit: number][] = [];
  for (let at = 0; !isUnique(); at = (at + STRIDE) % (SHAPE.cells * 9)) {
    const [cell, digit] = [Math.floor(at / 9), (at % 9) + 1];
    if (solution[cell] === digit) continue;
    excluded.push([cell, 1 << (digit - 1)]);
    allowed[WORDS * cell]! &= ~(1 << (digit - 1));
  }
  for (const [cell, bit] of excluded) {
    allowed[WORDS * cell]! |= bit;
    if (!isUnique()) allowed[WORDS * cell]! &= ~bit;
  }
  return allowed;
}

/** The candidates that the givens leave. */
function candidatesLeft({ cells }: GeneratedCells): Uint32Array {
  const allowed = allowedByGivens(SHAPE, cells);
  for (const unit of SHAPE.units) {
    const given = Array.from(unit, (cell) => cells[cell]!).filter(Boolean);
    for (const cell of unit) {
      if (cells[cell] === 0) for (const digit of given) allowed[WORDS * cell]! &= ~(1 << (digit - 1));
    }
  }
  return allowed;
}

function pencilmarks(allowed: Uint32Array): string {
  return Array.from({ length: SHAPE.cells * 9 }, (_, at) =>
    isAllowed(allowed, Math.floor(at / 9), (at % 9) + 1) ? (at % 9) + 1 : '.',
  ).join('');
}

/** A grid of candidates as HoDoKu prints it. */
function candidateGrid(allowed: Uint32Array): string {
  const cells = Array.from({ length: SHAPE.cells }, (_, cell) =>
    Array.from('123456789')
      .filter((_, i) => isAllowed(allowed, cell, i + 1))
      .join(''),
  );
  const widths = Array.from({ length: 9 }, (_, column) =>
    Math.max(...cells.filter((_, cell) => cell % 9 === column).map((text) => text.length)),
  );
  const stacks = [0, 3, 6];
  const row = (r: number) =>
    `| ${stacks.map((left) => [0, 1, 2].map((i) => cells[9 * r + left + i]!.padEnd(widths[left + i]!)).join(' ')).join(' | ')} |`;
  const rule = (corner: string, cross: string) =>
    corner +
    stacks.map((left) => '-'.repeat(widths[left]! + widths[left + 1]! + widths[left + 2]! + 4)).join(cross) +
    corner;
  const bands = stacks.map((top) => [0, 1, 2].map((i) => row(top + i)).join('\n'));
  return [rule('.', '.'), bands.join(`\n${rule(':', '+')}\n`), rule("'", "'")].join('\n');
}

const [nine, ten, eleven, twelve] = puzzles(9, 4, 26);
const files: Record<string, string> = {
  'dots-9x9.txt': rows(nine!.cells, '.', ''),
  'sized-9x9.txt': `3\n${rows(ten!.cells, '0', '')}`,
  'sized-16x16.txt': `4\n${rows(puzzles(16, 1, 130)[0]!.cells, '0', ' ')}`,
  'sized-25x25.txt': `5\n${rows(puzzles(25, 1, 350)[0]!.cells, '0', ' ')}`,
  'diagonals-9x9.txt': `#! sudoku variant=x\n${rows(puzzles(9, 1, 20, SEED, 'x')[0]!.cells, '.', '')}`,
  'all-solutions-9x9.txt': `#! sudoku solutions=all\n${rows(withSolutions(eleven!, 6, 20), '.', '')}`,
  'no-solution.txt': packed(withoutSolution(twelve!), '.'),
  'pencilmarks.txt': [
    '# 729 characters a puzzle; the last one has as many characters as cells',
    ...puzzles(9, 3, 28, SEED + 1).map((puzzle) => pencilmarks(candidatesOf(puzzle))),
    packed(nine!.cells, '.'),
  ].join('\n'),
  'candidates.txt': puzzles(9, 2, 28, SEED + 2)
    .map((puzzle) => candidateGrid(candidatesLeft(puzzle)))
    .join('\n\n'),
  'thousand.txt': puzzles(9, 1000, 28)
    .map(({ cells }) => packed(cells, '.'))
    .join('\n'),
};
mkdirSync(EXAMPLES, { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, EXAMPLES), `${text}\n`);
