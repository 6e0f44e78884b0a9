import { MAX_RECORDS, SLOTS_OF_RECORD } from '../../kernel/constants.ts';
import type { BatchResult } from '../../solver/engine.ts';
import type { Geometry } from '../../solver/geometry.ts';
import { type Block, type BrokenRecord, FieldContent } from '../shared/block.ts';
import { latin1 } from '../shared/bytes.ts';
import { viewOf } from '../shared/cells.ts';
import type { EarlierResult } from '../shared/format.ts';
import { AT_LIMIT_MEMBER, isStatusText, markerIn } from '../shared/markers.ts';
import { type FieldKind, type FieldReader, isMissingValue } from './field-reader.ts';
import { type Columns, type RecordKernel, recordKernels } from './kernel.ts';
import type { RecordLook } from './look.ts';
import { Slot, type Slots } from './slots.ts';

/** Where the records of a block hold what concerns the result. */
export interface RecordLayout {
  readonly slots: Slots;
  /** How its puzzles are written. */
  readonly kind: FieldKind | undefined;
  /** Holds the records, and a copy of the buffer, in which the block begins at `origin`. */
  readonly kernel: RecordKernel;
  readonly origin: number;
}

/** Collects the records of a block, each with a puzzle in a field and perhaps a solution in another. Serves one block after another. */
export class RecordTable {
  slots: Slots = new Uint32Array(0);
  /** Puzzles of the block so far. */
  count = 0;
  /** Where the values of the next puzzle go, in {@link cells} and {@link solutionCells}. */
  filled = 0;
  cells: DataView = viewOf(new Uint8Array(0));
  solutionCells: DataView = viewOf(new Uint8Array(0));
  readonly #fields: FieldReader;
  readonly #bringsSolutions: boolean;
  /** taken when there is something to read, given back at the end */
  #held: RecordKernel | undefined;
  #broken: BrokenRecord[] = [];
  #records = 0;

  /** @param bringsSolutions whether records may hold solutions */
  constructor(fields: FieldReader, bringsSolutions: boolean) {
    this.#fields = fields;
    this.#bringsSolutions = bringsSolutions;
  }

  /** Takes a buffer whose records are to be read by {@link readRows} or {@link readObjects}. */
  load(buffer: Uint8Array, columns?: Columns): void {
    this.#kernel().load(buffer, columns);
  }

