// The messages between the page and the worker for single puzzles: its tasks, their progress and their results.

import type { Variant } from '../../../core/options/options.ts';
import type { DrawnName } from '../../../core/solver/drawn-names.ts';
import type { Puzzle } from '../shared/puzzle.ts';
import type { Row, RowsWanted } from '../shared/rows.ts';
import type { Position } from './position.ts';
import type { Walk, WalkStep } from './walk.ts';

/** What a text turned out to contain. */
export type Reading =
  | {
      readonly kind: 'one';
      readonly puzzle: Puzzle;
      readonly digits?: Uint8Array;
      readonly left?: Uint32Array;
    }
  /** several puzzles */
  | { readonly kind: 'many' };

export interface Solved {
  readonly status: 'solved';
  readonly solution: Uint8Array;
  /** A second solution, if there is one; undefined if there is none. */
  readonly other: Uint8Array | undefined;
  /** Whether it is known that there are no more solutions than these. */
  readonly isProven: boolean;
  /** Of the solver, without the start of its worker: to find the solution and to search for another. */
  readonly milliseconds: number;
}

/** Why a puzzle has no solution; `unsolved`: the search took too long. */
export type Failure = 'invalid' | 'no-solution' | 'unsolved' | 'unsupported';

/** Why a puzzle has no steps; `unproven`: it has a solution, and the search for another one took too long. */
export type NoSteps = Failure | 'not-unique' | 'unproven';

export type Outcome = Solved | { readonly status: Failure };

/** Cells in which the user differs from the solution. */
export interface Mistakes {
  /** cells with another digit */
  readonly wrong: readonly number[];
  /** open cells that have lost the candidate that is the solution's */
  readonly lost: readonly number[];
}

/** What a check of the user's digits found. */
export type Checked =
  | ({ readonly kind: 'unique' } & Mistakes)
  /** there are several solutions, or that is not known: whether one of them has the user's digits, undefined if not known */
  | { readonly kind: 'several' | 'unproven'; readonly isPossible: boolean | undefined }
  | { readonly kind: 'none'; readonly reason: NoSteps };

/** The next step from a position. */
export type Hint =
  | { readonly kind: 'step'; readonly step: WalkStep }
  /** first, the user corrects these */
  | ({ readonly kind: 'mistakes' } & Mistakes)
  | { readonly kind: 'full' }
  /** it needs techniques that are not searched for */
  | { readonly kind: 'beyond' }
  | { readonly kind: 'none'; readonly reason: NoSteps };

export interface CountOutcome {
  readonly count: number;
  /** Whether these are all solutions. */
  readonly isExact: boolean;
}

/** What to generate. */
export interface Wanted {
  readonly shape: Puzzle;
  /** Rules to draw, in place of those of the shape. */
  readonly drawn: readonly DrawnName[];
  /** Lowest and highest rating; for 9x9. */
  readonly er?: readonly [number, number];
  /** Number of clues to stop at. */
  readonly clues?: number;
  readonly seed: number;
}

/** The tasks of the worker: what each takes, reports on its way, and returns. */
export interface Tasks {
  read: { takes: { text: string; variant: Variant }; reports: never; returns: Reading };
  solve: { takes: Puzzle; reports: Uint8Array; returns: Outcome };
  count: { takes: Puzzle; reports: number; returns: CountOutcome };
  walk: {
    takes: Puzzle;
    reports: never;
    returns: Walk | NoSteps;
  };
  check: { takes: Position; reports: never; returns: Checked };
  hint: { takes: Position; reports: never; returns: Hint };
  rows: { takes: RowsWanted; reports: never; returns: Row[] };
  generate: { takes: Wanted; reports: number; returns: Puzzle };
}

export type TaskName = keyof Tasks;

export interface Request<N extends TaskName = TaskName> {
  readonly id: number;
  readonly name: N;
  readonly takes: Tasks[N]['takes'];
}

export type Response =
  | { readonly id: number; readonly kind: 'reports'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'returns'; readonly value: unknown }
  /** `isUserError`: the input is at fault */
  | { readonly id: number; readonly kind: 'throws'; readonly message: string; readonly isUserError: boolean };
