import type { Block } from './shared/block.ts';
import { MAX_RECORD_BYTES, type Reader } from './shared/format.ts';

/** Bytes that are parsed, solved and written at a time: some thousands of 9x9 lines. */
export const BUFFER_BYTES = 256 * 1024;

/** What a file begins with: many are no longer, and their number times a buffer would be memory for nothing. */
const FIRST_BYTES = 16 * 1024;

/**
 * Feeds a reader. Input, however it is cut, becomes buffers that begin at a record and hold as much as fits,
 * so that readers need no state for half a record, and the same bytes give the same blocks.
 */
export class RecordBuffer<Layout> {
  #reader: Reader<Layout>;
  #buffer: Uint8Array = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #filled = 0;
  /** within a record that is longer than a buffer may become */
  #overlong = false;

  constructor(reader: Reader<Layout>) {
    this.#reader = reader;
  }

  /** Blocks that are complete with these bytes. Must be run to its end; a block is valid until the next. */
  *push(bytes: Uint8Array): Generator<Block<Layout>> {
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(bytes.length - at, this.#buffer.length - this.#filled);
      this.#buffer.set(taken === bytes.length ? bytes : bytes.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled < this.#buffer.length) continue;
      if (this.#buffer.length < BUFFER_BYTES) this.#replace(0, BUFFER_BYTES);
      else yield* this.#drain(false);
    }
  }

  /** What is complete of what has come so far, without waiting for a full buffer. */
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
    if (filled < MAX_RECORD_BYTES) this.#replace(0, Math.min(2 * this.#buffer.length, MAX_RECORD_BYTES));
    else yield* this.#skip(false);
  }

  *#read(last: boolean): Generator<Block<Layout>> {
    let used = 0;
    for (const block of this.#reader.read(this.#buffer.subarray(0, this.#filled), last)) {
      used += block.bytes.length;
      yield block;
    }
    if (used > 0) this.#replace(used, last ? FIRST_BYTES : BUFFER_BYTES);
  }

  *#skip(continued: boolean): Generator<Block<Layout>> {
    const { block, open } = this.#reader.overlong(this.#buffer.subarray(0, this.#filled), continued);
    this.#overlong = open;
    yield block;
    this.#replace(block.bytes.length, BUFFER_BYTES);
  }

  /** Goes on in a new buffer, as the old one may be on its way out as output. */
  #replace(used: number, size: number): void {
    const rest = this.#buffer.subarray(used, this.#filled);
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(size, Math.min(2 * rest.length, MAX_RECORD_BYTES)));
    this.#buffer.set(rest);
    this.#filled = rest.length;
  }
}
