import { noRequests, type Requests, sumRequests } from '../aws/requests.ts';
import type { Span } from '../meter.ts';
import { PRICES } from './prices.ts';

/** Phases of the work on a file that was cut, in seconds from the first byte read. */
interface Timeline {
  /** the file was cut into chunks */
  readonly planned: number;
  /** begun and done, in the order of the file; neighbours share an entry where there are more than {@link MAX_SPANS} */
  readonly chunks: readonly (readonly [begun: number, done: number])[];
  /** the result was complete */
  readonly assembled: number;
}

/** Entries of a timeline, whatever the number of chunks. */
export const MAX_SPANS = 300;

/** An estimate of what a file cost, by list prices of one region. */
interface Cost {
  /** of the requests and the function's time */
  readonly dollars: number;
  /** of the function, for this file */
  readonly invocations: number;
  /** of the function, billed, whatever its memory */
  readonly lambdaSeconds: number;
  /** configured for the function */
  readonly memoryMiB: number;
}

/** What the function adds to the report of a file that it solved. */
export interface Effort {
  /** pieces that the file was solved in */
  readonly chunks: number;
  /** spent solving, over all chunks */
  readonly solvingSeconds: number;
  /** the most that one process of the function held */
  readonly peakMemoryMiB: number;
  /** sent to S3 and SQS for it */
  readonly requests: Requests;
  readonly cost: Cost;
  /** of a file that was cut */
  readonly timeline?: Timeline;
}

/** A file that was cut, when it is whole again. */
export interface SolvedJob {
  readonly chunks: number;
  /** undefined where it was not noted */
  readonly planning: Span | undefined;
  /** of chunks, in the order of the file, where they were noted */
  readonly spans: readonly Span[];
  /** `Date.now()` */
  readonly assembled: number;
  /** peak of the functions that solved it, in KiB */
  readonly memory: number;
}

/** What a file took. */
export interface Taken {
  /** of the work that ends with the report */
  readonly last: Span;
  /** files that shared its time */
  readonly sharers: number;
  /** `Date.now()` when the first byte was read */
  readonly begun: number;
  /** spent solving, over all chunks */
  readonly milliseconds: number;
  /** peak of this process, in KiB */
  readonly memory: number;
  readonly job?: SolvedJob | undefined;
}

/** What stands in a report of the work on a file. @param memoryMiB of the function, as it is billed */
export function effortOf(
  { last, sharers, begun, milliseconds, memory, job }: Taken,
  memoryMiB: number,
): Effort {
  const others = job ? [...(job.planning ? [job.planning] : []), ...job.spans] : [];
  const spans = [...others, last];
  const requests = spans.reduce((sum, span) => sumRequests(sum, span.requests), noRequests());
  const seconds = spans.reduce((sum, span) => sum + duration(span), 0) / sharers;
  // the one that assembles is that of the last chunk
  const invocations = job ? 1 + job.chunks : 1 / sharers;
  return {
    chunks: job?.chunks ?? 1,
    solvingSeconds: Math.round(milliseconds) / 1000,
    peakMemoryMiB: Math.ceil(Math.max(memory, job?.memory ?? 0) / 1024),
    requests,
    cost: costOf(seconds, invocations, requests, memoryMiB),
    ...(job && { timeline: timelineOf(job, begun) }),
  };
}

/** SQS requests for each message besides the sending: it is received and deleted. */
const DELIVERY = 2;

function costOf(seconds: number, invocations: number, requests: Requests, memoryMiB: number): Cost {
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

function timelineOf({ planning, spans, assembled }: SolvedJob, begun: number): Timeline {
  const at = (time: number) => Math.max(0, Math.round(time - begun) / 1000);
  const size = Math.ceil(spans.length / MAX_SPANS);
  const groups = Array.from({ length: Math.ceil(spans.length / size) || 0 }, (_, i) =>
    spans.slice(i * size, (i + 1) * size),
  );
  const chunks = groups.map(
    (group) =>
      [at(least(group.map((span) => span.begun))), at(most(group.map((span) => span.done)))] as const,
  );
  // messages go out before the last of them is noted: a chunk may be done by then
  const planned = planning?.done ?? least(spans.map((span) => span.begun));
  return { planned: Number.isFinite(planned) ? at(planned) : 0, chunks, assembled: at(assembled) };
}

/** Seconds; two machines' clocks may differ. */
const duration = ({ begun, done }: Span): number => Math.max(0, done - begun) / 1000;

const least = (times: readonly number[]): number => times.reduce((a, b) => Math.min(a, b), Infinity);
const most = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b), 0);

/** To three digits: it is an estimate. */
const rounded = (value: number): number => Number(value.toPrecision(3));
