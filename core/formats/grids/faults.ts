import { quote } from '../shared/bytes.ts';
import type { OpenGrid } from '../shared/cells/block-builder.ts';
import type { RowKind } from '../shared/cells/kind.ts';
import type { Rows } from './rows.ts';

type Fault = NonNullable<OpenGrid['fault']>;

/** What is wrong with the row found last, if anything, as a row of such a grid. `lineStart` is for the column. */
export function rowFault(
  bytes: Uint8Array,
  rows: Rows,
  kind: RowKind,
  lineStart: number,
  lineEnd: number,
  line: number,
): Fault | undefined {
  const { size } = kind.geometry;
  const { count, starts, ends } = rows.row;
  if (count !== size) {
    const at = count > size ? starts[size]! : lineEnd;
    return { line, column: at - lineStart + 1, reason: `expected ${size} cells in a row, got ${count}` };
  }
  const cell = rows.firstFault(bytes, kind);
  if (cell < 0) return undefined;
  const values = kind.symbolTable
    ? `a symbol of ${kind.symbolTable.alphabet.name}`
    : `a number from 1 to ${size}`;
  return {
    line,
    column: starts[cell]! - lineStart + 1,
    reason: `expected ${values} or an empty cell, got ${quote(bytes, starts[cell], ends[cell])}`,
  };
}

/** A first row that fits no grid. */
export function noRowFault(
  bytes: Uint8Array,
  start: number,
  stop: number,
  lineStart: number,
  line: number,
): Fault {
  return {
    line,
    column: start - lineStart + 1,
    reason: `expected a row of a grid (4 to 36 cells, but no prime number of them), got ${quote(bytes, start, stop)}`,
  };
}

/** A grid that is not of the size announced; undefined if it is. The size given may be the cells of a row or the box order. */
export function sizeFault(given: number | undefined, size: number, line: number): Fault | undefined {
  if (given === undefined || size === given || size === given * given) return undefined;
  const squared = given * given <= 36 ? ` or ${given * given}` : '';
  return {
    line,
    column: 0,
    reason: `expected rows of ${given}${squared} cells after the size ${given}, got ${size}`,
  };
}

/** A grid that ends too early; undefined if it does not. */
export function shortFault({ rows, kind, line }: OpenGrid, endLine: number): Fault | undefined {
  const size = kind?.geometry.size ?? 0;
  if (rows >= size) return undefined;
  return { line: Math.max(line, endLine), column: 0, reason: `expected ${size} rows, got ${rows}` };
}
