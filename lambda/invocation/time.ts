// The times of an invocation, and waiting that ends with them.

/** Share of an invocation's time that is reserved for writing the output. */
const RESERVED_SHARE = 0.2;
const MAX_RESERVED = 60_000;

const LOOK_EVERY = 10_000;

/** @param remaining milliseconds until Lambda ends the invocation */
export function timesOf(remaining: number) {
  const available = remaining - Math.min(remaining * RESERVED_SHARE, MAX_RESERVED);
  const now = performance.now();
  return {
    /** Lambda ends the invocation. */
    end: now + remaining,
    /** Solving stops, so that its output can still be written. */
    deadline: now + available,
    /** Milliseconds for solving that an invocation has from its start. */
    available,
    /** Milliseconds between two looks whether the work was cancelled. */
    lookEvery: LOOK_EVERY,
    /** Ends waiting when the time is over. */
    alarm: alarmClock,
    /** Milliseconds for which the processor has had nothing to do so far. */
    idle: idleClock,
  };
}

/** The times of one invocation. All moments are those of `performance.now()`. */
export type Times = Readonly<ReturnType<typeof timesOf>>;

/** If the deadline interrupts the first puzzle of some work after this share of the time for solving, the puzzle is given up. */
const GIVE_UP_SHARE = 1 / 2;

/**
 * The solver's limits in an invocation that works on nothing else. A puzzle that takes all of it is `unsolved`, since
 * another invocation would have no more time.
 */
export const dedicatedTime = ({ deadline, available }: Pick<Times, 'deadline' | 'available'>) => ({
  deadline,
  giveUpAfter: available * GIVE_UP_SHARE,
});

/** Until when to wait for the small objects of a job: early enough to report a failure. */
export const lastRead = ({ deadline, end }: Pick<Times, 'deadline' | 'end'>): number => (deadline + end) / 2;

/**
 * Milliseconds that one of several files in an invocation may take before it gets an invocation of its own; at most this share
 * of the time for solving.
 */
const SLICE = 10_000;
const SLICE_SHARE = 1 / 4;

const sliceOf = ({ available }: Pick<Times, 'available'>): number => Math.min(SLICE, available * SLICE_SHARE);

/** How long one of several files in an invocation waits for its bytes, without the time that others work. */
export const sharedPatience = (times: Pick<Times, 'available' | 'idle'>): Patience => ({
  milliseconds: sliceOf(times),
  idle: times.idle,
});

/** Share of its slice that a file must have had for itself to count as slow. */
const OWN_SHARE = 1 / 2;

/** The time for solving that a file has which shares its invocation. It begins when it is created. */
export class TimeSlice {
  /** when the solving stops */
  readonly deadline: number;
  readonly #milliseconds: number;
  readonly #idle: () => number;
  readonly #idleBefore: number;

  constructor(times: Pick<Times, 'available' | 'deadline' | 'idle'>) {
    this.#milliseconds = sliceOf(times);
    this.deadline = Math.min(times.deadline, performance.now() + this.#milliseconds);
    this.#idle = times.idle;
    this.#idleBefore = times.idle();
  }

  /**
   * Whether the slice is over because other files took most of it, which says nothing about this one.
   * @param worked milliseconds that it was worked on; it also waited while nobody worked
   */
  wasTaken(worked: number): boolean {
    const own = worked + this.#idle() - this.#idleBefore;
    return performance.now() >= this.deadline && own < this.#milliseconds * OWN_SHARE;
  }
}

/** Whether too little time is left for a full slice. */
export const isTooLateToBegin = (times: Times): boolean =>
  performance.now() + sliceOf(times) > times.deadline;

/** Calls `ring` at a moment, at once if it has passed. Returns a function that cancels it. Tests ring by hand. */
export type Alarm = (at: number, ring: () => void) => () => void;

/** The longest delay of setTimeout. */
const MAX_DELAY = 2 ** 31 - 1;

export const alarmClock: Alarm = (at, ring) => {
  const delay = Math.min(Math.max(0, at - performance.now()), MAX_DELAY);
  const timer = setTimeout(ring, delay);
  return () => clearTimeout(timer);
};

/** The processor's idle time in this process. While files work, it stands still. */
export const idleClock = (): number => performance.eventLoopUtilization().idle;

/** How long to wait, as idle time: while another file works, bytes that have arrived are not read either. */
export interface Patience {
  readonly milliseconds: number;
  readonly idle: Times['idle'];
}

/** Rings when the patience is over. Returns a function that cancels it. */
function idleAlarm(alarm: Alarm, { milliseconds, idle }: Patience, ring: () => void): () => void {
  const due = idle() + milliseconds;
  const check = () => {
    const left = due - idle();
    if (left > 0) cancel = alarm(performance.now() + left, check);
    else ring();
  };
  let cancel = alarm(performance.now() + milliseconds, check);
  return () => cancel();
}

/** Ends waiting at a moment: pending waits fail, and requests with its signal are aborted. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #waiting = new Set<(reason: unknown) => void>();
  readonly #cancel: () => void;

  /**
   * @param reason the error of pending waits
   * @param patience if it may be over earlier
   */
  constructor(alarm: Alarm, at: number, reason: () => Error, patience?: Patience) {
    const end = () => this.abort(reason());
    const cancel = alarm(at, end);
    const cancelIdle = patience && idleAlarm(alarm, patience, end);
    this.#cancel = () => {
      cancel();
      cancelIdle?.();
    };
  }

  /** For requests: aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The result of some work, unless the time is over first. @throws what the work throws, or the reason */
  async wait<Result>(work: Promise<Result>): Promise<Result> {
    const { promise: over, reject } = Promise.withResolvers<never>();
    if (this.signal.aborted) reject(this.signal.reason);
    this.#waiting.add(reject);
    try {
      // a new promise for each wait: a long-lived one would hold the results of all races
      return await Promise.race([over, work]);
    } finally {
      this.#waiting.delete(reject);
    }
  }

  /** Ends it early and aborts pending work. */
  abort(reason: Error): void {
    this.cancel();
    this.#controller.abort(reason);
    for (const reject of this.#waiting) reject(reason);
  }

  /** Stops the alarm; nothing is aborted. */
  cancel(): void {
    this.#cancel();
  }
}
