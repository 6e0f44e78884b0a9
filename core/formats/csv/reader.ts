import {
  COUNT_START,
  CR,
  FIELDS,
  LF,
  PUZZLE_START,
  QUOTE,
  ROW_END,
  SOLUTION_START,
  SPACE,
  STATUS_START,
} from '../../kernel/constants.ts';
import { type FieldKind, FieldKinds, FieldReader } from '../records/field-reader.ts';
import { clearSlots, leaveUntouched, type RecordLayout, RecordTable } from '../records/table.ts';
import { type Block, type BrokenRecord, FieldContent } from '../shared/block.ts';
import {
  blankLines,
  bomLength,
  isBlank,
  isCommentAt,
  lineEnd,
  skipBlanks,
  trimmedEnd,
} from '../shared/bytes.ts';
import { readDigits, viewOf } from '../shared/cells.ts';
import {
  type Overlong,
  type OverlongInput,
  OverlongLines,
  type Reader,
  type ReadOptions,
  shapesUnder,
} from '../shared/format.ts';
import { latin1 } from '../shared/latin1.ts';
import { type CsvKernel, csvKernels } from './kernel.ts';
import { type CsvState, isRowCount, isRule, mayBeRule } from './recognise.ts';

/** Bytes of the longest line that states the number of rows. */
const MAX_ROW_COUNT = 200;

export class CsvReader implements Reader<RecordLayout> {
  readonly #state: CsvState;
  readonly #fields: FieldReader;
  readonly #scanner: RowScanner;
  #headerDue: boolean;
  #atFront: boolean;
  /** kind of the last puzzle, and most likely of the next one */
  #kind: FieldKind | undefined;
  readonly #table: RecordTable<CsvKernel>;
  readonly #overlong = new OverlongLines();

  constructor(state: CsvState, options: ReadOptions, first: boolean) {
    this.#state = state;
    this.#fields = new FieldReader(new FieldKinds(state, shapesUnder(options)));
    this.#table = new RecordTable(this.#fields, state.solution >= 0, csvKernels);
    this.#scanner = new RowScanner(state);
    this.#headerDue = first && state.header;
    this.#atFront = first;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<RecordLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    const rows = bytes.subarray(0, end);
    const { kernel } = this.#table;
    kernel.load(rows);
    kernel.setColumns(this.#state);
    for (let from = 0; from < end; ) {
      const block = this.#block(rows, from, last);
      if (block.bytes.length === 0) return;
      from += block.bytes.length;
      yield block;
    }
  }

  release(): void {
    this.#table.release();
  }

  overlong(input: OverlongInput): Overlong<RecordLayout> {
    const { bytes, lineFeeds, broken, open } = this.#overlong.take(input);
    return { block: this.#table.textBlock(bytes, lineFeeds, broken), open };
  }

  /** Reads rows from `from` on, up to a puzzle of another kind than the first; none if the first row is incomplete. */
  #block(bytes: Uint8Array, from: number, last: boolean): Block<RecordLayout> {
    const scanner = this.#scanner;
    const table = this.#table;
    const view = viewOf(bytes);
    let kind = this.#kind;
    let line = 0;
    let at = from;
    table.begin();
    if (this.#atFront) {
      at += bomLength(bytes);
      if (this.#state.separated) {
        at = Math.min(lineEnd(bytes, at) + 1, bytes.length);
        line++;
      }
    }

    while (at < bytes.length && !table.isFull) {
      // nearly all rows are plain: read a run of them in the kernel
      if (kind?.digits && !this.#headerDue && !this.#state.ruled) {
        const { kernel, count, records } = table;
        const { cells, size } = kind.geometry;
        const rows = kernel.readRows(at, bytes.length, cells, size, from, count, records, line);
        table.addRun(rows, cells);
        line += rows;
        at = kernel.stoppedAt;
        if (at === bytes.length || table.isFull) break;
      }
      if (bytes[at]! <= SPACE) {
        const { next, lineFeeds } = blankLines(bytes, at, bytes.length);
        at = next;
        line += lineFeeds;
        if (lineFeeds > 0) continue;
      }
      const start = skipBlanks(bytes, at, bytes.length);
      const isSkipped = start === bytes.length || isCommentAt(bytes, start) || this.#isRuleAt(bytes, start);
      if (isSkipped || bytes[start] === LF) {
        const lineFeed = lineEnd(bytes, start);
        if (lineFeed < bytes.length) line++;
        at = Math.min(lineFeed + 1, bytes.length);
        continue;
      }
      const ended = scanner.scan(bytes, view, at, from, last, table, kind);
      if (ended === ScanEnd.cut) break;
      if (ended === ScanEnd.open) {
        const lineFeed = lineEnd(bytes, at);
        table.addBroken({ ...this.#openFault(bytes, at, from, lineFeed), line });
        if (lineFeed < bytes.length) line++;
        at = Math.min(lineFeed + 1, bytes.length);
        continue;
      }
      if (this.#headerDue) {
        this.#headerDue = this.#atFront = false;
        return table.end(bytes.subarray(from, scanner.next), from, line + scanner.lineFeeds, undefined, true);
      }
      const found = scanner.puzzleRead && !this.#isTooLong() ? kind : this.#puzzle(bytes, view, from);
      if (!found) {
        const fault = this.#fault(bytes, at, from);
        if (fault) table.addBroken({ ...fault, recordStart: at - from, line });
      } else {
        if (found !== kind && table.count > 0) break;
        this.#kind = kind = found;
        if (!scanner.puzzleRead) table.takePuzzle(found);
        const content =
          scanner.puzzleRead && scanner.solutionRead
            ? FieldContent.grid
            : this.#readSolution(bytes, view, from, found);
        table.addPuzzle(found, at - from, line, content);
      }
      line += scanner.lineFeeds;
      at = scanner.next;
    }
    if (at > from) this.#atFront = false;
    return table.end(bytes.subarray(from, at), from, line, kind);
  }

  /** Reads the puzzle of the scanned row into the field reader. @returns its kind */
  #puzzle(bytes: Uint8Array, view: DataView, from: number): FieldKind | undefined {
    if (this.#isTooLong() || this.#numberOfFields() <= this.#state.puzzle) return undefined;
    const [start, end] = this.#field(bytes, from, PUZZLE_START);
    return this.#fields.read(bytes, view, start, end);
  }

  /** Reads the solution of the scanned row. @returns a {@link FieldContent} code */
  #readSolution(bytes: Uint8Array, view: DataView, from: number, kind: FieldKind): number {
    if (this.#state.solution < 0) return FieldContent.nothing;
    const [start, end] = this.#field(bytes, from, SOLUTION_START);
    return this.#table.readSolution(bytes, view, start, end, kind);
  }

  /** Start and end in the buffer of a field of the scanned row, without the blanks around it. */
  #field(bytes: Uint8Array, from: number, field: number): [number, number] {
    const { slots, slot } = this.#table;
    const end = from + slots[slot + field + 1]!;
    const start = skipBlanks(bytes, from + slots[slot + field]!, end);
    return [start, trimmedEnd(bytes, start, end)];
  }

  #numberOfFields(): number {
    return this.#table.slots[this.#table.slot + FIELDS]!;
  }

  #isTooLong(): boolean {
    return this.#numberOfFields() > this.#state.columns;
  }

