// What the pipeline costs for some work, and per month without any.

import { PRICES, type Rates } from './rates.ts';
import { wallTime } from './wall-time.ts';
import type { Work } from './work.ts';

/** Memory of the function in GiB, as Lambda bills it. */
const MEMORY = 1769 / 1024;

/** Dollars by item. The storage of files is not included, since its price depends on how long they are kept. */
export interface Dollars {
  readonly lambdaTime: number;
  readonly lambdaRequests: number;
  readonly s3Writes: number;
  readonly s3Reads: number;
  readonly sqs: number;
  readonly logs: number;
  readonly total: number;
}

/**
 * Dollars for some work.
 * @param concurrency environments, each of which starts cold
 * @param prefixes partitioned prefixes among which the files' keys are spread
 */
export function dollars(work: Work, rates: Rates, concurrency: number, prefixes: number): Dollars {
  const { waiting } = wallTime(work, rates, concurrency, prefixes);
  const starting = Math.min(concurrency, work.invocations) * rates.coldStartSeconds;
  const seconds = functionSeconds(work) + starting + waiting;
  const items = {
    lambdaTime: seconds * MEMORY * PRICES.lambdaGBSecond,
    lambdaRequests: work.invocations * PRICES.lambdaRequest,
    s3Writes: work.s3Writes * PRICES.s3Write,
    s3Reads: work.s3Reads * PRICES.s3Read,
    sqs: work.sqsRequests * PRICES.sqsRequest,
    logs: (work.logBytes / 1e9) * PRICES.logGB,
  };
  return { ...items, total: Object.values(items).reduce((sum, item) => sum + item) };
}

export function functionSeconds({ invocations, invocationSeconds, beforeAndAfter, chunks }: Work): number {
  const shared = (chunks > 0 ? chunks : invocations) * invocationSeconds;
  return shared + beforeAndAfter.planning + beforeAndAfter.assembling;
}

/** Dollars per month of an idle pipeline. */
export function idleDollars(): { item: string; amount: string; dollars: number }[] {
  // two queues, each with five pollers that send three long polls of 20 s a minute
  const polls = 2 * 5 * 3 * 60 * 24 * 30;
  return [
    {
      item: 'SQS requests of the pollers',
      amount: `${polls.toLocaleString('en-US')}`,
      dollars: polls * PRICES.sqsRequest,
    },
    { item: 'alarms', amount: '6', dollars: 6 * PRICES.alarmMonth },
    { item: 'dashboard', amount: '1', dollars: PRICES.dashboardMonth },
    { item: 'metrics, in months with uploads', amount: '4', dollars: 4 * PRICES.metricMonth },
  ];
}
