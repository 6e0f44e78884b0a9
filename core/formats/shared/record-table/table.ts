import { MAX_SIZE } from '../../../options/sizes.ts';

import type { Block, BrokenRecord } from '../block.ts';
import { viewOf } from '../digits.ts';
import type { FieldKind } from '../field/kind.ts';
import { type FieldReader, isNothing } from '../field/reader.ts';
import { FieldContent } from '../file-solutions.ts';
import { markerIn } from '../markers.ts';
import { MAX_RECORDS, Slot, type Slots, STRIDE } from './slots.ts';

/** Where the records of a block hold what concerns the result. */
export interface RecordLayout {
  readonly slots: Slots;
  /** How its puzzles are written. */
  readonly kind: FieldKind | undefined;
  /** Whether the block is what comes before the first record, with a header at its end, in slot 0. */
  readonly isHeader: boolean;
}

/** Collects the records of a block, each with a puzzle in a field and perhaps a solution in another. Serves one block after another. */
export class RecordTable {
  readonly slots: Slots = new Uint32Array(STRIDE * MAX_RECORDS);
  /** Puzzles of the block so far. */
  count = 0;
  /** Where the values of the next puzzle go, in {@link cells} and {@link solutionCells}. */
  filled = 0;
  cells: DataView = viewOf(new Uint8Array(0));
  solutionCells: DataView = viewOf(new Uint8Array(0));
  readonly #fields: FieldReader;
  readonly #bringsSolutions: boolean;
  readonly #starts = new Uint32Array(MAX_RECORDS);
  readonly #lines = new Uint32Array(MAX_RECORDS);
  readonly #contents = new Uint8Array(MAX_RECORDS);
  readonly #verdicts = new Uint8Array(MAX_RECORDS);
  #cells = new Uint8Array(0);
  #solutionCells = new Uint8Array(0);
  #broken: BrokenRecord[] = [];
  #records = 0;

  /** @param bringsSolutions whether records may hold solutions */
  constructor(fields: FieldReader, bringsSolutions: boolean) {
    this.#fields = fields;
    this.#bringsSolutions = bringsSolutions;
  }

  /** Makes room for the puzzles of so many bytes. */
  makeRoom(bytes: number): void {
    // a grid takes at least a byte a cell, and the last one may be read before it is known to be none
    const room = bytes + MAX_SIZE ** 2;
    if (this.#cells.length >= room) return;
    this.#cells = new Uint8Array(room);
    this.#solutionCells = new Uint8Array(room);
    this.cells = viewOf(this.#cells);
    this.solutionCells = viewOf(this.#solutionCells);
  }

  begin(): void {
    this.count = this.filled = this.#records = 0;
    this.#broken = [];
  }

  get isFull(): boolean {
    return this.#records === MAX_RECORDS;
  }

  /** Place of the next record in {@link slots}. */
  get slot(): number {
    return this.#records * STRIDE;
  }

  /** Takes the puzzle that the field reader read last. */
  takePuzzle(kind: FieldKind): void {
    this.#cells.set(this.#fields.values.subarray(0, kind.geometry.cells), this.filled);
  }

  /**
   * Reads what the next record brings as its solution, without the blanks around it.
   * @returns a {@link FieldContent} code
   */
  readSolution(bytes: Uint8Array, view: DataView, start: number, end: number, kind: FieldKind): number {
    if (isNothing(bytes, start, end) || markerIn(bytes, start, end)) return FieldContent.nothing;
    const found = this.#fields.read(bytes, view, start, end);
    if (found?.geometry !== kind.geometry) return FieldContent.other;
    this.#solutionCells.set(this.#fields.values.subarray(0, kind.geometry.cells), this.filled);
    return FieldContent.grid;
  }

  /**
   * Closes a record with a puzzle, whose values are at {@link filled}.
   * @param start offset of the record in the block
   * @param content what it brings as its solution: a {@link FieldContent} code
   */
  addPuzzle(kind: FieldKind, start: number, line: number, content: number): void {
    this.#contents[this.count] = content;
    this.#starts[this.count] = start;
    this.#lines[this.count++] = line;
    this.filled += kind.geometry.cells;
    this.#records++;
  }

  addBroken(record: BrokenRecord): void {
    this.#broken.push(record);
    this.#records++;
  }

  /** The block of these bytes. */
  end(
    bytes: Uint8Array,
    lineFeeds: number,
    kind: FieldKind | undefined,
    isHeader = false,
  ): Block<RecordLayout> {
    return {
      bytes,
      lineFeeds,
      geometry: this.count > 0 ? kind?.geometry : undefined,
      count: this.count,
      cells: this.#cells,
      starts: this.#starts,
      lines: this.#lines,
      broken: this.#broken,
      alphabet: kind?.symbolTable?.alphabet,
      layout: { slots: this.slots, kind, isHeader },
      ...(this.#bringsSolutions && {
        fileSolutions: { contents: this.#contents, cells: this.#solutionCells, verdicts: this.#verdicts },
      }),
    };
  }
}

/** Sets the slots of a record that has none of what they tell. */
export function clearSlots(slots: Slots, slot: number): void {
  // faster than fill() for so few
  for (let i = slot; i < slot + STRIDE; i++) slots[i] = 0;
}

/** Marks a record, which is to stay as it is. */
export function leaveUntouched(slots: Slots, slot: number): void {
  slots[slot + Slot.untouched] = 1;
}
