import { LARGEST_SIZE } from '../../solver/geometry.ts';
import type { Block, BrokenRecord } from '../shared/block.ts';
import { bomLength, LF, lineEnd, skipBlanks, trimmedEnd } from '../shared/bytes.ts';
import { isCommentAt } from '../shared/comments.ts';
import { viewOf } from '../shared/digits.ts';
import { type FieldKind, FieldKinds } from '../shared/field/kind.ts';
import { FieldReader, isNothing } from '../shared/field/reader.ts';
import { FieldContent } from '../shared/file-solutions.ts';
import type { Overlong, Reader, ReadOptions } from '../shared/format.ts';
import { markerIn } from '../shared/markers.ts';
import { overlongFault, overlongLine } from '../shared/overlong.ts';
import { shapesUnder } from '../shared/sizes.ts';
import type { CsvState } from './recognise.ts';
import { isEmptyRow, RowScanner, ScanEnd } from './scan.ts';
import { MAX_ROWS, Slot, type Slots, STRIDE, UNTOUCHED } from './slots.ts';

/** Where the rows of a block hold what concerns the result. */
export interface CsvLayout {
  readonly slots: Slots;
  /** How its puzzles are written. */
  readonly kind: FieldKind | undefined;
  /** Whether the block is what comes before the first record, with the header at its end, in slot 0. */
  readonly isHeader: boolean;
}

export function csvReader(state: CsvState, options: ReadOptions, first: boolean): Reader<CsvLayout> {
  return new CsvReader(state, options, first);
}

class CsvReader implements Reader<CsvLayout> {
  readonly #state: CsvState;
  readonly #fields: FieldReader;
  readonly #scanner: RowScanner;
  #headerDue: boolean;
  #atFront: boolean;
  /** how the last puzzle was written, and the next one most likely is */
  #kind: FieldKind | undefined;
  readonly #slots = new Uint32Array(STRIDE * MAX_ROWS);
  readonly #starts = new Uint32Array(MAX_ROWS);
  readonly #lines = new Uint32Array(MAX_ROWS);
  readonly #contents = new Uint8Array(MAX_ROWS);
  readonly #verdicts = new Uint8Array(MAX_ROWS);
  #cells = new Uint8Array(0);
  #own = new Uint8Array(0);

  constructor(state: CsvState, options: ReadOptions, first: boolean) {
    this.#state = state;
    this.#fields = new FieldReader(new FieldKinds(state.alphabets, shapesUnder(options)));
    this.#scanner = new RowScanner(state);
    this.#headerDue = first && state.header;
    this.#atFront = first;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<CsvLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    const whole = bytes.subarray(0, end);
    // a grid takes at least a byte a cell
    if (this.#cells.length < end + LARGEST_SIZE ** 2) {
      this.#cells = new Uint8Array(end + LARGEST_SIZE ** 2);
      this.#own = new Uint8Array(end + LARGEST_SIZE ** 2);
    }
    for (let from = 0; from < end; ) {
      const block = this.#block(whole, from, last);
      if (block.bytes.length === 0) return;
      from += block.bytes.length;
      yield block;
    }
  }

