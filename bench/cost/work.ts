import { Duration } from 'aws-cdk-lib';
import { COPIES_AT_ONCE } from '../../lambda/assemble/join-chunks.ts';
import { planParts } from '../../lambda/assemble/parts.ts';
import { FILES_AT_ONCE } from '../../lambda/batch.ts';
import { DETAILS_AT_ONCE } from '../../lambda/chunks/chunk-result.ts';
import { cutRange } from '../../lambda/chunks/sizing.ts';
import { uploadsBatch } from '../../lib/queues.ts';
import type { Rates } from './rates.ts';

/** The work of the services for a number of puzzles. */
export interface Work {
  readonly puzzles: number;
  readonly files: number;
  readonly chunks: number;
  /** Messages in the two queues. */
  readonly messages: number;
  readonly sqsRequests: number;
  /** PUT, COPY, POST and LIST; the uploader's are not among them. */
  readonly s3Writes: number;
  /** GET and HEAD */
  readonly s3Reads: number;
  readonly invocations: number;
  /** Of each of the invocations that share the work. */
  readonly invocationSeconds: number;
  /** Seconds before the work can be shared, and after it is done: delivery, planning, assembling. */
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

/** Objects that one LIST returns; messages that one request sends, receives or deletes. */
const LIST_PAGE = 1000;
const MESSAGES_AT_ONCE = 10;

/**
 * Reads of a job besides those of its chunks: the file's head; the manifest; and a HEAD each to see whether the file was solved
 * before it was cut and before it was assembled, whether a newer upload was rejected, and whether the result is complete.
 */
const JOB_READS = 6;

/** Bytes of log: Lambda's own lines and the metrics of an invocation; the line of a file or chunk. */
const LOG_PER_INVOCATION = 1500;
const LOG_PER_JOB = 500;

/** As many files as puzzles: GET, PUT the result, PUT the report. */
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
    // S3 sends each message on its own
    sqsRequests: puzzles * (1 + 2 / Math.min(batch, MESSAGES_AT_ONCE)),
    s3Writes: 2 * puzzles,
    s3Reads: puzzles,
    invocations,
    // files wait at the same time, and share the processor
    invocationSeconds: Math.max(waiting, (batch * rates.secondsPerSmallFile) / rates.speed),
    beforeAndAfter: { delivery: rates.window + rates.delivery, planning: 0, assembling: 0 },
    bytesIn: puzzles * PUZZLE_BYTES,
    logBytes: invocations * LOG_PER_INVOCATION + puzzles * LOG_PER_JOB,
  };
}

/**
 * One file that is cut into chunks. Each chunk takes two GETs, a PUT, a LIST and a copy. The manifest precedes them, the report
 * follows.
 * @param chunkBytes of the pipeline's own plan
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
  // the list grows as chunks are done: half of its pages on average
  const listPages = Math.max(1, Math.ceil(chunks / LIST_PAGE) / 2);
  const invocations = chunks + 1;
  return {
    puzzles,
    files: 1,
    chunks,
    messages: chunks + 1,
    sqsRequests: 1 + 2 + chunks * (1 / MESSAGES_AT_ONCE + 2),
    // the manifest, and once more when all messages are sent; lock; create, complete and list multipart uploads; report; last LIST
    s3Writes: chunks * (1 + listPages) + parts + 7 + Math.ceil(chunks / LIST_PAGE),
    // a chunk's range and its details
    s3Reads: 2 * chunks + JOB_READS,
    invocations,
    invocationSeconds: (2 + listPages) * latency + solving + (2 * bytes) / chunks / rates.wire,
    beforeAndAfter: {
      delivery: rates.window + 2 * rates.delivery,
      planning: 3 * latency + 0.5 + (Math.ceil(chunks / MESSAGES_AT_ONCE) / 8) * latency,
      assembling:
        8 * latency +
        Math.ceil(parts / COPIES_AT_ONCE) * rates.copy +
        Math.ceil(chunks / DETAILS_AT_ONCE) * latency,
    },
    bytesIn: bytes,
    logBytes: invocations * (LOG_PER_INVOCATION + LOG_PER_JOB),
  };
}
