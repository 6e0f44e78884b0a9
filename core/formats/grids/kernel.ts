// Reads and writes grids of one pattern in WebAssembly, sixteen bytes at a time. Works on a copy of the buffer, as
// memory cannot be given away as output.

import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { BlockKernel } from '../shared/block-kernel.ts';
import type { PatternGrids } from '../shared/cell-blocks.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { GridPattern } from './pattern.ts';

const instantiate = kernelFactory<Exports>(code);

export class GridsKernel extends BlockKernel<Exports> {
  /** Per grid: offsets of its first row and after its last. */
  readonly tops: Uint32Array;
  readonly bottoms: Uint32Array;
  /** Per grid: 1 for those that {@link read} read. */
  readonly hasPattern: Uint8Array;
  #pattern: GridPattern | undefined;

  constructor() {
    const exports = instantiate();
    const { buffer } = exports.memory;
    const grids = exports.MAX_GRIDS.value;
    const cells = exports.SOLUTIONS.value - exports.CELLS.value;
    super(exports, grids, cells, cells);
    this.tops = new Uint32Array(buffer, exports.TOPS.value, grids);
    this.bottoms = new Uint32Array(buffer, exports.BOTTOMS.value, grids);
    this.hasPattern = new Uint8Array(buffer, exports.HAS_PATTERN.value, grids);
  }

  /** Forgets the grids of the previous block. */
  begin(): void {
    this.hasPattern.fill(0);
  }

  /** Reads grids of the pattern from `at` on; see assembly/grids.ts. @returns how many */
  read(pattern: GridPattern, at: number, end: number, origin: number, first: number, line: number): number {
    if (this.#pattern !== pattern) this.#setPattern(pattern);
    return this.exports.readGrids(at, end, origin, first, line, this.starts.length);
  }

  /** Line feeds of the block before the place at which the last {@link read} stopped. */
  get stoppedLine(): number {
    return this.exports.stoppedLine.value;
  }

  /** The grids of this pattern in the block that begins at `origin` in the buffer. */
  gridsOfPattern(pattern: GridPattern, origin: number): PatternGrids {
    const { starts, hasPattern } = this;
    return {
      has: (p) => hasPattern[p] === 1,
      locate: (p, first, cellStarts, cellEnds) => {
        for (let i = 0; i < pattern.cells.length; i++) {
          cellStarts[first + i] = starts[p]! + pattern.cells[i]!;
          cellEnds[first + i] = cellStarts[first + i]! + 1;
        }
      },
      fill: (bytes, count, result) => this.#write(bytes, origin, count, pattern.cells.length, result),
    };
  }

  #write(bytes: Uint8Array, origin: number, count: number, cells: number, result: BatchResult): void {
    this.takeResults(count, cells, result);
    this.exports.writeGrids(count, origin);
    bytes.set(this.buffer.subarray(origin, origin + bytes.length));
  }

  #setPattern(pattern: GridPattern): void {
    const { memory, VALUES, SYMBOLS, MASKS, EXPECTED, GATHER, SCATTER, COUNTS, PLACES } = this.exports;
    const { symbolTable, geometry } = pattern.kind;
    const put = (at: WebAssembly.Global, bytes: Uint8Array) =>
      new Uint8Array(memory.buffer, at.value, bytes.length).set(bytes);
    put(VALUES, symbolTable!.values);
    put(SYMBOLS, symbolTable!.symbols);
    put(MASKS, pattern.masks);
    put(EXPECTED, pattern.expected);
    put(GATHER, pattern.gather);
    put(SCATTER, pattern.scatter);
    new Uint32Array(memory.buffer, COUNTS.value, pattern.counts.length).set(pattern.counts);
    new Uint16Array(memory.buffer, PLACES.value, pattern.cells.length).set(pattern.cells);
    const { length, top, lineFeeds, zerosAreRows, dotsAreRows } = pattern;
    const { areDigits } = symbolTable!;
    this.exports.setPattern(length, top, lineFeeds, geometry.size, areDigits, zerosAreRows, dotsAreRows);
    this.#pattern = pattern;
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const gridsKernels = new KernelPool(() => new GridsKernel(), Infinity);
