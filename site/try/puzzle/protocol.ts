import type { Boxes, Variant } from '../../../core/browser.ts';
import { type Geometry, geometry } from '../../../core/solver/geometry.ts';
import { symbolsFor } from '../symbols.ts';
import type { Walk } from './walk.ts';

/** A puzzle as messages carry it. */
export interface Puzzle {
  readonly size: number;
  readonly boxes: Boxes;
  readonly variant: Variant;
  /** Row by row, 0 for an empty cell. */
  readonly cells: Uint8Array;
  readonly symbols: string;
}

export const geometryOf = ({ size, boxes, variant }: Puzzle): Geometry => geometry(size, variant, boxes);

export function puzzleOf(shape: Geometry, cells: Uint8Array, symbols = symbolsFor(shape.size)): Puzzle {
  const { size, boxRows, boxColumns, variant } = shape;
  return { size, boxes: { rows: boxRows, columns: boxColumns }, variant, cells, symbols };
}

/** What a text turned out to contain. */
export type Reading =
  | { readonly kind: 'one'; readonly puzzle: Puzzle }
  /** several puzzles */
  | { readonly kind: 'many' };

export interface Solved {
  readonly status: 'solved';
  readonly solution: Uint8Array;
  /** A second solution, if there is one; undefined if there is none. */
  readonly other: Uint8Array | undefined;
  /** Whether it is known that there are no more solutions than these. */
  readonly isProven: boolean;
}

/** Why a puzzle has no solution; `unsolved`: the search took too long. */
export type Failure = 'invalid' | 'no-solution' | 'unsolved';

export type Outcome = Solved | { readonly status: Failure };

export interface CountOutcome {
  readonly count: number;
  /** Whether these are all solutions. */
  readonly isExact: boolean;
}

/** What to generate. */
export interface Wanted {
  readonly shape: Puzzle;
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
    returns: Walk | Exclude<Outcome['status'], 'solved'> | 'not-unique';
  };
  generate: { takes: Wanted; reports: number; returns: Uint8Array };
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
