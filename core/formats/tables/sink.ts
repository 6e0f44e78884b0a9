import { BACKSLASH, QUOTE, ZERO } from '../../kernel/constants.ts';

/** Output is handed on when it is longer. */
const CHUNK_BYTES = 64 * 1024;

/** Gathers output, so that rows can be written without an object each. */
export class Sink {
  #bytes: Uint8Array = Buffer.allocUnsafeSlow(2 * CHUNK_BYTES);
  #length = 0;

  get isFull(): boolean {
    return this.#length >= CHUNK_BYTES;
  }

  /**
   * What has been gathered.
   * @param lent whether it is used before anything else is gathered; else it is the caller's to keep
   */
  take(lent = false): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    if (!lent) this.#bytes = Buffer.allocUnsafeSlow(2 * CHUNK_BYTES);
    this.#length = 0;
    return taken;
  }

  byte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = byte;
  }

  bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  text(text: string): void {
    this.bytes(Buffer.from(text));
  }

  /** A whole number, at least 0. */
  number(value: number): void {
    let digits = 1;
    for (let power = 10; value >= power; power *= 10) digits++;
    this.#makeRoom(digits);
    this.#length += digits;
    for (let at = this.#length - 1, rest = value; digits > 0; digits--, at--) {
      const tens = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + rest - 10 * tens;
      rest = tens;
    }
  }

  /** Printable ASCII as a JSON string. */
  jsonString(ascii: Uint8Array): void {
    this.#makeRoom(2 * ascii.length + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = QUOTE;
    for (let i = 0; i < ascii.length; i++) {
      const byte = ascii[i]!;
      if (byte === BACKSLASH || byte === QUOTE) bytes[at++] = BACKSLASH;
      bytes[at++] = byte;
    }
    bytes[at++] = QUOTE;
    this.#length = at;
  }

  #makeRoom(length: number): void {
    const needed = this.#length + length;
    if (needed <= this.#bytes.length) return;
    const wider = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    wider.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = wider;
  }
}
