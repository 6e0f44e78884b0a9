// The budget of puzzles for which none is requested.

import type { Geometry } from '../model/geometry.ts';

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
