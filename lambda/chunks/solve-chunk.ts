// Solves the records that begin in a range of a file: one GET, one PUT.
import {
  type FilePlan,
  type FileSolverOptions,
  RejectedFile,
  rangedState,
  readFrom,
  recordsInRange,
  rowsWithin,
} from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';
import type { Outcome, UploadContext } from '../invocation/context.ts';
import { type ChunkMessage, MAX_HOPS } from '../invocation/message.ts';
import { readInTime } from '../invocation/read-in-time.ts';
import { solverBounds } from '../invocation/settings.ts';
import { ByteCollector } from '../invocation/solve-in-place.ts';
import { limitedSolving, refuseResultBytes } from '../invocation/spending.ts';
import { dedicatedTime } from '../invocation/time.ts';
import type { Upload } from '../invocation/upload.ts';
import { writeChunk } from './chunk-result.ts';
import { enqueueRest } from './plan-job.ts';
import { rangesOfUpload, type SolvedPiece, solvePiece, solveRows } from './row-ranges.ts';
import { MAX_OUTPUT, MAX_REST_CUTS, maxOutputBytes } from './sizing.ts';

/** Bytes read beyond a chunk, for its last line. A longer line costs further requests, each of twice as many bytes. */
const OVERLAP = 16 * 1024;
const FURTHER = 1024 * 1024;
/** Size of a result's buffer, relative to the expected result. */
const SLACK = 1.05;

/**
 * Solves the lines that begin in a range: one GET, one PUT. Listing the job shows whether it was the last chunk.
 * @param onProgress called while puzzles are solved; ends the work if it throws
 */
export async function solveChunk(
  context: UploadContext,
  message: ChunkMessage,
  onProgress: () => void,
): Promise<Outcome> {
  const { upload, plan, range, rows, hop, next } = message;
  const { settings } = context;
  const begun = performance.now();
  // solved lines are nearly as long as the puzzles, unless the plan says otherwise
  const roomForOutput = maxOutputBytes(settings.memorySize);
  const expected = Math.min(Math.max(range.to - range.from, message.output ?? 0), roomForOutput);
  const mostOutput = Math.min(Math.max(MAX_OUTPUT, 2 * expected), roomForOutput);
  const { limits, refuseIfOver } = limitedSolving(context, {
    ...dedicatedTime(context),
    mostOutput,
    roomForOutput,
    ...solverBounds(settings.bounds),
  });
  // unused memory costs nothing, and growing would need the buffer twice
  const output = new ByteCollector(Math.ceil(expected * SLACK) + OVERLAP);
  const watched = { ...limits, onProgress };
  const { slowRead, ...solved } = rows
    ? await solveRows(
        { plan, rows },
        rangesOfUpload(context, upload, context.deadline),
        range,
        output,
        watched,
      ).catch((error: unknown) => {
        throw inRange(error, range);
      })
    : await solveRange(
        plan,
        readBeyond(context, upload, readFrom(range), Math.min(range.to + OVERLAP, upload.bytes)),
        range,
        output,
        watched,
      );
  const { tally, milliseconds } = solved;
  refuseResultBytes(output.length, upload, settings);
  const done = solved.range.to;
  const rate = { bytes: done - range.from, milliseconds: performance.now() - begun, output: output.length };
  const left = rows && { from: rows.from + rowsBetween(plan, range.from, done), to: rows.to };
  if (done > range.from) await writeChunk(context, upload, solved, next);
  // it is written, or empty; after a failed attempt the buffer is not reused
  output.release();
  if (done < range.to) {
    // the network may be faster on a later delivery; another message would not help
    if (slowRead && (done === range.from || hop === MAX_HOPS)) throw slowRead;
    refuseIfOver();
    const ranges = [{ from: done, to: range.to }];
    const unsolved = { upload, plan, ranges, rows: left, hop: hop + 1, rate, maxCuts: MAX_REST_CUTS };
    const { messages } = await enqueueRest(context, unsolved);
    return { outcome: 'enqueued', reason: `the rest was sent as ${messages} messages`, tally, milliseconds };
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
 * @throws RejectedFile; errors of `bytes` other than SlowRead
 */
export async function solveRange(
  plan: FilePlan,
  bytes: AsyncIterable<Uint8Array>,
  range: ByteRange,
  output: ByteCollector,
  limits: FileSolverOptions,
): Promise<SolvedPiece> {
  const records = recordsInRange(plan, bytes, range);
  const reached = (consumed: number) => records.begin + consumed;
  const source = { content: records.bytes, reached };
  return solvePiece({ plan }, source, range, output, limits).catch((error: unknown) => {
    throw inRange(error, range);
  });
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
