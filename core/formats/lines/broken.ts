import type { Geometry } from '../../solver/geometry.ts';
import { SEPARATOR } from '../shared/alphabet.ts';
import type { BrokenRecord } from '../shared/block.ts';
import { CR, isBlank, quote } from '../shared/bytes.ts';
import { markerIn } from '../shared/markers.ts';
import type { SymbolTable } from '../shared/symbol-table.ts';

const ENDS = new Uint8Array(Buffer.from(',|'));
const COLONS = new Uint8Array(Buffer.from(':;'));

/** Where the puzzle at `start` ends and the text after it begins. */
export function tokenEnd(bytes: Uint8Array, start: number, lineFeed: number, colons: boolean): number {
  let end = start;
  while (end < lineFeed) {
    const byte = bytes[end]!;
    if (isBlank(byte) || ENDS.includes(byte) || (colons && COLONS.includes(byte))) break;
    end++;
  }
  return end;
}

/**
 * Why the token is no puzzle.
 * @param lineStart where its line begins, for the column
 * @param like a puzzle of its length, or else of the size of most
 */
export function brokenToken(
  bytes: Uint8Array,
  lineStart: number,
  start: number,
  end: number,
  like: { geometry: Geometry; symbolTable: SymbolTable } | undefined,
): Omit<BrokenRecord, 'line'> {
  const fault = (at: number, reason: string) => ({ start, end, column: at - lineStart + 1, reason });
  const marker = markerIn(bytes, start, end);
  if (marker)
    return { ...fault(start, `expected a puzzle, got ${marker}, the marker of an earlier run`), kept: true };
  const got = quote(bytes, start, end);
  if (!like)
    return fault(
      start,
      `expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got ${end - start}: ${got}`,
    );
  const { geometry, symbolTable } = like;
  if (end - start !== geometry.cells) {
    return fault(
      Math.min(end, start + geometry.cells),
      `expected ${geometry.cells} cells, got ${end - start}: ${got}`,
    );
  }
  const { alphabet, values } = symbolTable;
  let at = start;
  while (values[bytes[at]!]! < SEPARATOR) at++;
  const symbol = quote(bytes, at, at + 1);
  return fault(at, `expected a symbol of ${alphabet.name} or an empty cell, got ${symbol}`);
}

/** Why a line is no record in which lines end that end otherwise: what stands in them would be lost. */
export function mixedLine(
  bytes: Uint8Array,
  lineStart: number,
  start: number,
  lineFeed: number,
): Omit<BrokenRecord, 'line'> {
  const end = tokenEnd(bytes, start, lineFeed, true);
  const column = bytes.indexOf(CR, lineStart) - lineStart + 1;
  return {
    start,
    end,
    column,
    reason: 'expected lines that end alike, got a line end of another kind within one',
  };
}
