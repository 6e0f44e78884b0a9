/**
 * Calls `ring` at a moment of `performance.now()`, at once if it is over. Returns what cancels it. Tests pass one that they
 * ring by hand.
 */
export type Alarm = (at: number, ring: () => void) => () => void;

/** setTimeout takes no longer delay. */
const MAX_DELAY = 2 ** 31 - 1;

export const alarmClock: Alarm = (at, ring) => {
  const delay = Math.min(Math.max(0, at - performance.now()), MAX_DELAY);
  const timer = setTimeout(ring, delay);
  return () => clearTimeout(timer);
};

/** Ends waiting at a moment: whoever waits gets an error, and requests that have its signal are abandoned. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #waiting = new Set<(reason: unknown) => void>();
  readonly #cancel: () => void;

  /** @param reason the error that those who wait get */
  constructor(alarm: Alarm, at: number, reason: () => Error) {
    this.#cancel = alarm(at, () => this.abort(reason()));
  }

  /** For requests: aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The result of some work, unless the time is over first. @throws what the work throws, or the reason */
  async wait<Result>(work: Promise<Result>): Promise<Result> {
    const { promise: over, reject } = Promise.withResolvers<never>();
    if (this.signal.aborted) reject(this.signal.reason);
    this.#waiting.add(reject);
    try {
      // a promise of its own for each wait: one that lives long would keep the results of all races
      return await Promise.race([over, work]);
    } finally {
      this.#waiting.delete(reject);
    }
  }

  /** Ends it early: what is on its way is abandoned. */
  abort(reason: Error): void {
    this.cancel();
    this.#controller.abort(reason);
    for (const reject of this.#waiting) reject(reason);
  }

  /** The time does not matter any more. */
  cancel(): void {
    this.#cancel();
  }
}
