// A block: a stretch of input with its complete records, as a reader gives it to the solver and a writer gets it back.
// No byte of it is lost.

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
import { type BatchResult, geometryAt } from '../../solver/engine/engine.ts';
import { allowedAt, cellWithoutDigit, WORDS } from '../../solver/model/allowed.ts';
import { type Geometry, givensAreConsistent } from '../../solver/model/geometry.ts';
import { type Marker, Status } from '../../solver/model/status.ts';
import type { Alphabet } from './alphabet.ts';
import { viewOf } from './cells.ts';

/** A record that is not a valid puzzle. */
export interface BrokenRecord {
  /** Offsets in the block's bytes of the stretch that the marker `invalid` replaces. */
  readonly start: number;
  readonly end: number;
  /** Offset in the block's bytes of the record, in formats whose records hold more than a puzzle. */
  readonly recordStart?: number;
  /** Line feeds of the block before the fault. */
  readonly line: number;
  /** 1-based column of the fault; 0 for none. */
  readonly column: number;
  /** `expected …, got …` */
  readonly reason: string;
  /** Set if at least half of the puzzle is valid: then the file surely holds puzzles. */
  readonly mostlyValid?: boolean;
  /** The marker of an earlier run that it is: it is preserved, and counts as the outcome that it says. */
  readonly marker?: Marker | undefined;
  /** Set on cells within other text, which stay as they are: that a value elsewhere is a puzzle is only a guess. */
  readonly isKept?: true;
  /** Set if a spreadsheet has most likely made it of a puzzle that it took for a number. */
  readonly isDamaged?: true;
  /** Set if a defect of this package has cost the record. */
  readonly isInternal?: true;
  /** Set on a record that is longer than records may be. */
  readonly isTooLong?: true;
  /** Set on a later piece of an overlong record, whose marker has been written already. */
  readonly continued?: true;
}

/** Broken records after which a block ends: in a file of nothing else, a buffer could hold a hundred thousand. */
export const MAX_BROKEN = 1000;

/** Puzzles with rules of their own in a block, and pairs of cells that these relate, at most: they take much memory. */
export const MAX_OWN = 2000;
export const MAX_OWN_PAIRS = 500_000;

/**
 * A stretch of the input with its complete records: any number of broken ones, and puzzles of one geometry.
 * Its result does not depend on its neighbours.
 * Valid until the reader produces the next block; writers may write into `bytes`.
 */
export interface Block<Layout = unknown> {
  /** The records, and the comments and blank lines between them. */
  readonly bytes: Uint8Array;
  /** Line feeds in `bytes`; in a binary format, records. */
  readonly lineFeeds: number;
  /** Of the puzzles; undefined if there are none. */
  readonly geometry: Geometry | undefined;
  /** The geometry of each puzzle, if they have rules of their own, as in a solver's batch. */
  readonly own?: readonly Geometry[] | undefined;
  /** Number of puzzles. */
  readonly count: number;
  /** count * geometry.cells values: 0 for empty, 1 to size for a given. */
  readonly cells: Uint8Array;
  /** The digits that each cell may have, as in a solver's batch; undefined if puzzles have only givens. */
  readonly allowed?: Uint32Array;
  /** Offset in `bytes` where each puzzle's first line begins, ascending. */
  readonly starts: Uint32Array;
  /** Line feeds of the block before each puzzle. */
  readonly lines: Uint32Array;
  /** In the order of the file. */
  readonly broken: readonly BrokenRecord[];
  /** Symbols of the values; undefined where cells are numbers. */
  readonly alphabet: Alphabet | undefined;
  /** Whether the block is the text before the first record and ends with a table's header. */
  readonly isHeader?: boolean;
  /** Whether the block ends within an overlong record, which the next block continues. */
  readonly isCut?: boolean;
  /** Set if an unexpected error in an earlier attempt to read the block has cost no record. */
  readonly isSecondAttempt?: true;
  /** Positions of the cells, for the writer of the format. */
  readonly layout: Layout;
  /** A stretch of `bytes` in words; undefined where they are text. */
  readonly text?: (start: number, end: number) => string;
  /** Solutions that the file contains; undefined if its format cannot hold any. */
  readonly fileSolutions?: FileSolutions | undefined;
  /** Memory from which the format writes results; solving into it saves a copy. Valid as long as the block. */
  readonly results?: Pick<BatchResult, 'statuses' | 'solutions'>;
}

/**
 * Checks that a block has an entry for each of its puzzles in every array. Readers write by index, and a write beyond the end of a
 * typed array is lost without an error.
 * @throws RangeError if an array is too short
 */
export function checkRoom(block: Block): void {
  const { geometry, count, cells, starts, lines, own, allowed, fileSolutions, results } = block;
  if (count === 0) return;
  const all = count * geometry!.cells;
  const isLong =
    cells.length >= all &&
    starts.length >= count &&
    lines.length >= count &&
    (!own || own.length === count) &&
    (!allowed || allowed.length >= WORDS * all) &&
    (!fileSolutions || (fileSolutions.contents.length >= count && fileSolutions.cells.length >= all)) &&
    (!results || (results.statuses.length >= count && results.solutions.length >= all));
  if (!isLong) throw new RangeError(`expected room for each of ${count} puzzles of a block, got less`);
}

