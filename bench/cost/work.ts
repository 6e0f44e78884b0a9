import type { Rates } from './rates.ts';

/** What a pile of puzzles asks of the services. */
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
  /** The output bucket's events to EventBridge. */
  readonly events: number;
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

/** Files that one invocation takes (the mapping's batch) and that it works on at once (lambda/batch.ts). */
const BATCH = 100;
const FILES_AT_ONCE = 32;
/** Details of chunks that are read at once (lambda/chunks/chunk-result.ts). */
const DETAILS_AT_ONCE = 32;
/** Copies on their way at once (lambda/assemble/join-chunks.ts). */
const COPIES_AT_ONCE = 64;
/** Objects that one LIST shows, messages that one request sends, receives or deletes. */
const LIST_PAGE = 1000;
const MESSAGES_AT_ONCE = 10;

/** Bytes of log: Lambda's own lines and the metrics of an invocation; the line of a file or chunk. */
const LOG_PER_INVOCATION = 1500;
const LOG_PER_JOB = 500;

/** As many files as puzzles: GET, PUT the result, PUT the report. */
export function workOfSmallFiles(puzzles: number, rates: Rates): Work {
  const invocations = Math.ceil(puzzles / BATCH);
  const batch = Math.min(puzzles, BATCH);
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
    events: 2 * puzzles,
    invocations,
    // files wait side by side, and share the processor
    invocationSeconds: Math.max(waiting, (batch * rates.secondsPerSmallFile) / rates.speed),
    beforeAndAfter: { delivery: rates.delivery, planning: 0, assembling: 0 },
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
  const chunks = Math.ceil(bytes / chunkBytes);
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
    // manifest, claim, create, complete, open multipart uploads, report, and a last list
    s3Writes: chunks * (2 + listPages) + 6 + Math.ceil(chunks / LIST_PAGE),
    // a chunk's range and its details; the file's head, the manifest, and looks at what stands
    s3Reads: 2 * chunks + 5,
    events: 2,
    invocations,
    invocationSeconds: (2 + listPages) * latency + solving + (2 * bytes) / chunks / rates.wire,
    beforeAndAfter: {
      delivery: 2 * rates.delivery,
      planning: 3 * latency + 0.5 + (Math.ceil(chunks / MESSAGES_AT_ONCE) / 8) * latency,
      assembling:
        8 * latency +
        Math.ceil(chunks / COPIES_AT_ONCE) * rates.copy +
        Math.ceil(chunks / DETAILS_AT_ONCE) * latency,
    },
    bytesIn: bytes,
    logBytes: invocations * (LOG_PER_INVOCATION + LOG_PER_JOB),
  };
}
