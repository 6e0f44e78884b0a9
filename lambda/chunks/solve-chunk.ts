// Solves the records that begin in a range of a file: one GET, one PUT.
import {
  type FilePlan,
  type FileSolverOptions,
  fixedRecords,
  LF,
  RejectedFile,
  rangedState,
  recordBoundary,
  rowsWithin,
} from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';
import type { Outcome, UploadContext } from '../invocation/context.ts';
import { type ChunkMessage, MAX_HOPS } from '../invocation/message.ts';
import { readInTime, type SlowRead } from '../invocation/read-in-time.ts';
import { solverBounds } from '../invocation/settings.ts';
import { ByteCollector, encodeResult, solveInPlace } from '../invocation/solve-in-place.ts';
import { dedicatedTime } from '../invocation/time.ts';
import type { Upload } from '../invocation/upload.ts';
import { type SolvedRange, writeChunk } from './chunk-result.ts';
import { enqueueRest } from './plan-job.ts';
import { rangesOfUpload, solveRows } from './row-ranges.ts';
import { MAX_OUTPUT, MAX_REST_CUTS, maxOutputBytes } from './sizing.ts';

/** Bytes read beyond a chunk, for its last line. A longer line costs further requests, each of twice as many bytes. */
const OVERLAP = 16 * 1024;
const FURTHER = 1024 * 1024;
/** Size of a result's buffer, relative to the expected result. */
const SLACK = 1.05;

/** Solves the lines that begin in a range: one GET, one PUT. Listing the job shows whether it was the last chunk. */
export async function solveChunk(context: UploadContext, message: ChunkMessage): Promise<Outcome> {
  const { upload, plan, range, rows, hop } = message;
  const { settings } = context;
  const begun = performance.now();
  // solved lines are nearly as long as the puzzles, unless the plan says otherwise
  const roomForOutput = maxOutputBytes(settings.memorySize);
  const expected = Math.min(Math.max(range.to - range.from, message.output ?? 0), roomForOutput);
  const mostOutput = Math.min(Math.max(MAX_OUTPUT, 2 * expected), roomForOutput);
  const limits = { ...dedicatedTime(context), mostOutput, roomForOutput, ...solverBounds(settings.bounds) };
  // unused memory costs nothing, and growing would need the buffer twice
  const output = new ByteCollector(Math.ceil(expected * SLACK) + OVERLAP);
  const { slowRead, ...solved } = rows
    ? await solveRows(
        { plan, rows },
        rangesOfUpload(context, upload, context.deadline),
        range,
        output,
        limits,
      ).catch((error: unknown) => {
        throw inRange(error, range);
      })
    : await solveRange(
        plan,
        readBeyond(context, upload, readFrom(range), Math.min(range.to + OVERLAP, upload.bytes)),
        range,
        output,
        limits,
      );
  const { tally, milliseconds } = solved;
  const done = solved.range.to;
  const rate = { bytes: done - range.from, milliseconds: performance.now() - begun, output: output.length };
  const left = rows && { from: rows.from + rowsBetween(plan, range.from, done), to: rows.to };
  if (done > range.from) await writeChunk(context, upload, solved);
  // it is written, or empty; after a failed attempt the buffer is not reused
  output.release();
  if (done < range.to) {
    // the network may be faster on a later delivery; another message would not help
    if (slowRead && (done === range.from || hop === MAX_HOPS)) throw slowRead;
    const rest = { from: done, to: range.to };
    const unsolved = { upload, plan, range: rest, rows: left, hop: hop + 1, rate, maxCuts: MAX_REST_CUTS };
    const count = await enqueueRest(context, unsolved);
    return { outcome: 'enqueued', reason: `the rest was sent as ${count} messages`, tally, milliseconds };
  }
  return { outcome: 'part', tally, milliseconds };
}

/** The number of rows that belong to a range. */
function rowsBetween(plan: FilePlan, from: number, to: number): number {
  const rows = rowsWithin(rangedState(plan)!, from, to);
  return rows.to - rows.from;
}

/**
 * Solves the lines that begin in a range of a file, or as many of them as the limits of time and memory allow.
 * @param bytes of the file from `readFrom(range)` on
 * @param output gets the result of the lines that are done
 * @returns the range that is done: all of it, or up to the start of one of its lines
 * @throws RejectedFile; SlowRead if no line arrived in time
 */
export async function solveRange(
  plan: FilePlan,
  bytes: AsyncIterable<Uint8Array>,
  range: ByteRange,
  output: ByteCollector,
  limits: FileSolverOptions,
): Promise<SolvedRange & { readonly slowRead?: SlowRead }> {
  const { begin, lines } = await recordsInRange(plan, bytes, range);
  const { interrupted, slowRead, consumed, outputBytes, tally, milliseconds } = await solveInPlace(
    plan,
    lines,
    output,
    {
      ...limits,
      first: range.from === 0,
    },
  ).catch((error: unknown) => {
    throw inRange(error, range);
  });
  output.truncate(outputBytes);
  const facts = await encodeResult(plan, output);
  // an interruption ends at the start of a line, which may be the first one of the next range
  const reached = consumed > 0 ? begin + consumed : range.from;
  const to = interrupted ? Math.min(reached, range.to) : range.to;
  return {
    range: { from: range.from, to },
    output,
    tally,
    milliseconds,
    facts,
    ...(slowRead && { slowRead }),
  };
}

