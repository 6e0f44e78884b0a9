import { Candidates } from './explain/candidates.ts';
import type { Geometry } from './geometry.ts';

/** Names of the steps, easiest first. */
export const STEP_NAMES = ['naked single', 'hidden single', 'locked candidate', 'guess'] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** By the hardest step that the puzzle needs, in the order of {@link STEP_NAMES}. */
export const DIFFICULTIES = ['easy', 'medium', 'hard', 'very hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** A digit that is put into a cell, or, for a locked candidate, one that other cells lose. Rows, columns and digits count from 1. */
export type Step =
  | {
      readonly step: 'naked single' | 'guess';
      readonly row: number;
      readonly column: number;
      readonly digit: number;
    }
  | {
      readonly step: 'hidden single';
      readonly row: number;
      readonly column: number;
      readonly digit: number;
      /** where the digit has no other place, such as `box 3` */
      readonly unit: string;
    }
  | {
      readonly step: 'locked candidate';
      readonly digit: number;
      /** whose places for the digit are all in `removedFrom` too */
      readonly unit: string;
      readonly removedFrom: string;
    };

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
