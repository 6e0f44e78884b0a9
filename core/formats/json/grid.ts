// The grid in a value of JSON: a string, or an array of cells or rows.

import { MAX_SIZE } from '../../options/options.ts';
import { gridIn, type TextGrid, tokensIn } from '../records/recognise.ts';
import { markerIn } from '../shared/markers.ts';
import type { TextReader } from '../shared/text-record.ts';
import { isGridLike } from './puzzle-object.ts';
import { depthOf, elementsIn, hasRows, Json, textInValue, textOf } from './scan.ts';

/** Depth of a grid's arrays: cells in rows, and rows perhaps in bands or boxes. */
const MAX_GRID_DEPTH = 4;

/** Bytes of the longest value that is examined as a grid. */
const MAX_GRID_BYTES = 1 << 16;

/** The grid in a string, or in an array of cells or rows. An array of grids is a list, not a grid. */
export function gridOf(
  bytes: Buffer,
  start: number,
  end: number,
  alphabet: string | undefined,
  readText?: TextReader,
): TextGrid | undefined {
  if (end - start > MAX_GRID_BYTES) return undefined;
  if (bytes[start] !== Json.open) return gridIn(textInValue(bytes, start, end), alphabet, readText);
  if (!isGridLike(bytes, start, end) || depthOf(bytes, start, end) > MAX_GRID_DEPTH) return undefined;
  const grid = gridIn(textInValue(bytes, start, end), alphabet);
  // numbers are cells each: they are not joined to symbols
  if (!grid || (grid.symbols !== undefined && holdsNumbers(bytes, start, end))) return undefined;
  return hasRows(bytes, start, end, grid.size) && !isListOfGrids(bytes, start, end, alphabet)
    ? grid
    : undefined;
}

/** Whether an array has elements without quotes, at any depth. */
export function holdsNumbers(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === Json.quote) for (at++; at < end && bytes[at] !== Json.quote; ) at++;
    else if (byte >= 0x30 && byte <= 0x39) return true;
  }
  return false;
}

/** Whether all elements of an array are grids, or lists of them. */
function isListOfGrids(bytes: Buffer, start: number, end: number, alphabet: string | undefined): boolean {
  let found = 0;
  for (const [at, to] of elementsIn(bytes, start, end)) {
    if ((bytes[at] !== Json.quote && bytes[at] !== Json.open) || to < 0) return false;
    const isList = bytes[at] === Json.open && isListOfGrids(bytes, at, to, alphabet);
    if (!isList && !gridOf(bytes, at, to, alphabet)) return false;
    found++;
  }
  return found > 0;
}

/** Whether no row of a full grid has a value twice: otherwise it is probably an id or a map of regions. */
export function isSolved(bytes: Buffer, start: number, end: number, { symbols }: TextGrid): boolean {
  const cells = symbols === undefined ? tokensIn(textInValue(bytes, start, end)) : symbols.split('');
  const size = Math.sqrt(cells.length);
  for (let row = 0; row < cells.length; row += size) {
    if (new Set(cells.slice(row, row + size)).size < size) return false;
  }
  return true;
}

/** Whether a value is a puzzle, a marker, or nearly one: where values may be anything, all others are left alone. */
export function resemblesPuzzle(
  bytes: Buffer,
  start: number,
  end: number,
  alphabet: string | undefined,
): boolean {
  if (bytes[start] === Json.quote && markerIn(bytes, start + 1, end - 1)) return true;
  return gridOf(bytes, start, end, alphabet) !== undefined || isSuspect(bytes, start, end);
}

/** Least characters of a text that resembles a puzzle, and the least shares of one symbol of empty cells and of values. */
const SUSPECT = { characters: 30, empties: 0.3, values: 0.1 } as const;

/**
 * Whether a text is likely a puzzle with too many or too few cells: it consists of cells, many of them empty cells of the
 * same symbol, and some of them values.
 */
export function isSuspect(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < SUSPECT.characters || end - start > MAX_GRID_BYTES) return false;
  const text = textOf(bytes, start, end).replace(/\bnull\b/g, '0');
  const strings = bytes[start] === Json.quote ? [] : (text.match(/"[^"]*"/g) ?? []);
  // rows of a grid have the same length
  if (strings.some(({ length }) => length !== strings[0]!.length || length > MAX_SIZE + 2)) return false;
  const cells = bytes[start] === Json.quote ? text.slice(1, -1) : text.replace(/[[\],\s"]/g, '');
  if (cells.length < SUSPECT.characters || !/^[\w.*-]+$/.test(cells)) return false;
  const values = cells.replace(/[^1-9a-z]/gi, '').length;
  const empties = ['.', '0', '_', '-', '*'].map((sign) => cells.split(sign).length - 1);
  return Math.max(...empties) >= SUSPECT.empties * cells.length && values >= SUSPECT.values * cells.length;
}
