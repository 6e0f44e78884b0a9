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
  /** number of the first puzzle that is not written */
  #next = 0;
  /** of the first broken record after it */
  #broken = 0;
  #misses = 0;

  constructor(block: Block<RecordLayout>, { statuses, solutions }: BatchResult) {
    this.#block = block;
    this.#cells = block.geometry?.cells ?? 0;
    block.layout.kernel.answer(block.count, this.#cells, statuses, solutions);
  }

  /** Whether the row of a puzzle, whose slots begin at `slot`, is written: with those before, or now with others after it. */
  write(splicer: Splicer, puzzle: number, slot: number): boolean {
    if (puzzle < this.#next) return true;
    if (this.#misses === MAX_MISSES) return false;
    const { kernel, origin } = this.#block.layout;
    const limit = this.#limit(puzzle);
    const rows = kernel.writeRows(origin, splicer.done, puzzle, limit, slot / STRIDE, this.#cells);
    if (rows === 0) this.#misses++;
    else splicer.answer(kernel.output, kernel.writtenTo);
    this.#next = puzzle + rows;
    return rows > 0;
  }

  /** Number of the first puzzle after the next broken record. */
  #limit(puzzle: number): number {
    const { broken, starts, count } = this.#block;
    while (this.#broken < broken.length && broken[this.#broken]!.start < starts[puzzle]!) this.#broken++;
    const end = broken[this.#broken]?.start;
    if (end === undefined) return count;
    let limit = puzzle + 1;
    while (limit < count && starts[limit]! < end) limit++;
    return limit;
  }
}
