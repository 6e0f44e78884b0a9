import type { Geometry } from '../../solver/geometry.ts';
import { SEPARATOR } from '../shared/alphabet.ts';
import { CR, LF } from '../shared/bytes.ts';
import { readDigits } from '../shared/digits.ts';
import type { SymbolTable } from '../shared/symbol-table.ts';

/** What is needed to read and write lines of one size. */
export interface PackedKind {
  readonly geometry: Geometry;
  readonly symbolTable: SymbolTable;
  /** Whether values are the digits that they look like. */
  readonly digits: boolean;
}

/** Bytes, and a view of the same ones. */
export interface Viewed {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** Reads the cells that begin at `at` to the place of grid number `p`. @returns false if something else stands there: then that place is undefined */
export function readCells(from: Viewed, at: number, kind: PackedKind, to: Viewed, p: number): boolean {
  const { cells, size } = kind.geometry;
  if (kind.digits && readDigits(from.view, at, cells, size, to.view, p * cells)) return true;
  const { values } = kind.symbolTable;
  let out = p * cells;
  let seen = 0;
  for (let i = at; i < at + cells; i++) {
    const value = values[from.bytes[i]!]!;
    to.bytes[out++] = value;
    seen |= value;
  }
  // a value is below both flags
  return seen < SEPARATOR;
}

/** Whether a byte ends the cells before it. */
export function endsCells(byte: number, kind: PackedKind): boolean {
  return byte === LF || byte === CR || kind.symbolTable.values[byte] === SEPARATOR;
}
