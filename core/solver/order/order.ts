import type { Geometry } from '../geometry.ts';
import type { Grade } from '../grade/grade.ts';
import type { TechniqueName } from '../grade/techniques.ts';

/** Which cells have a clue together: those that turning the grid by half (`rotational`), mirroring it left to right (`mirror`) or on its main diagonal (`diagonal`) exchanges. */
export const SYMMETRIES = ['none', 'rotational', 'mirror', 'diagonal'] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

/** From and to, both included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What puzzles are to be like. */
export interface Order {
  readonly geometry: Geometry;
  /** A 32-bit integer: the same order with the same seed is met by the same puzzles. */
  readonly seed: number;
  /** Sudoku Explainer's rating; 9x9 only. */
  readonly er?: Range;
  /** A technique without which a puzzle would be rated higher; 9x9 only. */
  readonly technique?: TechniqueName;
  readonly symmetry?: Symmetry;
  /** 1 for each cell that is to have a clue, row by row; no others have one. */
  readonly mask?: Uint8Array;
  /** Without it, clues are removed until none can go. */
  readonly clues?: Range;
  /** No clue can go; without `clues` and symmetry that is so anyway. */
  readonly minimal?: boolean;
}

export interface OrderedPuzzle {
  readonly cells: Uint8Array;
  readonly solution: Uint8Array;
  readonly clues: number;
  /** where the order asks for a rating or a technique */
  readonly grade?: Grade;
}

/** Why a try did not meet the order: the first that failed. */
export const MISSES = ['one solution', 'clues', 'minimal', 'er', 'technique'] as const;
export type Miss = (typeof MISSES)[number];
