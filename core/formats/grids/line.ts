import { ALL_EMPTY_SYMBOLS, MAX_SIZE } from '../../options/options.ts';
import { SEPARATOR } from '../shared/alphabet.ts';
import { isCommentAt, isFrameLine, latin1, lineEnd, skipBlanks, withoutBoxDrawing } from '../shared/bytes.ts';
import type { OpenGrid } from '../shared/cell-blocks.ts';
import { separatorAt } from '../shared/cells.ts';
import { isMarker } from '../shared/markers.ts';

/** What the head tells of a file whose grids stand over several lines. Plain JSON. */
export interface GridsState {
  /** symbols of the values by size, for the sizes that the head holds in symbols */
  readonly alphabets: Record<number, string>;
  /** signs of empty cells by size, in symbols */
  readonly empties: Record<number, string>;
  /** How cells parted by spaces are read in grids above 9x9 where a row shows neither a two-digit number nor a letter. */
  readonly separated: 'numbers' | 'symbols';
  /** Byte between fields of which some are blank, as a spreadsheet writes them; 0 where there are none. */
  readonly delimiter: number;
  /** Whether the delimiter stands after the last field, too. */
  readonly trailing: boolean;
  /** Whether a line with nothing but a number gives the size of the grid after it. */
  readonly sized: boolean;
  /** Whether blank lines part the bands of a grid, not only grids. */
  readonly gaps: boolean;
  /** Whether a line of `=` parts grids, not bands of one. */
  readonly parted: boolean;
  /** Whether the row before a line such as `|---|---|` is the header of a table. */
  readonly headed: boolean;
  /** What all rows look like, with `#` for each cell, where empty ones are blank and only columns tell them apart. */
  readonly columns?: string | undefined;
  /** Whether digits before a grid that make no row of any are its title, as a date is, and not a row that is broken. */
  readonly titled: boolean;
  /** Signs among `-*_` that are empty cells, not only part of frames. */
  readonly signs: string;
  /** The size of most grids: what a grid with a broken first row is taken for; 0 if the head holds none. */
  readonly size: number;
}

const EQUALS = 61;

/** Bytes of a line that are looked at: 36 cells, each boxed by seven characters of three bytes, have 760. */
const MAX_DRAWN = 1000;

export type LineKind = 'blank' | 'frame' | 'text' | 'size' | 'marker' | 'row';

/**
 * What a line is, apart from the grid that it may stand in. `row` is only said of a line that is nothing else;
 * whether its cells make a row is the reader's to see.
 */
export function lineKind(
  bytes: Uint8Array,
  start: number,
  end: number,
  state: GridsState,
  size: number,
): LineKind {
  const first = skipBlanks(bytes, start, end);
  if (first === end) return 'blank';
  if (isCommentAt(bytes, first) || bytes[first] === 0x5b /* [Puzzle] */) return 'text';
  // only these can begin anything but a row or a text, so that most rows need no look at their text
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + first, Math.min(end - first, MAX_DRAWN))
    .toString('latin1')
    .trimEnd();
  if (text === '') return 'blank'; // a form feed
  if (state.sized && /^\d{1,2}$/.test(text)) return 'size';
  if (isMarker(text)) return 'marker';
  // of as many symbols as a row has, it may be one
  if (isDate(text) && text.length !== (size || state.size)) return 'text';
  if (isFrame(text, state, size)) return 'frame';
  return 'row';
}

const DATE = /^(\d{4}([-/.])\d\d?\2\d\d?|\d\d?([-/.])\d\d?\3\d{2,4})$/;

/** Whether a line holds nothing but a date. */
export function isDate(text: string): boolean {
  return DATE.test(text);
}

/** Whether a line is drawn between rows: dashes and the like, unless they are empty cells, as many as a row has. */
function isFrame(text: string, state: GridsState, size: number): boolean {
  if (!isFrameLine(text, '')) return false;
  const row = withoutBoxDrawing(text);
  if (row !== text && row.trim() === '') return true;
  const signs = row.replace(/[\s|:!,;]/g, '');
  if (/[^-*_.]/.test(signs)) return true;
  const areEmpties = signs.split('').every((sign) => `${state.signs}.`.includes(sign));
  return !areEmpties || signs.length !== (size || state.size);
}

/** Whether the first row of a grid is the header of a table: below it stands a line such as `|---|---|`. */
export function isHeader(bytes: Uint8Array, lineFeed: number, end: number, { headed }: GridsState): boolean {
  if (!headed || lineFeed >= end) return false;
  const next = latin1(bytes, lineFeed + 1, Math.min(lineEnd(bytes, lineFeed + 1), lineFeed + 1 + MAX_DRAWN));
  return /^\s*\|(\s*:?-+:?\s*\|)+\s*$/.test(next);
}

/** Whether such a line after the last row ends a grid that lacks rows. */
export function endsGrid(
  grid: OpenGrid,
  what: LineKind,
  first: number,
  { parted, gaps }: GridsState,
): boolean {
  if (what === 'row') return false;
  if (what === 'frame') return first === EQUALS && parted;
  if (what !== 'blank') return true;
  const band = grid.kind?.geometry.boxRows ?? 0;
  return !(gaps && band > 0 && grid.rows % band === 0);
}

/** Whether a line that is no row was meant to be one: most of what stands in it is digits and empty cells, or symbols of the grid. */
export function isRowLike(bytes: Uint8Array, start: number, stop: number, table?: Uint8Array): boolean {
  let cells = 0;
  let others = 0;
  for (let at = start; at < stop; at++) {
    const skip = separatorAt(bytes, at);
    if (skip > 0) at += skip - 1;
    else if (CELL_SIGNS[bytes[at]!] || (table && table[bytes[at]!]! < SEPARATOR)) cells++;
    else others++;
  }
  return cells >= 3 && cells >= 3 * others;
}

/** Whether a line that was meant as cells has more of them than any row: it is a record by itself, as a puzzle in one line. */
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

const CELL_SIGNS = new Uint8Array(256);
for (const sign of `0123456789${ALL_EMPTY_SYMBOLS}`) CELL_SIGNS[sign.charCodeAt(0)] = 1;

/**
 * Whether a line has as many symbols as most rows of large grids, in their case, and no blank: it is rather the row
 * of a grid in another alphabet than a title.
 */
export function isAsLongAsRows(
  bytes: Uint8Array,
  start: number,
  stop: number,
  { size, alphabets }: GridsState,
): boolean {
  const symbols = alphabets[size];
  if (size <= 9 || symbols === undefined || stop - start !== size) return false;
  const row = Buffer.from(bytes.subarray(start, stop)).toString('latin1');
  return (/[a-z]/.test(symbols) ? /^[0-9a-z.*_-]+$/ : /^[0-9A-Z.*_-]+$/).test(row);
}
