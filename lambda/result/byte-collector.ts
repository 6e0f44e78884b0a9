/** Room that is kept for the next who needs as much: that of a usual chunk, no more. */
const MIN_KEPT = 1024 * 1024;
const MAX_KEPT = 20 * 1024 * 1024;

/**
 * Room that was given back. A warm function solves one chunk after another, and new memory is dear: the system clears each
 * page of it, and V8 marks all of its heap for every few megabytes.
 */
let kept: Buffer | undefined;

function roomFor(bytes: number): Buffer {
  if (bytes < MIN_KEPT || kept === undefined || kept.length < bytes) return Buffer.allocUnsafeSlow(bytes);
  const room = kept;
  kept = undefined;
  return room;
}

/** Gathers bytes whose number is nearly known, so that they are held once, not in pieces and again joined. */
export class ByteCollector {
  #buffer: Buffer;
  /** gathered so far */
  length = 0;

  /** @param expected bytes; more are taken too */
  constructor(expected: number) {
    this.#buffer = roomFor(expected);
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

  /** Drops all but the first so many bytes. */
  truncate(length: number): void {
    if (length > this.length) throw new RangeError(`expected at most ${this.length} bytes, got ${length}`);
    this.length = length;
  }

  /** What was gathered; a view, valid until further bytes are added. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }

  /** Leaves its room to the next collector: what it gathered is gone. Only for who is sure that nobody reads it any more. */
  release(): void {
    const { length } = this.#buffer;
    if (length >= MIN_KEPT && length <= MAX_KEPT) kept = this.#buffer;
    this.#buffer = Buffer.alloc(0);
    this.length = 0;
  }
}
