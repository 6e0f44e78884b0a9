// Copies a stretch of bytes with some parts replaced, front to back. Offsets are those of the original.

import { Sink } from './sink.ts';

export class Splicer {
  readonly #from: Uint8Array;
  readonly #out: Sink;
  /** offset up to which `from` has been copied or replaced */
  #done: number;
  readonly #end: number;

  /** @param out collects the output, which is valid until there is more; without it the caller owns the output */
  constructor(
    from: Uint8Array,
    start = 0,
    end = from.length,
    out = new Sink((((end - start) * 5) >> 2) + 64),
  ) {
    this.#from = from;
    this.#out = out;
    // an error may have left something
    out.length = 0;
    this.#done = start;
    this.#end = end;
  }

  /** Copies up to `start`, and writes these bytes in place of those from `start` to `end`. */
  replace(start: number, end: number, bytes: Uint8Array): void {
    this.open(start, end).bytes(bytes);
  }

  /** Copies up to `start`, and leaves out what is there up to `end`. @returns where to write its replacement */
  open(start: number, end: number): Sink {
    this.copyTo(start);
    this.#done = end;
    return this.#out;
  }

  insert(bytes: Uint8Array): void {
    this.#out.bytes(bytes);
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
    return this.#out.take();
  }
}
