// Writing behind: what is passed on in small pieces takes few writes, and reaches the disk before the file is complete.

/** Maximum bytes that are collected while others are being written. */
const CAPACITY = 1024 * 1024;
/** Bytes of the first buffer: most results are short. */
const FIRST_CAPACITY = 4096;
/** Pieces from this length on are written directly, without a copy. */
const LONG_BYTES = 64 * 1024;

/**
 * Collects short pieces while earlier ones are being written: many small results take few writes, and no piece waits unless
 * a write is in progress.
 */
export class BufferedWriter {
  readonly #writeAll: (bytes: Uint8Array) => Promise<void>;
  #filling = new Uint8Array(0);
  #writing = new Uint8Array(0);
  #filled = 0;
  #draining: Promise<void> | undefined;
  #room = Promise.withResolvers<void>();

  /** @param writeAll called again only when its promise has resolved */
  constructor(writeAll: (bytes: Uint8Array) => Promise<void>) {
    this.#writeAll = writeAll;
  }

  /** Resolves when the bytes may be changed again. @throws the error of this write or of an earlier one */
  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length >= LONG_BYTES) {
      await this.flush();
      await this.#writeAll(bytes);
    } else await this.#collect(bytes);
  }

  /** Copies the bytes; waits while the buffer is full. */
  async #collect(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === CAPACITY) await Promise.race([this.#room.promise, this.#draining]);
      if (this.#filled === this.#filling.length) this.#grow(bytes.length - at);
      const piece = bytes.subarray(at, at + this.#filling.length - this.#filled);
      this.#filling.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (!this.#draining) {
        this.#draining = this.#drain();
        this.#draining.catch(() => {}); // thrown by the next write, or by flush
      }
    }
  }

  /** Makes room for these bytes, as far as the capacity allows. */
  #grow(bytes: number): void {
    const wanted = Math.max(2 * this.#filled, this.#filled + bytes, FIRST_CAPACITY);
    const larger = new Uint8Array(Math.min(wanted, CAPACITY));
    larger.set(this.#filling);
    this.#filling = larger;
  }

  /** Resolves when everything is written. */
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

/** Bytes that are written to a file before the next write-back begins. */
const STEP = 16 * 1024 * 1024;

/** Errors of file systems that cannot write back on request. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EROFS']);

/**
 * Writes a file back to the disk while more is written to it. Before a rename that replaces a file, ext4 and other file
 * systems write the new one back: without this class, the rename would wait for all of it.
 */
export class Writeback {
  readonly #sync: () => Promise<void>;
  #pending = 0;
  #syncing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param sync called again only when its promise has resolved */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Counts bytes that have been written. @throws the error of an earlier write-back */
  wrote(bytes: number): void {
    if (this.#failure) throw this.#failure.error;
    this.#pending += bytes;
    if (this.#pending < STEP || this.#syncing) return;
    this.#pending = 0;
    this.#syncing = this.#sync()
      .catch((error: NodeJS.ErrnoException) => {
        if (!UNSUPPORTED.has(error.code ?? '')) this.#failure = { error };
      })
      .finally(() => {
        this.#syncing = undefined;
      });
  }

  /** Resolves when nothing is being written back. @throws the error of an earlier write-back */
  async end(): Promise<void> {
    await this.#syncing;
    if (this.#failure) throw this.#failure.error;
  }
}
