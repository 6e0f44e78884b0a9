// Scans one row for its fields, in or without quotes, and notes where those stand that have a role.

import {
  COUNT_START,
  CR,
  FIELDS,
  PUZZLE_END,
  PUZZLE_START,
  QUOTE,
  ROW_END,
  SOLUTION_START,
  STATUS_START,
} from '../../kernel/constants.ts';
import type { FieldKind } from '../records/field-reader.ts';
import { clearSlots, type RecordTable } from '../records/table.ts';
import { trimmedEnd } from '../shared/bytes.ts';
import { readDigits } from '../shared/cells.ts';
import type { CsvState } from './recognise.ts';
import { FieldScan, unquotedField } from './rows.ts';

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
  readonly #field: FieldScan;
  /** slot of the start of each column's field; -1 for columns without a role, {@link RULES} for those with rules */
  readonly #slotOf: Int8Array;
  /** Starts and ends of the row's fields with rules, from left to right; those that the row lacks are empty. */
  readonly #rules: Float64Array;
  /** Those found so far, in numbers. */
  #ruleEnds = 0;

  constructor(state: CsvState) {
    this.#state = state;
    this.#field = new FieldScan(state.delimiter, state.multiline);
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
    return bytes[start - 1] === QUOTE ? unquotedField(text) : text;
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
    const field = this.#field;
    const limit = bytes.length;
    const packed = kind?.digits ? kind.geometry.cells : 0;
    this.puzzleRead = this.solutionRead = false;
    field.lineFeeds = this.#ruleEnds = 0;
    this.#rules.fill(0);
    clearSlots(slots, slot);
    let at = from;
    let column = 0;
    for (; ; column++, at++) {
      const role = column < slotOf.length ? slotOf[column]! : -1;
      // nearly every grid has as many digits as the previous one
      let known = 0;
      if (packed > 0 && role >= 0 && role <= SOLUTION_START) {
        const start = bytes[at] === QUOTE ? at + 1 : at;
        const to = role === PUZZLE_START ? cells : solutionCells;
        if (start + packed < limit && readDigits(view, start, packed, kind!.geometry.size, to, filled))
          known = packed;
      }
      field.find(bytes, at, limit, known);
      if (field.isOpen) {
        this.quoteAt = field.start - 1;
        return last || !multiline ? ScanEnd.open : ScanEnd.cut;
      }
      const { start, end } = field;
      if (known > 0 && end - start === known) {
        if (role === PUZZLE_START) this.puzzleRead = true;
        else this.solutionRead = true;
      }
      at = field.after;
      if (role === RULES) {
        this.#rules[this.#ruleEnds++] = start;
        this.#rules[this.#ruleEnds++] = end;
      } else if (role === CELL) slots[slot + PUZZLE_END] = end - base;
      else if (role >= 0) {
        slots[slot + role] = start - base;
        slots[slot + role + 1] = end - base;
      }
      if (field.isLast) break;
    }
    if (at >= limit && !last) return ScanEnd.cut;
    let rowEnd = at > from && bytes[at - 1] === CR ? at - 1 : at;
    // QQWing writes a delimiter after the last column, below a header without one
    const lastAt = trimmedEnd(bytes, from, rowEnd) - 1;
    if (column === this.#state.columns && field.start > lastAt && bytes[lastAt] === delimiter) {
      rowEnd = lastAt;
      column--;
    }
    slots[slot + FIELDS] = column + 1;
    slots[slot + ROW_END] = rowEnd - base;
    this.next = Math.min(at + 1, limit);
    this.lineFeeds = field.lineFeeds + (at < limit ? 1 : 0);
    return ScanEnd.row;
  }
}
