const CAPACITY = 1024 * 1024;
/** What is as long is worth a write of its own. */
const LONG_BYTES = 64 * 1024;

/**
 * Collects short pieces while earlier ones are being written, so that many small results make few writes, and none waits
 * where nothing is being written. Long ones are written from where they stand.
 */
export class WriteBehind {
  readonly #writeAll: (bytes: Uint8Array) => Promise<void>;
  #filling = new Uint8Array(CAPACITY);
  #writing = new Uint8Array(CAPACITY);
  #filled = 0;
  #draining: Promise<void> | undefined;
  #room = Promise.withResolvers<void>();

  /** @param writeAll called again only when its promise has resolved */
  constructor(writeAll: (bytes: Uint8Array) => Promise<void>) {
    this.#writeAll = writeAll;
  }

  /** Resolves when the bytes may be changed again. @throws what this write or an earlier one has thrown */
  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length >= LONG_BYTES) {
      await this.flush();
      await this.#writeAll(bytes);
    } else await this.#collect(bytes);
  }

  /** Takes a copy. Waits while there is no room. */
  async #collect(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === CAPACITY) await Promise.race([this.#room.promise, this.#draining]);
      const taken = bytes.subarray(at, at + CAPACITY - this.#filled);
      this.#filling.set(taken, this.#filled);
      this.#filled += taken.length;
      at += taken.length;
      if (!this.#draining) {
        this.#draining = this.#drain();
        this.#draining.catch(() => {}); // seen by the next write, or by flush
      }
    }
  }

  /** Resolves when all is written. */
  async flush(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#filled > 0) {
      [this.#filling, this.#writing] = [this.#writing, this.#filling];
      const bytes = this.#writing.subarray(0, this.#filled);
      this.#filled = 0;
      this.#room.resolve();
      this.#room = Promise.withResolvers();
      await this.#writeAll(bytes);
    }
    this.#draining = undefined;
  }
}
