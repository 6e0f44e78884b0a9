import type { Explanation } from '../../solver/explain.ts';
import type { Sink } from './sink.ts';

/** One row of a table. The writer fills the same object again and again. */
export interface Row {
  /** Of the puzzle: 1 for the file's first record. */
  number: number;
  /** Printable ASCII, one symbol a cell; undefined where the record is no puzzle. */
  puzzle: Uint8Array | undefined;
  /** What stands in place of a puzzle. */
  raw: string;
  /** As {@link puzzle}, or undefined if there is none. */
  solution: Uint8Array | undefined;
  /** A Status code. */
  status: number;
  /** Solutions found; undefined in a list of them, which does not know it yet. */
  count: number | undefined;
  guesses: number | undefined;
  explanation: Explanation | undefined;
}

/** How rows become bytes. */
export interface RowFormat {
  /** @param listed whether each row is one of the solutions of its puzzle */
  header(sink: Sink, listed: boolean): void;
  row(sink: Sink, row: Row): void;
}
