import type { Tally } from '../core/files/index.ts';
import type { Cloud } from './aws/cloud.ts';
import type { Meter } from './meter.ts';
import type { Settings } from './settings.ts';
import { type Alarm, alarmClock } from './time-limit.ts';
import type { Upload } from './upload.ts';

/** What all work has at hand that one invocation of the function does for one upload. */
export interface Invocation extends Delivery {
  /** measures this work; `cloud` is its own */
  readonly meter: Meter;
  /** Tells of what went wrong without harm to the upload. */
  readonly warn: (warning: string, error: unknown, upload: Upload) => void;
}

/** What is known of an invocation and a message before the work on it begins. */
export interface Delivery extends Times {
  readonly cloud: Cloud;
  readonly settings: Settings;
  /** An earlier delivery of the message may have died halfway. */
  readonly isRedelivery: boolean;
  /** After this one; where none is left and it fails, its message goes to the dead letters. */
  readonly deliveriesLeft: number;
}

export interface Times {
  /** `performance.now()` at which Lambda ends the invocation. */
  readonly end: number;
  /** `performance.now()` at which solving stops, so that what is done can still be written. */
  readonly deadline: number;
  /** Milliseconds for solving that an invocation has from its beginning. */
  readonly available: number;
  /** Ends waiting. */
  readonly alarm: Alarm;
}

/** What became of one upload or of one message, for the log and the metrics. */
export interface Outcome {
  /**
   * - solved: result and report stand in the output bucket
   * - part: a chunk is solved, others of its job are not yet
   * - enqueued: messages were sent that do the rest
   * - rejected: only the report stands there, with the reason
   * - superseded: a newer upload has its key, or a newer one's result stands; nothing was to be written
   * - gone: the upload was deleted, or expired, before it was solved
   * - expired: the job's folder in the work bucket has expired; the file is planned anew
   * - ignored: nothing was to be done (any more)
   * - refused: it is of no source of the pipeline; nothing was read or written
   */
  readonly outcome:
    | 'solved'
    | 'part'
    | 'enqueued'
    | 'rejected'
    | 'superseded'
    | 'gone'
    | 'expired'
    | 'ignored'
    | 'refused';
  readonly reason?: string;
  /** of the puzzles that this very invocation solved */
  readonly tally?: Tally;
  /** spent solving them */
  readonly milliseconds?: number;
}

/** Share of an invocation's time that is kept for writing what was solved. */
const RESERVED_SHARE = 0.2;
const MAX_RESERVED = 60_000;

/** What one file among others may take before it is given to invocations of its own. */
const SLICE = 10_000;
const SLICE_SHARE = 1 / 4;

/** @param remaining milliseconds until Lambda ends the invocation */
export function timesOf(remaining: number): Times {
  const available = remaining - Math.min(remaining * RESERVED_SHARE, MAX_RESERVED);
  const now = performance.now();
  return { end: now + remaining, deadline: now + available, available, alarm: alarmClock };
}

/** Share of an invocation's time for solving that the first puzzle of its work has had when it is given up, if it is cut by the deadline. */
const GIVE_UP_SHARE = 1 / 2;

/**
 * What a solver is told of time in an invocation that has nothing else to do: a puzzle that takes all of it is `unsolved`,
 * since another invocation would have no more time.
 */
export const wholeTime = ({ deadline, available }: Pick<Times, 'deadline' | 'available'>) => ({
  deadline,
  giveUpAfter: available * GIVE_UP_SHARE,
});

/** `performance.now()` until which the small objects of a job are waited for: what fails then can still be reported. */
export const lastRead = ({ deadline, end }: Pick<Times, 'deadline' | 'end'>): number => (deadline + end) / 2;

/** Milliseconds that one file among others may take. */
const slice = ({ available }: Times): number => Math.min(SLICE, available * SLICE_SHARE);

/** `performance.now()` at which a file among others is to stop. */
export const sliceDeadline = (times: Times): number =>
  Math.min(times.deadline, performance.now() + slice(times));

/** Whether a file among others would not have its full time any more. */
export const isLate = (times: Times): boolean => performance.now() + slice(times) > times.deadline;
