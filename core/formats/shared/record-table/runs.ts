import type { BatchResult } from '../../../solver/engine.ts';
import type { Block } from '../block.ts';
import type { Splicer } from '../splicer.ts';
import { STRIDE } from './slots.ts';
import type { RecordLayout } from './table.ts';

/** In a block where so many records were not plain, the rest is not tried. */
const MAX_MISSES = 100;

/** Writes runs of plain records of a block at once. */
export class RecordRuns {
  readonly #areRows: boolean;
  readonly #block: Block<RecordLayout>;
  readonly #cells: number;
  #misses = 0;

  /** @param areRows whether they are rows of a table; else objects that look alike */
  constructor(block: Block<RecordLayout>, result: BatchResult, areRows: boolean) {
    this.#areRows = areRows;
    this.#block = block;
    this.#cells = block.geometry?.cells ?? 0;
    // solutions that the file brings have been compared already, and with that taken
    if (!block.fileSolutions) block.layout.kernel.answer(block.count, this.#cells, result);
  }

  /**
   * Writes the records of puzzles, the first of which has its slots at `slot`.
   * @param limit number of the first puzzle after the next broken record
   * @returns how many it wrote
   */
  write(splicer: Splicer, puzzle: number, limit: number, slot: number): number {
    if (this.#misses === MAX_MISSES) return 0;
    const { kernel, origin } = this.#block.layout;
    const from = [origin, splicer.done, puzzle, limit, slot / STRIDE, this.#cells] as const;
    const records = this.#areRows ? kernel.writeRows(...from) : kernel.writeObjects(...from);
    if (records === 0) this.#misses++;
    else splicer.answer(kernel.output, kernel.writtenTo);
    return records;
  }
}