/** The part of a block before its puzzle number `count`. */
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

/**
 * The blocks from the front of a buffer up to `end`, or up to an empty one, whose first record is incomplete.
 * @param blockAt reads the block that begins at an offset
 */
export function* blocksUpTo<Layout>(
  end: number,
  blockAt: (from: number) => Block<Layout>,
): Generator<Block<Layout>> {
  for (let from = 0; from < end; ) {
    const block = blockAt(from);
    if (block.bytes.length === 0) return;
    from += block.bytes.length;
    yield block;
  }
}

/** Consecutive puzzles, and the broken record after them, if any. */
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
  for (const { first, limit, broken } of puzzleRuns(block)) {
    for (let p = first; p < limit; p++) yield p;
    if (broken) yield broken;
  }
}

/** Bytes of a record that are searched for its id. */
const MAX_FRONT_BYTES = 64 * 1024;

/** The beginning of a record (or of its line), up to the next record. */
export function recordFront(block: Block, record: number | BrokenRecord): Uint8Array {
  const start = recordStart(block, record);
  return block.bytes.subarray(start, recordLimit(block, record, start));
}

/** Offset at which a record (or its line) begins. */
export function recordStart({ bytes, starts }: Block, record: number | BrokenRecord): number {
  if (typeof record === 'number') return starts[record]!;
  return record.recordStart ?? bytes.lastIndexOf(LF, Math.max(record.start - 1, 0)) + 1;
}

/** End of the {@link recordFront} that begins at `start`. */
export function recordLimit(
  { bytes, starts, count }: Block,
  record: number | BrokenRecord,
  start: number,
): number {
  const next = typeof record === 'number' && record + 1 < count ? starts[record + 1]! : bytes.length;
  return Math.min(next, start + MAX_FRONT_BYTES);
}

/** Text of the bytes of a record. */
export function textOf({ bytes, text }: Block, start: number, end: number): string {
  return text ? text(start, end) : Buffer.from(bytes.subarray(start, end)).toString();
}

/** What a record holds in the place of a solution. */
export const FieldContent = { nothing: CONTENT_NOTHING, grid: CONTENT_GRID, other: CONTENT_OTHER } as const;

/** How the file's solution compares with the one found. */
export const SolutionVerdict = {
  fill: VERDICT_FILL,
  right: VERDICT_RIGHT,
  another: VERDICT_ANOTHER,
  wrong: VERDICT_WRONG,
} as const;

/** Solutions that a file contains for the puzzles of a block. */
export interface FileSolutions {
  /** {@link FieldContent} codes */
  readonly contents: Uint8Array;
  /** count * geometry.cells values; 0 for an empty cell */
  readonly cells: Uint8Array;
  /** {@link SolutionVerdict} codes, written by compareSolutions */
  readonly verdicts: Uint8Array;
  /** Sets the verdicts that need only a comparison of bytes, VERDICT_OPEN elsewhere. */
  compare?(result: BatchResult, count: number, cells: number): void;
}

/** Compares a file's solutions for the puzzles of a block with the result, and sets the verdicts. */
export function compareSolutions(
  { fileSolutions, geometry, own, cells, allowed, count }: Block,
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
    if (fileSolutions.contents[p] === FieldContent.nothing) fileSolutions.verdicts[p] = SolutionVerdict.fill;
    else if (fileSolutions.contents[p] === FieldContent.other)
      fileSolutions.verdicts[p] = SolutionVerdict.wrong;
    else if (isSolved && areSame(theirView, ourView, at, n))
      fileSolutions.verdicts[p] = SolutionVerdict.right;
    else {
      const theirs = fileSolutions.cells.subarray(at, at + n);
      const ours = isSolved ? solutions.subarray(at, at + n) : undefined;
      const mayBe = allowedAt(allowed, geometry, p);
      const shape = geometryAt({ geometry, own }, p);
      fileSolutions.verdicts[p] = verdict(shape, cells.subarray(at, at + n), theirs, ours, mayBe);
    }
  }
}

function areSame(a: DataView, b: DataView, from: number, length: number): boolean {
  const words = from + (length & ~3);
  // four cells at a time, as readDigits does
  for (let i = from; i < words; i += 4) if (a.getInt32(i, true) !== b.getInt32(i, true)) return false;
  for (let i = words; i < from + length; i++) if (a.getUint8(i) !== b.getUint8(i)) return false;
  return true;
}

/** The verdict on a grid that differs from ours. */
function verdict(
  geometry: Geometry,
  givens: Uint8Array,
  theirs: Uint8Array,
  ours?: Uint8Array,
  allowed?: Uint32Array,
): number {
  if (theirs.includes(0)) {
    const agrees = !ours || theirs.every((value, i) => value === 0 || value === ours[i]);
    return agrees ? SolutionVerdict.fill : SolutionVerdict.wrong;
  }
  const fits = theirs.every((value, i) => givens[i] === 0 || givens[i] === value);
  if (allowed && cellWithoutDigit(geometry, theirs, allowed) >= 0) return SolutionVerdict.wrong;
  if (!fits || !givensAreConsistent(geometry, theirs)) return SolutionVerdict.wrong;
  return ours ? SolutionVerdict.another : SolutionVerdict.right;
}
