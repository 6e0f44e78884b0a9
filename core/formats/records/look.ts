import { VALUE_NUMBER, VALUE_PUZZLE, VALUE_SOLUTION, VALUE_STRING } from '../../kernel/constants.ts';
import type { FieldKind } from './field-reader.ts';

/** What may stand where a value stood. Of other values, the same bytes. */
export const Value = {
  puzzle: VALUE_PUZZLE,
  solution: VALUE_SOLUTION,
  string: VALUE_STRING,
  number: VALUE_NUMBER,
} as const;

/** What lines of JSON that look alike have in common: an object each, whose bytes are the same but for some values. */
export interface RecordLook {
  /** Its own, not 0. */
  readonly number: number;
  readonly kind: FieldKind;
  /** What stands before each value (with the quote of a string), and after the last one, one after another. */
  readonly text: Uint8Array;
  /** Where each of these texts ends in all of them. */
  readonly ends: Uint32Array;
  /** {@link Value} codes. */
  readonly values: Uint8Array;
  /** Bytes from the puzzle's first cell back to where its key begins, and ends. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** What comes before a solution that is added after the puzzle, with its quote; the member that says `solved`. */
  readonly solutionText: Uint8Array;
  readonly statusText: Uint8Array;
}
