// An endless sequence of random puzzles as values, without requirements but the number of clues.

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describeValue } from '../options/describe-value.ts';
import { didYouMean } from '../options/nearest-name.ts';
import { checkOptionsObject, OptionError } from '../options/option-text.ts';
import { checkGeometry, type Geometry, GeometryError } from './model/geometry.ts';
import { randomGrid, shuffled } from './random-grid.ts';
import { dropGivens } from './solve/minimal.ts';

/** Which puzzles to generate. */
export interface GenerateCellsOptions {
  /** A 32-bit integer. The same seed and geometry give the same puzzles. */
  readonly seed: number;
  /**
   * Number of clues to stop at. More remain if none of them can be removed.
   * @default 0, that is, remove every clue that can be removed
   */
  readonly clues?: number;
  /**
   * Guesses that one test for uniqueness may cost; a clue whose test would cost more stays. With the default, a puzzle that
   * has more than `clues` clues left is minimal, or very nearly so.
   * @default 1000
   */
  readonly budget?: number;
}

/** A puzzle and the only grid that fits it. */
export interface GeneratedCells {
  /** size * size digits, 0 for empty; has exactly one solution */
  readonly cells: Uint8Array;
  /** size * size digits */
  readonly solution: Uint8Array;
  /** givens: cells that are not empty */
  readonly clues: number;
}

/**
 * An endless sequence of random puzzles. Each begins as a random full grid, from which clues are removed in random order as long
 * as it has only one solution.
 *
 * @param geometry the shape of their grids
 * @throws OptionError for an unknown option or an invalid value; TypeError for a geometry or options that are none; while
 *   iterating, GeometryError if no grid obeys the variants
 * @example
 * import { generateCells, geometry, solveCells } from 'sudoku-batch';
 *
 * const [puzzle] = generateCells(geometry(9), { seed: 1, clues: 30 }).take(1);
 * puzzle.clues; // => 30
 * solveCells(puzzle.cells, { solutions: 'unique' }).solutions[0]; // => puzzle.solution
 */
export function generateCells(
  geometry: Geometry,
  options: GenerateCellsOptions,
): Generator<GeneratedCells, never> {
  checkGeometry(geometry, 'geometry');
  checkOptionsObject(options);
  const { seed, clues = 0, budget = 1000, ...others } = options;
  for (const name of Object.keys(others)) {
    const hint = didYouMean(name, ['seed', 'clues', 'budget']);
    throw new OptionError(`expected an option of seed, clues, budget, got ${name}${hint}`);
  }
  if (!Number.isInteger(seed))
    throw new OptionError(`expected a whole number as seed, got ${describeValue(seed)}`);
  if (!(Number.isInteger(clues) && clues >= 0))
    throw new OptionError(`expected a whole number from 0 as clues, got ${describeValue(clues)}`);
  if (!(typeof budget === 'number' && budget >= 0))
    throw new OptionError(`expected a number from 0 as budget, got ${describeValue(budget)}`);
  return make(geometry, seed, clues, budget);
}

function* make(
  geometry: Geometry,
  seed: number,
  clues: number,
  budget: number,
): Generator<GeneratedCells, never> {
  const rng = xoroshiro128plus(seed);
  for (;;) {
    const solution = randomGrid(geometry, rng);
    if (!solution)
      throw new GeometryError(`expected a geometry that has grids, found none of ${geometry.variant}`);
    const cells = solution.slice();
    const order = Array.from(shuffled(rng, geometry.cells), (cell) => [cell]);
    yield { cells, solution, clues: dropGivens(geometry, cells, order, clues, budget) };
  }
}
