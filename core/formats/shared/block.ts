import {
  CONTENT_GRID,
  CONTENT_NOTHING,
  CONTENT_OTHER,
  LF,
  VERDICT_ANOTHER,
  VERDICT_FILL,
  VERDICT_OPEN,
  VERDICT_RIGHT,
  VERDICT_WRONG,
} from '../../kernel/constants.ts';
import type { BatchResult } from '../../solver/engine.ts';
import type { Geometry } from '../../solver/geometry.ts';
import { givensAreConsistent } from '../../solver/givens.ts';
import { Status } from '../../solver/status.ts';
import type { Alphabet } from './alphabet.ts';
import { viewOf } from './cells.ts';

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

/** Bytes of a record that are looked at for its name. */
const MAX_BYTES = 64 * 1024;

/** The front of a record, from its beginning on, or that of its line, as far as the record after it. */
export function recordText({ bytes, starts, count }: Block, record: number | BrokenRecord): string {
  const isPuzzle = typeof record === 'number';
  const start = isPuzzle
    ? starts[record]!
    : (record.recordStart ?? bytes.lastIndexOf(LF, Math.max(record.start - 1, 0)) + 1);
  const next = isPuzzle && record + 1 < count ? starts[record + 1]! : bytes.length;
  return Buffer.from(bytes.subarray(start, Math.min(next, start + MAX_BYTES))).toString();
}

/** What a record brings where a solution would stand. */
export const FieldContent = { nothing: CONTENT_NOTHING, grid: CONTENT_GRID, other: CONTENT_OTHER } as const;

/** How that compares with the solution that was found; described in kernel/constants.ts. */
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

/** Compares the solutions that a file brings for a block's puzzles with the result. */
export function compareSolutions(
  { fileSolutions, geometry, cells, count }: Block,
  result: BatchResult,
): void {
  const { statuses, solutions } = result;
  if (!fileSolutions || !geometry) return;
  const n = geometry.cells;
  const [theirView, ourView] = [viewOf(fileSolutions.cells), viewOf(solutions)];
  const verdicts = fileSolutions.verdicts.subarray(0, count);
  if (fileSolutions.compare) fileSolutions.compare(result, count, n);
  else verdicts.fill(VERDICT_OPEN);
  for (let p = verdicts.indexOf(VERDICT_OPEN); p >= 0; p = verdicts.indexOf(VERDICT_OPEN, p + 1)) {
    const at = p * n;
    const isSolved = statuses[p] === Status.solved;
    if (fileSolutions.contents[p] === FieldContent.nothing) fileSolutions.verdicts[p] = Verdict.fill;
    else if (fileSolutions.contents[p] === FieldContent.other) fileSolutions.verdicts[p] = Verdict.wrong;
    else if (isSolved && areSame(theirView, ourView, at, n)) fileSolutions.verdicts[p] = Verdict.right;
    else {
      const theirs = fileSolutions.cells.subarray(at, at + n);
      const ours = isSolved ? solutions.subarray(at, at + n) : undefined;
      fileSolutions.verdicts[p] = verdict(geometry, cells.subarray(at, at + n), theirs, ours);
    }
  }
}

function areSame(a: DataView, b: DataView, from: number, length: number): boolean {
  const words = from + (length & ~3);
  // four cells at a time, as digits.ts reads them
  for (let i = from; i < words; i += 4) if (a.getInt32(i, true) !== b.getInt32(i, true)) return false;
  for (let i = words; i < from + length; i++) if (a.getUint8(i) !== b.getUint8(i)) return false;
  return true;
}

/** Of a grid that is not just the same as ours. */
function verdict(geometry: Geometry, givens: Uint8Array, theirs: Uint8Array, ours?: Uint8Array): number {
  if (theirs.includes(0)) {
    const agrees = !ours || theirs.every((value, i) => value === 0 || value === ours[i]);
    return agrees ? Verdict.fill : Verdict.wrong;
  }
  const fits = theirs.every((value, i) => givens[i] === 0 || givens[i] === value);
  if (!fits || !givensAreConsistent(geometry, theirs)) return Verdict.wrong;
  return ours ? Verdict.another : Verdict.right;
}
