// Reads and writes plain grids of candidates in WebAssembly: those with nothing but digits, blanks, bars and rules.

import { MAX_RECORD_BYTES } from '../../../kernel/constants.ts';
import { faultHook } from '../../../kernel/internal-error.ts';
import { KernelPool, kernelFactory } from '../../../kernel/kernel.ts';
import type { BatchResult } from '../../../solver/engine/engine.ts';
import { WORDS } from '../../../solver/model/allowed.ts';
import type { Block } from '../../shared/block.ts';
import { BlockKernel } from '../../shared/block-kernel.ts';
import type {
  BlockBuilder,
  GridBuffers,
  LearntGrid,
  PatternGrids,
  RunReader,
} from '../../shared/cell-blocks.ts';
import type { RowKind } from '../../shared/cells.ts';
import { code, type Exports } from './kernel.generated.ts';

const instantiate = kernelFactory<Exports>(code);

/** In place of the rows of a band, for grids without bands. */
const NO_BANDS = 255;

class CandidatesKernel extends BlockKernel<Exports> implements GridBuffers {
  readonly tops: Uint32Array;
  readonly bottoms: Uint32Array;
  readonly ofCells: NonNullable<GridBuffers['ofCells']>;
  /** Per grid: 1 for those that {@link read} read. */
  readonly wasRead: Uint8Array;
  readonly #output: Uint8Array;

  constructor() {
    const exports = instantiate();
    const { buffer } = exports.memory;
    const grids = exports.MAX_CANDIDATE_GRIDS.value;
    const cells = exports.SOLUTIONS.value - exports.CELLS.value;
    super(exports, grids, cells, cells);
    this.tops = new Uint32Array(buffer, exports.TOPS.value, grids);
    this.bottoms = new Uint32Array(buffer, exports.BOTTOMS.value, grids);
    this.ofCells = {
      starts: new Uint32Array(buffer, exports.CELL_STARTS.value, cells),
      ends: new Uint32Array(buffer, exports.CELL_ENDS.value, cells),
      allowed: new Uint32Array(buffer, exports.ALLOWED.value, WORDS * cells),
    };
    this.wasRead = new Uint8Array(buffer, exports.WAS_READ.value, grids);
    this.#output = new Uint8Array(buffer, exports.OUTPUT.value, MAX_RECORD_BYTES);
  }

  /** Reads grids from `at` on; see assembly/candidates.ts. @returns how many */
  readonly read = this.exports.readCandidateGrids;

  get stoppedLine(): number {
    return this.exports.stoppedLine.value;
  }

  write({ bytes, count }: Block, origin: number, cells: number, result: BatchResult): Uint8Array {
    this.takeResults(count, cells, result);
    this.exports.writeCandidateGrids(count, cells, origin, bytes.length);
    return this.#output.subarray(0, bytes.length);
  }
}

const candidatesKernels = new KernelPool(() => new CandidatesKernel(), Infinity);

/** Reads grids of candidates of the size of the one before. */
export class CandidateRuns implements RunReader {
  #kernel: CandidatesKernel | undefined;
  #kind: RowKind | undefined;
  /** Offset of the block. */
  #from = 0;

  iterate<Item>(bytes: Uint8Array, work: () => Generator<Item>): Generator<Item> {
    return candidatesKernels.iterate((kernel) => {
      this.#kernel = kernel;
      kernel.load(bytes);
      return work();
    });
  }

  begin(from: number): GridBuffers {
    this.#from = from;
    this.#kernel!.wasRead.fill(0);
    return this.#kernel!;
  }

  read(builder: BlockBuilder, at: number, end: number, line: number): boolean {
    const kernel = this.#kernel!;
    const kind = builder.count > 0 ? builder.kind : this.#kind;
    // others are lines of pencilmarks
    if (kind?.style !== 'candidates' || kind.symbolTable) return false;
    try {
      faultHook()?.('read', kernel.buffer, at, end);
    } catch {
      // line by line, which loses only one record
      return false;
    }
    const { size, boxRows } = kind.geometry;
    const count = kernel.read(at, end, this.#from, builder.count, line, size, boxRows || NO_BANDS);
    if (count > 0) builder.addPatternGrids(count, kind, this.#grids(kernel, size * size));
    return kernel.stoppedAt > at;
  }

  get stoppedAt(): number {
    return this.#kernel!.stoppedAt;
  }

  get stoppedLine(): number {
    return this.#kernel!.stoppedLine;
  }

  learn({ kind }: LearntGrid): void {
    this.#kind = kind;
  }

  /** The grids of the block that the kernel has read. */
  #grids(kernel: CandidatesKernel, cells: number): PatternGrids {
    const origin = this.#from;
    return {
      has: (p) => kernel.wasRead[p] === 1,
      // it has written the places of their cells already
      locate: () => {},
      fill: (block, result) => kernel.write(block, origin, cells, result),
    };
  }
}
