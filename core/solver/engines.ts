import { type BatchMode, batchResult, type Engine } from './engine.ts';
import type { Geometry } from './geometry.ts';
import { isLanesGeometry, lanesEngine } from './lanes/engine.ts';
import { largeEngine } from './large/engine.ts';
import type { Status } from './status.ts';

/** The engine that is fastest for a geometry. */
export function engineFor(geometry: Geometry): Engine {
  return isLanesGeometry(geometry) ? lanesEngine : largeEngine();
}

/**
 * The default budget: generous, so that only puzzles made to be hard exceed it, and yet spent within a minute or two of a
 * function's time. It grows with the number of requested solutions.
 *
 * @param solutions that are to be counted or listed
 */
export function defaultBudget({ size }: Pick<Geometry, 'size'>, solutions = 0): number {
  const usual = size <= 9 ? 10_000_000 : size <= 25 ? 1_000_000 : 100_000;
  return Math.min(usual + GUESSES_A_SOLUTION * solutions, MAX_DEFAULT);
}

/** A little more than counting or listing takes: about one guess for each solution. */
const GUESSES_A_SOLUTION = 2;
/** Some minutes of counting: well within what a function has. */
const MAX_DEFAULT = 2_000_000_000;

/**
 * Solves one puzzle with the engine for its geometry.
 * @param deadline `performance.now()` from which on it is `interrupted`
 */
export function solveOne(
  geometry: Geometry,
  cells: Uint8Array,
  mode: BatchMode,
  budget: number,
  deadline = Number.POSITIVE_INFINITY,
) {
  const result = batchResult(geometry, 1);
  const options = { mode, limit: 1, budget, deadline };
  engineFor(geometry).solveBatch({ geometry, count: 1, cells }, options, result);
  return { status: result.statuses[0] as Status, solution: result.solutions };
}
