import { type FilePlan, LF, openFile, RejectedFile } from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';

const MiB = 1024 * 1024;
/** One LIST shows a thousand objects; the manifest and what a deadline adds are among them. */
const MAX_CHUNKS = 900;
/** For easy puzzles the wire is the limit, not the solver: less would be requests for nothing, more would fill memory. */
const MIN_BY_WIRE = 16 * MiB;
const MAX_BY_WIRE = 64 * MiB;
/** Bytes of output that one invocation holds in memory unless more was planned: what is more is left to others. */
export const MAX_OUTPUT = MAX_BY_WIRE;
/** Chunks of a result beyond so many times MAX_BY_WIRE are larger; S3 joins at most 10,000 parts. */
const MAX_PARTS = 9_000;

/** MiB of the function's memory that are not for output; and how often a result may be held while its room grows. */
const BASE_MEMORY = 256;
const HELD = 2;

/** Milliseconds of solving that a chunk is meant to cost, and what it may cost so that there are not too many. */
const WORK = 5_000;
const MAX_WORK = 60_000;
/** Share of an invocation that a chunk may be planned to take: puzzles to come may be harder than those seen. */
const SHARE = 1 / 4;

/** Some grids of the largest size, or one chunk of a file whose first puzzles are too hard to tell a rate from. */
const MIN_CHUNK = 4 * 1024;
/** Chunks that a file is cut into at most, whatever its first puzzles tell; and what one chunk leaves over. */
export const MAX_CUTS = 10_000;
export const MAX_REST_CUTS = 100;

const SAMPLE_TIME = 500;

/** How fast a part of a file was solved. */
export interface Rate {
  readonly bytes: number;
  readonly milliseconds: number;
  /** bytes that came out: rows of a table may be many times as long as their puzzles */
  readonly output: number;
}

/**
 * Solves the whole lines at the front of a file for half a second at most, to learn how hard its puzzles are. What precedes
 * the first puzzle (a header, say) is among the bytes of the rate in any case.
 */
export function sampleRate(plan: FilePlan, head: Uint8Array): Rate {
  const lines = head.subarray(0, head.lastIndexOf(LF) + 1);
  const first = solveOnce(plan, lines);
  if (first.milliseconds > SAMPLE_TIME / 2) return first;
  // a function that has just started is slow at first
  const second = solveOnce(plan, lines);
  return second.milliseconds < first.milliseconds ? second : first;
}

function solveOnce(plan: FilePlan, lines: Uint8Array): Rate {
  const begun = performance.now();
  const solver = openFile(plan, { deadline: begun + SAMPLE_TIME });
  let output = 0;
  for (const piece of solver.push(lines)) output += piece.length;
  for (const piece of solver.end()) output += piece.length;
  return { bytes: solver.consumed, milliseconds: performance.now() - begun, output };
}

/**
 * Bytes of a chunk: by expected work, between what the wire and memory ask for and what a deadline allows.
 * @param bytes to be cut
 * @param available milliseconds that an invocation has for solving
 * @param maxCuts chunks that there may be
 */
export function chunkBytes(bytes: number, rate: Rate, available: number, maxCuts = MAX_CUTS): number {
  return Math.ceil(Math.max(bytesByWork(bytes, rate, available), bytes / maxCuts));
}

function bytesByWork(bytes: number, rate: Rate, available: number): number {
  const { bytes: done, milliseconds } = rate;
  const growth = growthOf(rate);
  const perMillisecond = Math.max(done, 1) / Math.max(milliseconds, 1);
  const byWire = Math.max(clamp(bytes / MAX_CHUNKS, MIN_BY_WIRE, MAX_BY_WIRE), partBytes(bytes, rate));
  // no line was there to be solved, as the first one is long: nothing is known of the puzzles
  if (done === 0 && milliseconds < SAMPLE_TIME / 2) return byWire;
  const byWork = perMillisecond * Math.min(WORK, available * SHARE);
  // rather longer chunks than too many for one LIST
  const byCount = Math.min(bytes / MAX_CHUNKS, perMillisecond * Math.min(MAX_WORK, available * SHARE));
  return Math.min(byWire / growth, Math.max(byWork, byCount, MIN_CHUNK));
}

/** Bytes that come out for each that goes in, at least 1. */
export const growthOf = ({ bytes, output }: Rate): number => Math.max(1, output / Math.max(bytes, 1));

/** The least that the parts of a result must have for S3 to join them. */
const partBytes = (bytes: number, rate: Rate): number => (bytes * growthOf(rate)) / MAX_PARTS;

/** Bytes of output that a function can hold. @param memorySize in MiB */
export const roomFor = (memorySize: number): number =>
  Math.max(MAX_OUTPUT, ((memorySize - BASE_MEMORY) * MiB) / HELD);

/**
 * Refuses a file whose chunks would have to be larger than the function's memory for S3 to be able to join them.
 * @throws RejectedFile
 */
export function refuseTooLarge(bytes: number, rate: Rate, memorySize: number): void {
  const needed = partBytes(bytes, rate);
  if (needed <= roomFor(memorySize)) return;
  const gib = (amount: number) => `${Math.floor(amount / 1024 ** 3)} GiB`;
  const most = (bytes / needed) * roomFor(memorySize);
  const memory = Math.ceil((needed * HELD) / MiB + BASE_MEMORY);
  throw new RejectedFile(
    `expected a file of at most ${gib(most)} for a function of ${memorySize} MiB, got one of ${gib(bytes)}, a chunk of which takes ${memory} MiB: raise memorySize, or upload it in pieces`,
  );
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/**
 * Cuts a range into pieces of about that size, all nearly equal, anywhere: each line belongs to the chunk that it begins in.
 * @param uncut offset before which there is no cut, since only the first piece can read what a file begins with
 */
export function cut({ from, to }: ByteRange, size: number, uncut = 0): ByteRange[] {
  const count = Math.max(1, Math.ceil((to - from) / size));
  const cuts = Array.from(
    { length: count - 1 },
    (_, index) => from + Math.floor(((to - from) * (index + 1)) / count),
  );
  const starts = [from, ...cuts.filter((at) => at >= uncut)];
  return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
}
