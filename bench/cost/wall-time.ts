import { LIMITS } from './prices.ts';
import type { Rates } from './rates.ts';
import type { Work } from './work.ts';

/** When a pile of work is done, and what it waits for most. */
export interface WallTime {
  readonly seconds: number;
  readonly bottleneck: string;
}

/**
 * @param concurrency functions at once that the mapping allows
 * @param prefixes partitioned prefixes that the files' keys are spread over
 */
export function wallTime(work: Work, rates: Rates, concurrency: number, prefixes: number): WallTime {
  const { delivery, planning, assembling } = work.beforeAndAfter;
  const most = Math.min(concurrency, work.invocations);
  const functionSeconds = work.invocations * work.invocationSeconds + most * rates.coldStartSeconds;
  const atOnce = Math.max(work.invocationSeconds + rates.coldStartSeconds, functionSeconds / most);
  const growing = Math.max(atOnce, secondsToSpend(functionSeconds, most));
  // a large file is one key that is read, and its chunks share one prefix of the work bucket
  const busiest =
    work.chunks > 0
      ? { writes: work.chunks, reads: work.chunks, prefixes: 1 }
      : { writes: work.s3Writes, reads: work.s3Reads, prefixes };
  const writes = LIMITS.s3WritesPerPrefix * busiest.prefixes;
  const reads = LIMITS.s3ReadsPerPrefix * busiest.prefixes;
  const written = busiest.writes / writes;
  const read = busiest.reads / reads;
  const shared = Math.max(growing, written, read);
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
  return { seconds: delivery + planning + shared + assembling, bottleneck };
}

/** Seconds in which functions that become more and more, up to `most`, spend so many seconds of theirs. */
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
