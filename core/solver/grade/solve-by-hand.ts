// How a person can solve a puzzle of any kind: by the techniques of Sudoku Explainer, with ratings, if it rates such puzzles, else by
// the steps that apply to all grids.

import { defaultBudget } from '../engine/budget.ts';
import { batchResult } from '../engine/engine.ts';
import { type Explanation, explain } from '../explain/explain.ts';
import { restricts } from '../model/allowed.ts';
import { type Geometry, hasOnlyUnits } from '../model/geometry.ts';
import { withoutUsualRegions } from '../model/shape.ts';
import { type Marker, Status, statusName } from '../model/status.ts';
import { engineFor } from '../solve/engines.ts';
import { canGrade, type Rating } from '../steps/rating.ts';
import { type RateOptions, rate, unrated } from './grade.ts';

/** How a puzzle that has no rating, as one with rules, can be solved by hand. */
export interface Explained extends Explanation {
  /** `filled` if it has no empty cell. */
  readonly status: 'explained' | 'filled';
}

export interface ByHandOptions extends RateOptions {
  /** The digits that each cell may have, as in allowed.ts. Puzzles that they restrict have no rating. */
  readonly allowed?: Uint32Array | undefined;
  /** Of the digits, from 1, in the sentences of puzzles without a rating. By default numbers. */
  readonly symbols?: string | undefined;
}

/**
 * Rates a puzzle, or explains it if it has no rating. The status says why neither is possible.
 * @param givens row by row, 0 for empty
 */
export function solveByHand(
  shape: Geometry,
  givens: Uint8Array,
  options: ByHandOptions = {},
): Rating | Explained {
  const geometry = withoutUsualRegions(shape);
  const { symbols, deadline = Number.POSITIVE_INFINITY } = options;
  const allowed =
    options.allowed && restricts(geometry, givens, options.allowed) ? options.allowed : undefined;
  if (!allowed && canGrade(geometry)) return rate(geometry, givens, options);
  const { budget = defaultBudget(geometry, undefined, !hasOnlyUnits(geometry)) } = options;
  const result = batchResult(geometry, 1);
  const limits = { mode: 'unique', limit: 2, budget, deadline } as const;
  engineFor(geometry).solveBatch({ geometry, count: 1, cells: givens, allowed }, limits, result);
  const status = result.statuses[0] as Status;
  if (status !== Status.solved) return unrated(statusName(status) as Marker | 'interrupted');
  const explanation = explain(geometry, givens, result.solutions, { allowed, symbols });
  return { status: givens.includes(0) ? 'explained' : 'filled', ...explanation };
}
