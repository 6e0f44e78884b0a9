import { Slot } from '../records/slots.ts';
import { leaveUntouched, type RecordLayout, RecordTable } from '../records/table.ts';
import type { Block, BrokenRecord } from '../shared/block.ts';
import {
  blankLines,
  bomLength,
  CR,
  LF,
  latin1,
  lineEnd,
  SPACE,
  skipBlanks,
  trimmedEnd,
} from '../shared/bytes.ts';
import { isCommentAt } from '../shared/comments.ts';
import { viewOf } from '../shared/digits.ts';
import { type FieldKind, FieldKinds } from '../shared/field/kind.ts';
import { FieldReader } from '../shared/field/reader.ts';
import { FieldContent } from '../shared/file-solutions.ts';
import type { Overlong, Reader, ReadOptions } from '../shared/format.ts';
import { type OverlongInput, OverlongLines } from '../shared/overlong.ts';
import { shapesUnder } from '../shared/sizes.ts';
import type { CsvState } from './recognise.ts';
import { isRowCount, isRule, mayBeRule } from './rule.ts';
import { isEmptyRow, RowScanner, ScanEnd } from './scan.ts';

export function csvReader(state: CsvState, options: ReadOptions, first: boolean): Reader<RecordLayout> {
  return new CsvReader(state, options, first);
}

/** Lines that say how many rows there are are shorter. */
const MAX_ROW_COUNT = 200;

class CsvReader implements Reader<RecordLayout> {
  readonly #state: CsvState;
  readonly #fields: FieldReader;
  readonly #scanner: RowScanner;
  #headerDue: boolean;
  #atFront: boolean;
  /** how the last puzzle was written, and the next one most likely is */
  #kind: FieldKind | undefined;
  readonly #table: RecordTable;
  readonly #overlong = new OverlongLines();

  constructor(state: CsvState, options: ReadOptions, first: boolean) {
    this.#state = state;
    this.#fields = new FieldReader(new FieldKinds(state, shapesUnder(options)));
    this.#table = new RecordTable(this.#fields, state.solution >= 0);
    this.#scanner = new RowScanner(state);
    this.#headerDue = first && state.header;
    this.#atFront = first;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<RecordLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    const whole = bytes.subarray(0, end);
    this.#table.load(whole, this.#state);
    for (let from = 0; from < end; ) {
      const block = this.#block(whole, from, last);
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

  /** Reads rows from `from` on until a puzzle of another kind than the first one comes; none if the first row is cut. */
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
      // nearly all rows are as plain as the last one: a run of them at once
      if (kind?.digits && !this.#headerDue && !this.#state.ruled) {
        const before = table.count;
        at = table.readRows(at, bytes.length, from, line, kind.geometry);
        line += table.count - before;
        if (at === bytes.length || table.isFull) break;
      }
      if (bytes[at]! <= SPACE) {
        const { next, lineFeeds } = blankLines(bytes, at, bytes.length);
        at = next;
        line += lineFeeds;
        if (lineFeeds > 0) continue;
      }
      const start = skipBlanks(bytes, at, bytes.length);
      const isPassed = start === bytes.length || isCommentAt(bytes, start) || this.#isRuleAt(bytes, start);
      if (isPassed || bytes[start] === LF) {
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

  /** The kind of the puzzle in the scanned row's field; its values are in the field reader. */
  #puzzle(bytes: Uint8Array, view: DataView, from: number): FieldKind | undefined {
    if (this.#isTooLong() || this.#numberOfFields() <= this.#state.puzzle) return undefined;
    const [start, end] = this.#field(bytes, from, Slot.puzzleStart);
    return this.#fields.read(bytes, view, start, end);
  }

  /** Reads what the scanned row brings as its solution. @returns a {@link FieldContent} code */
  #readSolution(bytes: Uint8Array, view: DataView, from: number, kind: FieldKind): number {
    if (this.#state.solution < 0) return FieldContent.nothing;
    const [start, end] = this.#field(bytes, from, Slot.solutionStart);
    return this.#table.readSolution(bytes, view, start, end, kind);
  }

  /** Start and end of a field of the scanned row without blanks around it, in the buffer. */
  #field(bytes: Uint8Array, from: number, field: number): [number, number] {
    const { slots, slot } = this.#table;
    const end = from + slots[slot + field + 1]!;
    const start = skipBlanks(bytes, from + slots[slot + field]!, end);
    return [start, trimmedEnd(bytes, start, end)];
  }

  #numberOfFields(): number {
    return this.#table.slots[this.#table.slot + Slot.fields]!;
  }

  #isTooLong(): boolean {
    return this.#numberOfFields() > this.#state.columns;
  }

  /** A row with a quote that is not closed: nothing can be added to it. */
  #openFault(bytes: Uint8Array, at: number, from: number, lineFeed: number): Omit<BrokenRecord, 'line'> {
    leaveUntouched(this.#table.slots, this.#table.slot);
    const column = this.#scanner.quoteAt - at + 1;
    const where = this.#state.multiline ? 'file' : 'line';
    const reason = `expected a closing quote before the end of the ${where}, got none`;
    return { start: at - from, end: trimmedEnd(bytes, at, lineFeed) - from, column, reason };
  }

  /** What is wrong with the scanned row; undefined if nothing is in it. */
  #fault(bytes: Uint8Array, at: number, from: number): Omit<BrokenRecord, 'line'> | undefined {
    const { delimiter, puzzle, columns } = this.#state;
    const { slots, slot } = this.#table;
    const rowEnd = from + slots[slot + Slot.rowEnd]!;
    if (isEmptyRow(bytes, at, rowEnd, delimiter)) return undefined;
    if (rowEnd - at <= MAX_ROW_COUNT && isRowCount(latin1(bytes, at, rowEnd).trim())) return undefined;
    const fields = this.#numberOfFields();
    if (fields <= puzzle || fields > columns) {
      const place = { start: at - from, end: rowEnd - from };
      const loneCr = bytes.subarray(at, rowEnd).indexOf(CR);
      const faultAt = loneCr < 0 ? rowEnd : at + loneCr;
      const after = loneCr < 0 ? '' : ' in a line with a CR within, which alone ends no row';
      return {
        ...place,
        column: faultAt - at + 1,
        reason: `expected ${columns} fields, got ${fields}${after}`,
      };
    }
    const [start, end] = this.#field(bytes, from, Slot.puzzleStart);
    const { at: faultAt, reason } = this.#fields.fault(bytes, start, end);
    return { start: start - from, end: end - from, column: faultAt - at + 1, reason };
  }

  /** {@link isRule} of the line that goes on at `start`. */
  #isRuleAt(bytes: Uint8Array, start: number): boolean {
    if (!mayBeRule(bytes[start]!)) return false;
    return isRule(bytes, start, trimmedEnd(bytes, start, lineEnd(bytes, start)), this.#state.ruled);
  }
}
