import { amount, count, members } from '../core/options/shape.ts';
import type { Cloud } from './aws/cloud.ts';
import { counted, noRequests, type Requests, sumRequests } from './aws/requests.ts';

/** What a stretch of work took. Plain JSON: chunk results carry it. */
export interface Span {
  /** `Date.now()` */
  readonly begun: number;
  readonly done: number;
  readonly requests: Requests;
}

/** Checks a stretch of work that was stored. */
export const checkSpan = members<Span>({
  begun: amount,
  done: amount,
  requests: members<Requests>({ s3Writes: count, s3Reads: count, sqs: count }),
});

/** Measures what a task takes, stretch by stretch. */
export class Meter {
  /** Counts what is asked of it for this meter. */
  readonly cloud: Cloud;
  /** Files that the invocation works on side by side: they share its time. */
  readonly sharers: number;
  #begun = Date.now();
  #requests = noRequests();

  constructor(cloud: Cloud, sharers: number) {
    this.sharers = sharers;
    this.cloud = counted(cloud, (kind, requests) => {
      this.#requests[kind] += requests;
    });
  }

  /**
   * What was done since the last time, or from the beginning.
   * @param ahead requests that follow at once, to be counted with it and not again
   */
  lap(ahead: Partial<Requests> = {}): Span {
    const requests = sumRequests(this.#requests, ahead);
    const span = { begun: this.#begun, done: Date.now(), requests };
    this.#begun = span.done;
    this.#requests = sumRequests(noRequests(), ahead, -1);
    return span;
  }
}
