// Counts the time and the requests of a stretch of work.
import { amount, members, natural, optional, type Shaped } from '../../core/options/shape.ts';
import type { Cloud } from '../aws/cloud.ts';
import { batchesOf } from '../aws/message-batches.ts';

/** Requests of the function, by what they are billed as; deletions cost nothing. */
export interface Requests {
  /** PUT, COPY, POST and LIST */
  s3Writes: number;
  /** GET and HEAD */
  s3Reads: number;
  /** sent by the function; those that deliver its messages are not included */
  sqs: number;
}

export const noRequests = (): Requests => ({ s3Writes: 0, s3Reads: 0, sqs: 0 });

export const sumRequests = (a: Requests, b: Partial<Requests>, sign: 1 | -1 = 1): Requests => ({
  s3Writes: a.s3Writes + sign * (b.s3Writes ?? 0),
  s3Reads: a.s3Reads + sign * (b.s3Reads ?? 0),
  sqs: a.sqs + sign * (b.sqs ?? 0),
});

/** Checks a stored span. */
export const checkSpan = members({
  /** `Date.now()` */
  begun: amount,
  done: amount,
  requests: members<Requests>({ s3Writes: natural, s3Reads: natural, sqs: natural }),
  /** Files that shared the time, itself included, if there were others. */
  sharers: optional(natural),
});

/** Time and requests of a stretch of work. Plain JSON: chunk results carry it. */
export type Span = Shaped<typeof checkSpan>;

/** Checks what was spent on a file, as messages carry it. */
export const checkSpent = members({
  /** of solving */
  milliseconds: amount,
  /** of functions */
  seconds: amount,
  /** Less than one if files shared it. */
  invocations: amount,
  requests: members<Requests>({ s3Writes: natural, s3Reads: natural, sqs: natural }),
});

/** What invocations have spent on a file that left no result. It travels in the messages about the file. */
export type Spent = Shaped<typeof checkSpent>;

const NOTHING_SPENT: Spent = { milliseconds: 0, seconds: 0, invocations: 0, requests: noRequests() };

/** The seconds of functions that a span takes; two machines' clocks may differ. */
export const secondsOf = ({ begun, done, sharers = 1 }: Span): number =>
  Math.max(0, done - begun) / 1000 / Math.max(1, sharers);

/** Measures a task, span by span. */
export class Meter {
  /** Counts its requests for this meter. */
  readonly cloud: Cloud;
  /** Spent on the file by earlier invocations. */
  readonly earlier: Spent;
  /** Files that the invocation processes at the same time: they share its time. */
  readonly sharers: number;
  /** `Date.now()` when the task began */
  readonly started = Date.now();
  /** of functions, in all spans so far: those of all tasks on a file add up to those in its report */
  seconds = 0;
  #begun = this.started;
  #requests = noRequests();
  #solving = 0;

  constructor(cloud: Cloud, sharers: number, earlier: Spent = NOTHING_SPENT) {
    this.sharers = sharers;
    this.earlier = earlier;
    this.cloud = counted(cloud, (kind, requests) => {
      this.#requests[kind] += requests;
    });
  }

  /**
   * The span since the last call, or since the start.
   * @param ahead requests that follow at once: they count in this span and not in the next
   */
  lap(ahead: Partial<Requests> = {}): Span {
    const requests = sumRequests(this.#requests, ahead);
    const { sharers } = this;
    const span: Span = { begun: this.#begun, done: Date.now(), requests, ...(sharers > 1 && { sharers }) };
    this.#begun = span.done;
    this.seconds += secondsOf(span);
    this.#requests = sumRequests(noRequests(), ahead, -1);
    return span;
  }

  /** Counts milliseconds of solving that leave no result. */
  solvedInVain(milliseconds: number): void {
    this.#solving += milliseconds;
  }

  /**
   * All that was spent on the file without a result, the time since the last span included.
   * @param invocations that this task is; none if its invocation counts elsewhere
   */
  spent(invocations = 1): Spent {
    const { earlier, sharers } = this;
    // the message that carries it
    const span = this.lap({ sqs: 1 });
    return {
      milliseconds: earlier.milliseconds + this.#solving,
      seconds: earlier.seconds + secondsOf(span),
      invocations: earlier.invocations + invocations / sharers,
      requests: sumRequests(earlier.requests, span.requests),
    };
  }
}

/** How each call's requests are billed, if they are. */
const BILLED: Readonly<Record<keyof Cloud, keyof Requests | undefined>> = {
  readObject: 's3Reads',
  headObject: 's3Reads',
  putObject: 's3Writes',
  listObjects: 's3Writes',
  listFewObjects: 's3Writes',
  listFolders: 's3Writes',
  createMultipart: 's3Writes',
  uploadPart: 's3Writes',
  copyPart: 's3Writes',
  completeMultipart: 's3Writes',
  listParts: 's3Writes',
  listMultiparts: 's3Writes',
  sendMessages: 'sqs',
  messagesIn: 'sqs',
  changeVisibilities: 'sqs',
  deleteObjects: undefined,
  deleteObject: undefined,
  abortMultipart: undefined,
  isSlowedDown: undefined,
  signedHead: undefined,
  // EventBridge's, if the owner has switched its events on
  putEvent: undefined,
};

/** A cloud that counts its requests. The SDK's own retries are not included. */
function counted(cloud: Cloud, count: (kind: keyof Requests, requests: number) => void): Cloud {
  return new Proxy(cloud, {
    get(target, name: keyof Cloud) {
      const kind = BILLED[name];
      if (kind === undefined) return target[name];
      const call = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        count(kind, name === 'sendMessages' ? batchesOf(args[1] as string[]).length : 1);
        return call(...args);
      };
    },
  });
}

/** Milliseconds for which a reading of the peak is reused: a system call takes a twentieth of the time of a small file. */
const READING_AGE = 100;
let reading = { at: Number.NEGATIVE_INFINITY, peak: 0 };

/** Peak memory of this process since it started, in KiB. */
export function peakMemory(): number {
  const now = performance.now();
  if (now - reading.at > READING_AGE) reading = { at: now, peak: process.resourceUsage().maxRSS };
  return reading.peak;
}
