import { SLOTS_OF_RECORD } from '../../kernel/constants.ts';
import type { BatchResult } from '../../solver/engine.ts';
import type { Block } from '../shared/block.ts';
import type { Splicer } from '../shared/splicer.ts';
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
   * The result of a block if all of it is plain and solved, for one who uses it before anything else is read or written;
   * undefined of any other.
   */
  whole(): Uint8Array | undefined {
    const { count, broken, bytes, layout, isHeader } = this.#block;
    if (isHeader || broken.length > 0 || count === 0 || layout.kernel.solved < count) return undefined;
    return this.#write(0, 0, count, 0) === count
      ? layout.kernel.outputTo(layout.origin, bytes.length)
      : undefined;
  }

  /**
   * Writes the records of puzzles, the first of which has its slots at `slot`.
   * @param limit number of the first puzzle after the next broken record
   * @returns how many it wrote
   */
  write(splicer: Splicer, puzzle: number, limit: number, slot: number): number {
    if (this.#misses === MAX_MISSES) return 0;
    const { kernel } = this.#block.layout;
    const records = this.#write(splicer.done, puzzle, limit, slot / SLOTS_OF_RECORD);
    if (records === 0) this.#misses++;
    else splicer.answer(kernel.output, kernel.writtenTo);
    return records;
  }

  #write(done: number, puzzle: number, limit: number, record: number): number {
    const { kernel, origin } = this.#block.layout;
    return this.#areRows
      ? kernel.writeRows(origin, done, puzzle, limit, record, this.#cells)
      : kernel.writeObjects(origin, done, puzzle, limit, record, this.#cells);
  }
}
