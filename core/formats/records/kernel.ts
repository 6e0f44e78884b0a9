import type { BatchResult } from '../../solver/engine.ts';
import { MAX_RECORD_BYTES } from '../shared/format.ts';
import { kernel as encoded } from './kernel.generated.ts';
import type { KernelExports } from './kernel-exports.ts';
import type { RecordLook } from './look.ts';
import { MAX_RECORDS, type Slots, STRIDE } from './slots.ts';

/** What a row that is solved gets as its status, as bytes in a number, the first the lowest. */
const [SOLVED, SOLVED_LENGTH] = [Buffer.from('solved\0\0').readBigUInt64LE(), 6];

let compiled: WebAssembly.Module | undefined;

/** Kernels that no reader has: as many as readers were busy at a time. */
const idle: RecordKernel[] = [];

/** What a table says of its rows; columns are numbers from 0, -1 for those that there are not. */
export interface Columns {
  readonly delimiter: number;
  readonly columns: number;
  readonly puzzle: number;
  readonly solution: number;
  readonly status: number;
  readonly count: number;
}

/**
 * Holds the records of a block, and reads and writes plain rows of tables, and objects that look alike, in WebAssembly,
 * sixteen bytes at a time. Works on
 * a copy of the buffer, as memory cannot be given away as output.
 */
export class RecordKernel {
  readonly slots: Slots;
  /** Values of the puzzles, and of the solutions that the file brings. */
  readonly cells: Uint8Array;
  readonly fileCells: Uint8Array;
  /** Per puzzle: offset of its record in the block, line feeds before it. */
  readonly starts: Uint32Array;
  readonly lines: Uint32Array;
  /** Per puzzle: FieldContent and Verdict codes. */
  readonly contents: Uint8Array;
  readonly verdicts: Uint8Array;
  /** Where results spare {@link answer} a copy. */
  readonly results: Pick<BatchResult, 'statuses' | 'solutions'>;
  readonly #exports: KernelExports;
  readonly #buffer: Uint8Array;
  #look: RecordLook | undefined;
  #stoppedAt = 0;
  #solved = 0;
  #outputLength = 0;
  #writtenTo = 0;

  /** A kernel for one reader, until it gives it back. */
  static take(): RecordKernel {
    return idle.pop() ?? new RecordKernel();
  }

  /** Nothing may use its views any more. */
  giveBack(): void {
    idle.push(this);
  }

  private constructor() {
    compiled ??= new WebAssembly.Module(Buffer.from(encoded, 'base64'));
    const exports = new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
    const { buffer } = exports.memory;
    for (const [name, ours, theirs] of [
      ['MAX_RECORD_BYTES', MAX_RECORD_BYTES, exports.MAX_BYTES.value],
      ['MAX_RECORDS', MAX_RECORDS, exports.MAX_RECORDS.value],
      ['STRIDE', STRIDE, exports.STRIDE.value],
    ] as const) {
      if (ours !== theirs) throw new Error(`expected a kernel with ${name} ${ours}, got ${theirs}`);
    }
    const bytes = (from: WebAssembly.Global, to: WebAssembly.Global) =>
      new Uint8Array(buffer, from.value, to.value - from.value);
    this.#exports = exports;
    this.slots = new Uint32Array(buffer, exports.SLOTS.value, STRIDE * MAX_RECORDS);
    this.cells = bytes(exports.CELLS, exports.FILE_CELLS);
    this.fileCells = bytes(exports.FILE_CELLS, exports.SOLUTIONS);
    this.starts = new Uint32Array(buffer, exports.STARTS.value, MAX_RECORDS);
    this.lines = new Uint32Array(buffer, exports.LINES.value, MAX_RECORDS);
    this.contents = new Uint8Array(buffer, exports.CONTENTS.value, MAX_RECORDS);
    this.verdicts = new Uint8Array(buffer, exports.VERDICTS.value, MAX_RECORDS);
    this.#buffer = bytes(exports.BUFFER, exports.CELLS);
    this.results = {
      statuses: new Uint8Array(buffer, exports.STATUSES.value, MAX_RECORDS),
      solutions: bytes(exports.SOLUTIONS, exports.SLOTS),
    };
  }

