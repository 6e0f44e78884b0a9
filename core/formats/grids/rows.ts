// Finds the cells of rows in the style of their grid, which its first row decides, and says what an unfit row lacks.

import { PIPE } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { cached, SymbolTables } from '../shared/alphabet.ts';
import { byteSet, quote, quoteSymbol } from '../shared/bytes.ts';
import type { OpenGrid } from '../shared/cell-blocks.ts';
import {
  cellFault,
  cellValue,
  emptyRow,
  type FieldDelimiters,
  firstFault,
  type Row,
  type RowKind,
  type Style,
  scanColumns,
  scanRow,
  unequalRows,
} from '../shared/cells.ts';
import type { Shapes } from '../shared/format.ts';
import { latin1 } from '../shared/latin1.ts';
import { CANDIDATE_SIZES } from '../shared/pencilmarks.ts';
import type { GridsState } from './line.ts';

type Fault = NonNullable<OpenGrid['fault']>;

/** A line of a file, as offsets in its buffer. */
export interface RowLine {
  readonly at: number;
  /** Of its text without the blanks around it. */
  readonly start: number;
  readonly stop: number;
  /** Of its line feed, or the end of the bytes. */
  readonly lineFeed: number;
  /** Line feeds of the block before it. */
  readonly number: number;
}

/** A packed row of a plain grid among candidates: different digits and at least one empty cell. */
const PACKED_ROW = /^(?=[\d.]{9}$)(?=.*[0.])(?!.*([1-9]).*\1)/;

/** The styles of rows of which some cells can be blank, in the order of trial. */
export function fieldStyles({ delimiter }: FieldDelimiters): readonly Style[] {
  return delimiter === 0 ? ['pipes'] : delimiter === PIPE ? ['fields'] : ['pipes', 'fields'];
}

/** Finds the cells of rows, and the kind of grid that a first row begins. */
export class GridRows {
  /** The cells found last. */
  readonly row: Row = emptyRow();
  readonly #shapes: Shapes;
  readonly #alphabets: SymbolTables;
  readonly #separated: GridsState['separated'];
  readonly #isSymbol: Uint8Array;
  readonly #fields: FieldDelimiters;
  readonly #columns: string;
  readonly #styles: readonly Style[];
  readonly #hasCandidates: boolean;
  readonly #kinds = new Map<string, RowKind>();

  constructor(state: GridsState, shapes: Shapes) {
    this.#shapes = shapes;
    this.#alphabets = new SymbolTables(state.alphabets, state.empties);
    this.#separated = state.separated;
    this.#fields = state;
    this.#columns = state.columns ?? '';
    this.#hasCandidates = state.candidates;
    const styles: Style[] = [...fieldStyles(state), 'numbers', 'symbols'];
    this.#styles = state.candidates ? ['candidates'] : state.columns ? ['columns'] : styles;
    this.#isSymbol = byteSet(Object.values(state.alphabets).join(''));
  }

