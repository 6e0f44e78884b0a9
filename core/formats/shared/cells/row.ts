import { EMPTY_SYMBOLS, SOFT_EMPTY_SYMBOLS } from '../../../options/options.ts';
import { CR, latin1, MINUS, PIPE, POINT, SPACE, TAB, ZERO } from '../bytes.ts';

/**
 * What a cell of a row is: one `symbol`, whatever parts them; a `number` (or sign for empty) between separators;
 * what stands between two `pipes`, blank where the cell is empty; or what stands between delimiters, likewise; or what
 * stands in its column.
 */
export type Style = 'symbols' | 'numbers' | 'pipes' | 'fields' | 'columns';

/** How the fields of a row are parted, where some are blank. */
export interface Fields {
  /** The byte between them. */
  readonly delimiter: number;
  /** Whether one stands after the last, too. */
  readonly trailing: boolean;
}

/** More cells in one line are not told apart: no grid has such rows. */
const MAX_ROW_CELLS = 64;

/** Where the cells of a row stand: offsets of their first byte and of the byte after their last. */
export interface Row {
  count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Room for a row, or for so many cells. */
export function emptyRow(most = MAX_ROW_CELLS): Row {
  return { count: 0, starts: new Uint32Array(most), ends: new Uint32Array(most) };
}

/** Bytes that part cells: blanks, form feeds, punctuation, and the bytes of UTF-8 box drawing (U+2500 to U+257F). */
const SEPARATES = new Uint8Array(256);
for (const symbol of ' \t\r\f,;:|!') SEPARATES[symbol.charCodeAt(0)] = 1;
const BOX_DRAWING = 0xe2;

/** Length of the separator at `at`, or 0 if a cell stands there. */
export function separatorAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (SEPARATES[byte]) return 1;
  return byte === BOX_DRAWING && (bytes[at + 1] === 0x94 || bytes[at + 1] === 0x95) ? 3 : 0;
}

/**
 * Finds the cells of a line.
 * @param isSymbol bytes that are cells although they mostly part them: 1 for each, as `:` in one alphabet
 */
export function scanRow(
  bytes: Uint8Array,
  start: number,
  end: number,
  style: Style,
  row: Row,
  isSymbol?: Uint8Array,
  fields?: Fields,
): void {
  row.count = 0;
  if (style === 'fields') {
    if (fields) scanFields(bytes, start, end, fields, row);
    return;
  }
  if (style === 'pipes') {
    scanPipes(bytes, start, end, row);
    return;
  }
  for (let at = start; at < end; ) {
    const skip = isSymbol?.[bytes[at]!] ? 0 : separatorAt(bytes, at);
    if (skip > 0) {
      at += skip;
      continue;
    }
    const first = at++;
    if (style === 'numbers') while (at < end && separatorAt(bytes, at) === 0) at++;
    if (row.count === row.starts.length) return;
    row.starts[row.count] = first;
    row.ends[row.count++] = at;
  }
}

function scanPipes(bytes: Uint8Array, start: number, end: number, row: Row): void {
  let last = end;
  while (last > start && isSpace(bytes[last - 1]!)) last--;
  if (bytes[start] !== PIPE || bytes[last - 1] !== PIPE) return;
  for (let at = start + 1; at < last && row.count < row.starts.length; at++) {
    row.starts[row.count] = at;
    while (bytes[at] !== PIPE) at++;
    row.ends[row.count++] = at;
  }
}

function scanFields(
  bytes: Uint8Array,
  start: number,
  end: number,
  { delimiter, trailing }: Fields,
  row: Row,
): void {
  let [from, to] = [start, end];
  // blanks at the ends may be delimiters, or what stands in blank fields
  while (from > 0 && (bytes[from - 1] === SPACE || bytes[from - 1] === TAB)) from--;
  while (bytes[to] === SPACE || bytes[to] === TAB) to++;
  if (trailing) {
    while (to > from && bytes[to - 1] !== delimiter && isSpace(bytes[to - 1]!)) to--;
    if (bytes[to - 1] !== delimiter) return;
    to--;
  }
  for (let at = from; row.count < row.starts.length; at++) {
    row.starts[row.count] = at;
    while (at < to && bytes[at] !== delimiter) at++;
    row.ends[row.count++] = at;
    if (at === to) return;
  }
}

export function isSpace(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === CR;
}

/** Value of {@link cellNumber} for what is neither number nor empty. */
export const NO_NUMBER = 0x80;

/** The number in a cell, 0 for an empty one (`0`, `00`, `.`, `..`, `_`, `*`, `-`, `-1` or blank), or {@link NO_NUMBER}. */
export function cellNumber(bytes: Uint8Array, start: number, end: number): number {
  while (start < end && isSpace(bytes[start]!)) start++;
  while (end > start && isSpace(bytes[end - 1]!)) end--;
  if (end - start === 2 && bytes[start] === MINUS && bytes[start + 1] === ZERO + 1) return 0;
  if (end - start > 2) {
    // as programs write numbers that may be missing: 1.0, nan
    if (bytes[end - 1] === ZERO && bytes[end - 2] === POINT) return cellNumber(bytes, start, end - 2);
    if (end - start === 3 && latin1(bytes, start, end).toLowerCase() === 'nan') return 0;
  }
  let value = 0;
  let empties = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (EMPTIES[byte]) empties++;
    else if (byte < ZERO || byte > ZERO + 9) return NO_NUMBER;
    else value = Math.min(10 * value + byte - ZERO, NO_NUMBER);
  }
  return empties === 0 || empties === end - start ? value : NO_NUMBER;
}

const EMPTIES = new Uint8Array(256);
for (const symbol of EMPTY_SYMBOLS + SOFT_EMPTY_SYMBOLS) EMPTIES[symbol.charCodeAt(0)] = 1;
