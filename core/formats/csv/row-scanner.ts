import {
  COUNT_START,
  CR,
  FIELDS,
  LF,
  PUZZLE_END,
  PUZZLE_START,
  QUOTE,
  ROW_END,
  SOLUTION_START,
  STATUS_START,
} from '../../kernel/constants.ts';
import type { FieldKind } from '../records/field-reader.ts';
import { clearSlots, type RecordTable } from '../records/table.ts';
import { readDigits } from '../shared/cells.ts';
import type { CsvState } from './recognise.ts';

/** Where the scan of a row ends. */
export const ScanEnd = {
  /** at a line feed, or at the end of the file */
  row: 0,
  /** at the end of the bytes, within a row */
  cut: 1,
  /** at an unclosed quote */
  open: 2,
} as const;

/** The role of columns with rules, beyond the slots of a record. */
const RULES = 127;

/** That of columns with a cell each but the first, which holds the start of the puzzle: each moves its end. */
const CELL = 126;

/** Finds the fields of a row. */
export class RowScanner {
  /** Offset after the row's line feed, if the scan ended with a row. */
  next = 0;
  /** Line feeds in the row and at its end. */
  lineFeeds = 0;
  /** Whether the scan has read the cells of the puzzle, and of the solution. */
  puzzleRead = false;
  solutionRead = false;
  /** Offset of an unclosed quote. */
  quoteAt = 0;
  readonly #state: CsvState;
  /** slot of the start of each column's field; -1 for columns without a role, {@link RULES} for those with rules */
  readonly #slotOf: Int8Array;
  /** Starts and ends of the row's fields with rules, from left to right; those that the row lacks are empty. */
  readonly #rules: Float64Array;
  /** Those found so far, in numbers. */
  #ruleEnds = 0;

  constructor(state: CsvState) {
    this.#state = state;
    this.#slotOf = new Int8Array(state.columns).fill(-1);
    const columns = [
      [state.solution, SOLUTION_START],
      [state.status, STATUS_START],
      [state.count, COUNT_START],
      [state.puzzle, PUZZLE_START],
    ] as const;
    for (const { column } of state.rules ?? []) this.#slotOf[column] = RULES;
    for (const [column, slot] of columns) if (column >= 0) this.#slotOf[column] = slot;
    this.#slotOf.fill(CELL, state.puzzle + 1, state.puzzle + (state.width ?? 1));
    this.#rules = new Float64Array(2 * (state.rules?.length ?? 0));
  }

  /** The text of the row's field in a column with rules, by the number of the column among these. */
  ruleText(bytes: Uint8Array, number: number): string {
    const [start, end] = [this.#rules[2 * number]!, this.#rules[2 * number + 1]!];
    const text = Buffer.from(bytes.subarray(start, end)).toString();
    return bytes[start - 1] === QUOTE ? text.replaceAll('""', '"') : text;
  }

  /**
   * Scans the row at `from`, and writes the positions of its fields to the slots of the table's next record, as offsets
   * from `base`. Reads puzzle and solution on the way if they are digits, as the previous ones.
   * @param table has the slots of the next record, and memory for the values of its puzzle and solution
   */
  scan(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    base: number,
    last: boolean,
    table: RecordTable,
    kind: FieldKind | undefined,
  ): number {
    const { slots, slot, cells, solutionCells, filled } = table;
    const { delimiter, multiline } = this.#state;
    const slotOf = this.#slotOf;
    const limit = bytes.length;
    const packed = kind?.digits ? kind.geometry.cells : 0;
    this.puzzleRead = this.solutionRead = false;
    this.lineFeeds = this.#ruleEnds = 0;
    this.#rules.fill(0);
    clearSlots(slots, slot);
    let at = from;
    let column = 0;
    for (; ; column++, at++) {
      const role = column < slotOf.length ? slotOf[column]! : -1;
      const isQuoted = bytes[at] === QUOTE;
      if (isQuoted) at++;
      const start = at;
      // nearly every grid has as many digits as the previous one
      if (packed > 0 && role >= 0 && role <= SOLUTION_START && at + packed < limit) {
        const isPuzzle = role === PUZZLE_START;
        if (readDigits(view, at, packed, kind!.geometry.size, isPuzzle ? cells : solutionCells, filled)) {
          at += packed;
          const byte = bytes[at]!;
          // a CR within a line does not end a row
          const isEnd = byte === LF || (byte === CR && (at + 1 >= limit || bytes[at + 1] === LF));
          const isRead = isQuoted ? byte === QUOTE : byte === delimiter || isEnd;
          if (isPuzzle) this.puzzleRead = isRead;
          else this.solutionRead = isRead;
        }
      }
      let end: number;
      if (isQuoted) {
        end = this.#quoteEnd(bytes, at, limit);
        if (end < 0) {
          this.quoteAt = start - 1;
          return last || !multiline ? ScanEnd.open : ScanEnd.cut;
        }
        at = end + 1;
        while (at < limit && bytes[at] !== delimiter && bytes[at] !== LF) at++;
      } else {
        while (at < limit && bytes[at] !== delimiter && bytes[at] !== LF) at++;
        end = at;
      }
      if (role >= 0) {
        const isLast = at >= limit || bytes[at] === LF;
        if (!isQuoted && isLast && end > start && bytes[end - 1] === CR) end--;
        if (role === RULES) {
          this.#rules[this.#ruleEnds++] = start;
          this.#rules[this.#ruleEnds++] = end;
        } else if (role === CELL) slots[slot + PUZZLE_END] = end - base;
        else {
          slots[slot + role] = start - base;
          slots[slot + role + 1] = end - base;
        }
      }
      if (at >= limit || bytes[at] === LF) break;
    }
    if (at >= limit && !last) return ScanEnd.cut;
    let rowEnd = at > from && bytes[at - 1] === CR ? at - 1 : at;
    // QQWing writes a delimiter after the last column, below a header without one
    if (column === this.#state.columns && bytes[rowEnd - 1] === delimiter) {
      rowEnd--;
      column--;
    }
    slots[slot + FIELDS] = column + 1;
    slots[slot + ROW_END] = rowEnd - base;
    this.next = Math.min(at + 1, limit);
    if (at < limit) this.lineFeeds++;
    return ScanEnd.row;
  }

  /** Offset of the quote that closes a field, or -1. */
  #quoteEnd(bytes: Uint8Array, from: number, limit: number): number {
    const { multiline } = this.#state;
    for (let at = from; at < limit; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        if (bytes[at + 1] !== QUOTE) return at;
        at++;
      } else if (byte === LF) {
        if (!multiline) return -1;
        this.lineFeeds++;
      }
    }
    return -1;
  }
}
