// Reads and writes plain lines of digits in WebAssembly, sixteen cells at a time: V8's typed arrays take a nanosecond a
// cell, a third of the time that solving an easy puzzle takes.

import { MAX_RECORD_BYTES } from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { code, type Exports } from './kernel.generated.ts';

const instantiate = kernelFactory<Exports>(code);

/** Works on a copy of the bytes, unless the caller has read them into the kernel's buffer. */
export class LinesKernel {
  /** The bytes that are read and written. */
  readonly buffer: Uint8Array;
  /** Cells of a block's grids, one after another. */
  readonly cells: Uint8Array;
  /** Per grid: offset of its first cell in the block. */
  readonly offsets: Uint32Array;
  /** Per grid: offset of its line in the block. */
  readonly starts: Uint32Array;
  /** Per grid: line feeds of the block before it. */
  readonly lines: Uint32Array;
  /** Results in the kernel's memory, which {@link write} need not copy. */
  readonly results: Pick<BatchResult, 'statuses' | 'solutions'>;
  /** Reads lines while they are plain; see assembly/lines.ts. */
  readonly read: Exports['readLines'];
  /** Finds a line end of another kind; see assembly/lines.ts. */
  readonly otherLineEnd: Exports['otherLineEnd'];
  readonly #exports: Exports;

  constructor() {
    const exports = instantiate();
    const { buffer } = exports.memory;
    const lines = exports.MAX_LINES.value;
    this.#exports = exports;
    this.read = exports.readLines;
    this.otherLineEnd = exports.otherLineEnd;
    this.cells = new Uint8Array(buffer, exports.CELLS.value, exports.SOLUTIONS.value - exports.CELLS.value);
    this.offsets = new Uint32Array(buffer, exports.OFFSETS.value, lines);
    this.starts = new Uint32Array(buffer, exports.STARTS.value, lines);
    this.lines = new Uint32Array(buffer, exports.LINES.value, lines);
    this.buffer = new Uint8Array(buffer, exports.BUFFER.value, MAX_RECORD_BYTES);
    this.results = {
      statuses: new Uint8Array(buffer, exports.STATUSES.value, lines),
      solutions: new Uint8Array(buffer, exports.SOLUTIONS.value, MAX_RECORD_BYTES),
    };
  }

  /** Sets the bytes that the next calls read and write, at most MAX_RECORD_BYTES. Does nothing if they are there already. */
  load(bytes: Uint8Array): void {
    if (!this.#holds(bytes, 0)) this.buffer.set(bytes);
  }

  #holds(bytes: Uint8Array, at: number): boolean {
    return bytes.buffer === this.buffer.buffer && bytes.byteOffset === this.buffer.byteOffset + at;
  }

  /** Offset in the buffer of the first line that the last {@link read} left. */
  get stoppedAt(): number {
    return this.#exports.stoppedAt.value;
  }

  /**
   * Writes the solved ones of `count` solutions of a block into its bytes, which begin at `origin` in the buffer.
   * @returns how many are solved
   */
  write(
    bytes: Uint8Array,
    origin: number,
    count: number,
    cells: number,
    { statuses, solutions }: Pick<BatchResult, 'statuses' | 'solutions'>,
  ): number {
    const own = this.results;
    if (statuses !== own.statuses) own.statuses.set(statuses.subarray(0, count));
    if (solutions !== own.solutions) own.solutions.set(solutions.subarray(0, count * cells));
    const solved = this.#exports.writeLines(count, cells, origin);
    if (!this.#holds(bytes, origin)) bytes.set(this.buffer.subarray(origin, origin + bytes.length));
    return solved;
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const linesKernels = new KernelPool(() => new LinesKernel(), Infinity);
