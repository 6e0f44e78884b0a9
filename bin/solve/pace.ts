/** Bytes of the first work items, before anything is known of the puzzles. */
const START_BYTES = 16 * 1024;
/** What a work item should take: long against the hand-over to a thread, short enough that no thread waits long for the last one. */
const ITEM_MILLISECONDS = 25;
/** So many times as large may the next one be: some puzzles are much harder than those before them. */
const MAX_GROWTH = 4;
/** Weight of the latest work item in the average, where it was slower. */
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
    // what was slow at first was not compiled yet
    const isFaster = rate > known;
    this.#bytesPerMillisecond = isFaster
      ? Math.min(rate, MAX_GROWTH * known)
      : known + WEIGHT * (rate - known);
  }
}
