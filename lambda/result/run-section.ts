// The section of a report about the run: phases, invocations, requests and an estimate of the cost.
import type { RunMembers } from '../../core/report/page-document.ts';
import {
  noRequests,
  type Requests,
  type Span,
  type Spent,
  secondsOf,
  sumRequests,
} from '../invocation/meter.ts';

/** The members that the function adds to the report of a file that it solved. */
type RunSection = Required<Omit<RunMembers, 'timeline'>> & Pick<RunMembers, 'timeline'>;

/** Entries of a timeline, whatever the number of chunks. */
export const MAX_SPANS = 300;

/** A file that was cut, when it is assembled. */
export interface SolvedJob {
  readonly chunks: number;
  /** that left something: they have planned, solved or assembled it */
  readonly invocations: number;
  /** before it was planned, and on assemblies that were left to others */
  readonly spent: readonly Spent[];
  /** undefined if it was not recorded */
  readonly planning: Span | undefined;
  /** of the chunks that recorded one, in the order of the file */
  readonly spans: readonly Span[];
  /** `Date.now()` */
  readonly assembled: number;
  /** peak of the functions that solved it, in KiB */
  readonly memory: number;
}

/** Measurements of the work on a file. */
export interface RunFacts {
  /** the work that ends with the report */
  readonly last: Span;
  /** by earlier invocations that left no result */
  readonly earlier: Spent;
  /** files that shared its time, itself included */
  readonly sharers: number;
  /** `Date.now()` when the first byte was read */
  readonly begun: number;
  /** spent solving, over all chunks */
  readonly milliseconds: number;
  /** peak of this process, in KiB */
  readonly memory: number;
  readonly job?: SolvedJob | undefined;
}

/** @param memoryMiB of the function, as it is billed */
export function runSectionOf(
  { last, earlier, sharers, begun, milliseconds, memory, job }: RunFacts,
  memoryMiB: number,
): RunSection {
  const others = job ? [...(job.planning ? [job.planning] : []), ...job.spans] : [];
  const spans = [...others, last];
  const spent = [earlier, ...(job?.spent ?? [])];
  const requests = [...spans, ...spent].reduce((sum, each) => sumRequests(sum, each.requests), noRequests());
  const sum = (name: 'seconds' | 'invocations' | 'milliseconds') =>
    spent.reduce((all, each) => all + each[name], 0);
  const seconds = sum('seconds') + spans.reduce((all, span) => all + secondsOf(span), 0);
  const invocations = sum('invocations') + (job?.invocations ?? 1 / sharers);
  return {
    chunks: job?.chunks ?? 1,
    solvingSeconds: Math.round(milliseconds + sum('milliseconds')) / 1000,
    peakMemoryMiB: Math.ceil(Math.max(memory, job?.memory ?? 0) / 1024),
    requests,
    cost: costOf(seconds, invocations, requests, memoryMiB),
    ...(job && { timeline: timelineOf(job, begun) }),
  };
}

/** SQS requests for each message besides sending it: it is received and deleted. */
const DELIVERY = 2;

function costOf(
  seconds: number,
  invocations: number,
  requests: Requests,
  memoryMiB: number,
): RunSection['cost'] {
  const dollars =
    seconds * (memoryMiB / 1024) * PRICES.lambdaGBSecond +
    invocations * PRICES.lambdaRequest +
    requests.s3Writes * PRICES.s3Write +
    requests.s3Reads * PRICES.s3Read +
    (requests.sqs + DELIVERY * invocations) * PRICES.sqsRequest;
  return {
    dollars: rounded(dollars),
    invocations: rounded(invocations),
    lambdaSeconds: rounded(seconds),
    memoryMiB,
  };
}

function timelineOf({ planning, spans, assembled }: SolvedJob, begun: number): RunMembers['timeline'] {
  const at = (time: number) => Math.max(0, Math.round(time - begun) / 1000);
  const size = Math.ceil(spans.length / MAX_SPANS);
  const groups = Array.from({ length: Math.ceil(spans.length / size) || 0 }, (_, i) =>
    spans.slice(i * size, (i + 1) * size),
  );
  const chunks = groups.map(
    (group) =>
      [at(least(group.map((span) => span.begun))), at(most(group.map((span) => span.done)))] as const,
  );
  // messages are sent before the manifest records it: a chunk may be done by then
  const planned = planning?.done ?? least(spans.map((span) => span.begun));
  return { planned: Number.isFinite(planned) ? at(planned) : 0, chunks, assembled: at(assembled) };
}

const least = (times: readonly number[]): number => times.reduce((a, b) => Math.min(a, b), Infinity);
const most = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b), 0);

/** Three digits suffice for an estimate. */
const rounded = (value: number): number => Number(value.toPrecision(3));

/** Dollars in us-east-1, on demand, without free tiers, November 2026. */
export const PRICES = {
  /** https://aws.amazon.com/lambda/pricing/, arm64, first tier */
  lambdaGBSecond: 0.0000133334,
  lambdaRequest: 0.2 / 1e6,
  /** https://aws.amazon.com/s3/pricing/, S3 Standard: PUT, COPY, POST, LIST; GET and others; DELETE costs nothing */
  s3Write: 0.005 / 1e3,
  s3Read: 0.0004 / 1e3,
  /** https://aws.amazon.com/sqs/pricing/, standard queue, a request of up to 64 KB */
  sqsRequest: 0.4 / 1e6,
} as const;
