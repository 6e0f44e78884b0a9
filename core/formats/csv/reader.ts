// Reads the rows of a table in blocks: plain ones in the kernel, all others by a scanner that notes where the fields stand that
// have a role.

import {
  COUNT_START,
  CR,
  FIELDS,
  LF,
  PIPE,
  PUZZLE_END,
  PUZZLE_START,
  QUOTE,
  ROW_END,
  SOLUTION_START,
  SPACE,
  STATUS_START,
} from '../../kernel/constants.ts';
import { faultHook, internalReason } from '../../kernel/internal-error.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import { type FieldKind, FieldKinds, FieldReader } from '../records/field-reader.ts';
import { RecordKernel } from '../records/kernel.ts';
import { clearSlots, leaveUntouched, type RecordLayout, RecordTable } from '../records/table.ts';
import { namesIn } from '../rules/read-rules.ts';
import { type Block, type BrokenRecord, blocksUpTo, FieldContent } from '../shared/block.ts';
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
import type { RuleColumn } from './columns.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { CsvState } from './recognise.ts';
import { FieldScan, isNoRow, isRowCount, unquotedField } from './rows.ts';

/** The status of a solved row: its bytes as a number, the first in the lowest, and how many. */
const [SOLVED, SOLVED_LENGTH] = [Buffer.from('solved\0\0').readBigUInt64LE(), 6];

const instantiate = kernelFactory<Exports>(code);

/** The columns of a table: numbers from 0, -1 for those that it does not have. */
type Columns = Pick<CsvState, 'delimiter' | 'columns' | 'puzzle' | 'solution' | 'status' | 'count' | 'rules'>;

/** Reads and writes plain rows. */
class CsvKernel extends RecordKernel<Exports> {
  /** Reads rows while they are plain; see assembly/rows.ts. */
  readonly readRows = this.exports.readRows;
  override readonly writeRun: RecordKernel['writeRun'] = (...run) =>
    this.exports.writeRows(...run, SOLVED, SOLVED_LENGTH);

  constructor() {
    super(instantiate());
  }

