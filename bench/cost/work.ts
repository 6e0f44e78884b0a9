// Counts what the services do for a number of puzzles: messages, requests, invocations and their seconds.

import { Duration } from 'aws-cdk-lib';
import { COPIES_AT_ONCE, planParts } from '../../lambda/assemble/join-chunks.ts';
import { FILES_AT_ONCE } from '../../lambda/batch.ts';
import { DETAILS_AT_ONCE, RECORDED_AT_ONCE } from '../../lambda/chunks/chunk-result.ts';
import { cutRange } from '../../lambda/chunks/sizing.ts';
import { uploadsBatch } from '../../lib/queues.ts';
import type { Rates } from './rates.ts';

export interface Work {
  readonly puzzles: number;
  readonly files: number;
  readonly chunks: number;
  /** Messages in the two queues. */
  readonly messages: number;
  readonly sqsRequests: number;
  /** PUT, COPY, POST and LIST, without those of the uploader */
  readonly s3Writes: number;
  /** GET and HEAD */
  readonly s3Reads: number;
  readonly invocations: number;
  /** Seconds of each of the invocations that share the work. */
  readonly invocationSeconds: number;
  /** Seconds before the work is shared among invocations, and after it: delivery, planning, assembling. */
  readonly beforeAndAfter: {
    readonly delivery: number;
    readonly planning: number;
    readonly assembling: number;
  };
  readonly bytesIn: number;
  readonly logBytes: number;
}

/** 81 cells and a line feed. */
export const PUZZLE_BYTES = 82;

/** Objects that one LIST returns. */
const LIST_PAGE = 1000;
/** Messages that one request sends, receives or deletes. */
const MESSAGES_AT_ONCE = 10;

/**
 * Reads of a job besides those of its chunks: the file's head, the manifest, and one HEAD for each of these questions: was the
 * file solved before it was cut, or before its chunks are joined; was a newer upload rejected; does the upload still exist; was it cancelled; is
 * the result complete?
 */
const JOB_READS = 8;

/** Bytes of log for an invocation: Lambda's own lines and the metrics. */
const LOG_PER_INVOCATION = 1500;
/** Bytes of log for a file or a chunk: one line. */
const LOG_PER_JOB = 500;

/** The work of as many files as puzzles. Each takes a GET, a PUT for the result, and a PUT for the report. */
export function workOfSmallFiles(puzzles: number, rates: Rates): Work {
  const { size } = uploadsBatch(Duration.seconds(rates.window));
  const invocations = Math.ceil(puzzles / size);
  const batch = Math.min(puzzles, size);
  const waiting = Math.ceil(batch / FILES_AT_ONCE) * 3 * rates.latency;
  return {
    puzzles,
    files: puzzles,
    chunks: 0,
    messages: puzzles,
    // S3 sends each message by itself
    sqsRequests: puzzles * (1 + 2 / Math.min(batch, MESSAGES_AT_ONCE)),
    s3Writes: 2 * puzzles,
    s3Reads: puzzles,
    invocations,
    // files wait at the same time, but share the processor
    invocationSeconds: Math.max(waiting, (batch * rates.secondsPerSmallFile) / rates.speed),
    beforeAndAfter: { delivery: rates.window + rates.delivery, planning: 0, assembling: 0 },
    bytesIn: puzzles * PUZZLE_BYTES,
    logBytes: invocations * LOG_PER_INVOCATION + puzzles * LOG_PER_JOB,
  };
}

/**
 * The work of one file that is cut into chunks. Each chunk takes three GETs, a HEAD, a PUT, a LIST and a copy. The manifest is written
 * before, the report after the chunks.
 * @param chunkBytes size of a chunk, as the pipeline plans it
 */
export function workOfLargeFile(puzzles: number, chunkBytes: number, rates: Rates): Work {
  const bytes = puzzles * PUZZLE_BYTES;
  const ranges = cutRange({ from: 0, to: bytes }, chunkBytes);
  const chunks = ranges.length;
  // results are as long as their puzzles
  const slices = ranges.map(({ from, to }, i) => ({
    key: String(i),
    objectBytes: to - from,
    from: 0,
    to: to - from,
  }));
  const parts = planParts(slices).length;
  const { latency } = rates;
  const solving = puzzles / chunks / (rates.puzzlesPerSecond * rates.speed);
  // the list grows as chunks are solved, so a chunk reads half of the final pages on average
  const listPages = Math.max(1, Math.ceil(chunks / LIST_PAGE) / 2);
  const invocations = chunks + 1;
  return {
    puzzles,
    files: 1,
    chunks,
    messages: chunks + 1,
    sqsRequests: 1 + 2 + chunks * (1 / MESSAGES_AT_ONCE + 2),
    // manifest, once more when all is sent, lock, create, its record, complete, open multipart uploads, report, and a last list
    s3Writes:
      chunks * (1 + listPages) +
      parts +
      9 +
      (chunks > DETAILS_AT_ONCE ? Math.ceil(chunks / RECORDED_AT_ONCE) : 0),
    // the manifest, the mark of a cancelled file, a chunk's range and its details
    s3Reads: 4 * chunks + JOB_READS,
    invocations,
    // the first two reads are at the same time
    invocationSeconds: (3 + listPages) * latency + solving + (2 * bytes) / chunks / rates.wire,
    beforeAndAfter: {
      delivery: rates.window + 2 * rates.delivery,
      planning: 3 * latency + 0.5 + (Math.ceil(chunks / MESSAGES_AT_ONCE) / 8) * latency,
      assembling:
        9 * latency +
        Math.ceil(parts / COPIES_AT_ONCE) * rates.copy +
        Math.ceil(chunks / DETAILS_AT_ONCE) * latency,
    },
    bytesIn: bytes,
    logBytes: invocations * (LOG_PER_INVOCATION + LOG_PER_JOB),
  };
}
