import { Candidates } from './explain/candidates.ts';
import { DIFFICULTIES, type Difficulty, STEP_NAMES, type Step, type StepName } from './explain/step.ts';
import type { Geometry } from './geometry.ts';

export interface Explanation {
  readonly difficulty: Difficulty;
  /** How often each step was taken. */
  readonly counts: Readonly<Record<StepName, number>>;
  readonly steps: readonly Step[];
}

/**
 * How a puzzle can be solved by hand: always the easiest step that there is, and a guess (a right one: the digit of the
 * solution, in the cell with fewest candidates) only where no other step is left.
 *
 * @param givens row by row, 0 for empty
 * @param solution a grid that the givens fit
 */
export function explain(geometry: Geometry, givens: Uint8Array, solution: Uint8Array): Explanation {
  const candidates = new Candidates(geometry, givens);
  const steps: Step[] = [];
  const counts = { 'naked single': 0, 'hidden single': 0, 'locked candidate': 0, guess: 0 };
  for (;;) {
    const step =
      candidates.nakedSingle() ??
      candidates.hiddenSingle() ??
      candidates.lockedCandidate() ??
      candidates.guess(solution);
    if (!step) break;
    steps.push(step);
    counts[step.step]++;
  }
  const hardest = STEP_NAMES.findLastIndex((name) => counts[name] > 0);
  return { difficulty: DIFFICULTIES[Math.max(0, hardest)]!, counts, steps };
}
