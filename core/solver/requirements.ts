// What generated puzzles can be required to have: clues, symmetry, a mask, minimality, a rating, a technique.

import type { DrawnName } from './drawn-names.ts';
import type { Geometry } from './model/geometry.ts';
import type { Grade } from './steps/rating.ts';
import type { TechniqueName } from './steps/techniques.ts';

/**
 * Symmetries of the clues: a cell has a clue if the cell has one with which it is exchanged by a half turn of the grid
 * (`rotational`), a reflection from left to right (`mirror`) or one on the main diagonal (`diagonal`).
 */
export const SYMMETRIES = ['none', 'rotational', 'mirror', 'diagonal'] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

/** Both ends are included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The highest rating that can be required: beyond it, dynamic chains (+) would have to be longer than 64 nodes in a puzzle
 * without a shorter one. Puzzles that people rate higher need nested chains, which the grader does not search for.
 */
export const MAX_ER = 9.9;

/** Requirements that generated puzzles must meet. */
export interface Requirements {
  /** Of the grid without the rules that are drawn. */
  readonly geometry: Geometry;
  /** Rules to draw. */
  readonly drawn?: readonly DrawnName[];
  /** A 32-bit integer: the same requirements with the same seed give the same puzzles. */
  readonly seed: number;
  /** Sudoku Explainer's rating; 9x9 only. */
  readonly er?: Range;
  /** A technique that puzzles must need: without it, they are rated higher or not solved. 9x9 only. */
  readonly technique?: TechniqueName;
  readonly symmetry?: Symmetry;
  /** 1 for each cell that must have a clue, row by row; no other cell has one. */
  readonly mask?: Uint8Array;
  /** Number of clues. Without it, clues are removed until none can go. */
  readonly clues?: Range;
  /** No clue can be removed; always true without `clues` and symmetry. */
  readonly minimal?: boolean;
}

export interface MatchingPuzzle {
  /** With the rules that were drawn. */
  readonly geometry: Geometry;
  readonly cells: Uint8Array;
  readonly solution: Uint8Array;
  readonly clues: number;
  /** present if a rating or a technique is required */
  readonly grade?: Grade;
}

/** Requirements that a try may fail to meet, in the order in which they are tested. */
export const MISSES = ['grid', 'rules', 'one solution', 'clues', 'minimal', 'er', 'technique'] as const;
export type Miss = (typeof MISSES)[number];

/** The cells of a grid, each together with the one that a symmetry exchanges with it. */
export function orbitsOf({ size, cells }: Geometry, symmetry: Symmetry): readonly (readonly number[])[] {
  const partner = (cell: number): number => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    if (symmetry === 'rotational') return cells - 1 - cell;
    if (symmetry === 'mirror') return row * size + (size - 1 - column);
    return symmetry === 'diagonal' ? column * size + row : cell;
  };
  const all = Array.from({ length: cells }, (_, cell) => cell);
  return all
    .filter((cell) => cell <= partner(cell))
    .map((cell) => (cell === partner(cell) ? [cell] : [cell, partner(cell)]));
}
