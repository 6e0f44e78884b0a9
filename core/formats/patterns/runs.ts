// Reads and writes grids of one pattern in WebAssembly, without scanning their lines.

import { MAX_BETWEEN, MAX_BETWEEN_BYTES, ZERO } from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import type { Block } from '../shared/block.ts';
import { BlockKernel } from '../shared/block-kernel.ts';
import { isDigit } from '../shared/bytes.ts';
import type {
  BlockBuilder,
  GridBuffers,
  LearntGrid,
  PatternGrids,
  RunReader,
} from '../shared/cell-blocks.ts';
import { DIGIT_BYTES } from '../shared/cell-writer.ts';
import { code, type Exports } from './kernel.generated.ts';
import { type GridPattern, GridPatternLearner, type LineSigns } from './pattern.ts';

const instantiate = kernelFactory<Exports>(code);

class PatternKernel extends BlockKernel<Exports> {
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

  /** Sets the lines between grids; see assembly/grids.ts. */
  setBetween(lines: Uint8Array): void {
    const { memory, BETWEEN } = this.exports;
    new Uint8Array(memory.buffer, BETWEEN.value, lines.length).set(lines);
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
      fill: (block, result) => this.#write(block, origin, pattern.cells.length, result),
    };
  }

  #write({ bytes, count }: Block, origin: number, cells: number, result: BatchResult): Uint8Array {
    this.takeResults(count, cells, result);
    this.exports.writeGrids(count, origin);
    return this.buffer.subarray(origin, origin + bytes.length);
  }

  #setPattern(pattern: GridPattern): void {
    const { memory, VALUES, SYMBOLS, MASKS, EXPECTED, GATHER, SCATTER, COUNTS, PLACES } = this.exports;
    const { symbolTable, geometry } = pattern.kind;
    const put = (at: WebAssembly.Global, bytes: Uint8Array) =>
      new Uint8Array(memory.buffer, at.value, bytes.length).set(bytes);
    put(VALUES, pattern.values);
    put(SYMBOLS, symbolTable?.symbols ?? DIGIT_BYTES);
    put(MASKS, pattern.masks);
    put(EXPECTED, pattern.expected);
    put(GATHER, pattern.gather);
    put(SCATTER, pattern.scatter);
    new Uint32Array(memory.buffer, COUNTS.value, pattern.counts.length).set(pattern.counts);
    new Uint16Array(memory.buffer, PLACES.value, pattern.cells.length).set(pattern.cells);
    const { length, top, bottom, lineFeeds, zerosAreRows, dotsAreRows } = pattern;
    const areDigits = symbolTable?.areDigits ?? true;
    const { size } = geometry;
    this.exports.setPattern(length, top, bottom, lineFeeds, size, areDigits, zerosAreRows, dotsAreRows);
    this.#pattern = pattern;
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const patternKernels = new KernelPool(() => new PatternKernel(), Infinity);

/** Reads grids that have the pattern of the one before. */
export class PatternRuns implements RunReader {
  readonly #learner: GridPatternLearner;
  #kernel: PatternKernel | undefined;
  /** Offset of the block. */
  #from = 0;
  /** Of the block's grids that the kernel has read. */
  #pattern: GridPattern | undefined;
  /** Lines between grids, as the kernel has them. */
  readonly #between = new Uint8Array(MAX_BETWEEN * (1 + MAX_BETWEEN_BYTES));
  /** How many have been learnt. */
  #lines = 0;

  constructor(signs: LineSigns) {
    this.#learner = new GridPatternLearner(signs);
  }

  iterate<Item>(bytes: Uint8Array, work: () => Generator<Item>): Generator<Item> {
    return patternKernels.iterate((kernel) => {
      this.#kernel = kernel;
      kernel.load(bytes);
      kernel.setBetween(this.#between);
      return work();
    });
  }

  begin(from: number): GridBuffers {
    this.#from = from;
    this.#pattern = undefined;
    this.#kernel!.begin();
    return this.#kernel!;
  }

  read(builder: BlockBuilder, at: number, end: number, line: number): boolean {
    const kernel = this.#kernel!;
    const pattern = this.#pattern ?? this.#learner.patternFor(builder.count > 0 ? builder.kind : undefined);
    if (!pattern) return false;
    const count = kernel.read(pattern, at, end, this.#from, builder.count, line);
    if (count > 0) {
      this.#pattern = pattern;
      this.#learner.hit();
      builder.addPatternGrids(count, pattern.kind, kernel.gridsOfPattern(pattern, this.#from));
    }
    return kernel.stoppedAt > at;
  }

  get stoppedAt(): number {
    return this.#kernel!.stoppedAt;
  }

  get stoppedLine(): number {
    return this.#kernel!.stoppedLine;
  }

  learn(grid: LearntGrid): void {
    this.#learner.learn(grid);
  }

  learnBetween(line: Uint8Array): void {
    if (line.length === 0 || line.length > MAX_BETWEEN_BYTES) return;
    // the oldest one gives way
    const at = (this.#lines++ % MAX_BETWEEN) * (1 + MAX_BETWEEN_BYTES);
    this.#between[at] = line.length;
    this.#between.set(
      line.map((byte) => (isDigit(byte) ? ZERO : byte)),
      at + 1,
    );
    this.#kernel!.setBetween(this.#between);
  }
}
