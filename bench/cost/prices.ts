import { PRICES as FUNCTION_PRICES } from '../../lambda/result/run-section.ts';

/** What the function's own reports estimate by, and what else there is to pay for. Likewise in us-east-1. */
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
  /** A queue's poller begins with so many functions and adds so many a second (300 a minute). https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
  pollerStart: 5,
  pollerGrowth: 300 / 60,
  /** New environments a second of one function (1,000 every 10 s). https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html */
  lambdaStart: 1000,
  lambdaGrowth: 1000 / 10,
  /** Of the default stack: seconds of an invocation, and of a message in its queue (lib/). */
  timeout: 300,
  retention: 4 * 86_400,
} as const;
