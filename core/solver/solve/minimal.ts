// Minimal puzzles, in which each given is needed for the only solution: whether a puzzle is one, and which givens make one.

import { defaultBudget } from '../engine/budget.ts';
import { batchResult } from '../engine/engine.ts';
import { isLanesGeometry } from '../lanes/engine.ts';
import type { Geometry } from '../model/geometry.ts';
import { Status } from '../model/status.ts';
import { engineFor, solveOne } from './engines.ts';

/** Limits of the searches for a puzzle. */
export interface MinimalLimits {
  /** Guesses of each search. */
  readonly budget: number;
  /** Guesses of all searches for the puzzle. @default Infinity */
  readonly total?: number;
  /** `performance.now()` at which the search stops. @default Infinity */
  readonly deadline?: number;
}

/** Puzzles that are solved in one call: as many as the lanes engine holds; large grids take long enough by themselves. */
const groupSize = (shape: Geometry) => (isLanesGeometry(shape) ? 16 : 1);

/**
 * Whether a puzzle has one solution, for which each given is needed. A given is needed if the puzzle without it has two.
 * @returns undefined for a puzzle that has not exactly one solution, and if a limit was reached first
 */
export function isMinimal(shape: Geometry, puzzle: Uint8Array, limits: MinimalLimits): boolean | undefined {
  let isUndecided = false;
  for (const [cell, status] of statusesWithout(shape, puzzle, limits)) {
    if (cell < 0 && status !== Status.solved) return undefined;
    if (cell >= 0 && status === Status.solved) return false;
    isUndecided ||= cell >= 0 && status !== Status.notUnique;
  }
  return isUndecided ? undefined : true;
}

/**
 * The status of a puzzle in the mode `unique`, and that of the puzzle without each of its givens.
 * @returns the cell of the given, -1 for the whole puzzle, which comes first
 */
function* statusesWithout(
  shape: Geometry,
  puzzle: Uint8Array,
  { budget, total = Infinity, deadline = Infinity }: MinimalLimits,
): Generator<readonly [cell: number, status: number]> {
  const left = [-1, ...givensIn(puzzle)];
  const most = groupSize(shape);
  const result = batchResult(shape, most);
  const cells = new Uint8Array(most * shape.cells);
  let rest = total;
  for (let from = 0; from < left.length; from += most) {
    const group = left.slice(from, from + most);
    for (const [i, cell] of group.entries()) {
      cells.set(puzzle, i * shape.cells);
      if (cell >= 0) cells[i * shape.cells + cell] = 0;
    }
    const options = {
      mode: 'unique',
      limit: 2,
      budget: Math.max(Math.min(budget, rest), 0),
      deadline,
    } as const;
    engineFor(shape).solveBatch({ geometry: shape, count: group.length, cells }, options, result);
    for (const [i, cell] of group.entries()) {
      rest -= result.guesses[i]!;
      yield [cell, result.statuses[i]!];
    }
  }
}

function givensIn(puzzle: Uint8Array): number[] {
  const cells: number[] = [];
  for (const [cell, value] of puzzle.entries()) if (value > 0) cells.push(cell);
  return cells;
}

/** Which givens of a puzzle are redundant. */
export interface Redundant {
  /** Of the puzzle in the mode `unique`. */
  readonly status: Status;
  /** Cells of the givens that can all be removed; empty unless the puzzle has exactly one solution. */
  readonly cells: readonly number[];
  /** Whether the budget ran out, so that other givens may be redundant too. */
  readonly isCut: boolean;
}

/**
 * Finds givens without which a puzzle still has one solution, in a random order, until each of the others is needed. A given
 * that is needed in the whole puzzle is needed without others too, as fewer givens have no fewer solutions.
 * @param random returns an integer from 0 to its argument, exclusive
 * @param budget guesses of each search
 */
