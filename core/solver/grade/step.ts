import type { TechniqueName } from './techniques.ts';

/** Digits, counted from 0 as bits, that a cell loses. */
export interface Removal {
  readonly cell: number;
  readonly digits: number;
}

/** A candidate that is assumed or shown to be true (`on`) or false in a chain. */
export interface ChainNode {
  readonly cell: number;
  /** from 0 */
  readonly digit: number;
  readonly on: boolean;
  /** numbers of nodes, earlier in the same chain, that it follows from; none for an assumption */
  readonly from: readonly number[];
}

/** One step of a solution: what is seen, why, and what follows. Cells count from 0 row by row, digits from 0, units as in Shape. */
export interface Step {
  readonly technique: TechniqueName;
  /** As Sudoku Explainer rates it, such as 2.6; unrounded, so that equal kinds compare as there. */
  readonly rating: number;
  /** What is placed, if the step places a digit. */
  readonly cell?: number;
  readonly digit?: number;
  /** What is removed; with a placement, what goes before it. */
  readonly removals: readonly Removal[];
  /** The pattern: its units, cells and digits (a set of bits). */
  readonly units: readonly number[];
  readonly cells: readonly number[];
  readonly digits: number;
  /** For chains: each from an assumption to what it forces. */
  readonly chains?: readonly (readonly ChainNode[])[];
}

/** Looks for a technique; gives its first step in the order of Sudoku Explainer. */
export type Finder<Where> = (where: Where) => Step | undefined;