  /** The fault of a row with an unclosed quote, which is preserved. */
  #openFault(bytes: Uint8Array, at: number, from: number, lineFeed: number): Omit<BrokenRecord, 'line'> {
    leaveUntouched(this.#table.slots, this.#table.slot);
    const column = this.#scanner.quoteAt - at + 1;
    const where = this.#state.multiline ? 'file' : 'line';
    const reason = `expected a closing quote before the end of the ${where}, got none`;
    return { start: at - from, end: trimmedEnd(bytes, at, lineFeed) - from, column, reason };
  }

  /** The fault of the scanned row; undefined if it is empty. */
  #fault(bytes: Uint8Array, at: number, from: number): Omit<BrokenRecord, 'line'> | undefined {
    const { delimiter, puzzle, columns } = this.#state;
    const { slots, slot } = this.#table;
    const rowEnd = from + slots[slot + ROW_END]!;
    if (isEmptyRow(bytes, at, rowEnd, delimiter)) return undefined;
    if (rowEnd - at <= MAX_ROW_COUNT && isRowCount(latin1(bytes, at, rowEnd).trim())) return undefined;
    const fields = this.#numberOfFields();
    if (fields <= puzzle || fields > columns) {
      const place = { start: at - from, end: rowEnd - from };
      const loneCr = bytes.subarray(at, rowEnd).indexOf(CR);
      const faultAt = loneCr < 0 ? rowEnd : at + loneCr;
      const after = loneCr < 0 ? '' : ' in a line that contains a CR, which does not end a row';
      return {
        ...place,
        column: faultAt - at + 1,
        reason: `expected ${columns} fields, got ${fields}${after}`,
      };
    }
    const [start, end] = this.#field(bytes, from, PUZZLE_START);
    const { at: faultAt, reason } = this.#fields.fault(bytes, start, end);
    return { start: start - from, end: end - from, column: faultAt - at + 1, reason };
  }

  /** As {@link isRule}, for the line of the byte at `start`. */
  #isRuleAt(bytes: Uint8Array, start: number): boolean {
    if (!mayBeRule(bytes[start]!)) return false;
    return isRule(bytes, start, trimmedEnd(bytes, start, lineEnd(bytes, start)), this.#state.ruled);
  }
}

const ScanEnd = {
  /** at a line feed, or at the end of the file */
  row: 0,
  /** at the end of the bytes, within a row */
  cut: 1,
  /** at an unclosed quote */
  open: 2,
} as const;

/** Finds the fields of a row. */
class RowScanner {
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
  /** slot of the start of each column's field; -1 for columns without a role */
  readonly #slotOf: Int8Array;

  constructor(state: CsvState) {
    this.#state = state;
    this.#slotOf = new Int8Array(state.columns).fill(-1);
    const columns = [
      [state.solution, SOLUTION_START],
      [state.status, STATUS_START],
      [state.count, COUNT_START],
      [state.puzzle, PUZZLE_START],
    ] as const;
    for (const [column, slot] of columns) if (column >= 0) this.#slotOf[column] = slot;
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
    this.lineFeeds = 0;
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
        slots[slot + role] = start - base;
        slots[slot + role + 1] = end - base;
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

/** Whether all fields of a row are blank. */
function isEmptyRow(bytes: Uint8Array, start: number, end: number, delimiter: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (!isBlank(byte) && byte !== delimiter && byte !== QUOTE) return false;
  }
  return true;
}
