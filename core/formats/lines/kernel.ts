// Reads and writes plain lines of digits in WebAssembly, sixteen cells at a time: V8's typed arrays take a nanosecond a
// cell, a third of the time that solving an easy puzzle takes.

import { MAX_RECORD_BYTES } from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import { BlockKernel, type Results } from '../shared/block-kernel.ts';
import { code, type Exports } from './kernel.generated.ts';

const instantiate = kernelFactory<Exports>(code);

/** Works on a copy of the bytes, unless the caller has read them into the kernel's buffer. */
export class LinesKernel extends BlockKernel<Exports> {
  /** Per grid: offset of its first cell in the block. */
  readonly offsets: Uint32Array;
  /** Reads lines while they are plain; see assembly/lines.ts. */
  readonly read = this.exports.readLines;
  /** Finds a line end of another kind; see assembly/lines.ts. */
  readonly otherLineEnd = this.exports.otherLineEnd;

  constructor() {
    const exports = instantiate();
    const lines = exports.MAX_LINES.value;
    super(exports, lines, exports.SOLUTIONS.value - exports.CELLS.value, MAX_RECORD_BYTES);
    this.offsets = new Uint32Array(exports.memory.buffer, exports.OFFSETS.value, lines);
  }

  /** As in all kernels; does nothing if the bytes are there already. */
  override load(bytes: Uint8Array): void {
    if (!this.#holds(bytes, 0)) super.load(bytes);
  }

  #holds(bytes: Uint8Array, at: number): boolean {
    return bytes.buffer === this.buffer.buffer && bytes.byteOffset === this.buffer.byteOffset + at;
  }

  /**
   * Writes the solved ones of `count` solutions of a block into its bytes, which begin at `origin` in the buffer.
   * @returns how many are solved
   */
  write(bytes: Uint8Array, origin: number, count: number, cells: number, results: Results): number {
    this.takeResults(count, cells, results);
    const solved = this.exports.writeLines(count, cells, origin);
    if (!this.#holds(bytes, origin)) bytes.set(this.buffer.subarray(origin, origin + bytes.length));
    return solved;
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const linesKernels = new KernelPool(() => new LinesKernel(), Infinity);
