/** Bytes that a file has more than the disk before the disk is given them. */
const STEP = 16 * 1024 * 1024;

/** What file systems say that cannot be told to write back. */
const UNABLE = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EROFS']);

/**
 * Has the disk written to while there is more to come. A file that takes the place of another is written back before it
 * does, on ext4 and others: all of it at once at the end, if it was not before, and whoever renames it waits.
 */
export class WriteBack {
  readonly #sync: () => Promise<void>;
  #since = 0;
  #syncing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param sync called again only when its promise has resolved */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** So many bytes more have been written. @throws what writing back has thrown */
  wrote(bytes: number): void {
    if (this.#failure) throw this.#failure.error;
    this.#since += bytes;
    if (this.#since < STEP || this.#syncing) return;
    this.#since = 0;
    this.#syncing = this.#sync()
      .catch((error: NodeJS.ErrnoException) => {
        if (!UNABLE.has(error.code ?? '')) this.#failure = { error };
      })
      .finally(() => {
        this.#syncing = undefined;
      });
  }

  /** Resolves when nothing is being written back. @throws what writing back has thrown */
  async end(): Promise<void> {
    await this.#syncing;
    if (this.#failure) throw this.#failure.error;
  }
}
