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
  /** Of the invocations that share the work, each. */
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

/** Objects that one LIST shows, messages that one request sends, receives or deletes. */
const LIST_PAGE = 1000;
const MESSAGES_AT_ONCE = 10;

/** What a job looks at besides its chunks: the file's head, the manifest, and with a HEAD each whether the file was solved before it was cut and before it is put together, whether a newer one was rejected, and whether the result is whole. */
const LOOKS = 6;

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
    // S3 sends one by one
    sqsRequests: puzzles * (1 + 2 / Math.min(batch, MESSAGES_AT_ONCE)),
    s3Writes: 2 * puzzles,
    s3Reads: puzzles,
    invocations,
    // files wait side by side, and share the processor
    invocationSeconds: Math.max(waiting, (batch * rates.secondsPerSmallFile) / rates.speed),
    beforeAndAfter: { delivery: rates.window + rates.delivery, planning: 0, assembling: 0 },
    bytesIn: puzzles * PUZZLE_BYTES,
    logBytes: invocations * LOG_PER_INVOCATION + puzzles * LOG_PER_JOB,
  };
}

/**
 * One file that is cut into chunks: each two GETs, PUT, LIST and one copy; before them the manifest, after them the report.
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
    // manifest, once more when all is sent, lock, create, complete, open multipart uploads, report, and a last list
    s3Writes: chunks * (1 + listPages) + parts + 7 + Math.ceil(chunks / LIST_PAGE),
    // a chunk's range and its details
    s3Reads: 2 * chunks + LOOKS,
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
