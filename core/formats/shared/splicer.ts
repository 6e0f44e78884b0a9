// Copies a stretch of bytes with some parts replaced, front to back. Offsets are those of the original.

const NOTHING = new Uint8Array(0);

/** Memory that consecutive splicers share: allocating it for each costs more than what is written. */
export interface OutputBuffer {
  bytes: Uint8Array;
}

export const emptyOutputBuffer = (): OutputBuffer => ({ bytes: NOTHING });

export class Splicer {
  readonly #from: Uint8Array;
  readonly #room: OutputBuffer | undefined;
  #out: Uint8Array;
  #filled = 0;
  /** offset up to which `from` has been copied or replaced */
  #done: number;
  readonly #end: number;

  /** @param room for the output; without it the caller owns the output */
  constructor(from: Uint8Array, start = 0, end = from.length, room?: OutputBuffer) {
    this.#from = from;
    this.#room = room;
    this.#out = room?.bytes ?? NOTHING;
    this.#done = start;
    this.#end = end;
  }

  /** Copies up to `start`, and writes these bytes in place of those from `start` to `end`. */
  replace(start: number, end: number, bytes: Uint8Array): void {
    this.copyTo(start);
    this.insert(bytes);
    this.#done = end;
  }

  insert(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    // a call of set() costs more than copying a few bytes
    if (bytes.length < 16) for (let i = 0; i < bytes.length; i++) this.#out[this.#filled + i] = bytes[i]!;
    else this.#out.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  /** Writes bytes in place of all that remains before an offset of the original. */
  replaceUpTo(bytes: Uint8Array, offset: number): void {
    // perhaps nothing else is written
    if (!this.#room && this.#filled === 0) this.#out = Buffer.allocUnsafe(bytes.length + this.#end - offset);
    this.insert(bytes);
    this.#done = offset;
  }

  /** Offset of the original up to which it is copied or replaced. */
  get done(): number {
    return this.#done;
  }

  /** Copies up to an offset of the original. */
  copyTo(offset: number): void {
    if (offset <= this.#done) return;
    this.insert(this.#from.subarray(this.#done, offset));
    this.#done = offset;
  }

  /** Copies the rest of the stretch. @returns all output */
  finish(): Uint8Array {
    this.copyTo(this.#end);
    return this.#out.subarray(0, this.#filled);
  }

  #makeRoom(more: number): void {
    if (this.#filled + more <= this.#out.length) return;
    const length = this.#end - this.#done;
    const larger = Buffer.allocUnsafe(2 * (this.#filled + more) + length + (length >> 2));
    larger.set(this.#out.subarray(0, this.#filled));
    this.#out = larger;
    if (this.#room) this.#room.bytes = larger;
  }
}
