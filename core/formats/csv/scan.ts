import { QUOTE } from '../../kernel/constants.ts';
import { Slot } from '../records/slots.ts';
import { clearSlots, type RecordTable } from '../records/table.ts';
import { CR, isBlank, LF } from '../shared/bytes.ts';
import { readDigits } from '../shared/digits.ts';
import type { FieldKind } from '../shared/field/kind.ts';
import type { CsvState } from './recognise.ts';

export const ScanEnd = {
  /** at a line feed, or at the end of all */
  row: 0,
  /** The bytes end within the row. */
  cut: 1,
  /** A quote is not closed. */
  open: 2,
} as const;

/** Finds the fields of rows. */
export class RowScanner {
  /** Behind the row's line feed, after a scan that ended well. */
  next = 0;
  /** Line feeds in the row and at its end. */
  lineFeeds = 0;
  /** Whether the puzzle's cells have been read where the scan was told to. */
  puzzleRead = false;
  solutionRead = false;
  /** Where a quote stands that is not closed. */
  quoteAt = 0;
  readonly #state: CsvState;
  /** Slot of the start of each column's field; -1 for columns of no concern */
  readonly #slotOf: Int8Array;

  constructor(state: CsvState) {
    this.#state = state;
    this.#slotOf = new Int8Array(state.columns).fill(-1);
    const columns = [
      [state.solution, Slot.solutionStart],
      [state.status, Slot.statusStart],
      [state.count, Slot.countStart],
      [state.puzzle, Slot.puzzleStart],
    ] as const;
    for (const [column, slot] of columns) if (column >= 0) this.#slotOf[column] = slot;
  }

  /**
   * Scans the row at `from`, and writes where its fields are to the slots of the table's next record, as offsets from `base`.
   * Where puzzle or solution are digits as the last ones were, they are read on the way.
   * @param table has the slots of the next record, and room for the values of its puzzle and solution
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
    this.lineFeeds = 0;
    clearSlots(slots, slot);
    let at = from;
    let column = 0;
    for (; ; column++, at++) {
      const role = column < slotOf.length ? slotOf[column]! : -1;
      const isQuoted = bytes[at] === QUOTE;
      if (isQuoted) at++;
      const start = at;
      // nearly every field of a grid: as many digits as the last one had
      if (packed > 0 && role >= 0 && role <= Slot.solutionStart && at + packed < limit) {
        const isPuzzle = role === Slot.puzzleStart;
        if (readDigits(view, at, packed, kind!.geometry.size, isPuzzle ? cells : solutionCells, filled)) {
          at += packed;
          const byte = bytes[at]!;
          // a CR within a line ends nothing
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
        slots[slot + role] = start - base;
        slots[slot + role + 1] = end - base;
      }
      if (at >= limit || bytes[at] === LF) break;
    }
    if (at >= limit && !last) return ScanEnd.cut;
    let rowEnd = at > from && bytes[at - 1] === CR ? at - 1 : at;
    // a delimiter after the last column, as QQWing writes it below a header without, ends the row as its line feed does
    if (column === this.#state.columns && bytes[rowEnd - 1] === delimiter) {
      rowEnd--;
      column--;
    }
    slots[slot + Slot.fields] = column + 1;
    slots[slot + Slot.rowEnd] = rowEnd - base;
    this.next = Math.min(at + 1, limit);
    if (at < limit) this.lineFeeds++;
    return ScanEnd.row;
  }

  /** The quote that closes a field, or -1. */
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

/** Whether there is nothing between delimiters in a stretch. */
export function isEmptyRow(bytes: Uint8Array, start: number, end: number, delimiter: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (!isBlank(byte) && byte !== delimiter && byte !== QUOTE) return false;
  }
  return true;
}