  /** Whether a line that is no row has as many cells as one that was meant as a row. */
  hasCells(bytes: Uint8Array, { start, stop }: RowLine): boolean {
    if (!this.#hasCandidates) return true;
    this.scan(bytes, start, stop, 'candidates');
    if (this.row.count >= CANDIDATE_SIZES[0]!) return true;
    return PACKED_ROW.test(latin1(bytes, start, Math.min(stop, start + MAX_SIZE)));
  }

  /** The kind of grid of which this line is the first row; undefined if it is not a row. */
  kindOf(bytes: Uint8Array, start: number, end: number): RowKind | undefined {
    for (const style of this.#styles) {
      this.scan(bytes, start, end, style);
      const { count } = this.row;
      if (style === 'numbers' && this.#isRatherSymbols()) continue;
      if (style === 'candidates' && !CANDIDATE_SIZES.includes(count)) continue;
      if (!this.#shapes(count)) continue;
      const isSymbols = style === 'symbols' || style === 'columns' || this.#isCoded(style, count);
      const kind = this.#kind(style, count, isSymbols);
      if (this.firstFault(bytes, kind) < 0) return kind;
      // fields without numbers can have symbols
      if (style !== 'pipes' && style !== 'fields') continue;
      const coded = this.#kind(style, count, true);
      if (this.firstFault(bytes, coded) < 0) return coded;
    }
    return undefined;
  }

  /** Whether fields of large grids contain symbols. */
  #isCoded(style: Style, size: number): boolean {
    return (style === 'pipes' || style === 'fields') && size > 9 && this.#separated === 'symbols';
  }

  /** Whether a line is certainly a row of such a grid, because it has a given. */
  isRowOf(kind: RowKind, bytes: Uint8Array, start: number, end: number): boolean {
    if (!this.isPackedRowOf(kind, bytes, start, end)) {
      this.scan(bytes, start, end, kind.style);
      if (this.row.count !== kind.geometry.size) return false;
    }
    let givens = 0;
    for (let cell = 0; cell < this.row.count; cell++) {
      const value = cellValue(bytes, this.row, kind, cell);
      if (value > kind.geometry.size) return false;
      if (value > 0) givens++;
    }
    return givens > 0;
  }

  /** Whether a line consists of a symbol of the alphabet for each cell of such a row. */
  isPackedRowOf({ symbolTable, geometry }: RowKind, bytes: Uint8Array, start: number, end: number): boolean {
    const { size } = geometry;
    if (!symbolTable || end - start !== size) return false;
    const { starts, ends } = this.row;
    for (let cell = 0, at = start; cell < size; cell++, at++) {
      if (symbolTable.values[bytes[at]!]! > MAX_SIZE) return false;
      starts[cell] = at;
      ends[cell] = at + 1;
    }
    this.row.count = size;
    return true;
  }

  /** End of the last row including blank cells; 0 if cells are not found by their columns. */
  get endInColumns(): number {
    return this.#columns === '' || this.row.count === 0 ? 0 : this.row.ends[this.row.count - 1]!;
  }

  scan(bytes: Uint8Array, start: number, end: number, style: Style): void {
    if (style === 'columns') scanColumns(bytes, start, this.#columns, this.row);
    else scanRow(bytes, start, end, style, this.row, this.#isSymbol, this.#fields);
  }

  /** Number of the first cell of the last row that is invalid in such a grid; -1 if all are valid. */
  firstFault(bytes: Uint8Array, kind: RowKind): number {
    return firstFault(bytes, this.row, kind);
  }

  /** Whether cells of one byte each are digits of small grids, or symbols of large ones. */
  #isRatherSymbols(): boolean {
    const { count, starts, ends } = this.row;
    if (count > 9 && this.#separated === 'numbers') return false;
    for (let cell = 0; cell < count; cell++) if (ends[cell]! - starts[cell]! > 1) return false;
    return true;
  }

  #kind(style: Style, size: number, coded: boolean): RowKind {
    return cached(this.#kinds, `${style} ${size} ${coded}`, () => ({
      style,
      geometry: this.#shapes(size)!,
      symbolTable: coded ? this.#alphabets.of(size) : undefined,
    }));
  }

  /**
   * The fault of a line as row number `row` of a grid; undefined if there is none.
   * @param kind of the grid; undefined if its first row fits no grid
   */
  fault(bytes: Uint8Array, line: RowLine, kind: RowKind | undefined, row: number): Fault | undefined {
    const { start, stop, number } = line;
    const fault = (at: number, reason: string) => ({ line: number, column: at - line.at + 1, reason });
    const got = (from: number, to: number) => quote(bytes, from, to);
    if (!kind && !this.#hasCandidates) {
      const expected = 'a row of a grid (4 to 36 cells, but no prime number of them)';
      return fault(start, `expected ${expected}, got ${got(start, stop)}`);
    }
    this.scan(bytes, start, stop, kind?.style ?? 'candidates');
    const { count, starts, ends } = this.row;
    if (this.#hasCandidates && count === 1)
      return fault(start, `expected cells with separators between them, got ${got(start, stop)}`);
    if (!kind && !CANDIDATE_SIZES.includes(count))
      return fault(start, `expected 4, 6, 8 or 9 cells in a row, got ${count}`);
    const like = kind ?? this.#kind('candidates', count, false);
    const { size } = like.geometry;
    if (count !== size) return fault(count > size ? starts[size]! : stop, unequalRows(size, row, count));
    const cell = this.firstFault(bytes, like);
    if (cell < 0) return undefined;
    const [from, to] = [starts[cell]!, ends[cell]!];
    if (like.style === 'candidates')
      return fault(from, `expected different digits from 1 to ${size} in a cell, got ${got(from, to)}`);
    return fault(from, cellFault(like, quoteSymbol(bytes, from, to)));
  }
}

/** The fault of a grid of another size than announced: cells of a row, or cells of a box's side. */
export function sizeFault(given: number | undefined, size: number, line: number): Fault | undefined {
  if (given === undefined || size === given || size === given * given) return undefined;
  const squared = given * given <= 36 ? ` or ${given * given}` : '';
  return {
    line,
    column: 0,
    reason: `expected rows of ${given}${squared} cells after the size ${given}, got ${size}`,
  };
}

/** The fault of an incomplete grid. */
export function shortFault({ rows, kind, line }: OpenGrid, endLine: number): Fault | undefined {
  const size = kind?.geometry.size ?? 0;
  if (rows >= size) return undefined;
  return { line: Math.max(line, endLine), column: 0, reason: `expected ${size} rows, got ${rows}` };
}
