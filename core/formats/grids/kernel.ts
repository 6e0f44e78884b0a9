import { decodeBase64 } from '../../solver/decode-base64.ts';
import type { BatchResult } from '../../solver/engine.ts';
import type { AlikeGrids } from '../shared/cell-blocks.ts';
import { MAX_RECORD_BYTES } from '../shared/format.ts';
import { kernel as encoded } from './kernel.generated.ts';
import type { Look } from './look.ts';

/** Exports of assembly/index.ts, described there; globals are byte addresses in `memory` or as said there. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly VALUES: WebAssembly.Global;
  readonly SYMBOLS: WebAssembly.Global;
  readonly MASKS: WebAssembly.Global;
  readonly EXPECTED: WebAssembly.Global;
  readonly TAKEN: WebAssembly.Global;
  readonly PUT: WebAssembly.Global;
  readonly COUNTS: WebAssembly.Global;
  readonly PLACES: WebAssembly.Global;
  readonly BUFFER: WebAssembly.Global;
  readonly CELLS: WebAssembly.Global;
  readonly SOLUTIONS: WebAssembly.Global;
  readonly STARTS: WebAssembly.Global;
  readonly LINES: WebAssembly.Global;
  readonly TOPS: WebAssembly.Global;
  readonly BOTTOMS: WebAssembly.Global;
  readonly ALIKE: WebAssembly.Global;
  readonly STATUSES: WebAssembly.Global;
  readonly MAX_BYTES: WebAssembly.Global;
  readonly MAX_GRIDS: WebAssembly.Global;
  readonly MAX_LOOK: WebAssembly.Global;
  readonly stoppedAt: WebAssembly.Global;
  readonly stoppedLine: WebAssembly.Global;
  readonly setLook: (
    bytes: number,
    top: number,
    lineFeeds: number,
    size: number,
    digits: boolean,
    zeros: boolean,
    dots: boolean,
  ) => void;
  readonly readGrids: (
    at: number,
    end: number,
    origin: number,
    first: number,
    line: number,
    most: number,
  ) => number;
  readonly writeGrids: (count: number, origin: number) => void;
}

let compiled: WebAssembly.Module | undefined;

/** Kernels that no reader has: as many as readers were busy at a time. */
const idle: GridsKernel[] = [];

/** Reads and writes grids that look alike in WebAssembly, sixteen bytes at a time, on a copy of the buffer. */
export class GridsKernel {
  /** Values of the cells, grid after grid. */
  readonly cells: Uint8Array;
  /** Per grid: offset of its first line, line feeds before it, offsets of its first row and after its last. */
  readonly starts: Uint32Array;
  readonly lines: Uint32Array;
  readonly tops: Uint32Array;
  readonly bottoms: Uint32Array;
  /** Per grid: 1 for those that {@link read} took. */
  readonly alike: Uint8Array;
  readonly #exports: Exports;
  readonly #buffer: Uint8Array;
  readonly #solutions: Uint8Array;
  readonly #statuses: Uint8Array;
  #look: Look | undefined;

  /** A kernel for one reader, until it gives it back. */
  static take(): GridsKernel {
    return idle.pop() ?? new GridsKernel();
  }

  /** Nothing may use its views any more. */
  giveBack(): void {
    idle.push(this);
  }

  private constructor() {
    compiled ??= new WebAssembly.Module(decodeBase64(encoded));
    const exports = new WebAssembly.Instance(compiled).exports as unknown as Exports;
    const { buffer } = exports.memory;
    const grids = exports.MAX_GRIDS.value as number;
    const bytes = exports.MAX_BYTES.value as number;
    if (bytes < MAX_RECORD_BYTES)
      throw new Error(`expected a kernel for ${MAX_RECORD_BYTES} bytes, got ${bytes}`);
    const cells = exports.SOLUTIONS.value - exports.CELLS.value;
    this.#exports = exports;
    this.cells = new Uint8Array(buffer, exports.CELLS.value, cells);
    this.starts = new Uint32Array(buffer, exports.STARTS.value, grids);
    this.lines = new Uint32Array(buffer, exports.LINES.value, grids);
    this.tops = new Uint32Array(buffer, exports.TOPS.value, grids);
    this.bottoms = new Uint32Array(buffer, exports.BOTTOMS.value, grids);
    this.alike = new Uint8Array(buffer, exports.ALIKE.value, grids);
    this.#buffer = new Uint8Array(buffer, exports.BUFFER.value, bytes);
    this.#solutions = new Uint8Array(buffer, exports.SOLUTIONS.value, cells);
    this.#statuses = new Uint8Array(buffer, exports.STATUSES.value, grids);
  }

  /** Forgets the grids of the block before. */
  begin(): void {
    this.alike.fill(0);
  }

  /** Takes the buffer that the next calls are about. At most MAX_RECORD_BYTES. */
  load(buffer: Uint8Array): void {
    this.#buffer.set(buffer);
  }

  /** Reads grids that have the look from `at` on; see assembly/index.ts. @returns how many */
  read(look: Look, at: number, end: number, origin: number, first: number, line: number): number {
    if (this.#look !== look) this.#show(look);
    return this.#exports.readGrids(at, end, origin, first, line, this.starts.length);
  }

  /** Offset in the buffer up to which the last {@link read} came, and line feeds of the block before it. */
  get stoppedAt(): number {
    return this.#exports.stoppedAt.value;
  }

  get stoppedLine(): number {
    return this.#exports.stoppedLine.value;
  }

  /** The grids of this look in the block that begins at `origin` in the buffer. */
  alikeIn(look: Look, origin: number): AlikeGrids {
    const { starts, alike } = this;
    return {
      has: (p) => alike[p] === 1,
      locate: (p, first, cellStarts, cellEnds) => {
        for (let i = 0; i < look.cells.length; i++) {
          cellStarts[first + i] = starts[p]! + look.cells[i]!;
          cellEnds[first + i] = cellStarts[first + i]! + 1;
        }
      },
      fill: (bytes, count, result) => this.#write(bytes, origin, count, look.cells.length, result),
    };
  }

  #write(bytes: Uint8Array, origin: number, count: number, cells: number, result: BatchResult): void {
    this.#statuses.set(result.statuses.subarray(0, count));
    this.#solutions.set(result.solutions.subarray(0, count * cells));
    this.#exports.writeGrids(count, origin);
    bytes.set(this.#buffer.subarray(origin, origin + bytes.length));
  }

  #show(look: Look): void {
    const { memory, VALUES, SYMBOLS, MASKS, EXPECTED, TAKEN, PUT, COUNTS, PLACES } = this.#exports;
    const { symbolTable, geometry } = look.kind;
    const put = (at: WebAssembly.Global, bytes: Uint8Array) =>
      new Uint8Array(memory.buffer, at.value, bytes.length).set(bytes);
    put(VALUES, symbolTable!.values);
    put(SYMBOLS, symbolTable!.symbols);
    put(MASKS, look.masks);
    put(EXPECTED, look.expected);
    put(TAKEN, look.taken);
    put(PUT, look.put);
    new Uint32Array(memory.buffer, COUNTS.value, look.counts.length).set(look.counts);
    new Uint16Array(memory.buffer, PLACES.value, look.cells.length).set(look.cells);
    const { length, top, lineFeeds, zerosAreRows, dotsAreRows } = look;
    const { areDigits } = symbolTable!;
    this.#exports.setLook(length, top, lineFeeds, geometry.size, areDigits, zerosAreRows, dotsAreRows);
    this.#look = look;
  }
}
