// What a single line among grids is: a row, a frame, a size, a marker, text or blank; and the state by which a file
// decides that.

import { POINT } from '../../kernel/constants.ts';
import { ALL_EMPTY_SYMBOLS, MAX_SIZE } from '../../options/options.ts';
import { anyOf, boolean, integer, members, optional, type Shaped, text } from '../../options/shape.ts';
import { isSize } from '../../solver/model/geometry.ts';
import { SEPARATOR, symbolsBySize } from '../shared/alphabet.ts';
import {
  byteSet,
  isCommentAt,
  isFrameLine,
  lineEnd,
  skipBlanks,
  withoutBoxDrawing,
} from '../shared/bytes.ts';
import type { OpenGrid } from '../shared/cell-blocks.ts';
import { separatorAt } from '../shared/cells.ts';
import { latin1 } from '../shared/latin1.ts';
import { isMarker } from '../shared/markers.ts';
import { isDate } from '../shared/text-line.ts';

/** What recognition finds out about a file of grids over several lines. Plain JSON. */
export const gridsState = members({
  /** symbols of the values by size, for the sizes that the head holds in symbols */
  alphabets: symbolsBySize,
  /** symbols of empty cells by size */
  empties: symbolsBySize,
  /** How to read separated cells in a row above 9x9 with neither a two-digit number nor a letter. */
  separated: anyOf('numbers', 'symbols'),
  /** Delimiter of fields of which some are blank, as spreadsheets write them; 0 for none. */
  delimiter: integer(0, 127),
  /** Whether the last field has a delimiter after it, too. */
  trailing: boolean,
  /** Whether a line that is a number is the size of the next grid. */
  sized: boolean,
  /** Whether blank lines separate the bands of a grid, not only grids. */
  gaps: boolean,
  /** Whether a line of `=` separates grids, not the bands of one. */
  parted: boolean,
  /** Whether the row before a line such as `|---|---|` is a table's header. */
  headed: boolean,
  /** Pattern of all rows, with `#` for each cell, if empty cells are blank and can only be found by their columns. */
  columns: optional(text()),
  /** Whether digits before a grid that are not a row of any grid are its title, such as a date, not a broken row. */
  titled: boolean,
  /** Symbols among `-*_` that are empty cells, not only part of frames. */
  signs: text(),
  /** Whether each cell has the digits that it may have. */
  candidates: boolean,
  /** The size of most grids, assumed for grids with a broken first row; 0 if the head has none. */
  size: integer(0, MAX_SIZE),
});
export type GridsState = Shaped<typeof gridsState>;

const EQUALS = 61;
const APOSTROPHE = 39;

/** Bytes of a line that are examined: 36 cells, each framed by seven characters of three bytes, have 760. */
const MAX_DRAWN = 1000;

export type LineKind = 'blank' | 'frame' | 'text' | 'size' | 'marker' | 'row';

/** The kind of a line, by itself. `row` is every other line; the reader checks its cells. */
export function lineKind(
  bytes: Uint8Array,
  start: number,
  end: number,
  state: GridsState,
  size: number,
): LineKind {
  const first = skipBlanks(bytes, start, end);
  if (first === end) return 'blank';
  const isHeading = bytes[first] === 0x5b /* [Puzzle] */ && !state.candidates;
  if (isCommentAt(bytes, first) || isHeading) return 'text';
  const text = latin1(bytes, first, Math.min(end, first + MAX_DRAWN)).trimEnd();
  if (text === '') return 'blank'; // a form feed
  if (text.includes('://')) return 'text';
  if (state.sized && /^\d{1,2}$/.test(text)) return 'size';
  if (isMarker(text)) return 'marker';
  // a date with as many symbols as a row can be one if it repeats none
  if (isDate(text) && (text.length !== (size || state.size) || /([1-9]).*\1/.test(text))) return 'text';
  if (isFrame(text, state, size)) return 'frame';
  return 'row';
}

