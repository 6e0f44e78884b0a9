import { MAX_RECORD_BYTES, MAX_RECORDS, SLOTS_OF_RECORD } from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { RecordLook } from './look.ts';
import type { Slots } from './slots.ts';

/** The status of a solved row: its bytes as a number, the first in the lowest, and how many. */
const [SOLVED, SOLVED_LENGTH] = [Buffer.from('solved\0\0').readBigUInt64LE(), 6];

const instantiate = kernelFactory<Exports>(code);

/** What the rows of a table are: columns are numbers from 0, -1 for those that the table does not have. */
export interface Columns {
  readonly delimiter: number;
  readonly columns: number;
  readonly puzzle: number;
  readonly solution: number;
  readonly status: number;
  readonly count: number;
}

/**
 * Holds the records of a block. Reads and writes plain rows of tables, and objects of one pattern, in WebAssembly, sixteen
 * bytes at a time. Works on a copy of the buffer, as memory cannot be given away as output.
 */
export class RecordKernel {
  readonly slots: Slots;
  /** Values of the puzzles, and of the solutions that the file has. */
  readonly cells: Uint8Array;
  readonly fileCells: Uint8Array;
  /** Per puzzle: offset of its record in the block, line feeds before it. */
  readonly starts: Uint32Array;
  readonly lines: Uint32Array;
  /** Per puzzle: contents and verdicts, as in kernel/constants.ts. */
  readonly contents: Uint8Array;
  readonly verdicts: Uint8Array;
  /** Results in the kernel's memory, which {@link answer} need not copy. */
  readonly results: Pick<BatchResult, 'statuses' | 'solutions'>;
  /** Reads rows while they are plain; see assembly/rows.ts. */
  readonly readRows: Exports['readRows'];
  readonly #exports: Exports;
  readonly #buffer: Uint8Array;
  #look: RecordLook | undefined;
  #solved = 0;

  constructor() {
    const exports = instantiate();
    const { buffer } = exports.memory;
    const bytes = (from: WebAssembly.Global, to: WebAssembly.Global) =>
      new Uint8Array(buffer, from.value, to.value - from.value);
    this.#exports = exports;
    this.readRows = exports.readRows;
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

  /** Sets the buffer that the next calls read and write, of at most MAX_RECORD_BYTES, and what its rows are if it is a table. */
  load(buffer: Uint8Array, rows?: Columns): void {
    this.#buffer.set(buffer);
    if (!rows) return;
    const { delimiter, columns, puzzle, solution, status, count } = rows;
    this.#exports.setColumns(delimiter, columns, puzzle, solution, status, count);
  }

  /** Reads lines while they are objects of the pattern; see assembly/objects.ts. @returns how many */
  readObjects(
    look: RecordLook,
    at: number,
    end: number,
    origin: number,
    first: number,
    record: number,
    line: number,
  ): number {
    if (this.#look !== look) this.#show(look);
    const { cells, size } = look.kind.geometry;
    return this.#exports.readObjects(at, end, cells, size, origin, first, record, line);
  }

  /** Offset in the buffer of the first record that the last call for reading left. */
  get stoppedAt(): number {
    return this.#exports.stoppedAt.value;
  }

  /** Sets what was found for the puzzles of the block, for {@link writeRows}, and compares it with the file's own solutions. */
  answer(count: number, cells: number, { statuses, solutions }: BatchResult): void {
    const own = this.results;
    if (statuses !== own.statuses) own.statuses.set(statuses.subarray(0, count));
    if (solutions !== own.solutions) own.solutions.set(solutions.subarray(0, count * cells));
    this.#solved = this.#exports.compareSolutions(count, cells);
  }

  /** How many puzzles of the last {@link answer} are solved. */
  get solved(): number {
    return this.#solved;
  }

  /** Writes rows while they are plain and solved; see assembly/rows.ts. @returns how many */
  writeRows(
    origin: number,
    done: number,
    first: number,
    limit: number,
    record: number,
    cells: number,
  ): number {
    return this.#exports.writeRows(origin, done, first, limit, record, cells, SOLVED, SOLVED_LENGTH);
  }

  /** Writes records while they have the last pattern read and are solved; see assembly/objects.ts. @returns how many */
  writeObjects(
    origin: number,
    done: number,
    first: number,
    limit: number,
    record: number,
    cells: number,
  ): number {
    return this.#look ? this.#exports.writeObjects(origin, done, first, limit, record, cells) : 0;
  }

  /** The records that the last call wrote. Valid until the next call. */
  get output(): Uint8Array {
    const { memory, OUTPUT, outputLength } = this.#exports;
    return new Uint8Array(memory.buffer, OUTPUT.value, outputLength.value);
  }

  /** The same, followed by the bytes of the block at `origin` from there to `end`; undefined if memory has no room for them. */
  outputTo(origin: number, end: number): Uint8Array | undefined {
    const { memory, OUTPUT, outputLength, writtenTo } = this.#exports;
    const rest = this.#buffer.subarray(origin + writtenTo.value, origin + end);
    const length = outputLength.value + rest.length;
    if (OUTPUT.value + length > memory.buffer.byteLength) return undefined;
    const output = new Uint8Array(memory.buffer, OUTPUT.value, length);
    output.set(rest, outputLength.value);
    return output;
  }

  /** Offset in the block up to which these records answer it. */
  get writtenTo(): number {
    return this.#exports.writtenTo.value;
  }

  #show(look: RecordLook): void {
    const { memory, TEXT, TEXT_ENDS, VALUE_KINDS, SOLUTION_TEXT, STATUS_TEXT } = this.#exports;
    const put = (at: WebAssembly.Global, bytes: Uint8Array) =>
      new Uint8Array(memory.buffer, at.value, bytes.length).set(bytes);
    put(TEXT, look.text);
    put(VALUE_KINDS, look.values);
    put(SOLUTION_TEXT, look.solutionText);
    put(STATUS_TEXT, look.statusText);
    new Uint32Array(memory.buffer, TEXT_ENDS.value, look.ends.length).set(look.ends);
    const { number, values, keyStart, keyEnd, solutionText, statusText } = look;
    this.#exports.setPattern(number, values.length, keyStart, keyEnd, solutionText.length, statusText.length);
    this.#look = look;
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const recordKernels = new KernelPool(() => new RecordKernel(), Infinity);