  setColumns({ delimiter, columns, puzzle, solution, status, count, rules = [] }: Columns): void {
    this.exports.setColumns(delimiter, columns, puzzle, solution, status, count);
    for (const { column } of rules) this.exports.setRules(column);
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const csvKernels = new KernelPool(() => new CsvKernel(), Infinity);

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
  readonly #rules: readonly RuleColumn[];

  constructor(planned: CsvState, options: ReadOptions, first: boolean) {
    const isIgnored = namesIn(options.ignore);
    const state = { ...planned, rules: planned.rules?.filter(({ name }) => !isIgnored(name)) };
    this.#state = state;
    this.#fields = new FieldReader(new FieldKinds(state, shapesUnder(options)), options);
    this.#table = new RecordTable(this.#fields, state.solution >= 0, csvKernels);
    this.#scanner = new RowScanner(state);
    this.#rules = state.rules ?? [];
    this.#headerDue = first && state.header;
    this.#atFront = first;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<RecordLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    const rows = bytes.subarray(0, end);
    const { kernel } = this.#table;
    kernel.load(rows);
    kernel.setColumns(this.#state);
    yield* blocksUpTo(end, (from) => this.#block(rows, from, last));
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
    const isRuled = this.#rules.length > 0;
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
      if (kind?.digits && !this.#headerDue && !this.#state.ruled && (!isRuled || this.#isPlain(kind))) {
        const { kernel, count, records } = table;
        const { cells, size } = kind.geometry;
        faultHook()?.('read', bytes, at, bytes.length);
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
      if (isNoRow(bytes, skipBlanks(bytes, at, bytes.length), this.#state.ruled)) {
        const lineFeed = lineEnd(bytes, at);
        if (lineFeed < bytes.length) line++;
        at = Math.min(lineFeed + 1, bytes.length);
        continue;
      }
      const ended = scanner.scan(bytes, view, at, from, last, table, isRuled ? undefined : kind);
      if (ended === 'cut') break;
      if (ended === 'open') {
        const lineFeed = lineEnd(bytes, at);
        table.addBroken({ ...this.#openFault(bytes, at, from, lineFeed), line });
        if (lineFeed < bytes.length) line++;
        at = Math.min(lineFeed + 1, bytes.length);
        continue;
      }
      if (this.#headerDue) {
        const { next } = scanner;
        // the rule below the header of a Markdown table is part of it, however the file is cut
        const mayBeRuled = this.#state.delimiter === PIPE;
        if (mayBeRuled && next === bytes.length && !last) break;
        this.#headerDue = this.#atFront = false;
        const ruleEnd = mayBeRuled && isRuleAt(bytes, next) ? lineEnd(bytes, next) + 1 : next;
        const end = Math.min(ruleEnd, bytes.length);
        const lineFeeds = line + scanner.lineFeeds + (end > next && bytes[end - 1] === LF ? 1 : 0);
        return table.end(bytes.subarray(from, end), from, lineFeeds, undefined, true);
      }
      try {
        const added = this.#addRow(bytes, view, from, at, line, kind);
        if (added === 'other') break;
        kind = added ?? kind;
      } catch (error) {
        table.addBroken({ ...this.#internalFault(bytes, from, error), recordStart: at - from, line });
      }
      line += scanner.lineFeeds;
      at = scanner.next;
    }
    if (at > from) this.#atFront = false;
    return table.end(bytes.subarray(from, at), from, line, kind);
  }

  /** Whether a kind has no rules of records. */
  #isPlain(kind: FieldKind): boolean {
    return kind === this.#fields.kinds.of(kind.style, kind.geometry.size);
  }

  /**
   * Adds the scanned row.
   * @returns the kind of its puzzle, which the next ones most likely have; `other` if the block has puzzles of another kind, so
   *   that the row begins the next one
   */
  #addRow(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    at: number,
    line: number,
    kind: FieldKind | undefined,
  ): FieldKind | 'other' | undefined {
    const scanner = this.#scanner;
    const table = this.#table;
    faultHook()?.('read', bytes, at, scanner.next);
    const found = scanner.puzzleRead && !this.#isTooLong() ? kind : this.#puzzle(bytes, view, from);
    if (!found) {
      const fault = this.#fault(bytes, at, from);
      if (fault) table.addBroken({ ...fault, recordStart: at - from, line });
      return undefined;
    }
    const linked = scanner.puzzleRead ? undefined : this.#fields.linked;
    const { kind: ruled, own } =
      this.#rules.length > 0
        ? this.#fields.ruled(found, this.#ruleTexts(bytes))
        : { kind: found, own: linked };
    if (ruled !== kind && table.count > 0) return 'other';
    this.#kind = ruled;
    if (!scanner.puzzleRead) table.takePuzzle(ruled);
    const content =
      scanner.puzzleRead && scanner.solutionRead
        ? FieldContent.grid
        : this.#readSolution(bytes, view, from, ruled);
    table.addPuzzle(ruled, at - from, line, content, own);
    return ruled;
  }

  /** The fault of the scanned row, which an unexpected error has cost. */
  #internalFault(bytes: Uint8Array, from: number, error: unknown): Omit<BrokenRecord, 'line'> {
    const [start, end] = this.#field(bytes, from, PUZZLE_START);
    return {
      start: start - from,
      end: end - from,
      column: 0,
      reason: internalReason(error),
      isInternal: true,
    };
  }

  /** Reads the puzzle of the scanned row into the field reader. @returns its kind */
  #puzzle(bytes: Uint8Array, view: DataView, from: number): FieldKind | undefined {
    const { puzzle, width = 1, delimiter } = this.#state;
    if (this.#isTooLong() || this.#numberOfFields() < puzzle + width) return undefined;
    if (width > 1) return this.#fields.readCells(bytes, ...this.#cells(from), delimiter);
    const [start, end] = this.#field(bytes, from, PUZZLE_START);
    return this.#fields.read(bytes, view, start, end);
  }

  /** The texts of the scanned row's fields with rules. */
  #ruleTexts(bytes: Uint8Array) {
    return this.#rules.map(({ name }, i) => [name, this.#scanner.ruleText(bytes, i)] as const);
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

  /** Start and end in the buffer of the fields with a cell each; a blank one at the end may be a tab. */
  #cells(from: number): [number, number] {
    const { slots, slot } = this.#table;
    return [from + slots[slot + PUZZLE_START]!, from + slots[slot + PUZZLE_END]!];
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
    const { delimiter, puzzle, width = 1, columns } = this.#state;
    const { slots, slot } = this.#table;
    const rowEnd = from + slots[slot + ROW_END]!;
    if (isEmptyRow(bytes, at, rowEnd, delimiter)) return undefined;
    if (isRowCount(bytes, at, rowEnd)) return undefined;
    const fields = this.#numberOfFields();
    const isShort = fields < puzzle + width;
    const [start, end] = width > 1 ? this.#cells(from) : this.#field(bytes, from, PUZZLE_START);
    const marker = width > 1 && !isShort ? this.#fields.cellsMarker(bytes, start, end, delimiter) : undefined;
    if (isShort || (fields > columns && !marker)) {
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
    const fault =
      marker ??
      (width > 1
        ? this.#fields.cellsFault(bytes, start, end, delimiter)
        : this.#fields.fault(bytes, start, end));
    const { at: faultAt, reason, marker: known, isDamaged } = fault;
    const isCellMarker = known && width > 1;
    if (isCellMarker) leaveUntouched(slots, slot);
    const markerEnd = isCellMarker ? bytes.indexOf(delimiter, start) : end;
    const place = { start: start - from, end: markerEnd - from, column: faultAt - at + 1 };
    return { ...place, reason, ...(known && { marker: known }), ...(isDamaged && { isDamaged }) };
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

/** Whether a line is the rule below a header. */
function isRuleAt(bytes: Uint8Array, start: number): boolean {
  const at = skipBlanks(bytes, start, bytes.length);
  return at < lineEnd(bytes, start) && !isCommentAt(bytes, at) && isNoRow(bytes, at);
}

/** Where the scan of a row ends: at a line feed or the end of the file, at the end of the bytes within a row, or at an open quote. */
type ScanEnd = 'row' | 'cut' | 'open';

/** The role of columns with rules, beyond the slots of a record. */
const RULES = 127;

/** That of columns with a cell each but the first, which holds the start of the puzzle: each moves its end. */
const CELL = 126;

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
  ): ScanEnd {
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
        return last || !multiline ? 'open' : 'cut';
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
    if (at >= limit && !last) return 'cut';
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
    return 'row';
  }
}
