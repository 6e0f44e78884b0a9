import type { Options } from '../options/options.ts';
import { defaultBudget } from '../solver/engines.ts';

/**
 * Guesses (for large grids, conflicts) that a puzzle may cost under a file's options.
 * @param size of the grid
 * @param maxBudget what it is at most where the options have none
 */
export function budgetFor(
  { solutions, limit, budget }: Pick<Options, 'solutions' | 'limit' | 'budget'>,
  size: number,
  maxBudget = Infinity,
): number {
  const wanted = solutions === 'count' || solutions === 'all' ? limit : 0;
  return budget ?? Math.min(defaultBudget({ size }, wanted), maxBudget);
}
