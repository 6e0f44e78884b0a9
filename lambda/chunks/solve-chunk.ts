import { RejectedFile } from '../../core/files/index.ts';
import { type Invocation, type Outcome, wholeTime } from '../invocation.ts';
import { type ChunkMessage, MAX_HOPS } from '../message.ts';
import { readInTime } from '../read-in-time.ts';
import { ByteCollector } from '../result/byte-collector.ts';
import { solverBounds } from '../settings.ts';
import { solveInPlace } from '../solve-in-place.ts';
import type { Upload } from '../upload.ts';
import { writeChunk } from './chunk-result.ts';
import { enqueueRest } from './enqueue.ts';
import { linesInRange, readFrom } from './lines-in-range.ts';
import { MAX_OUTPUT, roomFor } from './sizing.ts';

/** Bytes read beyond a chunk, for the line that begins in it and ends after it. Longer lines cost further requests. */
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
  const { begin, lines } = await linesInRange(bytes, range);
  // solved lines are as long as the puzzles, or nearly so, unless the plan says otherwise
  const expected = Math.max(range.to - range.from, message.output ?? 0);
  const mostOutput = Math.min(Math.max(MAX_OUTPUT, 2 * expected), roomFor(settings.memorySize));
  const limits = { ...wholeTime(invocation), mostOutput, ...solverBounds(settings.bounds) };
  // room that is not used costs nothing, room that grows is there twice
  const output = new ByteCollector(Math.ceil(expected * SLACK) + OVERLAP);
  const { interrupted, slowRead, consumed, tally, milliseconds } = await solveInPlace(
    plan,
    lines,
    (piece) => output.add(piece),
    { first: range.from === 0, ...limits },
  ).catch((error: unknown) => {
    throw error instanceof RejectedFile && range.from > 0 ? inRange(error, range.from) : error;
  });
  const outputBytes = output.length;
  // where the deadline struck, a line begins
  const reached = consumed > 0 ? begin + consumed : range.from;
  const done = interrupted ? reached : range.to;
  if (done > range.from) {
    await writeChunk(invocation, upload, {
      range: { from: range.from, to: done },
      output,
      tally,
      milliseconds,
    });
  }
  // S3 has it, or there was nothing to be written; a failed attempt leaves its room to nobody
  output.release();
  if (done < range.to) {
    // the network may be faster at a later delivery; a message more would be no help
    if (slowRead && (done === range.from || hop === MAX_HOPS)) throw slowRead;
    const rate = { bytes: consumed, milliseconds: performance.now() - begun, output: outputBytes };
    const rest = { from: done, to: range.to };
    const count = await enqueueRest(invocation, { upload, plan, range: rest, hop: hop + 1, rate });
    return { outcome: 'enqueued', reason: `the rest is left to ${count} messages`, tally, milliseconds };
  }
  return { outcome: 'part', tally, milliseconds };
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
  for (let [at, to] = [from, end]; at < upload.bytes; [at, to] = [to, Math.min(to + FURTHER, upload.bytes)]) {
    const { body } = await readInTime(invocation, upload, invocation.deadline, { from: at, to });
    yield* body;
  }
}
