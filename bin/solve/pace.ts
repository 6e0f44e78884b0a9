/** Bytes of the first work items, before anything is known of the puzzles. */
const START_BYTES = 16 * 1024;
/** What a work item should take: long against the hand-over to a thread, short enough that no thread waits long for the last one. */
const ITEM_MILLISECONDS = 25;
/** Weight of the latest work item in the average. */
const WEIGHT = 0.3;

/** Learns how large work items should be: a megabyte of easy puzzles takes milliseconds, one 36x36 puzzle may take minutes. */
export class Pace {
  #bytesPerMillisecond: number | undefined;

  /** Bytes that the next one should have. */
  get target(): number {
    if (this.#bytesPerMillisecond === undefined) return START_BYTES;
    return Math.max(1, Math.round(this.#bytesPerMillisecond * ITEM_MILLISECONDS));
  }

  /** An item of so many bytes took so long. */
  learn(bytes: number, milliseconds: number): void {
    if (bytes === 0) return;
    const rate = bytes / Math.max(milliseconds, 0.01);
    const known = this.#bytesPerMillisecond ?? rate;
    this.#bytesPerMillisecond = known + WEIGHT * (rate - known);
  }
}
