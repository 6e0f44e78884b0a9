import type { Block } from './shared/block.ts';
import { MAX_RECORD_BYTES, type Reader } from './shared/format.ts';

/** Bytes that are parsed, solved and written at a time: some thousands of 9x9 lines. */
export const BUFFER_BYTES = 256 * 1024;

/** Bytes tried at first to complete a record with. */
const JOINED_BYTES = 1024;

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
  readonly #change: ((bytes: Uint8Array) => void) | undefined;
  /** within a record that is longer than a buffer may become */
  #overlong = false;

  /** @param change what is to be done to all bytes first, in place */
  constructor(reader: Reader<Layout>, change?: (bytes: Uint8Array) => void) {
    this.#reader = reader;
    this.#change = change;
  }

  /** Blocks that are complete with these bytes. Must be run to its end; a block is valid until the next. */
  *push(bytes: Uint8Array): Generator<Block<Layout>> {
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(bytes.length - at, this.#buffer.length - this.#filled);
      this.#buffer.set(taken === bytes.length ? bytes : bytes.subarray(at, at + taken), this.#filled);
      this.#change?.(this.#buffer.subarray(this.#filled, this.#filled + taken));
      this.#filled += taken;
      at += taken;
      if (this.#filled < this.#buffer.length) continue;
      if (this.#buffer.length < BUFFER_BYTES) this.#replace(0, BUFFER_BYTES);
      else yield* this.#drain(false);
    }
  }

  /**
   * As {@link push}, of bytes that are given away until this has run to its end: blocks are read where they stand, so that
   * nothing is copied but the record that the bytes before cut.
   */
  *take(bytes: Uint8Array): Generator<Block<Layout>> {
    // files whose bytes are to be changed first are rare: their copies are
    if (this.#change) return yield* this.push(bytes);
    let at = 0;
    // the rest of the bytes before, as far as it takes to complete its record
    for (let more = JOINED_BYTES; this.#filled > 0 && at < bytes.length; more *= 2) {
      const joined = Math.min(more, bytes.length - at);
      if (this.#overlong || this.#filled + joined > MAX_RECORD_BYTES)
        return yield* this.push(bytes.subarray(at));
      this.#append(bytes.subarray(at, at + joined));
      at += joined;
      yield* this.#read(false, FIRST_BYTES);
      if (this.#filled <= joined) {
        // what is left stands in `bytes`, too
        at -= this.#filled;
        this.#filled = 0;
      }
    }
    while (at < bytes.length) {
      const from = at;
      const end = Math.min(at + BUFFER_BYTES, bytes.length);
      for (const block of this.#reader.read(bytes.subarray(at, end), false)) {
        at += block.bytes.length;
        yield block;
      }
      if (at > from && end < bytes.length) continue;
      return yield* this.push(bytes.subarray(at));
    }
  }

  /** What is complete of what has come so far, without waiting for a full buffer. */
  *flush(): Generator<Block<Layout>> {
    if (!this.#overlong && this.#filled > 0) yield* this.#read(false);
  }

  *end(): Generator<Block<Layout>> {
    while (this.#filled > 0) yield* this.#drain(true);
    this.release();
  }

  /** Lets others use what its reader holds: at the end, or before it where no more is wanted. */
  release(): void {
    this.#reader.release?.();
  }

  *#drain(last: boolean): Generator<Block<Layout>> {
    if (this.#overlong) return yield* this.#skip(true);
    const filled = this.#filled;
    yield* this.#read(last);
    if (this.#filled < filled) return;
    if (filled < MAX_RECORD_BYTES) this.#replace(0, Math.min(2 * this.#buffer.length, MAX_RECORD_BYTES));
    else yield* this.#skip(false);
  }

  /** @param next bytes of the buffer that comes after this one */
  *#read(last: boolean, next = last ? FIRST_BYTES : BUFFER_BYTES): Generator<Block<Layout>> {
    let used = 0;
    for (const block of this.#reader.read(this.#buffer.subarray(0, this.#filled), last)) {
      used += block.bytes.length;
      yield block;
    }
    if (used > 0) this.#replace(used, next);
  }

  *#skip(continued: boolean): Generator<Block<Layout>> {
    const { block, open } = this.#reader.overlong(this.#buffer.subarray(0, this.#filled), continued);
    this.#overlong = open;
    yield block;
    this.#replace(block.bytes.length, BUFFER_BYTES);
  }

  #append(bytes: Uint8Array): void {
    const filled = this.#filled + bytes.length;
    if (filled > this.#buffer.length) this.#replace(0, filled);
    this.#buffer.set(bytes, this.#filled);
    this.#filled = filled;
  }

  /** Goes on in a new buffer, as the old one may be on its way out as output. */
  #replace(used: number, size: number): void {
    const rest = this.#buffer.subarray(used, this.#filled);
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(size, Math.min(2 * rest.length, MAX_RECORD_BYTES)));
    this.#buffer.set(rest);
    this.#filled = rest.length;
  }
}
