// The inputs of the cost model: measured and assumed speeds, prices in us-east-1, and limits of the services.

import { PRICES as FUNCTION_PRICES } from '../../lambda/result/run-section.ts';

/** Speeds on which the model is based. The first group is measured, the second assumed, the third a setting. */
export interface Rates {
  /** Where and how the first group was measured. */
  readonly measured: string;
  /** Puzzles per second of one function on one core, from the bytes of one-line 9x9 puzzles to those of their solutions. */
  readonly puzzlesPerSecond: number;
  /** Seconds of one function for a file of one puzzle, many at the same time, if S3 answers at once: requests, report, log line. */
  readonly secondsPerSmallFile: number;
  /** Seconds from the start of the process to the first invocation. */
  readonly coldStartSeconds: number;

  /** Speed of a processor of Lambda (arm64, 1,769 MiB), relative to the measured core. */
  readonly speed: number;
  /** Bytes per second between one function and S3, each way. */
  readonly wire: number;
  /** Seconds until S3 answers a small request. */
  readonly latency: number;
  /** Seconds in which S3 copies one part of the size of a chunk. */
  readonly copy: number;
  /** Seconds from an upload or a message to the invocation: event, queue, poller. */
  readonly delivery: number;

  /** Seconds for which uploads are collected: `uploadWindow` of the stack. */
  readonly window: number;
}

export const ASSUMED = { speed: 0.5, wire: 75e6, latency: 0.1, copy: 1, delivery: 1, window: 0 } as const;

/** The prices of the function's own reports, and of everything else, in us-east-1. */
export const PRICES = {
  ...FUNCTION_PRICES,
  s3GBMonth: 0.023,
  /** https://aws.amazon.com/cloudwatch/pricing/ */
  logGB: 0.5,
  alarmMonth: 0.1,
  metricMonth: 0.3,
  dashboardMonth: 3,
} as const;

/** Published limits of the services. */
export const LIMITS = {
  /** Requests per second for each partitioned prefix of a bucket. https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html */
  s3WritesPerPrefix: 3500,
  s3ReadsPerPrefix: 5500,
  /** Functions that a queue's poller starts with, and adds per second (300 per minute). https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
  pollerStart: 5,
  pollerGrowth: 300 / 60,
  /** New environments of one function: at once, and per second after that (1,000 every 10 s). https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html */
  lambdaStart: 1000,
  lambdaGrowth: 1000 / 10,
  /** Limits of the default stack, in seconds: the time of an invocation, and the retention of a message in its queue (lib/). */
  timeout: 300,
  retention: 4 * 86_400,
} as const;