  /** Takes the buffer that the next calls are about, at most MAX_RECORD_BYTES, and what its rows are if they are those of a table. */
  load(buffer: Uint8Array, rows?: Columns): void {
    this.#buffer.set(buffer);
    if (!rows) return;
    const { delimiter, columns, puzzle, solution, status, count } = rows;
    this.#exports.setColumns(delimiter, columns, puzzle, solution, status, count);
  }

  /** Reads rows from `at` on while they are plain; see assembly/rows.ts. @returns how many */
  readRows(
    at: number,
    end: number,
    cells: number,
    size: number,
    origin: number,
    first: number,
    record: number,
    line: number,
  ): number {
    const rows = this.#exports.readRows(at, end, cells, size, origin, first, record, line);
    this.#stoppedAt = this.#exports.stoppedAt.value;
    return rows;
  }

  /** Reads lines from `at` on while they have the look; see assembly/objects.ts. @returns how many */
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
    const lines = this.#exports.readObjects(at, end, cells, size, origin, first, record, line);
    this.#stoppedAt = this.#exports.objectsStoppedAt.value;
    return lines;
  }

  /** Offset in the buffer of the first record that the last call for reading left. */
  get stoppedAt(): number {
    return this.#stoppedAt;
  }

  /** Takes what was found for the puzzles of the block, for {@link writeRows}, and compares it with what the file brings. */
  answer(count: number, cells: number, { statuses, solutions }: BatchResult): void {
    const own = this.results;
    if (statuses !== own.statuses) own.statuses.set(statuses.subarray(0, count));
    if (solutions !== own.solutions) own.solutions.set(solutions.subarray(0, count * cells));
    this.#solved = this.#exports.compareSolutions(count, cells);
  }

  /** Puzzles that are solved, of those answered last. */
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
    const rows = this.#exports.writeRows(origin, done, first, limit, record, cells, SOLVED, SOLVED_LENGTH);
    this.#outputLength = this.#exports.outputLength.value;
    this.#writtenTo = this.#exports.writtenTo.value;
    return rows;
  }

  /** Writes records while they have the look read last and are solved; see assembly/objects.ts. @returns how many */
  writeObjects(
    origin: number,
    done: number,
    first: number,
    limit: number,
    record: number,
    cells: number,
  ): number {
    if (!this.#look) return 0;
    const records = this.#exports.writeObjects(origin, done, first, limit, record, cells);
    this.#outputLength = this.#exports.objectsLength.value;
    this.#writtenTo = this.#exports.objectsWrittenTo.value;
    return records;
  }

  /** The records written last, valid until the next call. */
  get output(): Uint8Array {
    const { memory, OUTPUT } = this.#exports;
    return new Uint8Array(memory.buffer, OUTPUT.value, this.#outputLength);
  }

  /** The same, and after them what the block that begins at `origin` holds from there to `end`; undefined where that is too much. */
  outputTo(origin: number, end: number): Uint8Array | undefined {
    const { memory, OUTPUT } = this.#exports;
    const rest = this.#buffer.subarray(origin + this.#writtenTo, origin + end);
    const length = this.#outputLength + rest.length;
    if (OUTPUT.value + length > memory.buffer.byteLength) return undefined;
    const output = new Uint8Array(memory.buffer, OUTPUT.value, length);
    output.set(rest, this.#outputLength);
    return output;
  }

  /** Offset in the block up to which they answer it. */
  get writtenTo(): number {
    return this.#writtenTo;
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
    this.#exports.setLook(number, values.length, keyStart, keyEnd, solutionText.length, statusText.length);
    this.#look = look;
  }
}
