import { MAX_SIZE } from '../../../options/options.ts';
import type { Geometry } from '../../../solver/geometry.ts';
import { UNKNOWN } from '../alphabet.ts';
import { skipBlanks, trimmedEnd } from '../bytes.ts';
import type { SymbolTable } from '../symbol-table.ts';
import { cellNumber, type Row, type Style } from './row.ts';

/** How the rows of a grid are written. One object for equal kinds. */
export interface RowKind {
  readonly style: Style;
  readonly geometry: Geometry;
  /** Undefined for numbers. */
  readonly symbolTable: SymbolTable | undefined;
}

/** Value of a cell of a grid: above the largest size where it is none. */
export function cellValue(bytes: Uint8Array, { starts, ends }: Row, kind: RowKind, cell: number): number {
  const [start, end] = [starts[cell]!, ends[cell]!];
  if (!kind.symbolTable) return cellNumber(bytes, start, end);
  return kind.style === 'symbols'
    ? kind.symbolTable.values[bytes[start]!]!
    : symbolBetween(bytes, start, end, kind.symbolTable.values);
}

/** The value of the one symbol in a field, 0 where it is blank. */
function symbolBetween(bytes: Uint8Array, start: number, end: number, values: Uint8Array): number {
  const first = skipBlanks(bytes, start, end);
  const length = trimmedEnd(bytes, first, end) - first;
  return length === 0 ? 0 : length === 1 ? values[bytes[first]!]! : UNKNOWN;
}

/** The first cell that is none of such a grid; -1 if all are. */
export function firstFault(bytes: Uint8Array, row: Row, kind: RowKind): number {
  const most = kind.symbolTable ? MAX_SIZE : kind.geometry.size;
  for (let cell = 0; cell < row.count; cell++) if (cellValue(bytes, row, kind, cell) > most) return cell;
  return -1;
}
