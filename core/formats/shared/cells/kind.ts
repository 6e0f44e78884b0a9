import { MAX_SIZE } from '../../../options/sizes.ts';
import type { Geometry } from '../../../solver/geometry.ts';
import type { SymbolTable } from '../symbol-table.ts';
import { cellNumber, type Row, type Style } from './row.ts';

/** How the rows of a grid are written. One object for equal kinds. */
export interface RowKind {
  readonly style: Style;
  readonly geometry: Geometry;
  /** For symbols only. */
  readonly symbolTable: SymbolTable | undefined;
}

/** Value of a cell of a grid: above the largest size where it is none. */
export function cellValue(bytes: Uint8Array, { starts, ends }: Row, kind: RowKind, cell: number): number {
  const start = starts[cell]!;
  return kind.symbolTable ? kind.symbolTable.values[bytes[start]!]! : cellNumber(bytes, start, ends[cell]!);
}

/** The first cell that is none of such a grid; -1 if all are. */
export function firstFault(bytes: Uint8Array, row: Row, kind: RowKind): number {
  const most = kind.symbolTable ? MAX_SIZE : kind.geometry.size;
  for (let cell = 0; cell < row.count; cell++) if (cellValue(bytes, row, kind, cell) > most) return cell;
  return -1;
}
