// A text within a record, such as a field of a table, that contains a puzzle.

import type { Geometry } from '../../solver/geometry.ts';

/** A puzzle that a text within a record contains. */
export interface TextRecord {
  /** With the rules of the puzzle. */
  readonly geometry: Geometry;
  /** Values of the cells, 0 for empty. */
  readonly cells: Uint8Array;
  /** The digits that the cells may have, as in a solver's batch; undefined if there are only givens. */
  readonly allowed?: Uint32Array | undefined;
}

/** Reads a text as a file of one record: its puzzle, or why a format that knows the text finds none; undefined if none knows it. */
export type TextReader = (text: string) => TextRecord | string | undefined;
