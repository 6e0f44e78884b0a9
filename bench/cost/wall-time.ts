// How long the pipeline takes for some work, and what limits it.

import { LIMITS, type Rates } from './rates.ts';
import type { Work } from './work.ts';

export interface WallTime {
  readonly seconds: number;
  readonly bottleneck: string;
  /** Seconds of functions that wait because S3 throttles them. They are billed like others. */
  readonly waiting: number;
  /** Requests that S3 refuses. They cost only time. */
  readonly refused: number;
}

/**
 * The wall time of some work.
 * @param concurrency functions at the same time that the mapping allows
 * @param prefixes partitioned prefixes among which the files' keys are spread
 */
export function wallTime(work: Work, rates: Rates, concurrency: number, prefixes: number): WallTime {
  const { delivery, planning, assembling } = work.beforeAndAfter;
  const most = Math.min(concurrency, work.invocations);
  const functionSeconds = work.invocations * work.invocationSeconds + most * rates.coldStartSeconds;
  const atOnce = Math.max(work.invocationSeconds + rates.coldStartSeconds, functionSeconds / most);
  const growing = Math.max(atOnce, secondsToSpend(functionSeconds, most));
  // a large file is a single key, and its chunks share one prefix of the work bucket
  const busiest =
    work.chunks > 0
      ? { writes: work.chunks, reads: work.chunks, prefixes: 1 }
      : { writes: work.s3Writes, reads: work.s3Reads, prefixes };
  const writes = LIMITS.s3WritesPerPrefix * busiest.prefixes;
  const reads = LIMITS.s3ReadsPerPrefix * busiest.prefixes;
  const written = limited(busiest.writes, writes, growing);
  const read = limited(busiest.reads, reads, growing);
  const shared = Math.max(growing, written, read);
  const isLimited = shared > growing;
  const waiting = isLimited ? most * shared - functionSeconds : 0;
  const perClient = (written >= read ? writes : reads) / most;
  const refused = isLimited ? (most * shared) / secondsBetweenRefusals(perClient) : 0;
  const parts: [string, number][] = [
    ['delivery', delivery],
    ['planning', planning],
    ['assembling', assembling],
    [`S3 writes (${perSecond(writes)})`, written],
    [`S3 reads (${perSecond(reads)})`, read],
    ['poller growth (300 functions/min)', growing > 2 * atOnce ? growing : 0],
    [concurrency > work.invocations ? 'one invocation' : 'concurrency', atOnce],
  ];
  const [bottleneck] = parts.reduce((largest, part) => (part[1] > largest[1] ? part : largest));
  return { seconds: delivery + planning + shared + assembling, bottleneck, waiting, refused };
}

/**
 * How the SDK's adaptive clients react to 503 SlowDown: a refused client reduces its rate to a share, and increases it along
 * a cubic until it is refused again. (DefaultRateLimiter of @smithy/core: beta and scaleConstant.)
 */
const BETA = 0.7;
const SCALE = 0.4;
/** Share of a limit that such clients use: the mean of the cubic from `BETA` to 1. */
const USED = 1 - (1 - BETA) / 4;

/** Seconds that requests take at a limit, beyond which S3 refuses requests instead of queueing them. @param unlimited seconds without the limit */
function limited(requests: number, limit: number, unlimited: number): number {
  const seconds = requests / limit;
  return seconds <= unlimited ? seconds : seconds / USED;
}

/** @param rate requests per second of one client when it is refused */
const secondsBetweenRefusals = (rate: number): number => Math.cbrt((rate * (1 - BETA)) / SCALE);

/** The seconds until growing numbers of functions, up to `most`, have together run for `functionSeconds`. */
function secondsToSpend(functionSeconds: number, most: number): number {
  const start = Math.min(LIMITS.pollerStart, LIMITS.lambdaStart, most);
  const growth = Math.min(LIMITS.pollerGrowth, LIMITS.lambdaGrowth);
  const full = (most - start) / growth;
  const spentWhileGrowing = ((start + most) / 2) * full;
  if (functionSeconds > spentWhileGrowing) return full + (functionSeconds - spentWhileGrowing) / most;
  // start t + growth t² / 2 = functionSeconds
  return (Math.sqrt(start ** 2 + 2 * growth * functionSeconds) - start) / growth;
}

const perSecond = (requests: number): string => `${requests.toLocaleString('en-US')}/s`;
