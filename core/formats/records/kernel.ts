// What the kernels of CSV and JSON share: the areas of their memory, and the records of a block in them.

import { MAX_RECORD_BYTES, MAX_RECORDS, SLOTS_OF_RECORD } from '../../kernel/constants.ts';
import type { BatchResult } from '../../solver/engine.ts';

type Address = { readonly value: number };

/** Exports that the kernels of CSV and JSON share: areas of memory, results of the last call, and compare.ts. */
export interface RecordExports {
  readonly memory: WebAssembly.Memory;
  readonly BUFFER: Address;
  readonly CELLS: Address;
  readonly CONTENTS: Address;
  readonly FILE_CELLS: Address;
  readonly LINES: Address;
  readonly OUTPUT: Address;
  readonly SLOTS: Address;
  readonly SOLUTIONS: Address;
  readonly STARTS: Address;
  readonly STATUSES: Address;
  readonly VERDICTS: Address;
  readonly outputLength: Address;
  readonly stoppedAt: Address;
  readonly writtenTo: Address;
  compareSolutions(count: number, cells: number): number;
}

/**
 * Holds the records of a block. Subclasses read and write runs of plain records of one format in WebAssembly, sixteen bytes
 * at a time. Works on a copy of the buffer, as memory cannot be given away as output.
 */
export abstract class RecordKernel<Exports extends RecordExports = RecordExports> {
  /** Positions in the block's bytes of what a record holds, record after record; see kernel/constants.ts. */
  readonly slots: Uint32Array;
  /** Values of the puzzles, and of the file's own solutions. */
  readonly cells: Uint8Array;
  readonly fileCells: Uint8Array;
  /** Per puzzle: offset of its record in the block, line feeds before it. */
  readonly starts: Uint32Array;
  readonly lines: Uint32Array;
  /** Per puzzle: contents and verdicts, as in kernel/constants.ts. */
  readonly contents: Uint8Array;
  readonly verdicts: Uint8Array;
  /** Results in the kernel's memory, which {@link setResults} need not copy. */
  readonly results: Pick<BatchResult, 'statuses' | 'solutions'>;
  protected readonly exports: Exports;
  readonly #buffer: Uint8Array;
  #solved = 0;

  constructor(exports: Exports) {
    const { buffer } = exports.memory;
    const bytes = (from: Address, to: Address) => new Uint8Array(buffer, from.value, to.value - from.value);
    this.exports = exports;
    this.slots = new Uint32Array(buffer, exports.SLOTS.value, SLOTS_OF_RECORD * MAX_RECORDS);
    this.cells = bytes(exports.CELLS, exports.FILE_CELLS);
    this.fileCells = bytes(exports.FILE_CELLS, exports.SOLUTIONS);
    this.starts = new Uint32Array(buffer, exports.STARTS.value, MAX_RECORDS);
    this.lines = new Uint32Array(buffer, exports.LINES.value, MAX_RECORDS);
    this.contents = new Uint8Array(buffer, exports.CONTENTS.value, MAX_RECORDS);
    this.verdicts = new Uint8Array(buffer, exports.VERDICTS.value, MAX_RECORDS);
    this.#buffer = new Uint8Array(buffer, exports.BUFFER.value, MAX_RECORD_BYTES);
    this.results = {
      statuses: new Uint8Array(buffer, exports.STATUSES.value, MAX_RECORDS),
      solutions: bytes(exports.SOLUTIONS, exports.SLOTS),
    };
  }

  /** Sets the buffer that the next calls read and write, of at most MAX_RECORD_BYTES. */
  load(buffer: Uint8Array): void {
    this.#buffer.set(buffer);
  }

  /** Offset in the buffer of the first record that the last call for reading left. */
  get stoppedAt(): number {
    return this.exports.stoppedAt.value;
  }

  /** Sets the results of the block's puzzles, for {@link writeRun}, and compares them with the file's own solutions. */
  setResults(count: number, cells: number, { statuses, solutions }: BatchResult): void {
    const own = this.results;
    if (statuses !== own.statuses) own.statuses.set(statuses.subarray(0, count));
    if (solutions !== own.solutions) own.solutions.set(solutions.subarray(0, count * cells));
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
    const rest = this.#buffer.subarray(origin + writtenTo.value, origin + end);
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
