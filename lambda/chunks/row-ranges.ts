// Reads a Parquet file by rows. Its ranges are still ranges of bytes, so that jobs, chunk keys and reports are those of all
// files: each row is taken to have the same share of the bytes.
import {
  type FilePlan,
  type FileRanges,
  type FileSolverOptions,
  LF,
  narrowed,
  offsetOfRow,
  type Rows,
  rangedState,
  rowContent,
  rowItems,
  rowsWithin,
} from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';
import { type ObjectReader, readAll, type SlowRead } from '../invocation/read-in-time.ts';
import { type ByteCollector, encodeResult, solveInPlace } from '../invocation/solve-in-place.ts';
import type { Upload } from '../invocation/upload.ts';
import type { SolvedRange } from './chunk-result.ts';
import { fastestOfTwo, type Rate, solveOnce } from './sizing.ts';

/** The plan of a Parquet file for someone who solves some of its rows: without the other row groups. */
export interface RowPiece {
  readonly plan: FilePlan;
  /** in the row groups of the plan */
  readonly rows: Rows;
}

/** Reads stretches of an upload, each with one GET. @param until `performance.now()` @throws SlowRead, WrongLength; the errors of readObject */
export function rangesOfUpload(reader: ObjectReader, upload: Upload, until: number): FileRanges {
  const { bytes } = upload;
  return {
    bytes,
    read: async (from, to) =>
      from < to ? (await readAll(reader, upload, until, { from, to })).content : new Uint8Array(0),
  };
}

/** All rows of a file. @returns undefined for a file that is not read by rows */
export function allRows(plan: FilePlan): RowPiece | undefined {
  const state = rangedState(plan);
  return state && { plan, rows: { from: 0, to: state.rows } };
}

/** The rows of a range within the range of a piece. */
export function pieceWithin({ plan, rows }: RowPiece, whole: ByteRange, range: ByteRange): RowPiece {
  const state = rangedState(plan)!;
  const before = rowsWithin(state, whole.from, whole.to).from - rows.from;
  const { from, to } = rowsWithin(state, range.from, range.to);
  const own = narrowed(state, { from: from - before, to: to - before });
  return { plan: { ...plan, state: own.state }, rows: own.rows };
}

/**
 * Moves the cuts between ranges back to rows that end a row group of the result, so that the result does not depend on the cuts.
 * @param ranges adjoining ones that make up the range of the piece
 */
export function alignCuts({ plan, rows }: RowPiece, ranges: readonly ByteRange[]): ByteRange[] {
  const state = rangedState(plan)!;
  const [from, to] = [ranges[0]!.from, ranges.at(-1)!.to];
  const before = rowsWithin(state, from, to).from - rows.from;
  const aligned: ByteRange[] = [];
  const ends = rowItems(state);
  let start = from;
  let last = from;
  let next = ends.next();
  for (const { to: cut } of ranges.slice(0, -1)) {
    for (; !next.done; next = ends.next()) {
      const at = offsetAtRow(plan, before + next.value.to);
      if (at !== undefined && at > cut) break;
      if (at !== undefined && at < to) last = Math.max(last, at);
    }
    if (last > start) aligned.push({ from: start, to: last });
    start = last;
  }
  return [...aligned, { from: start, to }];
}

/** The offset at which a range begins with this row; undefined if rows are so short that several share an offset. */
function offsetAtRow(plan: FilePlan, row: number): number | undefined {
  const state = rangedState(plan)!;
  const at = offsetOfRow(state, row);
  return rowsWithin(state, 0, at).to === row ? at : undefined;
}

/** A range of a file of which some records are solved. */
export interface SolvedPiece extends SolvedRange {
  readonly interrupted: boolean;
  /** Set if the bytes arrived too slowly. */
  readonly slowRead?: SlowRead | undefined;
}

/**
 * Solves the content of a range, or as much of it as the limits of time and memory allow.
 * @param source its content, and the offset in the file that is reached when some bytes of it are consumed
 * @param output gets the result of the records that are done, encoded
 * @returns the range that is done: all of it, or up to the start of one of its records
 * @throws RejectedFile; errors of the content other than SlowRead
 */
export async function solvePiece(
  { plan, rows }: Partial<RowPiece> & Pick<RowPiece, 'plan'>,
  { content, reached }: { content: AsyncIterable<Uint8Array>; reached: (consumed: number) => number },
  range: ByteRange,
  output: ByteCollector,
  limits: FileSolverOptions,
): Promise<SolvedPiece> {
  const first = range.from === 0;
  const solved = await solveInPlace(plan, content, output, { ...limits, first });
  const { interrupted, slowRead, consumed, outputBytes, tally, milliseconds } = solved;
  // an interruption ends at the start of a record, which may be the first one of the next range
  const end = consumed > 0 ? reached(consumed) : range.from;
  const to = interrupted ? Math.min(end, range.to) : range.to;
  output.truncate(to > range.from ? outputBytes : 0);
  const facts = await encodeResult(plan, output, rows);
  return { range: { from: range.from, to }, output, tally, milliseconds, facts, interrupted, slowRead };
}

/**
 * Solves the rows of a range, or as many of them as the limits of time and memory allow.
 * @param output gets the result of the rows that are done, encoded
 * @returns the range that is done
 * @throws RejectedFile; errors of `ranges` other than SlowRead
 */
export async function solveRows(
  { plan, rows }: RowPiece,
  ranges: FileRanges,
  range: ByteRange,
  output: ByteCollector,
  limits: FileSolverOptions,
): Promise<SolvedPiece> {
  const state = rangedState(plan)!;
  const counted = new RowEnds();
  const reached = (consumed: number) => {
    const next = rowsWithin(state, range.from, range.to).from + counted.before(consumed);
    return offsetAtRow(plan, next) ?? range.from;
  };
  const content = counted.of(rowContent(state, ranges, rows));
  return solvePiece({ plan, rows }, { content, reached }, range, output, limits);
}

/** Rows that are solved to measure a rate, and the bytes of their content, at most: a row may be long. */
const SAMPLED_ROWS = 4096;
const SAMPLED_BYTES = 4 * 1024 * 1024;

/** As `sampleRate`, for the first rows of a file. The output is measured before it is encoded, as it is held in memory. */
export async function sampleRows(plan: FilePlan, ranges: FileRanges): Promise<Rate> {
  const state = rangedState(plan)!;
  const rows = { from: 0, to: Math.min(state.rows, SAMPLED_ROWS) };
  const counted = new RowEnds();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of counted.of(rowContent(state, ranges, rows))) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= SAMPLED_BYTES) break;
  }
  const content = Buffer.concat(pieces);
  const rate = fastestOfTwo(() => solveOnce(plan, content));
  return { ...rate, bytes: offsetOfRow(state, counted.before(rate.bytes)) };
}

const QUOTE = 0x22;

/** Remembers where the rows of content end, which is held in memory once it is solved. */
class RowEnds {
  #ends = new Uint32Array(4096);
  #count = 0;

  /** Passes content on. */
  async *of(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    let begin = 0;
    let isQuoted = false;
    for await (const piece of content) {
      for (let at = 0; at < piece.length; at++) {
        const byte = piece[at];
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LF && !isQuoted) this.#add(begin + at + 1);
      }
      begin += piece.length;
      yield piece;
    }
  }

  /** Rows that end at or before an offset. */
  before(offset: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #add(end: number): void {
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(2 * this.#count);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#count++] = end;
  }
}
