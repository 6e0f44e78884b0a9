// A map from 128-bit keys to the number at which each was added first, in flat memory: a JavaScript Map holds 2^24
// entries.
import { KEY_WORDS } from '../threads/class-keys.ts';

const MIN_SLOTS = 1 << 12;
/** Share of slots that may be filled. */
const LOAD = 0.75;

export class KeySet {
  #keys = new Uint32Array(MIN_SLOTS * KEY_WORDS);
  /** number of the entry in each slot, from 1; 0 for none */
  #entries = new Uint32Array(MIN_SLOTS);
  /** Number of different keys. */
  size = 0;

  /** Most bytes that a set takes while it grows to this number of keys. */
  static bytesFor(keys: number): number {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(keys / LOAD, MIN_SLOTS)));
    return slots * (KEY_WORDS + 1) * 4 * 1.5;
  }

  /** Adds the key at an offset of `keys`. @returns its number from 0; it was new if that is the former {@link size} */
  add(keys: Uint32Array, at: number): number {
    if (this.size >= this.#entries.length * LOAD) this.#grow();
    const slot = this.#slotOf(keys, at);
    const entry = this.#entries[slot]!;
    if (entry > 0) return entry - 1;
    this.#put(slot, keys, at, this.size + 1);
    return this.size++;
  }

  #slotOf(keys: Uint32Array, at: number): number {
    const [own, entries] = [this.#keys, this.#entries];
    const mask = entries.length - 1;
    for (let slot = keys[at]! & mask; ; slot = (slot + 1) & mask) {
      const from = slot * KEY_WORDS;
      const isSame =
        own[from] === keys[at] &&
        own[from + 1] === keys[at + 1] &&
        own[from + 2] === keys[at + 2] &&
        own[from + 3] === keys[at + 3];
      if (isSame || entries[slot] === 0) return slot;
    }
  }

  #put(slot: number, keys: Uint32Array, at: number, entry: number): void {
    this.#entries[slot] = entry;
    const to = slot * KEY_WORDS;
    for (let i = 0; i < KEY_WORDS; i++) this.#keys[to + i] = keys[at + i]!;
  }

  #grow(): void {
    const [keys, entries] = [this.#keys, this.#entries];
    this.#keys = new Uint32Array(keys.length * 2);
    this.#entries = new Uint32Array(entries.length * 2);
    for (const [slot, entry] of entries.entries())
      if (entry > 0) this.#put(this.#slotOf(keys, slot * KEY_WORDS), keys, slot * KEY_WORDS, entry);
  }
}
