import { wholeSize } from '../../core/files/work-items.ts';

/** Buffers of one capacity that are used again, so that memory stays flat however long the files are. */
export class Buffers {
  readonly capacity: number;
  readonly #free: ArrayBuffer[] = [];

  constructor(capacity: number) {
    this.capacity = wholeSize('bytes of a buffer', capacity, 1);
  }

  readonly take = (): ArrayBuffer => this.#free.pop() ?? new ArrayBuffer(this.capacity);

  give(buffer: ArrayBuffer): void {
    // larger ones are for one file
    if (buffer.byteLength === this.capacity) this.#free.push(buffer);
  }
}
