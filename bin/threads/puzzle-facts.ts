// What is computed about puzzles so that they can be selected, and counted in an audit.
import { batchResult } from '../../core/solver/engine/engine.ts';
import { rate } from '../../core/solver/grade/grade.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import type { Shape } from '../../core/solver/model/shape.ts';
import { type Status, statusName } from '../../core/solver/model/status.ts';
import { defaultBudget, engineFor } from '../../core/solver/solve/engines.ts';
import { isMinimal } from '../../core/solver/solve/minimal.ts';
import { canGrade, isRated, ratingsOf } from '../../core/solver/steps/rating.ts';

/** Solutions after which counting stops. */
export const MOST_SOLUTIONS = 10_000;

/** Computed fields. */
export const FACTS = ['clues', 'status', 'solutions', 'minimal', 'er', 'ep', 'ed'] as const;
export type Fact = (typeof FACTS)[number];

/** Puzzles about which facts are to be found. */
export interface FactTask {
  readonly kind: 'facts';
  readonly shape: Shape;
  /** grids one after another */
  readonly cells: Uint8Array;
  readonly facts: readonly Fact[];
}

/** Values by fact, for each puzzle; undefined where there is none, such as the rating of a puzzle without a solution. */
export type Facts = Partial<Record<Fact, (string | number | undefined)[]>>;

export function puzzleFacts(shape: Geometry, { cells, facts }: FactTask): Facts {
  const count = cells.length / shape.cells;
  const puzzles = Array.from({ length: count }, (_, p) =>
    cells.subarray(p * shape.cells, (p + 1) * shape.cells),
  );
  const has = (...names: Fact[]) => names.some((name) => facts.includes(name));
  const found: Facts = {};
  if (has('clues')) found.clues = puzzles.map(cluesIn);
  if (has('status')) {
    const { statuses } = solveAll(shape, cells, 'unique');
    found.status = Array.from(statuses, (status) => statusName(status as Status));
  }
  if (has('minimal')) {
    const budget = defaultBudget(shape);
    found.minimal = puzzles.map((puzzle) => isMinimal(shape, puzzle, { budget, total: budget })?.toString());
  }
  if (has('solutions')) found.solutions = Array.from(solveAll(shape, cells, 'count').counts);
  if (has('er', 'ep', 'ed')) {
    const ratings = puzzles.map((puzzle) => {
      const rating = canGrade(shape) ? rate(shape, puzzle, { path: false }) : undefined;
      return rating && isRated(rating) ? ratingsOf(rating) : undefined;
    });
    found.er = ratings.map((rating) => rating?.[0]);
    found.ep = ratings.map((rating) => rating?.[1]);
    found.ed = ratings.map((rating) => rating?.[2]);
  }
  return found;
}

export function cluesIn(puzzle: Uint8Array): number {
  let clues = 0;
  for (const digit of puzzle) if (digit > 0) clues++;
  return clues;
}

function solveAll(shape: Geometry, cells: Uint8Array, mode: 'unique' | 'count') {
  const count = cells.length / shape.cells;
  const result = batchResult(shape, count);
  const options = { mode, budget: defaultBudget(shape), deadline: Infinity, limit: MOST_SOLUTIONS };
  engineFor(shape).solveBatch({ geometry: shape, count, cells }, options, result);
  return result;
}
