// Output that grows, without an object for each row or value.

import { BACKSLASH, QUOTE, ZERO } from '../../kernel/constants.ts';
import { viewOf } from './cells.ts';

/** Bytes after which output is passed on. */
const CHUNK_BYTES = 64 * 1024;

/** Collects bytes. */
export class Sink {
  /** Bytes that have been collected. */
  length = 0;
  /** Of the same memory as {@link room}. */
  view: DataView;
  #bytes: Buffer;

  /** @param room for bytes, at first */
  constructor(room = 2 * CHUNK_BYTES) {
    this.#bytes = Buffer.allocUnsafeSlow(room);
    this.view = viewOf(this.#bytes);
  }

  get isFull(): boolean {
    return this.length >= CHUNK_BYTES;
  }

  /** Returns and clears the output, which is valid until there is more. */
  take(): Uint8Array {
    // no Buffer, whose slice() is no copy
    const taken = new Uint8Array(this.#bytes.buffer, 0, this.length);
    this.length = 0;
    return taken;
  }

  /** The memory of the output, with room for more bytes from {@link length} on: who writes them adds to it. */
  room(more: number): Buffer {
    const needed = this.length + more;
    if (needed > this.#bytes.length) {
      const wider = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
      wider.set(this.#bytes.subarray(0, this.length));
      this.#bytes = wider;
      this.view = viewOf(wider);
    }
    return this.#bytes;
  }

  byte(byte: number): void {
    this.room(1)[this.length++] = byte;
  }

  bytes(bytes: Uint8Array): void {
    const to = this.room(bytes.length);
    // a call of set() costs more than copying a few bytes
    if (bytes.length < 16) for (let i = 0; i < bytes.length; i++) to[this.length + i] = bytes[i]!;
    else to.set(bytes, this.length);
    this.length += bytes.length;
  }

  text(text: string): void {
    // a character has at most three bytes
    this.length += this.room(3 * text.length).write(text, this.length);
  }

  /** A whole number, at least 0. */
  number(value: number): void {
    let digits = 1;
    for (let power = 10; value >= power; power *= 10) digits++;
    const bytes = this.room(digits);
    this.length += digits;
    for (let at = this.length - 1, rest = value; digits > 0; digits--, at--) {
      const tens = Math.floor(rest / 10);
      bytes[at] = ZERO + rest - 10 * tens;
      rest = tens;
    }
  }

  /** Printable ASCII as a JSON string. */
  jsonString(ascii: Uint8Array): void {
    const bytes = this.room(2 * ascii.length + 2);
    let at = this.length;
    bytes[at++] = QUOTE;
    for (let i = 0; i < ascii.length; i++) {
      const byte = ascii[i]!;
      if (byte === BACKSLASH || byte === QUOTE) bytes[at++] = BACKSLASH;
      bytes[at++] = byte;
    }
    bytes[at++] = QUOTE;
    this.length = at;
  }
}
