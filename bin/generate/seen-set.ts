import type { Fingerprint } from '../threads/fingerprint.ts';

/** Numbers kept at the start, and at most: 2^27 of eight bytes are 1 GiB, and half as much again while they move. */
const MIN_SLOTS = 1 << 12;
const MAX_SLOTS = 2 ** 27;
/** share of slots that may be taken */
const LOAD = 0.75;

/** How many keys it can hold. */
export const MAX_SEEN = Math.floor(MAX_SLOTS * LOAD);

/**
 * Which fingerprints were seen, in eight bytes a slot: a Set of V8 ends at 2^24. Two keys with the same fingerprint are taken for
 * one: of 100 million puzzles one is left out with a chance of one in 4,000, and none comes twice.
 */
export class SeenSet {
  #slots = new Uint32Array(MIN_SLOTS * 2);
  size = 0;

  /** @returns whether it was not there yet */
  add([high, low]: Fingerprint): boolean {
    if (this.size >= (this.#slots.length / 2) * LOAD) this.#grow();
    if (!insert(this.#slots, high, low)) return false;
    this.size++;
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    if (old.length / 2 >= MAX_SLOTS)
      throw new RangeError(`expected at most ${MAX_SEEN} puzzles to tell apart`);
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2)
      if (old[at] !== 0 || old[at + 1] !== 0) insert(this.#slots, old[at]!, old[at + 1]!);
  }
}

/** Open addressing; an empty slot is 0, 0, so that fingerprint counts as 0, 1. */
function insert(slots: Uint32Array, high: number, low: number): boolean {
  const mask = slots.length / 2 - 1;
  const second = high === 0 && low === 0 ? 1 : low;
  for (let slot = high & mask; ; slot = (slot + 1) & mask) {
    const at = slot * 2;
    if (slots[at] === high && slots[at + 1] === second) return false;
    if (slots[at] !== 0 || slots[at + 1] !== 0) continue;
    slots[at] = high;
    slots[at + 1] = second;
    return true;
  }
}
