import {
  CONTENT_GRID,
  CONTENT_NOTHING,
  CONTENT_OTHER,
  VERDICT_ANOTHER,
  VERDICT_FILL,
  VERDICT_RIGHT,
  VERDICT_WRONG,
} from '../../kernel/constants.ts';
import type { BatchResult } from '../../solver/engine.ts';

/** What a record brings where a solution would stand. */
export const FieldContent = { nothing: CONTENT_NOTHING, grid: CONTENT_GRID, other: CONTENT_OTHER } as const;

/** How that compares with what was found. */
export const Verdict = {
  fill: VERDICT_FILL,
  right: VERDICT_RIGHT,
  another: VERDICT_ANOTHER,
  wrong: VERDICT_WRONG,
} as const;

/** Solutions that a file brings for the puzzles of a block. */
export interface FileSolutions {
  /** {@link FieldContent} codes */
  readonly contents: Uint8Array;
  /** count * geometry.cells values; 0 for a cell that is left empty */
  readonly cells: Uint8Array;
  /** {@link Verdict} codes, written by compareSolutions */
  readonly verdicts: Uint8Array;
  /** Gives the verdicts that are quickly given, VERDICT_OPEN for others. */
  compare?(result: BatchResult, count: number, cells: number): void;
}