/** Whether a number can announce the next grid: by its side or the order of its boxes. Others are titles. */
export function isAnnounced(number: number): boolean {
  return isSize(number) || isSize(number ** 2);
}

/** Whether a line is a frame between rows: dashes and the like, unless they are as many empty cells as a row has. */
function isFrame(text: string, state: GridsState, size: number): boolean {
  if (!isFrameLine(text, '')) return false;
  const row = withoutBoxDrawing(text);
  if (row !== text && row.trim() === '') return true;
  const signs = row.replace(/[\s|:!,;]/g, '');
  if (/[^-*_.]/.test(signs)) return true;
  const areEmpties = signs.split('').every((sign) => `${state.signs}.`.includes(sign));
  return !areEmpties || signs.length !== (size || state.size);
}

/** Whether the first row of a grid is a table's header: the next line is like `|---|---|`. */
export function isHeader(bytes: Uint8Array, lineFeed: number, end: number, { headed }: GridsState): boolean {
  if (!headed || lineFeed >= end) return false;
  const next = latin1(bytes, lineFeed + 1, Math.min(lineEnd(bytes, lineFeed + 1), lineFeed + 1 + MAX_DRAWN));
  return /^\s*\|(\s*:?-+:?\s*\|)+\s*$/.test(next);
}

/** Whether a line of this kind ends an incomplete grid. */
export function endsGrid(
  grid: OpenGrid,
  kind: LineKind,
  first: number,
  { parted, gaps, candidates }: GridsState,
): boolean {
  if (kind === 'row') return false;
  if (kind === 'frame') {
    // only the top and the bottom of a frame have corners
    const isCorner = first === POINT || first === APOSTROPHE;
    return candidates ? isCorner : first === EQUALS && parted;
  }
  if (kind !== 'blank') return true;
  const band = grid.kind?.geometry.boxRows ?? 0;
  return !(gaps && band > 0 && grid.rows % band === 0);
}

/** Whether an invalid row was meant as one: it consists mostly of digits and empty cells, or symbols of the grid. */
export function isRowLike(
  bytes: Uint8Array,
  start: number,
  stop: number,
  { candidates }: GridsState,
  table?: Uint8Array,
): boolean {
  let cells = 0;
  let others = 0;
  for (let at = start; at < stop; at++) {
    const skip = separatorAt(bytes, at);
    if (skip > 0) at += skip - 1;
    else if (CELL_SIGNS[bytes[at]!] || (table && table[bytes[at]!]! < SEPARATOR)) cells++;
    else others++;
  }
  // players mark candidates
  return cells >= 3 && cells >= (candidates ? 2 : 3) * others;
}

/** Whether a line of cells has more of them than any row: then it is a record by itself, such as a puzzle in one line. */
export function isLongerThanRows(bytes: Uint8Array, start: number, stop: number): boolean {
  let parts = 0;
  for (let at = start; at < stop; ) {
    const skip = separatorAt(bytes, at);
    if (skip > 0) {
      at += skip;
      continue;
    }
    const first = at;
    while (at < stop && separatorAt(bytes, at) === 0) at++;
    if (at - first > MAX_SIZE || ++parts > MAX_SIZE) return true;
  }
  return false;
}

const CELL_SIGNS = byteSet(`0123456789${ALL_EMPTY_SYMBOLS}`);

/**
 * Whether a line has as many symbols as most rows of large grids, in their case, and no blank: then it is a row in another
 * alphabet rather than a title.
 */
export function isAsLongAsRows(
  bytes: Uint8Array,
  start: number,
  stop: number,
  { size, alphabets }: GridsState,
): boolean {
  const symbols = alphabets[size];
  if (size <= 9 || symbols === undefined || stop - start !== size) return false;
  const row = latin1(bytes, start, stop);
  return (/[a-z]/.test(symbols) ? /^[0-9a-z.*_-]+$/ : /^[0-9A-Z.*_-]+$/).test(row);
}
