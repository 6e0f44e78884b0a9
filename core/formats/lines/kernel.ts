import type { BatchResult } from '../../solver/engine.ts';
import { MAX_RECORD_BYTES } from '../shared/format.ts';
import { kernel as encoded } from './kernel.generated.ts';

/** Exports of assembly/lines.ts, described there; globals are byte addresses in `memory`. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly BUFFER: WebAssembly.Global;
  readonly CELLS: WebAssembly.Global;
  readonly SOLUTIONS: WebAssembly.Global;
  readonly STATUSES: WebAssembly.Global;
  readonly OFFSETS: WebAssembly.Global;
  readonly STARTS: WebAssembly.Global;
  readonly LINES: WebAssembly.Global;
  readonly MAX_BYTES: WebAssembly.Global;
  readonly MAX_LINES: WebAssembly.Global;
  readonly stoppedAt: WebAssembly.Global;
  readonly readLines: (
    at: number,
    end: number,
    cells: number,
    size: number,
    origin: number,
    first: number,
    line: number,
  ) => number;
  readonly otherLineEnd: (at: number, end: number) => number;
  readonly writeLines: (count: number, cells: number, origin: number) => number;
}

let compiled: WebAssembly.Module | undefined;

/** Kernels that no reader has: as many as readers were busy at a time. */
const idle: LinesKernel[] = [];

/**
 * Reads and writes plain lines of digits in WebAssembly, sixteen cells at a time: V8's typed arrays take a nanosecond
 * a cell, which for easy puzzles is a third of the time that solving takes. Works on a copy of the buffer, as memory
 * cannot be given away as output.
 */
export class LinesKernel {
  /** Cells of a block's grids, one after another. */
  readonly cells: Uint8Array;
  /** Per grid: offset of its first cell in the block. */
  readonly offsets: Uint32Array;
  /** Per grid: offset of its line in the block. */
  readonly starts: Uint32Array;
  /** Per grid: line feeds of the block before it. */
  readonly lines: Uint32Array;
  /** Where results spare {@link write} a copy. */
  readonly results: Pick<BatchResult, 'statuses' | 'solutions'>;
  readonly #exports: Exports;
  readonly #buffer: Uint8Array;

  /** A kernel for one reader, until it gives it back. */
  static take(): LinesKernel {
    return idle.pop() ?? new LinesKernel();
  }

  /** Nothing may use its views any more. */
  giveBack(): void {
    idle.push(this);
  }

  private constructor() {
    compiled ??= new WebAssembly.Module(Buffer.from(encoded, 'base64'));
    const exports = new WebAssembly.Instance(compiled).exports as unknown as Exports;
    const { buffer } = exports.memory;
    const [bytes, lines] = [exports.MAX_BYTES.value, exports.MAX_LINES.value];
    if (bytes < MAX_RECORD_BYTES)
      throw new Error(`expected a kernel for ${MAX_RECORD_BYTES} bytes, got ${bytes}`);
    this.#exports = exports;
    this.cells = new Uint8Array(buffer, exports.CELLS.value, exports.SOLUTIONS.value - exports.CELLS.value);
    this.offsets = new Uint32Array(buffer, exports.OFFSETS.value, lines);
    this.starts = new Uint32Array(buffer, exports.STARTS.value, lines);
    this.lines = new Uint32Array(buffer, exports.LINES.value, lines);
    this.#buffer = new Uint8Array(buffer, exports.BUFFER.value, bytes);
    this.results = {
      statuses: new Uint8Array(buffer, exports.STATUSES.value, lines),
      solutions: new Uint8Array(buffer, exports.SOLUTIONS.value, bytes),
    };
  }

  /** Takes the buffer that the next calls are about. At most MAX_RECORD_BYTES. */
  load(buffer: Uint8Array): void {
    this.#buffer.set(buffer);
  }

  /** Offset in the buffer of the first line end from `at` on of another kind than the others; `end` if there is none. */
  otherLineEnd(at: number, end: number): number {
    return this.#exports.otherLineEnd(at, end);
  }

  /** Offset in the buffer of the first line that the last {@link read} left. */
  get stoppedAt(): number {
    return this.#exports.stoppedAt.value;
  }

  /** Reads lines from `at` on while they are plain; see assembly/lines.ts. @returns how many */
  read(
    at: number,
    end: number,
    cells: number,
    size: number,
    origin: number,
    first: number,
    line: number,
  ): number {
    return this.#exports.readLines(at, end, cells, size, origin, first, line);
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
    bytes.set(this.#buffer.subarray(origin, origin + bytes.length));
    return solved;
  }
}
