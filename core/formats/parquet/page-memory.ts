// Bounds the memory of the columns of a row group.

import { ParquetFault } from './footer.ts';

/** Bytes of the pages of all columns that are in memory at once, with what is made of them. */
const MAX_MEMORY = 1024 * 1024 * 1024;

export class PageMemory {
  #held = 0;

  /** @returns the bytes @throws ParquetFault if there would be more than {@link MAX_MEMORY} */
  change(bytes: number): number {
    this.#held += bytes;
    if (this.#held > MAX_MEMORY) {
      throw new ParquetFault(
        `expected pages of a Parquet file that take at most ${MAX_MEMORY} bytes of memory for all columns together, got more: write it with smaller pages or row groups`,
      );
    }
    return bytes;
  }
}
