// npm run build:examples: writes the generated files in examples/. The others are written by hand.
import { mkdirSync, writeFileSync } from 'node:fs';
import { type GeneratedCells, generateCells } from '../core/solver/generate-cells.ts';
import { geometry } from '../core/solver/geometry.ts';
import { solveCells } from '../core/solver/solve-cells.ts';

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

const [nine, ten, eleven, twelve] = puzzles(9, 4, 26);
const files: Record<string, string> = {
  'dots-9x9.txt': rows(nine!.cells, '.', ''),
  'sized-9x9.txt': `3\n${rows(ten!.cells, '0', '')}`,
  'sized-16x16.txt': `4\n${rows(puzzles(16, 1, 130)[0]!.cells, '0', ' ')}`,
  'sized-25x25.txt': `5\n${rows(puzzles(25, 1, 350)[0]!.cells, '0', ' ')}`,
  'diagonals-9x9.txt': `#! sudoku variant=x\n${rows(puzzles(9, 1, 20, SEED, 'x')[0]!.cells, '.', '')}`,
  'all-solutions-9x9.txt': `#! sudoku solutions=all\n${rows(withSolutions(eleven!, 6, 20), '.', '')}`,
  'no-solution.txt': packed(withoutSolution(twelve!), '.'),
  'thousand.txt': puzzles(9, 1000, 28)
    .map(({ cells }) => packed(cells, '.'))
    .join('\n'),
};
mkdirSync(EXAMPLES, { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, EXAMPLES), `${text}\n`);
