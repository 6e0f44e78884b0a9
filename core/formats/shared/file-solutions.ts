import type { BatchResult } from '../../solver/engine.ts';

/** What a record brings where a solution would stand. */
export const FieldContent = { nothing: 0, grid: 1, other: 2 } as const;

/** How that compares with what was found. */
export const Verdict = {
  /** The file brings nothing that could be wrong: the solution (or marker) is to be filled in. */
  fill: 0,
  /** It solves the puzzle: it stays. */
  right: 1,
  /** It solves the puzzle, but is not the solution that was found: it stays. */
  another: 2,
  /** It does not solve the puzzle: it is replaced. */
  wrong: 3,
} as const;

/** Solutions that a file brings for the puzzles of a block. */
export interface FileSolutions {
  /** {@link FieldContent} codes */
  readonly contents: Uint8Array;
  /** count * geometry.cells values; 0 for a cell that is left empty */
  readonly cells: Uint8Array;
  /** {@link Verdict} codes, written by compareSolutions */
  readonly verdicts: Uint8Array;
  /** Gives the verdicts that are quickly given, {@link OPEN} for others. */
  compare?(result: BatchResult, count: number, cells: number): void;
}

/** No verdict yet. */
export const OPEN = 255;
