// Progress reports to a caller: at a limited rate, and with the caller's own errors told apart from defects of this
// package.

import type { Reached } from '../solver/engine/engine.ts';

/** Milliseconds between two reports of progress. */
const INTERVAL = 100;

export const NOTHING: Reached = { puzzles: 0, solutions: 0 };

/** An error of a caller's function, which ends the work: it is no defect of this package. */
export class CallerError extends Error {
  override readonly name = 'CallerError';

  constructor(cause: unknown) {
    super('a function of the caller threw an error', { cause });
  }
}

/** Limits the rate of progress reports: calls `report` at most once an {@link INTERVAL}, and counts only then. @throws CallerError */
export function rateLimited(report: (reached: Reached) => void): (reached: () => Reached) => void {
  let due = performance.now() + INTERVAL;
  return (reached) => {
    const now = performance.now();
    if (now < due) return;
    due = now + INTERVAL;
    try {
      report(reached());
    } catch (error) {
      throw new CallerError(error);
    }
  };
}

export function sumReached(a: Reached, b: Reached): Reached {
  return { puzzles: a.puzzles + b.puzzles, solutions: a.solutions + b.solutions };
}
