import { type Geometry, LARGEST_SIZE } from '../../solver/geometry.ts';
import { cellNumber, emptyRow, type Row, type Style, scanRow } from '../shared/cells/row.ts';
import type { Shapes } from '../shared/format.ts';
import { type Coding, FileAlphabets } from '../shared/symbol-table.ts';
import type { GridsState } from './state.ts';

/** How the rows of a grid are written. One object for equal kinds. */
export interface Kind {
  readonly style: Style;
  readonly geometry: Geometry;
  /** For symbols only. */
  readonly coding: Coding | undefined;
}

/** Value of a cell of a grid: above the largest size where it is none. */
export function cellValue(bytes: Uint8Array, { starts, ends }: Row, kind: Kind, cell: number): number {
  const start = starts[cell]!;
  return kind.coding ? kind.coding.table[bytes[start]!]! : cellNumber(bytes, start, ends[cell]!);
}

/** The first cell that is none of such a grid; -1 if all are. */
export function firstFault(bytes: Uint8Array, row: Row, kind: Kind): number {
  const most = kind.coding ? LARGEST_SIZE : kind.geometry.size;
  for (let cell = 0; cell < row.count; cell++) if (cellValue(bytes, row, kind, cell) > most) return cell;
  return -1;
}

/** Tells cells of rows apart, and what kind of grid a first row begins. */
export class Rows {
  /** The cells found last. */
  readonly row: Row = emptyRow();
  readonly #shapes: Shapes;
  readonly #alphabets: FileAlphabets;
  readonly #separated: GridsState['separated'];
  readonly #isSymbol: Uint8Array;
  readonly #kinds = new Map<string, Kind>();

  constructor(state: GridsState, shapes: Shapes) {
    this.#shapes = shapes;
    this.#alphabets = new FileAlphabets(state.alphabets, state.empties);
    this.#separated = state.separated;
    this.#isSymbol = new Uint8Array(256);
    for (const symbol of Object.values(state.alphabets).join('')) this.#isSymbol[symbol.charCodeAt(0)] = 1;
  }

  /** The kind of grid whose first row this line is, or undefined if it is no row. */
  kindOf(bytes: Uint8Array, start: number, end: number): Kind | undefined {
    for (const style of ['pipes', 'numbers', 'symbols'] as const) {
      this.scan(bytes, start, end, style);
      const { count } = this.row;
      if (style === 'numbers' && this.#isRatherSymbols()) continue;
      const kind = this.#shapes(count) && this.#kind(style, count);
      if (kind && this.firstFault(bytes, kind) < 0) return kind;
    }
    return undefined;
  }

  /** Whether a line is surely a row of such a grid, whatever else it may look like: one that holds a given. */
  isRowOf(kind: Kind, bytes: Uint8Array, start: number, end: number): boolean {
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

  /** Whether a line has a symbol of the alphabet for each cell of such a row, and nothing else. */
  isPackedRowOf({ coding, geometry }: Kind, bytes: Uint8Array, start: number, end: number): boolean {
    const { size } = geometry;
    if (!coding || end - start !== size) return false;
    const { starts, ends } = this.row;
    for (let cell = 0, at = start; cell < size; cell++, at++) {
      if (coding.table[bytes[at]!]! > LARGEST_SIZE) return false;
      starts[cell] = at;
      ends[cell] = at + 1;
    }
    this.row.count = size;
    return true;
  }

  scan(bytes: Uint8Array, start: number, end: number, style: Style): void {
    scanRow(bytes, start, end, style, this.row, this.#isSymbol);
  }

  /** The first cell of the row found last that is none of such a grid; -1 if all are. */
  firstFault(bytes: Uint8Array, kind: Kind): number {
    return firstFault(bytes, this.row, kind);
  }

  /** Cells of one byte each may be digits of small grids, or, for large ones, symbols of an alphabet. */
  #isRatherSymbols(): boolean {
    const { count, starts, ends } = this.row;
    if (count > 9 && this.#separated === 'numbers') return false;
    for (let cell = 0; cell < count; cell++) if (ends[cell]! - starts[cell]! > 1) return false;
    return true;
  }

  #kind(style: Style, size: number): Kind {
    const key = `${style} ${size}`;
    let kind = this.#kinds.get(key);
    if (!kind) {
      const coding = style === 'symbols' ? this.#alphabets.of(size) : undefined;
      kind = { style, geometry: this.#shapes(size)!, coding };
      this.#kinds.set(key, kind);
    }
    return kind;
  }
}
