import type { BatchResult } from '../../solver/engine.ts';
import { Status } from '../../solver/status.ts';
import { type Block, recordsOf } from '../shared/block.ts';
import { UnfitRecord, type Writer } from '../shared/format.ts';

/** Writes solutions as an array of N x 81 bytes, without its header; a record without a solution is all zeros. */
export class ArrayWriter implements Writer {
  readonly #size: number;

  /** @param size rows of each grid */
  constructor(size: number) {
    this.#size = size;
  }

  /** @throws UnfitRecord */
  *batch(block: Block, { statuses, solutions }: BatchResult): Generator<Uint8Array> {
    const size = this.#size;
    const cells = size * size;
    if (block.geometry && block.geometry.size !== size) {
      const got = block.geometry.size;
      throw new UnfitRecord(
        `expected grids of one size in an array, got ${got}x${got} after ${size}x${size}`,
        block.lines[0]!,
      );
    }
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