export function redundantGivens(
  shape: Geometry,
  puzzle: Uint8Array,
  random: (limit: number) => number,
  budget = defaultBudget(shape),
): Redundant {
  const [whole, ...others] = [...statusesWithout(shape, puzzle, { budget })];
  const status = whole![1] as Status;
  if (status !== Status.solved) return { status, cells: [], isCut: false };
  const candidates = others.filter(([, without]) => without === Status.solved).map(([cell]) => cell);
  let isCut = others.some(([, without]) => without === Status.unsolved);
  const left = puzzle.slice();
  const cells: number[] = [];
  for (let i = candidates.length; i > 0; i--) {
    const drawn = random(i);
    const cell = candidates[drawn]!;
    candidates[drawn] = candidates[i - 1]!;
    left[cell] = 0;
    const without = solveOne(shape, left, 'unique', budget).status;
    if (without === Status.solved) cells.push(cell);
    else left[cell] = puzzle[cell]!;
    isCut ||= without === Status.unsolved;
  }
  return { status, cells, isCut };
}

/**
 * A minimal set of givens with one solution, for puzzles whose rules leave few givens to add: grows from none, by a given where
 * another solution differs, until there is no other; then drops givens that later ones have made redundant.
 * @param orbits groups of cells that get their givens together, in random order
 * @param least number of givens below which none is removed; missing ones are added
 * @param budget guesses of each search; if it is exhausted, another given is added, or a given is kept
 */
export function neededClues(
  geometry: Geometry,
  solution: Uint8Array,
  orbits: readonly (readonly number[])[],
  least: number,
  budget: number,
): Uint8Array {
  const cells = new Uint8Array(geometry.cells);
  const open = new Set(orbits);
  const given: (readonly number[])[] = [];
  const give = (orbit: readonly number[]) => {
    for (const cell of orbit) cells[cell] = solution[cell]!;
    open.delete(orbit);
    given.push(orbit);
  };
  let other = otherSolution(geometry, cells, solution, budget);
  while (other) {
    const found = other;
    give([...open].find((orbit) => orbit.some((cell) => found[cell] !== solution[cell]))!);
    other = otherSolution(geometry, cells, solution, budget);
  }
  let left = given.reduce((sum, { length }) => sum + length, 0);
  for (const orbit of open) {
    if (left >= least) break;
    give(orbit);
    left += orbit.length;
  }
  dropGivens(geometry, cells, given, least, budget);
  return cells;
}

/**
 * Removes the givens of each orbit in turn, as long as the puzzle has only one solution.
 * @param cells the puzzle, which loses them
 * @param orbits groups of givens that are removed together
 * @param least number of givens below which none is removed
 * @param budget guesses of each search; if it is exhausted, the givens are kept
 * @returns number of givens left
 */
export function dropGivens(
  geometry: Geometry,
  cells: Uint8Array,
  orbits: Iterable<readonly number[]>,
  least: number,
  budget: number,
): number {
  let left = givensIn(cells).length;
  for (const orbit of orbits) {
    if (left - orbit.length < least) continue;
    const digits = orbit.map((cell) => cells[cell]!);
    for (const cell of orbit) cells[cell] = 0;
    if (solveOne(geometry, cells, 'unique', budget).status === Status.solved) left -= orbit.length;
    else for (const [i, cell] of orbit.entries()) cells[cell] = digits[i]!;
  }
  return left;
}

const NONE = new Uint8Array(0);

/** A solution other than the given one; undefined if there is none, and a grid of zeros if the budget is exhausted. */
export function otherSolution(
  geometry: Geometry,
  cells: Uint8Array,
  solution: Uint8Array,
  budget: number,
): Uint8Array | undefined {
  const listing = engineFor(geometry).list(geometry, cells, { limit: 2, budget, deadline: Infinity });
  let found: Uint8Array | undefined;
  for (;;) {
    const { done, value } = listing.next();
    if (done) return found ?? (value.status === Status.solved ? undefined : NONE);
    for (let at = 0; at < value.length; at += geometry.cells) {
      const grid = value.subarray(at, at + geometry.cells);
      if (grid.some((digit, cell) => digit !== solution[cell])) found = grid.slice();
    }
  }
}
