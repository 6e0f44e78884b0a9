// What the kernels of CSV and JSON share: the areas of their memory, and the records of a block in them.

import { MAX_RECORDS, SLOTS_OF_RECORD } from '../../kernel/constants.ts';
import { type Address, type BlockExports, BlockKernel, type Results } from '../shared/block-kernel.ts';

/** Exports that the kernels of CSV and JSON share: areas of memory, results of the last call, and compare.ts. */
export interface RecordExports extends BlockExports {
  readonly CONTENTS: Address;
  readonly FILE_CELLS: Address;
  readonly OUTPUT: Address;
  readonly SLOTS: Address;
  readonly VERDICTS: Address;
  readonly outputLength: Address;
  readonly writtenTo: Address;
  compareSolutions(count: number, cells: number): number;
}

/** Holds the records of a block. Subclasses read and write runs of plain records of one format in WebAssembly, sixteen bytes at a time. */
export abstract class RecordKernel<
  Exports extends RecordExports = RecordExports,
> extends BlockKernel<Exports> {
  /** Positions in the block's bytes of what a record holds, record after record; see kernel/constants.ts. */
  readonly slots: Uint32Array;
  /** Values of the file's own solutions. */
  readonly fileCells: Uint8Array;
  /** Per puzzle: contents and verdicts, as in kernel/constants.ts. */
  readonly contents: Uint8Array;
  readonly verdicts: Uint8Array;
  #solved = 0;

  constructor(exports: Exports) {
    const { CELLS, FILE_CELLS, SOLUTIONS, SLOTS, CONTENTS, VERDICTS, memory } = exports;
    const { buffer } = memory;
    super(exports, MAX_RECORDS, FILE_CELLS.value - CELLS.value, SLOTS.value - SOLUTIONS.value);
    this.slots = new Uint32Array(buffer, SLOTS.value, SLOTS_OF_RECORD * MAX_RECORDS);
    this.fileCells = new Uint8Array(buffer, FILE_CELLS.value, SOLUTIONS.value - FILE_CELLS.value);
    this.contents = new Uint8Array(buffer, CONTENTS.value, MAX_RECORDS);
    this.verdicts = new Uint8Array(buffer, VERDICTS.value, MAX_RECORDS);
  }

  /** Sets the results of the block's puzzles, for {@link writeRun}, and compares them with the file's own solutions. */
  setResults(count: number, cells: number, results: Results): void {
    this.takeResults(count, cells, results);
    this.#solved = this.exports.compareSolutions(count, cells);
  }

  /** Number of solved puzzles in the last {@link setResults}. */
  get solved(): number {
    return this.#solved;
  }

  /**
   * Writes the results of plain records, up to the first that is not plain or not solved.
   * @param origin offset of the block in the buffer
   * @param done offset in the block up to which it is written
   * @param first number of the first puzzle, whose record has the number `record`
   * @param limit number of the puzzle to stop at
   * @param cells of a grid
   * @returns how many it wrote
   */
  abstract readonly writeRun: (
    origin: number,
    done: number,
    first: number,
    limit: number,
    record: number,
    cells: number,
  ) => number;

  /** The records that the last call wrote. Valid until the next call. */
  get output(): Uint8Array {
    const { memory, OUTPUT, outputLength } = this.exports;
    return new Uint8Array(memory.buffer, OUTPUT.value, outputLength.value);
  }

  /** The same, followed by the rest of the block at `origin` up to `end`; undefined if memory has no room for it. */
  outputTo(origin: number, end: number): Uint8Array | undefined {
    const { memory, OUTPUT, outputLength, writtenTo } = this.exports;
    const rest = this.buffer.subarray(origin + writtenTo.value, origin + end);
    const length = outputLength.value + rest.length;
    if (OUTPUT.value + length > memory.buffer.byteLength) return undefined;
    const output = new Uint8Array(memory.buffer, OUTPUT.value, length);
    output.set(rest, outputLength.value);
    return output;
  }

  /** Offset in the block up to which the last call wrote it. */
  get writtenTo(): number {
    return this.exports.writtenTo.value;
  }
}
