// How large chunks are: by time, memory, the number of parts and the length of a listing.
import { completeBytes, type FilePlan, openContent, RejectedFile } from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';
import { MAX_TURNS } from '../invocation/message.ts';

const MiB = 1024 * 1024;
/** One LIST returns a thousand objects, among them the manifest and chunks that a deadline adds. */
const MAX_CHUNKS = 900;
/** For easy puzzles the network is the limit, not the solver: smaller chunks waste requests, larger ones fill memory. */
const MIN_BY_WIRE = 16 * MiB;
const MAX_BY_WIRE = 64 * MiB;
/** Bytes of output that one invocation holds in memory unless more was planned. The rest is left to other invocations. */
export const MAX_OUTPUT = MAX_BY_WIRE;
/** A result of more parts than this has larger chunks: S3 joins at most 10,000 parts. */
const MAX_PARTS = 9_000;

/** MiB of the function's memory that are not for output; and how many copies of a result exist while its buffer grows. */
const BASE_MEMORY = 256;
const COPIES = 2;

/** Milliseconds of solving that a chunk is meant to take, and that it may take so that there are not too many chunks. */
const WORK = 5_000;
const MAX_WORK = 60_000;
/** Share of an invocation that a chunk may be planned to take: later puzzles may be harder than the first ones. */
const SHARE = 1 / 4;

/** Enough for some grids of the largest size; the chunks of a file whose first puzzles are too hard to measure a rate. */
const MIN_CHUNK = 4 * 1024;
/** Maximum number of chunks of a file, and of the rest of a chunk. */
export const MAX_CUTS = 10_000;
export const MAX_REST_CUTS = 100;

const SAMPLE_TIME = 500;

/** How fast a part of a file was solved. */
export interface Rate {
  readonly bytes: number;
  readonly milliseconds: number;
  /** bytes of output: rows of a table may be many times as long as their puzzles */
  readonly output: number;
}

/**
 * Solves the complete lines in a file's head for half a second at most, to measure how hard its puzzles are. The bytes of the
 * rate always include those before the first puzzle, such as a header.
 */
export function sampleRate(plan: FilePlan, head: Uint8Array): Rate {
  const lines = head.subarray(0, completeBytes(plan, head));
  return fastestOfTwo(() => solveOnce(plan, lines));
}

/** A new process is slow at first, and a processor that others use stands still now and then. */
export function fastestOfTwo(measure: () => Rate): Rate {
  const [first, second] = [measure(), measure()];
  return perMillisecond(second) > perMillisecond(first) ? second : first;
}

/** Solves records for as long as a sample may take. */
export function solveOnce(plan: FilePlan, lines: Uint8Array): Rate {
  const begun = performance.now();
  const solver = openContent(plan, { deadline: begun + SAMPLE_TIME });
  let output = 0;
  for (const piece of solver.push(lines)) output += piece.length;
  for (const piece of solver.end()) output += piece.length;
  return { bytes: solver.consumed, milliseconds: performance.now() - begun, output };
}

/**
 * Bytes of a chunk, by expected work, within the limits of network, memory and time.
 * @param bytes to be cut
 * @param available milliseconds that an invocation has for solving
 * @param maxCuts maximum number of chunks
 */
export function chunkBytes(bytes: number, rate: Rate, available: number, maxCuts = MAX_CUTS): number {
  return Math.ceil(Math.max(bytesByWork(bytes, rate, available), bytes / maxCuts));
}

function bytesByWork(bytes: number, rate: Rate, available: number): number {
  const { bytes: done, milliseconds } = rate;
  const growth = growthOf(rate);
  const byWire = Math.max(clamp(bytes / MAX_CHUNKS, MIN_BY_WIRE, MAX_BY_WIRE), minPartBytes(bytes, rate));
  // the head has no complete line: nothing is known about the puzzles
  if (done === 0 && milliseconds < SAMPLE_TIME / 2) return byWire;
  const byWork = perMillisecond(rate) * Math.min(WORK, available * SHARE);
  // longer chunks are better than too many for one LIST
  const byCount = Math.min(bytes / MAX_CHUNKS, perMillisecond(rate) * Math.min(MAX_WORK, available * SHARE));
  return Math.min(byWire / growth, Math.max(byWork, byCount, MIN_CHUNK));
}

/** Bytes of input solved in a millisecond. */
const perMillisecond = ({ bytes, milliseconds }: Rate): number =>
  Math.max(bytes, 1) / Math.max(milliseconds, 1);

/** Bytes of output per byte of input, at least 1. */
export const growthOf = ({ bytes, output }: Rate): number => Math.max(1, output / Math.max(bytes, 1));

/** Minimum size of a result's parts, so that S3 can join them. */
const minPartBytes = (bytes: number, rate: Rate): number => (bytes * growthOf(rate)) / MAX_PARTS;

/** Bytes of output that fit into a function's memory. @param memorySize in MiB */
export const maxOutputBytes = (memorySize: number): number =>
  Math.max(MAX_OUTPUT, ((memorySize - BASE_MEMORY) * MiB) / COPIES);

/**
 * Rejects a file whose chunks would have to be larger than the function's memory for S3 to join them.
 * @throws RejectedFile
 */
export function rejectUnjoinable(bytes: number, rate: Rate, memorySize: number): void {
  const needed = minPartBytes(bytes, rate);
  if (needed <= maxOutputBytes(memorySize)) return;
  const gib = (amount: number) => `${Math.floor(amount / 1024 ** 3)} GiB`;
  const most = (bytes / needed) * maxOutputBytes(memorySize);
  const memory = Math.ceil((needed * COPIES) / MiB + BASE_MEMORY);
  throw new RejectedFile(
    `expected a file of at most ${gib(most)} for a function of ${memorySize} MiB, got one of ${gib(bytes)}, a chunk of which takes ${memory} MiB: raise memorySize, or upload it in pieces`,
  );
}

/** Chunks of a file that are sent at once, for each function: those that wait make up for chains of which each chunk takes longer. */
const PER_FUNCTION = 2;

/**
 * Chunks of a file that are sent at once: enough for all functions, but no more, so that the messages of others wait for little. At
 * most {@link MAX_TURNS} follow one another.
 */
export const chunksAtOnce = (count: number, concurrency: number): number =>
  Math.max(Math.min(count, PER_FUNCTION * concurrency), Math.ceil(count / MAX_TURNS));

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/**
 * Cuts a range into nearly equal pieces of at most that size, also within lines: each line belongs to the chunk that it begins
 * in. Several are an even number: where two functions at a time solve all chunks of a file, both end at the same time.
 * @param uncut offset before which there is no cut, since only the first piece can read a file's head
 */
export function cutRange({ from, to }: ByteRange, size: number, uncut = 0): ByteRange[] {
  const least = Math.max(1, Math.ceil((to - from) / size));
  const count = least === 1 ? 1 : least + (least % 2);
  const cuts = Array.from(
    { length: count - 1 },
    (_, index) => from + Math.floor(((to - from) * (index + 1)) / count),
  );
  const starts = [from, ...cuts.filter((at) => at >= uncut)];
  return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
}
