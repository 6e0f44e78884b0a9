import type { Block } from './shared/block.ts';
import { MAX_RECORD_BYTES, type Reader } from './shared/format.ts';

/** Bytes that are parsed, solved and written at a time: some thousands of 9x9 lines. */
export const SLAB_BYTES = 256 * 1024;

/** What a file begins with: many are no longer, and their number times a slab would be memory for nothing. */
const FIRST_BYTES = 16 * 1024;

/**
 * Feeds a reader. Input, however it is cut, becomes slabs that begin at a record and hold as much as fits,
 * so that readers need no state for half a record, and the same bytes give the same blocks.
 */
export class Slabs<Layout> {
  #reader: Reader<Layout>;
  #slab: Uint8Array = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #filled = 0;
  /** within a record that is longer than a slab may become */
  #overlong = false;

  constructor(reader: Reader<Layout>) {
    this.#reader = reader;
  }

  /** Blocks that are complete with these bytes. Must be run to its end; a block is valid until the next. */
  *push(bytes: Uint8Array): Generator<Block<Layout>> {
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(bytes.length - at, this.#slab.length - this.#filled);
      this.#slab.set(taken === bytes.length ? bytes : bytes.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled < this.#slab.length) continue;
      if (this.#slab.length < SLAB_BYTES) this.#replace(0, SLAB_BYTES);
      else yield* this.#drain(false);
    }
  }

  /** What is complete of what has come so far, without waiting for a full slab. */
  *flush(): Generator<Block<Layout>> {
    if (!this.#overlong && this.#filled > 0) yield* this.#read(false);
  }

  *end(): Generator<Block<Layout>> {
    while (this.#filled > 0) yield* this.#drain(true);
  }

  *#drain(last: boolean): Generator<Block<Layout>> {
    if (this.#overlong) return yield* this.#skip(true);
    const filled = this.#filled;
    yield* this.#read(last);
    if (this.#filled < filled) return;
    if (filled < MAX_RECORD_BYTES) this.#replace(0, Math.min(2 * this.#slab.length, MAX_RECORD_BYTES));
    else yield* this.#skip(false);
  }

  *#read(last: boolean): Generator<Block<Layout>> {
    let used = 0;
    for (const block of this.#reader.read(this.#slab.subarray(0, this.#filled), last)) {
      used += block.bytes.length;
      yield block;
    }
    if (used > 0) this.#replace(used, last ? FIRST_BYTES : SLAB_BYTES);
  }

  *#skip(continued: boolean): Generator<Block<Layout>> {
    const { block, open } = this.#reader.overlong(this.#slab.subarray(0, this.#filled), continued);
    this.#overlong = open;
    yield block;
    this.#replace(block.bytes.length, SLAB_BYTES);
  }

  /** Goes on in a new buffer, as the old one may be on its way out as output. */
  #replace(used: number, size: number): void {
    const rest = this.#slab.subarray(used, this.#filled);
    this.#slab = Buffer.allocUnsafeSlow(Math.max(size, Math.min(2 * rest.length, MAX_RECORD_BYTES)));
    this.#slab.set(rest);
    this.#filled = rest.length;
  }
}
