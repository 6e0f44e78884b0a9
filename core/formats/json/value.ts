// What a value of JSON is: a grid as a string or an array of cells or rows, an object of another program, a marker, or none of these.

import { MAX_SIZE } from '../../options/options.ts';
import { gridIn, type TextGrid, tokensIn } from '../records/recognise.ts';
import { isDigit } from '../shared/bytes.ts';
import { markerIn } from '../shared/markers.ts';
import type { TextReader } from '../shared/text-record.ts';
import { childrenOf, isEmptyList, Json, scanValue, skipSpace, textBetween, textInValue } from './scan.ts';

/** Depth of a grid's arrays: cells in rows, and rows perhaps in bands or boxes. */
const MAX_GRID_DEPTH = 4;

/** Bytes of the longest value that is examined as a grid. */
const MAX_GRID_BYTES = 1 << 16;

/** The grid in a string, or in an array of cells or rows. An array of grids is a list, not a grid. */
export function gridOf(
  bytes: Uint8Array,
  start: number,
  end: number,
  alphabet: string | undefined,
  readText?: TextReader,
): TextGrid | undefined {
  if (end - start > MAX_GRID_BYTES) return undefined;
  if (bytes[start] !== Json.open) return gridIn(textInValue(bytes, start, end), alphabet, readText);
  const list = listAt(bytes, start, end);
  if (list.isOfObjects || list.depth > MAX_GRID_DEPTH) return undefined;
  const grid = gridIn(textBetween(bytes, start, end), alphabet);
  if (!grid || !isOneGrid(list, grid.size, grid.symbols === undefined)) return undefined;
  return isListOfGrids(bytes, start, end, alphabet) ? undefined : grid;
}

/** What an array consists of. */
export interface List {
  readonly depth: number;
  /** Whether its first element is an object. */
  readonly isOfObjects: boolean;
  /** Whether it has elements without quotes, at any depth. */
  readonly hasNumbers: boolean;
  /** Most cells of a string or array in it. */
  readonly longest: number;
}

/**
 * Whether an array with the cells of a grid of this size is one grid. No row has more cells: otherwise it is a grid itself. Numbers are
 * cells each: they are not joined to symbols.
 */
export function isOneGrid(
  { isOfObjects, hasNumbers, longest }: List,
  size: number,
  areNumbers: boolean,
): boolean {
  return !isOfObjects && longest <= size && (areNumbers || !hasNumbers);
}

export function listAt(bytes: Uint8Array, start: number, end: number): List {
  /** Elements so far of the open arrays. */
  const counts: number[] = [];
  let [depth, longest, hasNumbers] = [0, 0, false];
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === Json.open) depth = Math.max(depth, counts.push(1));
    else if (byte === Json.comma) counts[counts.length - 1]!++;
    else if (byte === Json.close) {
      const count = counts.pop()!;
      if (counts.length > 0) longest = Math.max(longest, count);
    } else if (byte === Json.quote) {
      const close = scanValue(bytes, at, end);
      if (close < 0) longest = Infinity;
      else if (close - 2 - at > longest)
        longest = Math.max(longest, cellsInRow(textBetween(bytes, at + 1, close - 1)));
      at = close < 0 ? end : close - 1;
    } else if (isDigit(byte)) hasNumbers = true;
  }
  return {
    depth,
    isOfObjects: bytes[skipSpace(bytes, start + 1, end)] === Json.openObject,
    hasNumbers,
    longest,
  };
}

/** Number of cells in a string: its numbers or symbols, with any separators. */
function cellsInRow(text: string): number {
  const tokens = tokensIn(text);
  const symbols = tokens.reduce((sum, { length }) => sum + length, 0);
  return tokens.length > 1 && tokens.every(({ length }) => length <= 2) ? tokens.length : symbols;
}

/** Whether all elements of an array are grids, or lists of them. */
function isListOfGrids(bytes: Uint8Array, start: number, end: number, alphabet: string | undefined): boolean {
  if (isEmptyList(bytes, start, end)) return false;
  return childrenOf(bytes, start, end).every(({ start: at, end: to }) => {
    const isList = bytes[at] === Json.open;
    if (to < 0 || !(isList || bytes[at] === Json.quote)) return false;
    return (
      (isList && isListOfGrids(bytes, at, to, alphabet)) || gridOf(bytes, at, to, alphabet) !== undefined
    );
  });
}

/** The cells of a grid in a value. */
export function valuesOf(bytes: Uint8Array, start: number, end: number, { symbols }: TextGrid): string[] {
  return symbols === undefined ? tokensIn(textInValue(bytes, start, end)) : symbols.split('');
}

/** Whether a value is an object of f-puzzles or SudokuPad: one puzzle, with other members than our records. */
export function isPuzzleObject(bytes: Uint8Array, start: number, end: number): boolean {
  return (
    bytes[start] === Json.openObject &&
    childrenOf(bytes, start, end).some((member) => areObjectCells(member.name, bytes, member.start, end))
  );
}

/** Whether a member holds the cells of such an object: rows of objects. */
export function areObjectCells(name: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== Json.open || (name !== 'grid' && name !== 'cells')) return false;
  const row = skipSpace(bytes, start + 1, end);
  return bytes[row] === Json.open && bytes[skipSpace(bytes, row + 1, end)] === Json.openObject;
}

/** Whether a value is a string with the marker of an earlier run. */
export function isMarkerValue(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes[start] === Json.quote && markerIn(bytes, start + 1, end - 1) !== undefined;
}

/** Whether a value is a puzzle, a marker, or nearly one: where values may be anything, all others are left alone. */
export function resemblesPuzzle(
  bytes: Uint8Array,
  start: number,
  end: number,
  alphabet: string | undefined,
): boolean {
  return (
    isMarkerValue(bytes, start, end) ||
    gridOf(bytes, start, end, alphabet) !== undefined ||
    isSuspect(bytes, start, end)
  );
}

/** Least characters of a text that resembles a puzzle, and the least shares of one symbol of empty cells and of values. */
const SUSPECT = { characters: 30, empties: 0.3, values: 0.1 } as const;

/**
 * Whether a text is likely a puzzle with too many or too few cells: it consists of cells, many of them empty cells of the
 * same symbol, and some of them values.
 */
export function isSuspect(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < SUSPECT.characters || end - start > MAX_GRID_BYTES) return false;
  const text = textBetween(bytes, start, end).replace(/\bnull\b/g, '0');
  const strings = bytes[start] === Json.quote ? [] : (text.match(/"[^"]*"/g) ?? []);
  // rows of a grid have the same length
  if (strings.some(({ length }) => length !== strings[0]!.length || length > MAX_SIZE + 2)) return false;
  const cells = bytes[start] === Json.quote ? text.slice(1, -1) : text.replace(/[[\],\s"]/g, '');
  if (cells.length < SUSPECT.characters || !/^[\w.*-]+$/.test(cells)) return false;
  const values = cells.replace(/[^1-9a-z]/gi, '').length;
  const empties = ['.', '0', '_', '-', '*'].map((sign) => cells.split(sign).length - 1);
  return Math.max(...empties) >= SUSPECT.empties * cells.length && values >= SUSPECT.values * cells.length;
}
