import { wholeSize } from '../../core/files/work-items.ts';

/** Bytes of the first work items, before anything is known of the puzzles: at least, */
const START_BYTES = 16 * 1024;
/** and at most, in a file so large that one of them is a small share of it. */
const MAX_START_BYTES = 64 * 1024;
const START_SHARE = 1024;
/** What a work item should take: long against the hand-over to a thread, short enough that no thread waits long for the last one. */
const ITEM_MILLISECONDS = 25;
/** So many times as large may the next one be: some puzzles are much harder than those before them. */
const MAX_GROWTH = 4;
/** Weight of the latest work item in the average, where it was slower. */
const WEIGHT = 0.3;

/**
 * Learns how large work items should be: a megabyte of easy puzzles takes milliseconds, one 36x36 puzzle may take minutes.
 * Few are cut as long as little is known: those would be small, and all threads have to be through with them first.
 */
export class Pace {
  readonly #start: number;
  #bytesPerMillisecond: number | undefined;
  /** Items that may be cut. */
  #room: number;
  #waiting: (() => void) | undefined;

  /**
   * @param threads that solve
   * @param bytes of the file, as far as it is known
   */
  constructor(threads = 1, bytes = 0) {
    const share = Math.round(wholeSize('bytes of a file', bytes) / START_SHARE);
    this.#start = Math.max(START_BYTES, Math.min(share, MAX_START_BYTES));
    this.#room = wholeSize('threads', threads, 1);
  }

  /** Bytes that the next one should have. */
  get target(): number {
    if (this.#bytesPerMillisecond === undefined) return this.#start;
    return Math.max(1, Math.round(this.#bytesPerMillisecond * ITEM_MILLISECONDS));
  }

  /** Resolves when one more may be cut: one for each thread, and two for each that is solved. */
  async turn(): Promise<void> {
    if (this.#room === 0) await new Promise<void>((resolve) => (this.#waiting = resolve));
    this.#room--;
  }

  /** An item of so many bytes took so long. */
  learn(bytes: number, milliseconds: number): void {
    this.#room += 2;
    this.#waiting?.();
    if (bytes === 0) return;
    const rate = bytes / Math.max(milliseconds, 0.01);
    const known = this.#bytesPerMillisecond ?? rate;
    // what was slow at first was not compiled yet
    const isFaster = rate > known;
    this.#bytesPerMillisecond = isFaster
      ? Math.min(rate, MAX_GROWTH * known)
      : known + WEIGHT * (rate - known);
  }
}
