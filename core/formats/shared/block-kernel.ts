// What the kernels of all text formats share: the areas of their memory for the bytes, the puzzles and the results of a block.

import { MAX_RECORD_BYTES } from '../../kernel/constants.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';

export type Address = { readonly value: number };

/** Results of a block's puzzles. */
export type Results = Pick<BatchResult, 'statuses' | 'solutions'>;

/** Exports that all of them have: areas of memory, and where the last call for reading stopped. */
export interface BlockExports {
  readonly memory: WebAssembly.Memory;
  readonly BUFFER: Address;
  readonly CELLS: Address;
  readonly LINES: Address;
  readonly SOLUTIONS: Address;
  readonly STARTS: Address;
  readonly STATUSES: Address;
  readonly stoppedAt: Address;
}

/** Holds the puzzles of a block. Works on a copy of the buffer, as memory cannot be given away as output. */
export abstract class BlockKernel<Exports extends BlockExports = BlockExports> {
  /** The bytes that are read and written. */
  readonly buffer: Uint8Array;
  /** Values of the puzzles, one after another. */
  readonly cells: Uint8Array;
  /** Per puzzle: offset of its first line or record in the block, line feeds before it. */
  readonly starts: Uint32Array;
  readonly lines: Uint32Array;
  /** Results in the kernel's memory, which need not be copied to it. */
  readonly results: Results;
  protected readonly exports: Exports;

  /**
   * @param most puzzles of a block
   * @param cells bytes for their values
   * @param solutions bytes for their solutions
   */
  constructor(exports: Exports, most: number, cells: number, solutions: number) {
    const { buffer } = exports.memory;
    this.exports = exports;
    this.buffer = new Uint8Array(buffer, exports.BUFFER.value, MAX_RECORD_BYTES);
    this.cells = new Uint8Array(buffer, exports.CELLS.value, cells);
    this.starts = new Uint32Array(buffer, exports.STARTS.value, most);
    this.lines = new Uint32Array(buffer, exports.LINES.value, most);
    this.results = {
      statuses: new Uint8Array(buffer, exports.STATUSES.value, most),
      solutions: new Uint8Array(buffer, exports.SOLUTIONS.value, solutions),
    };
  }

  /** Sets the bytes that the next calls read and write, at most MAX_RECORD_BYTES. */
  load(bytes: Uint8Array): void {
    this.buffer.set(bytes);
  }

  /** Offset in the buffer of the first line or record that the last call for reading left. */
  get stoppedAt(): number {
    return this.exports.stoppedAt.value;
  }

  /** Copies the results of a block's puzzles, unless they are there already. */
  protected takeResults(count: number, cells: number, { statuses, solutions }: Results): void {
    const own = this.results;
    if (statuses !== own.statuses) own.statuses.set(statuses.subarray(0, count));
    if (solutions !== own.solutions) own.solutions.set(solutions.subarray(0, count * cells));
  }
}
