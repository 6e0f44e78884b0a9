import { PRICES as FUNCTION_PRICES } from '../../lambda/result/run-section.ts';

/** Speeds that the model computes from. The first group is measured, the second assumed. */
export interface Rates {
  /** Where and how the first group was measured. */
  readonly measured: string;
  /** Of one function on one core, from the bytes of one-line 9x9 puzzles to those of their solutions. */
  readonly puzzlesPerSecond: number;
  /** Of one function for a file of one puzzle, with its requests, report and log line. Many files at a time; S3 answers at once. */
  readonly secondsPerSmallFile: number;
  /** From the start of the process to the first invocation. */
  readonly coldStartSeconds: number;

  /** Speed of a processor of Lambda (arm64, 1,769 MiB), relative to the measured core. */
  readonly speed: number;
  /** Bytes a second between one function and S3, each way. */
  readonly wire: number;
  /** Seconds until S3 has answered a small request. */
  readonly latency: number;
  /** Seconds until S3 has copied one part of a chunk's size. */
  readonly copy: number;
  /** Seconds from an upload, or a message, to the call of the function: event, queue, poller. */
  readonly delivery: number;

  /** Seconds for which uploads are gathered: `uploadWindow` of the stack. */
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
  /** Requests a second for each partitioned prefix of a bucket. https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html */
  s3WritesPerPrefix: 3500,
  s3ReadsPerPrefix: 5500,
  /** Functions that a queue's poller starts with, and adds per second (300 per minute). https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
  pollerStart: 5,
  pollerGrowth: 300 / 60,
  /** New environments a second of one function (1,000 every 10 s). https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html */
  lambdaStart: 1000,
  lambdaGrowth: 1000 / 10,
  /** Of the default stack: seconds of an invocation, and of a message in its queue (lib/). */
  timeout: 300,
  retention: 4 * 86_400,
} as const;
