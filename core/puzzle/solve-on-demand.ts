/**
 * `solve` for pages: the code for a classic 9x9 puzzle comes first, and everything else loads when a puzzle needs it.
 *
 * @module sudoku-batch/solve
 */

import { defaultBudget } from '../solver/engine/budget.ts';
import { batchResult } from '../solver/engine/engine.ts';
import { lanesEngine } from '../solver/lanes/engine.ts';
import { geometry } from '../solver/model/geometry.ts';
import { Status } from '../solver/model/status.ts';
import type { Puzzle, Solution } from './puzzle.ts';
import type { SolveOptions, SolveResult } from './solve.ts';

export type { Boxes, Variant } from '../options/options.ts';
export type { Cell, Puzzle, ShapeOptions, Solution } from './puzzle.ts';
export type { PuzzleRules } from './rule-options.ts';
export type { SearchOptions, SolveFailure, SolveOptions, SolveResult } from './solve.ts';

/**
 * As `solve` of `sudoku-batch`, with a promise of the same result. For a classic 9x9 puzzle without options, in one line or as
 * numbers, nothing else is loaded. Other puzzles and options load the rest of the library, once.
 *
 * @param puzzle a string, rows, cells or a Uint8Array, of any size from 4x4 to 36x36
 * @throws (rejects with) the same errors as `solve`
 * @example
 * import { solve } from 'sudoku-batch/solve';
 *
 * const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
 * (await solve(puzzle)).solution.slice(0, 9); // => '534678912'
 * (await solve('12.434..2.4343.1')).status; // => 'solved'
 */
async function solveOnDemand<P extends Puzzle>(
  puzzle: P,
  options: SolveOptions = {},
): Promise<SolveResult<P>> {
  const isPlain = typeof options === 'object' && options !== null && Object.keys(options).length === 0;
  const grid = isPlain ? plainGrid(puzzle) : undefined;
  return (grid && solvePlain(grid)) ?? (await import('./solve.ts')).solve(puzzle, options);
}

export { solveOnDemand as solve };

/** The values of a classic 9x9 puzzle, and how its solution is written. */
interface PlainGrid {
  readonly cells: Uint8Array;
  readonly write: (values: Uint8Array) => unknown;
}

const SIDE = 9;
const CELLS = SIDE * SIDE;
/** In one line, 0 is only empty where no other symbol is. */
const LINE = /^(?:[1-9.]{81}|[0-9]{81})$/;

/** @returns undefined for a puzzle in another form, or of another size */
function plainGrid(puzzle: Puzzle): PlainGrid | undefined {
  if (typeof puzzle === 'string') {
    if (!LINE.test(puzzle)) return undefined;
    return {
      cells: Uint8Array.from(puzzle, (symbol) => Number(symbol) || 0),
      write: (values) => values.join(''),
    };
  }
  if (!Array.isArray(puzzle)) {
    const isPlain = puzzle instanceof Uint8Array && puzzle.length === CELLS && puzzle.every(isValue);
    return isPlain ? { cells: puzzle, write: (values) => values } : undefined;
  }
  const items: readonly unknown[] = puzzle;
  if (items.length === CELLS && items.every(isValue)) {
    return { cells: Uint8Array.from(items), write: (values) => Array.from(values) };
  }
  const isRows = items.length === SIDE && items.every((row) => Array.isArray(row) && row.length === SIDE);
  const values = isRows ? items.flat() : [];
  if (values.length !== CELLS || !values.every(isValue)) return undefined;
  return {
    cells: Uint8Array.from(values),
    write: (all) =>
      Array.from({ length: SIDE }, (_, row) => Array.from(all.subarray(row * SIDE, (row + 1) * SIDE))),
  };
}

function isValue(cell: unknown): cell is number {
  return Number.isInteger(cell) && (cell as number) >= 0 && (cell as number) <= SIDE;
}

/** @returns undefined for a puzzle whose result needs words: a conflict between givens, or a spent budget */
function solvePlain<P extends Puzzle>({ cells, write }: PlainGrid): SolveResult<P> | undefined {
  const shape = geometry(SIDE);
  const result = batchResult(shape, 1);
  // a count of two finds a second solution, and keeps the first
  const limits = { limit: 2, budget: defaultBudget(shape, 2), deadline: Number.POSITIVE_INFINITY };
  lanesEngine.solveBatch({ geometry: shape, count: 1, cells }, { mode: 'count', ...limits }, result);
  const status = result.statuses[0];
  if (status === Status.noSolution) return { status: 'no-solution' };
  if (status !== Status.solved) return undefined;
  const solution = write(result.solutions) as Solution<P>;
  return { status: result.counts[0] === 2 ? 'not-unique' : 'solved', solution };
}
