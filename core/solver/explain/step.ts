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
