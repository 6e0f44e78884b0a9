import type { BatchResult } from '../../solver/engine.ts';
import type { Block } from '../shared/block.ts';
import { STRIDE } from '../shared/record-table/slots.ts';
import type { RecordLayout } from '../shared/record-table/table.ts';
import type { Splicer } from '../shared/splicer.ts';

/** In a block where so many rows were not plain, the rest is not tried. */
const MAX_MISSES = 100;

/** Writes runs of plain rows of a block at once. */
export class RowRuns {
  readonly #block: Block<RecordLayout>;
  readonly #cells: number;
  #misses = 0;

  constructor(block: Block<RecordLayout>, result: BatchResult) {
    this.#block = block;
    this.#cells = block.geometry?.cells ?? 0;
    // solutions that the file brings have been compared already, and with that taken
    if (!block.fileSolutions) block.layout.kernel.answer(block.count, this.#cells, result);
  }

  /**
   * Writes the rows of puzzles, the first of which has its slots at `slot`.
   * @param limit number of the first puzzle after the next broken record
   * @returns how many it wrote
   */
  write(splicer: Splicer, puzzle: number, limit: number, slot: number): number {
    if (this.#misses === MAX_MISSES) return 0;
    const { kernel, origin } = this.#block.layout;
    const rows = kernel.writeRows(origin, splicer.done, puzzle, limit, slot / STRIDE, this.#cells);
    if (rows === 0) this.#misses++;
    else splicer.answer(kernel.output, kernel.writtenTo);
    return rows;
  }
}
