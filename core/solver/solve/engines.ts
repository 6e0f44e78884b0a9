// Which engine solves a geometry, and the budget of puzzles without one.

import { type Batch, type BatchMode, batchResult, type Engine } from '../engine/engine.ts';
import { hasTables, isLanesGeometry, lanesEngine } from '../lanes/engine.ts';
import { givenUnitsEngine, largeEngine } from '../large/engine.ts';
import type { Geometry } from '../model/geometry.ts';
import type { Status } from '../model/status.ts';
import { lanesFirstEngine } from './lanes-first.ts';

/**
 * The engine that is fastest for a geometry.
 * @param own geometries of the puzzles themselves, if they have any
 */
export function engineFor(geometry: Geometry, own?: Batch['own']): Engine {
  if (own) return own.some(isLanesGeometry) ? lanesFirstEngine : largeEngine();
  if (!isLanesGeometry(geometry)) return largeEngine();
  return hasTables(geometry) ? lanesFirstEngine : lanesEngine;
}

/**
 * The default budget: so generous that only puzzles made to be hard exceed it, and yet spent within a minute or two of a
 * function's time. It grows with the number of requested solutions.
 *
 * @param solutions number of solutions to count or list; 0 for other modes
 * @param isRuled whether puzzles have rules of their own
 */
export function defaultBudget(
  { size, variant }: Pick<Geometry, 'size' | 'variant'>,
  solutions = 0,
  isRuled = false,
): number {
  const isUsual = (variant === 'classic' || variant === 'x') && !isRuled;
  const usual = size <= 9 && isUsual ? 10_000_000 : size <= 25 ? 1_000_000 : 100_000;
  return Math.min(usual + GUESSES_A_SOLUTION * solutions, MAX_DEFAULT);
}

/** Counting and listing take about one guess for each solution; this is a little more. */
const GUESSES_A_SOLUTION = 2;
/** Takes some minutes of counting, well within the time limit of a function. */
const MAX_DEFAULT = 2_000_000_000;

/**
 * Solves one puzzle, always with the same engine, so that what is drawn from a seed stays the same.
 * @param deadline `performance.now()` at which the puzzle is `interrupted`
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
  const engine = isLanesGeometry(geometry) && !hasTables(geometry) ? lanesEngine : givenUnitsEngine();
  engine.solveBatch({ geometry, count: 1, cells }, options, result);
  return { status: result.statuses[0] as Status, solution: result.solutions };
}
