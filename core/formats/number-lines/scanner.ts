import { MAX_SIZE } from '../../options/options.ts';
import { quote } from '../shared/bytes.ts';
import { firstFault, type RowKind } from '../shared/cells/kind.ts';
import type { LineScanner, ScannedLine } from '../shared/cells/line-reader.ts';
import { emptyRow, type Row, scanRow } from '../shared/cells/row.ts';
import type { ReadOptions, Shapes } from '../shared/format.ts';
import { markerIn } from '../shared/markers.ts';
import { shapesUnder, sizeOfCells } from '../shared/sizes.ts';

/** One more than the largest grid has, to tell a longer line from it. */
const MAX_CELLS = MAX_SIZE ** 2 + 1;

/** Finds the numbers of a grid in one line. */
export class NumbersScanner implements LineScanner {
  readonly row: Row = emptyRow(MAX_CELLS);
  readonly #shapes: Shapes;
  readonly #kinds: (RowKind | undefined)[] = [];

  constructor(options: ReadOptions) {
    this.#shapes = shapesUnder(options);
  }

  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine {
    scanRow(bytes, start, stop, 'numbers', this.row);
    const kind = this.#kindOf(sizeOfCells(this.row.count));
    return { start, end: stop, kind, reason: this.#fault(bytes, start, stop, kind) };
  }

  #kindOf(size: number | undefined): RowKind | undefined {
    const geometry = size === undefined ? undefined : this.#shapes(size);
    if (!geometry) return undefined;
    this.#kinds[geometry.size] ??= { style: 'numbers', geometry, symbolTable: undefined };
    return this.#kinds[geometry.size];
  }

  #fault(bytes: Uint8Array, start: number, stop: number, kind: RowKind | undefined): string | undefined {
    const { row } = this;
    const marker = markerIn(bytes, start, stop);
    if (marker) return `expected a puzzle, got ${marker}, the marker of an earlier run`;
    if (!kind) {
      return `expected as many numbers as a grid has cells (16, 36, 64, 81, …, 1296), got ${row.count}: ${quote(bytes, start, stop)}`;
    }
    const cell = firstFault(bytes, row, kind);
    if (cell < 0) return undefined;
    const got = quote(bytes, row.starts[cell], row.ends[cell]);
    return `expected a number from 1 to ${kind.geometry.size} or an empty cell, got ${got}`;
  }
}
