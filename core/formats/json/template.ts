import { CR, LF } from '../shared/bytes.ts';
import { readDigits } from '../shared/digits.ts';
import type { FieldKind } from '../shared/field/kind.ts';
import { FieldContent } from '../shared/file-solutions.ts';
import { Slot } from '../shared/record-table/slots.ts';
import { clearSlots, type RecordTable } from '../shared/record-table/table.ts';
import { Json, Members } from './scan.ts';

/** Room for all but the values of a record. */
const MAX_BYTES = 1000;
const MAX_MEMBERS = 32;
/** After so many records that looked otherwise than the one before, no more are tried. */
const MAX_MISSES = 50;

const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** What may stand where a value stood. Of other values, the same bytes. */
const Value = { puzzle: 0, solution: 1, string: 2, number: 3 } as const;

/**
 * Reads an object that looks like the one before it: the same members and spaces, with other values of the same kinds.
 * Nearly all lines of a file do, and then there is no need to ask whether they are JSON: all that may differ is looked at.
 */
export class ObjectTemplate {
  kind: FieldKind | undefined;
  /** What stands before each value (with the quote of a string), and after the last one, one after another. */
  readonly #text = new Uint8Array(MAX_BYTES);
  /** Per value: where the text before it ends in `#text`, and what it is. */
  readonly #ends = new Uint16Array(MAX_MEMBERS + 1);
  readonly #values = new Uint8Array(MAX_MEMBERS);
  #count = 0;
  /** from the puzzle's value back to its key */
  #keyStart = 0;
  #keyEnd = 0;
  #misses = 0;

  /** Takes the looks of the record of a table's next slots, which count from `base`. */
  learn(
    bytes: Buffer,
    base: number,
    start: number,
    end: number,
    kind: FieldKind,
    { slots, slot }: RecordTable,
  ): void {
    this.kind = undefined;
    const isObject = bytes[start] === Json.openObject && slots[slot + Slot.keyEnd]! > 0;
    if (!isObject || !kind.digits || slots[slot + Slot.statusEnd] !== 0 || this.#misses === MAX_MISSES)
      return;
    this.#misses++;
    const puzzle = base + slots[slot + Slot.puzzleStart]!;
    const solution = slots[slot + Slot.solutionEnd] === 0 ? -1 : base + slots[slot + Slot.solutionStart]!;
    const members = new Members();
    let [count, filled, from] = [0, 0, start];
    const keep = (to: number) => {
      if (filled + to - from > MAX_BYTES) return false;
      this.#text.set(bytes.subarray(from, to), filled);
      filled += to - from;
      this.#ends[count] = filled;
      return true;
    };
    members.begin(bytes, start, end);
    while (members.next()) {
      const { valueStart, valueEnd } = members;
      const isString = bytes[valueStart] === Json.quote;
      const quotes = isString ? 1 : 0;
      const what = contentOf(isString, bytes[valueStart]!, valueStart + quotes, puzzle, solution);
      if (what === undefined) continue;
      if (count === MAX_MEMBERS || !keep(valueStart + quotes)) return;
      this.#values[count++] = what;
      from = valueEnd - quotes;
    }
    if (!keep(end)) return;
    this.#keyStart = puzzle - base - slots[slot + Slot.keyStart]!;
    this.#keyEnd = puzzle - base - slots[slot + Slot.keyEnd]!;
    this.#count = count;
    this.kind = kind;
  }

  /**
   * Reads the record at `at`, a line, if it looks the same, into the table's next slots.
   * @returns where the next line begins; -1 if it looks otherwise
   */
  read(
    bytes: Uint8Array,
    view: DataView,
    base: number,
    at: number,
    line: number,
    table: RecordTable,
  ): number {
    const { kind } = this;
    if (!kind) return -1;
    const { slots, slot } = table;
    const { cells, size } = kind.geometry;
    const limit = bytes.length;
    let content: number = FieldContent.nothing;
    let place = at;
    clearSlots(slots, slot);
    for (let i = 0, text = 0; ; i++) {
      for (const end = this.#ends[i]!; text < end; text++) {
        if (bytes[place++] !== this.#text[text]) return -1;
      }
      if (i === this.#count) break;
      const start = place;
      const what = this.#values[i];
      if (what === Value.string) place = stringEnd(bytes, place, limit);
      else if (what === Value.number) place = numberEnd(bytes, place);
      else if (what === Value.solution && bytes[place] === Json.quote) {
        // an empty one
        slots[slot + Slot.solutionStart] = slots[slot + Slot.solutionEnd] = place - base;
      } else {
        const isPuzzle = what === Value.puzzle;
        const to = isPuzzle ? table.cells : table.solutionCells;
        if (place + cells >= limit || !readDigits(view, place, cells, size, to, table.filled)) return -1;
        place += cells;
        if (bytes[place] !== Json.quote) return -1;
        if (!isPuzzle) content = FieldContent.grid;
        const first = slot + (isPuzzle ? Slot.puzzleStart : Slot.solutionStart);
        slots[first] = start - base;
        slots[first + 1] = place - base;
        if (isPuzzle) {
          slots[slot + Slot.keyStart] = start - base - this.#keyStart;
          slots[slot + Slot.keyEnd] = start - base - this.#keyEnd;
        }
      }
      if (place < 0) return -1;
    }
    if (bytes[place] === CR) place++;
    if (bytes[place] !== LF) return -1;
    this.#misses = 0;
    table.addPuzzle(kind, at - base, line, content);
    return place + 1;
  }
}

/** What of a value may differ from record to record; undefined where nothing may. */
function contentOf(
  isString: boolean,
  first: number,
  start: number,
  puzzle: number,
  solution: number,
): number | undefined {
  if (!isString) return first === 0x2d || isDigit(first) ? Value.number : undefined;
  return start === puzzle ? Value.puzzle : start === solution ? Value.solution : Value.string;
}

/** The closing quote of a string without escapes; -1 for another string. */
function stringEnd(bytes: Uint8Array, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const byte = bytes[at]!;
    if (byte === Json.quote) return at;
    if (byte === BACKSLASH || byte < SPACE) return -1;
  }
  return -1;
}

/** The end of a number as JSON has it; -1 if there is none. */
function numberEnd(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === 0x2d ? from + 1 : from;
  if (!isDigit(bytes[at]!)) return -1;
  at = bytes[at] === 0x30 ? at + 1 : digitsEnd(bytes, at);
  if (bytes[at] === 0x2e) {
    if (!isDigit(bytes[at + 1]!)) return -1;
    at = digitsEnd(bytes, at + 1);
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at++;
    if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
    if (!isDigit(bytes[at]!)) return -1;
    at = digitsEnd(bytes, at);
  }
  return at;
}

function digitsEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at]!)) at++;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
