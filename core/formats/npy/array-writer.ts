// Writes solutions as an array of N x 81 bytes, without its header; a record without a solution of this size is all
// zeros.

import type { BatchResult } from '../../solver/engine/engine.ts';
import { Status } from '../../solver/model/status.ts';
import { type Block, recordsOf } from '../shared/block.ts';
import type { Writer } from '../shared/format.ts';

export class ArrayWriter implements Writer {
  readonly #size: number;

  /** @param size rows of each grid */
  constructor(size: number) {
    this.#size = size;
  }

  *batch(block: Block, { statuses, solutions }: BatchResult): Generator<Uint8Array> {
    const cells = this.#size ** 2;
    const broken = block.broken.filter(({ continued }) => !continued).length;
    const bytes = new Uint8Array((block.count + broken) * cells);
    let at = 0;
    for (const record of recordsOf(block)) {
      if (typeof record === 'number') {
        if (statuses[record] === Status.solved) {
          bytes.set(solutions.subarray(record * cells, (record + 1) * cells), at);
        }
      } else if (record.continued) continue;
      at += cells;
    }
    if (bytes.length > 0) yield bytes;
  }
}
