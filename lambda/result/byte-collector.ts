/** Gathers bytes whose number is nearly known, so that they are held once, not in pieces and again joined. */
export class ByteCollector {
  #buffer: Buffer;
  /** gathered so far */
  length = 0;

  /** @param expected bytes; more are taken too */
  constructor(expected: number) {
    this.#buffer = Buffer.allocUnsafeSlow(expected);
  }

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.ceil(this.#buffer.length * 1.5)));
      larger.set(this.bytes());
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.length);
    this.length = length;
  }

  /** What was gathered; a view, valid until further bytes are added. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }
}