  overlong(bytes: Uint8Array, continued: boolean): Overlong<CsvLayout> {
    const { end, text, open } = overlongLine(bytes);
    this.#slots[Slot.rowEnd] = UNTOUCHED;
    const broken = [overlongFault(text, continued)];
    return { block: this.#finish(bytes.subarray(0, end), undefined, 0, open ? 0 : 1, broken, false), open };
  }

  /** Reads rows from `from` on until a puzzle of another kind than the first one comes; none if the first row is cut. */
  #block(bytes: Uint8Array, from: number, last: boolean): Block<CsvLayout> {
    const scanner = this.#scanner;
    const [view, cells, own] = [viewOf(bytes), viewOf(this.#cells), viewOf(this.#own)];
    const broken: BrokenRecord[] = [];
    let kind = this.#kind;
    let [count, rows, line, filled] = [0, 0, 0, 0];
    let at = from;
    if (this.#atFront) at += bomLength(bytes);

    while (at < bytes.length && rows < MAX_ROWS) {
      const start = skipBlanks(bytes, at, bytes.length);
      if (bytes[start] === LF || start === bytes.length || isCommentAt(bytes, start)) {
        const lineFeed = lineEnd(bytes, start);
        if (lineFeed < bytes.length) line++;
        at = Math.min(lineFeed + 1, bytes.length);
        continue;
      }
      const slot = rows * STRIDE;
      const ended = scanner.scan(bytes, view, at, from, last, this.#slots, slot, kind, cells, own, filled);
      if (ended === ScanEnd.cut) break;
      if (ended === ScanEnd.open) {
        const lineFeed = lineEnd(bytes, at);
        const end = trimmedEnd(bytes, at, lineFeed);
        const column = scanner.quoteAt - at + 1;
        const reason = `expected a closing quote before the end of the ${this.#state.multiline ? 'file' : 'line'}, got none`;
        broken.push({ start: at - from, end: end - from, line, column, reason });
        this.#slots[slot + Slot.rowEnd] = UNTOUCHED;
        rows++;
        if (lineFeed < bytes.length) line++;
        at = Math.min(lineFeed + 1, bytes.length);
        continue;
      }
      if (this.#headerDue) {
        this.#headerDue = this.#atFront = false;
        const lineFeeds = line + scanner.lineFeeds;
        return this.#finish(bytes.subarray(from, scanner.next), undefined, 0, lineFeeds, [], true);
      }
      const isTooLong = this.#slots[slot + Slot.fields]! > this.#state.columns;
      const found = isTooLong ? undefined : scanner.puzzleRead ? kind : this.#puzzle(bytes, view, from, slot);
      if (!found) {
        const fault = this.#fault(bytes, at, from, slot);
        if (fault) {
          broken.push({ ...fault, line });
          rows++;
        }
      } else {
        if (found !== kind && count > 0) break;
        this.#kind = kind = found;
        const n = found.geometry.cells;
        if (!scanner.puzzleRead) this.#cells.set(this.#fields.values.subarray(0, n), filled);
        this.#contents[count] =
          scanner.puzzleRead && scanner.solutionRead
            ? FieldContent.grid
            : this.#readOwn(bytes, view, from, slot, found, filled);
        this.#starts[count] = at - from;
        this.#lines[count++] = line;
        filled += n;
        rows++;
      }
      line += scanner.lineFeeds;
      at = scanner.next;
    }
    if (at > from) this.#atFront = false;
    return this.#finish(bytes.subarray(from, at), kind, count, line, broken, false);
  }

  #finish(
    bytes: Uint8Array,
    kind: FieldKind | undefined,
    count: number,
    lineFeeds: number,
    broken: readonly BrokenRecord[],
    isHeader: boolean,
  ): Block<CsvLayout> {
    const { solution } = this.#state;
    return {
      bytes,
      lineFeeds,
      geometry: count > 0 ? kind?.geometry : undefined,
      count,
      cells: this.#cells,
      starts: this.#starts,
      lines: this.#lines,
      broken,
      alphabet: kind?.symbolTable?.alphabet,
      layout: { slots: this.#slots, kind, isHeader },
      ...(solution >= 0 && {
        fileSolutions: { contents: this.#contents, cells: this.#own, verdicts: this.#verdicts },
      }),
    };
  }

  /** The kind of the puzzle in a scanned row's field; its values are in the field reader. */
  #puzzle(bytes: Uint8Array, view: DataView, from: number, slot: number): FieldKind | undefined {
    if (this.#slots[slot + Slot.fields]! <= this.#state.puzzle) return undefined;
    const [start, end] = this.#field(bytes, from, slot + Slot.puzzleStart);
    return this.#fields.read(bytes, view, start, end);
  }

  /** Reads what a row brings as solution. @returns a {@link FieldContent} code */
  #readOwn(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    slot: number,
    kind: FieldKind,
    filled: number,
  ): number {
    if (this.#state.solution < 0) return FieldContent.nothing;
    const [start, end] = this.#field(bytes, from, slot + Slot.solutionStart);
    if (isNothing(bytes, start, end) || markerIn(bytes, start, end)) return FieldContent.nothing;
    const found = this.#fields.read(bytes, view, start, end);
    if (found?.geometry !== kind.geometry) return FieldContent.other;
    this.#own.set(this.#fields.values.subarray(0, kind.geometry.cells), filled);
    return FieldContent.grid;
  }

  /** Start and end of a field without blanks around it, in the buffer. */
  #field(bytes: Uint8Array, from: number, slot: number): [number, number] {
    const end = from + this.#slots[slot + 1]!;
    const start = skipBlanks(bytes, from + this.#slots[slot]!, end);
    return [start, trimmedEnd(bytes, start, end)];
  }

  /** What is wrong with a scanned row; undefined if nothing is in it. */
  #fault(bytes: Uint8Array, at: number, from: number, slot: number): Omit<BrokenRecord, 'line'> | undefined {
    const { delimiter, puzzle, columns } = this.#state;
    const rowEnd = from + this.#slots[slot + Slot.rowEnd]!;
    if (isEmptyRow(bytes, at, rowEnd, delimiter)) return undefined;
    const fields = this.#slots[slot + Slot.fields]!;
    if (fields <= puzzle || fields > columns) {
      const reason = `expected ${columns} fields, got ${fields}`;
      return { start: at - from, end: rowEnd - from, column: rowEnd - at + 1, reason };
    }
    const [start, end] = this.#field(bytes, from, slot + Slot.puzzleStart);
    const { at: faultAt, reason } = this.#fields.fault(bytes, start, end);
    return { start: start - from, end: end - from, column: faultAt - at + 1, reason };
  }
}
