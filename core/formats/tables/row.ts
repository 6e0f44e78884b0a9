import type { Explanation } from '../../solver/explain.ts';
import type { GradedExplanation, Rating } from '../../solver/grade/rating.ts';
import type { Sink } from './sink.ts';

/** One row of a table. The writer fills the same object again and again. */
export interface Row {
  /** What the file calls the record; undefined in tables that do without. */
  id: string | undefined;
  /** Of the puzzle, 1 for the file's first record; undefined in tables that do without. */
  number: number | undefined;
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
  /** Whether the count stopped there, or the list before this row, which is no solution. */
  atLimit: boolean;
  guesses: number | undefined;
  explanation: Explanation | GradedExplanation | undefined;
  /** Of a puzzle that was to be graded and could be. */
  rating: Rating | undefined;
}

/** What the rows of a table hold beside puzzle, solution and status. */
export interface Columns {
  /** The number of the puzzle: only then does a row not stand by itself. */
  readonly numbered: boolean;
  /** Each row is one of the solutions of its puzzle, not a puzzle: no count, no guesses. */
  readonly listed: boolean;
  /** Each row tells how hard its puzzle is. */
  readonly graded: boolean;
  /** Each row begins with what the file calls its record. */
  readonly identified: boolean;
}

/** How rows become bytes. */
export interface RowFormat {
  header(sink: Sink, columns: Columns): void;
  row(sink: Sink, row: Row, columns: Columns): void;
}