  /** Gives back what the table holds: there is nothing more to read. */
  release(): void {
    if (this.#held) recordKernels.giveBack(this.#held);
    this.#held = undefined;
  }

  begin(): void {
    this.#kernel();
    this.count = this.filled = this.#records = 0;
    this.#broken = [];
  }

  get isFull(): boolean {
    return this.#records === MAX_RECORDS;
  }

  /** Place of the next record in {@link slots}. */
  get slot(): number {
    return this.#records * SLOTS_OF_RECORD;
  }

  /**
   * Reads plain rows of digits.
   * @param at offset in the buffer of the first one, `end` that of the end of the last whole one, `origin` that of the block
   * @returns where the first row begins that is not such a one
   */
  readRows(at: number, end: number, origin: number, line: number, { cells, size }: Geometry): number {
    const kernel = this.#kernel();
    const rows = kernel.readRows(at, end, cells, size, origin, this.count, this.#records, line);
    this.count += rows;
    this.filled += rows * cells;
    this.#records += rows;
    return kernel.stoppedAt;
  }

  /** Reads lines that have the look. Parameters as those of {@link readRows}. @returns how many */
  readObjects(look: RecordLook, at: number, end: number, origin: number, line: number): number {
    const kernel = this.#kernel();
    const lines = kernel.readObjects(look, at, end, origin, this.count, this.#records, line);
    this.count += lines;
    this.filled += lines * look.kind.geometry.cells;
    this.#records += lines;
    return lines;
  }

  /** Where the last {@link readObjects} ended. */
  get stoppedAt(): number {
    return this.#kernel().stoppedAt;
  }

  /** Takes the puzzle that the field reader read last. */
  takePuzzle(kind: FieldKind): void {
    this.#kernel().cells.set(this.#fields.values.subarray(0, kind.geometry.cells), this.filled);
  }

  /**
   * Reads what the next record brings as its solution, without the blanks around it.
   * @returns a {@link FieldContent} code
   */
  readSolution(bytes: Uint8Array, view: DataView, start: number, end: number, kind: FieldKind): number {
    if (isMissingValue(bytes, start, end) || markerIn(bytes, start, end)) return FieldContent.nothing;
    const found = this.#fields.read(bytes, view, start, end);
    if (found?.geometry !== kind.geometry) return FieldContent.other;
    this.#kernel().fileCells.set(this.#fields.values.subarray(0, kind.geometry.cells), this.filled);
    return FieldContent.grid;
  }

  /**
   * Closes a record with a puzzle, whose values are at {@link filled}.
   * @param start offset of the record in the block
   * @param content what it brings as its solution: a {@link FieldContent} code
   */
  addPuzzle(kind: FieldKind, start: number, line: number, content: number): void {
    const { contents, starts, lines } = this.#kernel();
    contents[this.count] = content;
    starts[this.count] = start;
    lines[this.count++] = line;
    this.filled += kind.geometry.cells;
    this.#records++;
  }

  addBroken(record: BrokenRecord): void {
    this.#broken.push(record);
    this.#records++;
  }

  /** A block without puzzles, whose broken records stay as they are. */
  textBlock(bytes: Uint8Array, lineFeeds: number, broken: readonly BrokenRecord[]): Block<RecordLayout> {
    this.begin();
    for (const record of broken) {
      leaveUntouched(this.slots, this.slot);
      this.addBroken(record);
    }
    return this.end(bytes, 0, lineFeeds, undefined);
  }

  /** The block of these bytes, which begin at `origin` in the buffer. */
  end(
    bytes: Uint8Array,
    origin: number,
    lineFeeds: number,
    kind: FieldKind | undefined,
    isHeader = false,
  ): Block<RecordLayout> {
    const kernel = this.#kernel();
    const { contents, verdicts, fileCells } = kernel;
    return {
      bytes,
      lineFeeds,
      geometry: this.count > 0 ? kind?.geometry : undefined,
      count: this.count,
      cells: kernel.cells,
      starts: kernel.starts,
      lines: kernel.lines,
      broken: this.#broken,
      alphabet: kind?.symbolTable?.alphabet,
      isHeader,
      layout: { slots: this.slots, kind, kernel, origin },
      results: kernel.results,
      ...(this.#bringsSolutions && {
        fileSolutions: {
          contents,
          cells: fileCells,
          verdicts,
          compare: (result: BatchResult, count: number, cells: number) => kernel.answer(count, cells, result),
        },
      }),
    };
  }

  #kernel(): RecordKernel {
    if (!this.#held) {
      this.#held = recordKernels.take();
      this.slots = this.#held.slots;
      this.cells = viewOf(this.#held.cells);
      this.solutionCells = viewOf(this.#held.fileCells);
    }
    return this.#held;
  }
}

/** Sets the slots of a record that has none of what they tell. */
export function clearSlots(slots: Slots, slot: number): void {
  // faster than fill() for so few
  for (let i = slot; i < slot + SLOTS_OF_RECORD; i++) slots[i] = 0;
}

/** Marks a record, which is to stay as it is. */
export function leaveUntouched(slots: Slots, slot: number): void {
  slots[slot + Slot.untouched] = 1;
}

/** The status and count that a record has as fields or members. @param index of the record, broken ones counted */
export function earlierResult(
  { bytes, layout: { slots } }: Block<RecordLayout>,
  index: number,
): EarlierResult {
  const slot = index * SLOTS_OF_RECORD;
  const status = latin1(bytes, slots[slot + Slot.statusStart]!, slots[slot + Slot.statusEnd]!).trim();
  const [start, end] = [slots[slot + Slot.countStart]!, slots[slot + Slot.countEnd]!];
  const isAtLimit =
    latin1(bytes, end, Math.min(end + AT_LIMIT_MEMBER.length, bytes.length)) === AT_LIMIT_MEMBER;
  return {
    status: isStatusText(status) ? status : undefined,
    count: end === 0 ? undefined : `${latin1(bytes, start, end).trim()}${isAtLimit ? '+' : ''}`,
  };
}
