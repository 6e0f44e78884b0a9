import { type FilePlan, type FileSolverOptions, RejectedFile } from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';
import { type Invocation, type Outcome, wholeTime } from '../invocation.ts';
import { type ChunkMessage, MAX_HOPS } from '../message.ts';
import { readInTime, type SlowRead } from '../read-in-time.ts';
import { ByteCollector } from '../result/byte-collector.ts';
import { solverBounds } from '../settings.ts';
import { solveInPlace } from '../solve-in-place.ts';
import type { Upload } from '../upload.ts';
import { type SolvedRange, writeChunk } from './chunk-result.ts';
import { enqueueRest } from './enqueue.ts';
import { linesInRange, readFrom } from './lines-in-range.ts';
import { MAX_OUTPUT, MAX_REST_CUTS, roomFor } from './sizing.ts';

/** Bytes read beyond a chunk, for the line that begins in it and ends after it. Longer lines cost further requests, of twice as much each. */
const OVERLAP = 16 * 1024;
const FURTHER = 1024 * 1024;
/** Room for a result, as a share of what is expected. */
const SLACK = 1.05;

/** Solves the lines that begin in a range: one GET, one PUT. Whether it was the last one is for whoever lists the job to see. */
export async function solveChunk(invocation: Invocation, message: ChunkMessage): Promise<Outcome> {
  const { upload, plan, range, hop } = message;
  const { settings } = invocation;
  const begun = performance.now();
  const bytes = readOn(invocation, upload, readFrom(range), Math.min(range.to + OVERLAP, upload.bytes));
  // solved lines are as long as the puzzles, or nearly so, unless the plan says otherwise
  const roomForOutput = roomFor(settings.memorySize);
  const expected = Math.min(Math.max(range.to - range.from, message.output ?? 0), roomForOutput);
  const mostOutput = Math.min(Math.max(MAX_OUTPUT, 2 * expected), roomForOutput);
  const limits = { ...wholeTime(invocation), mostOutput, roomForOutput, ...solverBounds(settings.bounds) };
  // room that is not used costs nothing, room that grows is there twice
  const output = new ByteCollector(Math.ceil(expected * SLACK) + OVERLAP);
  const { slowRead, ...solved } = await solveRange(plan, bytes, range, output, limits);
  const { tally, milliseconds } = solved;
  const done = solved.range.to;
  const rate = { bytes: done - range.from, milliseconds: performance.now() - begun, output: output.length };
  if (done > range.from) await writeChunk(invocation, upload, solved);
  // S3 has it, or there was nothing to be written; a failed attempt leaves its room to nobody
  output.release();
  if (done < range.to) {
    // the network may be faster at a later delivery; a message more would be no help
    if (slowRead && (done === range.from || hop === MAX_HOPS)) throw slowRead;
    const rest = { from: done, to: range.to };
    const left = { upload, plan, range: rest, hop: hop + 1, rate, maxCuts: MAX_REST_CUTS };
    const count = await enqueueRest(invocation, left);
    return { outcome: 'enqueued', reason: `the rest is left to ${count} messages`, tally, milliseconds };
  }
  return { outcome: 'part', tally, milliseconds };
}

/**
 * Solves the lines that begin in a range of a file, or as many of them as the limits leave time and room for.
 * @param bytes of the file from `readFrom(range)` on, as far as they are read
 * @param output gets the result of the lines that are done
 * @returns what is done: all of the range, or up to where one of its lines begins
 * @throws RejectedFile; SlowRead if no line came in time
 */
export async function solveRange(
  plan: FilePlan,
  bytes: AsyncIterable<Uint8Array>,
  range: ByteRange,
  output: ByteCollector,
  limits: FileSolverOptions,
): Promise<SolvedRange & { readonly slowRead?: SlowRead }> {
  const { begin, lines } = await linesInRange(bytes, range);
  const { interrupted, slowRead, consumed, outputBytes, tally, milliseconds } = await solveInPlace(
    plan,
    lines,
    (piece) => output.add(piece),
    { ...limits, first: range.from === 0 },
  ).catch((error: unknown) => {
    throw error instanceof RejectedFile && range.from > 0 ? inRange(error, range.from) : error;
  });
  output.truncate(outputBytes);
  // where the work was cut, a line begins, perhaps the first one of the next range
  const reached = consumed > 0 ? begin + consumed : range.from;
  const to = interrupted ? Math.min(reached, range.to) : range.to;
  return { range: { from: range.from, to }, output, tally, milliseconds, ...(slowRead && { slowRead }) };
}

/** A chunk does not know how many lines come before it. */
function inRange({ message, line = 1 }: RejectedFile, from: number): RejectedFile {
  return new RejectedFile(`${message}, in line ${line} of those that begin after byte ${from}`);
}

/** A file from a byte on: up to `end` with one request, and on from there as far as the reader goes. */
async function* readOn(
  invocation: Invocation,
  upload: Upload,
  from: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let further = FURTHER;
  for (let [at, to] = [from, end]; at < upload.bytes; further *= 2) {
    const { body } = await readInTime(invocation, upload, invocation.deadline, { from: at, to });
    yield* body;
    [at, to] = [to, Math.min(to + further, upload.bytes)];
  }
}
