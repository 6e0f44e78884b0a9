import { PARTS_PER_THREAD, type Part } from './protocol.ts';

/** Collects pieces of output, whoever owns them, into buffers of one size and posts each that is full. */
export class PartWriter {
  readonly #post: (part: Part) => void;
  readonly #free: ArrayBuffer[] = [];
  #out = 0;
  #waiting: ((buffer: ArrayBuffer) => void) | undefined;
  #current: Uint8Array<ArrayBuffer> | undefined;
  #filled = 0;

  constructor(post: (part: Part) => void) {
    this.#post = post;
  }

  /** Resolves when the bytes may be changed again; waits while all parts are out. */
  async write(bytes: Uint8Array, capacity: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      this.#current ??= new Uint8Array(await this.#take(capacity));
      const taken = Math.min(bytes.length - at, this.#current.length - this.#filled);
      this.#current.set(bytes.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === this.#current.length) this.#post(this.rest()!);
    }
  }

  /** What has been collected since the last part that was full, to be posted by the caller. */
  rest(): Part | undefined {
    if (!this.#current) return undefined;
    const part = { buffer: this.#current.buffer, length: this.#filled };
    this.#out++;
    this.#current = undefined;
    this.#filled = 0;
    return part;
  }

  /** Takes a part's buffer back. */
  give(buffer: ArrayBuffer): void {
    this.#out--;
    if (this.#waiting) this.#waiting(buffer);
    else this.#free.push(buffer);
    this.#waiting = undefined;
  }

  async #take(capacity: number): Promise<ArrayBuffer> {
    const buffer = this.#free.pop();
    if (buffer) return buffer;
    if (this.#out < PARTS_PER_THREAD) return new ArrayBuffer(capacity);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
}
