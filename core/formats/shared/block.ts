import type { BatchResult } from '../../solver/engine.ts';
import type { Geometry } from '../../solver/geometry.ts';
import type { Alphabet } from './alphabet.ts';
import type { FileSolutions } from './file-solutions.ts';

/** A record that is no puzzle, and why. */
export interface BrokenRecord {
  /** Offsets in the block's bytes of what the marker `invalid` replaces. */
  readonly start: number;
  readonly end: number;
  /** Offset in the block's bytes where the record itself begins, where formats tell it from its puzzle. */
  readonly recordStart?: number;
  /** Line feeds of the block before the record. */
  readonly line: number;
  /** 1-based column of the fault; 0 where no column is to blame. */
  readonly column: number;
  /** What was expected, what came. */
  readonly reason: string;
  /** Set where half of the puzzle or more is as it should be: the file surely holds puzzles. */
  readonly mostly?: boolean;
  /** Set on a marker that an earlier run wrote: it stays as it is. */
  readonly kept?: true;
  /** Set on a later piece of a record too long to be held: its marker is already written. */
  readonly continued?: true;
}

/** A block ends after so many broken records: of a file of nothing else, a buffer would hold a hundred thousand. */
export const MAX_BROKEN = 1000;

/**
 * A stretch of the input with its records: any number of broken ones, and puzzles of one geometry.
 * Holds whole records, so a result is made of it without looking at its neighbours.
 * Valid until the reader is asked for the next one; writers may write into `bytes`.
 */
export interface Block<Layout = unknown> {
  /** All of the stretch: records, and the comments and blank lines between them. */
  readonly bytes: Uint8Array;
  /** Line feeds in `bytes`. */
  readonly lineFeeds: number;
  /** Of the puzzles; undefined when there is none. */
  readonly geometry: Geometry | undefined;
  /** Number of puzzles. */
  readonly count: number;
  /** count * geometry.cells values: 0 for empty, 1 to size for a given. */
  readonly cells: Uint8Array;
  /** Offset in `bytes` where each puzzle's first line begins, ascending. */
  readonly starts: Uint32Array;
  /** Line feeds of the block before each puzzle. */
  readonly lines: Uint32Array;
  /** In the order of the file. */
  readonly broken: readonly BrokenRecord[];
  /** Symbols of the values; undefined where cells are numbers. */
  readonly alphabet: Alphabet | undefined;
  /** Whether the block is what comes before the first record, with a header at its end. */
  readonly isHeader?: boolean;
  /** Whether the block ends within a record that is too long to be held: the next one goes on with it. */
  readonly isCut?: boolean;
  /** Where the cells stand, for the writer of the format. */
  readonly layout: Layout;
  /** Solutions that the file brings along; undefined where its format has no room for them. */
  readonly fileSolutions?: FileSolutions | undefined;
  /** Where the format would have results, as it writes them from there; valid as long as the block. */
  readonly results?: Pick<BatchResult, 'statuses' | 'solutions'>;
}

/** The block as far as its puzzle number `count`, which is left out. */
export function cutBlock<Layout>(block: Block<Layout>, count: number): Block<Layout> {
  const end = block.starts[count]!;
  return {
    ...block,
    bytes: block.bytes.subarray(0, end),
    lineFeeds: block.lines[count]!,
    count,
    broken: block.broken.filter((record) => record.start < end),
  };
}

/** Puzzles that follow each other, and the broken record after them, if one comes. */
export interface PuzzleRun {
  readonly first: number;
  /** Number after the last one; `first` if there is none. */
  readonly limit: number;
  readonly broken: BrokenRecord | undefined;
}

/** The records of a block in the order of the file. */
export function* puzzleRuns({ broken, starts, count }: Block): Generator<PuzzleRun> {
  let first = 0;
  for (const record of broken) {
    let limit = first;
    while (limit < count && starts[limit]! <= record.start) limit++;
    yield { first, limit, broken: record };
    first = limit;
  }
  if (first < count) yield { first, limit: count, broken: undefined };
}

/** Puzzle numbers and broken records of a block in the order of the file. */
export function* recordsOf(block: Block): Generator<number | BrokenRecord> {
  let b = 0;
  for (let p = 0; p < block.count; p++) {
    while (b < block.broken.length && block.broken[b]!.start < block.starts[p]!) yield block.broken[b++]!;
    yield p;
  }
  while (b < block.broken.length) yield block.broken[b++]!;
}
