// Ratings as results and reports contain them, without the code that finds them: this module loads with every command.

import { canHaveFact, type Geometry } from '../model/geometry.ts';
import type { Marker } from '../model/status.ts';
import type { Step } from './step.ts';
import type { TechniqueName } from './techniques.ts';

/** How a grading ended. */
export type GradeStatus =
  /** the techniques solved the puzzle; the ratings are exact */
  | 'graded'
  /** the puzzle needs nested chains, which the grader does not search for: its rating is above {@link BEYOND} */
  | 'beyond'
  /** the deadline passed */
  | 'interrupted'
  /** the puzzle needs a step above the highest rating requested; `er` is that of the steps before it */
  | 'harder'
  /** no open cell */
  | 'filled';

/** ER, EP and ED are the ratings that Sudoku Explainer gives. */
export interface Grade {
  readonly status: GradeStatus;
  /** Highest rating of a step; of the steps found, if not graded. 0 without a step. */
  readonly er: number;
  /** Highest rating up to and including the first placement. */
  readonly ep: number;
  /** Rating of the first step. */
  readonly ed: number;
  /** Technique of the first step that was rated `er`. */
  readonly hardest?: TechniqueName;
  /** How often each technique was used, easiest first. */
  readonly counts: ReadonlyMap<TechniqueName, number>;
  /** All steps in order, if requested. */
  readonly steps: readonly Step[];
}

/** Status of any 81 cells: also why a puzzle cannot be graded. */
export type RatingStatus = GradeStatus | Marker;

export type Rating = Omit<Grade, 'status'> & { readonly status: RatingStatus };

/** Puzzles that need nested forcing chains are rated higher than this. */
export const BEYOND = 9.5;

/** Whether puzzles of this geometry can be graded: 9x9 with 3x3 boxes, classic or X. */
export function canGrade(geometry: Geometry): boolean {
  return canHaveFact('grade', geometry);
}

/** Whether the status comes with a rating. */
export function isRated({ status }: Pick<Rating, 'status'>): boolean {
  return status === 'graded' || status === 'beyond' || status === 'filled';
}

/** ER as results contain it: to a tenth, or the bound that it exceeds. */
export function erText({ status, er }: Pick<Rating, 'status' | 'er'>): string {
  return status === 'beyond' ? `>${BEYOND}` : er.toFixed(1);
}

type Ratings = Pick<Rating, 'status' | 'er' | 'ep' | 'ed'>;

/** A rating, or the bound that it exceeds. */
type Bounded = number | string;

/** ER, EP and ED: each a number, or the bound that it exceeds if the techniques did not lead that far. */
export function ratingsOf({ status, er, ep, ed }: Ratings): readonly [er: Bounded, ep: Bounded, ed: Bounded] {
  const bounded = (value: number): Bounded => (status === 'beyond' && value === 0 ? `>${BEYOND}` : value);
  return [bounded(status === 'beyond' ? 0 : er), bounded(ep), bounded(ed)];
}

/** The same as texts, numbers to a tenth. */
export function ratingTexts(ratings: Ratings): string[] {
  return ratingsOf(ratings).map((value) => (typeof value === 'number' ? value.toFixed(1) : value));
}

/** A rating as JSON contains it. */
export function ratingJson(rating: Omit<Rating, 'steps'>): Record<string, unknown> {
  if (!isRated(rating)) return { status: rating.status };
  const { status, hardest, counts } = rating;
  const [er, ep, ed] = ratingsOf(rating);
  return {
    status,
    er,
    ep,
    ed,
    hardest,
    counts: Object.fromEntries(counts),
  };
}

/** Words for the difficulty of a puzzle, with the highest ER of each; docs/grade.md lists the techniques that each needs. */
export const DIFFICULTIES = [
  { name: 'easy', most: 1.5 },
  { name: 'medium', most: 2.8 },
  { name: 'hard', most: 4.4 },
  { name: 'very hard', most: 6.2 },
  { name: 'extreme', most: Number.POSITIVE_INFINITY },
] as const;

/** How hard a puzzle is, in a word. */
export type Difficulty = (typeof DIFFICULTIES)[number]['name'];

/** The word for a rating. */
export function difficultyOf({ status, er }: Pick<Rating, 'status' | 'er'>): Difficulty {
  if (status === 'beyond') return 'extreme';
  return DIFFICULTIES.find(({ most }) => er <= most)!.name;
}

/** A step of a solution as JSON contains it. */
export interface GradedStepJson {
  readonly technique: TechniqueName;
  readonly rating: number;
  /** in the notation of players */
  readonly text: string;
  /** why it holds, in sentences */
  readonly why: string;
  /** of steps that follow implications */
  readonly chains?: readonly string[];
}

/** How a 9x9 puzzle can be solved by hand, with its ratings. */
export interface GradedExplanation extends Readonly<Record<string, unknown>> {
  readonly difficulty: Difficulty;
  readonly steps: readonly GradedStepJson[];
}