/** A chunk does not know the number of lines before it. */
function inRange(error: unknown, { from }: ByteRange): unknown {
  if (!(error instanceof RejectedFile) || from === 0) return error;
  const { message, line = 1 } = error;
  return new RejectedFile(`${message}, in line ${line} of those that begin after byte ${from}`);
}

/** The bytes of a file from `from` on: one request up to `end`, and further ones as far as they are read. */
async function* readBeyond(
  context: UploadContext,
  upload: Upload,
  from: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let further = FURTHER;
  for (let [at, to] = [from, end]; at < upload.bytes; further *= 2) {
    const { body } = await readInTime(context, upload, context.deadline, { from: at, to });
    yield* body;
    [at, to] = [to, Math.min(to + further, upload.bytes)];
  }
}

/** The lines that begin in a range of a file. */
export interface LinesInRange {
  /** Offset in the file of the first line; the range's end if none begins in it. */
  readonly begin: number;
  /** Iterating it to its end, or leaving the loop, ends the reading. */
  readonly lines: AsyncGenerator<Uint8Array, void, undefined>;
}

/** A piece of the file that contains the start of a line, or ends where one starts. */
interface Piece {
  readonly bytes: Uint8Array;
  /** offset in the file of its first byte */
  readonly at: number;
  /** of the line, in the piece */
  readonly start: number;
}

/**
 * Finds the lines that begin in a range. Every line belongs to exactly one range, wherever a file is cut: a line across a cut
 * belongs to the range before it.
 * @param bytes of the file from `readFrom(range)` on, at least to the end of the range's last line
 * @returns when the start of the first line is read
 */
export async function linesInRange(
  bytes: AsyncIterable<Uint8Array>,
  range: ByteRange,
): Promise<LinesInRange> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await firstIn(pieces, range);
  return { begin: first ? first.at + first.start : range.to, lines: linesFrom(pieces, first, range) };
}

/** As {@link linesInRange}, for the records of any splittable file: lines, or records of equal length. */
export async function recordsInRange(
  plan: FilePlan,
  bytes: AsyncIterable<Uint8Array>,
  range: ByteRange,
): Promise<LinesInRange> {
  const records = fixedRecords(plan);
  if (!records) return linesInRange(bytes, range);
  const begin = Math.min(recordBoundary(records, range.from), range.to);
  const end = begin < range.to ? recordBoundary(records, range.to) : begin;
  return { begin, lines: bytesBetween(bytes, begin - readFrom(range), end - readFrom(range)) };
}

/** The bytes of a stream between two of its offsets. */
async function* bytesBetween(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = 0;
  if (from >= to) return;
  for await (const piece of bytes) {
    const [start, end] = [Math.max(0, from - at), Math.min(piece.length, to - at)];
    if (start < end) yield piece.subarray(start, end);
    at += piece.length;
    if (at >= to) return;
  }
}

/** undefined if no line begins in the range */
async function firstIn(pieces: AsyncIterator<Uint8Array>, range: ByteRange): Promise<Piece | undefined> {
  for (let at = readFrom(range); ; ) {
    const next = await pieces.next();
    if (next.done) return undefined;
    const bytes = next.value;
    const feed = range.from === 0 ? -1 : bytes.indexOf(LF);
    if (range.from === 0 || feed >= 0) {
      // the first line to begin here may belong to a later range
      return at + feed + 1 < range.to ? { bytes, at, start: feed + 1 } : undefined;
    }
    at += bytes.length;
    if (at >= range.to) return undefined;
  }
}

async function* linesFrom(
  pieces: AsyncIterator<Uint8Array>,
  first: Piece | undefined,
  range: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (!first) return;
    let { bytes, at, start } = first;
    for (;;) {
      // the last line of the range ends with the first line feed at or after the range's last byte
      const last = bytes.indexOf(LF, Math.max(start, range.to - 1 - at));
      const end = last < 0 ? bytes.length : last + 1;
      if (end > start) yield bytes.subarray(start, end);
      if (last >= 0) return;
      at += bytes.length;
      const next = await pieces.next();
      if (next.done) return;
      bytes = next.value;
      start = 0;
    }
  } finally {
    await pieces.return?.();
  }
}

/** Where to start reading for a range: one byte early, to see whether a line starts with it. */
export const readFrom = ({ from }: ByteRange): number => Math.max(0, from - 1);
