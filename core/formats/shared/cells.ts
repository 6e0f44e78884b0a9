// The cells of a row: how they are found in each style, and their values. Plain digits are read and written four at a
// time.

import { CR, FF, LF, MINUS, PIPE, POINT, SPACE, TAB, ZERO } from '../../kernel/constants.ts';
import { EMPTY_SYMBOLS, MAX_SIZE, SOFT_EMPTY_SYMBOLS } from '../../options/options.ts';
import type { Geometry } from '../../solver/model/geometry.ts';
import { type SymbolTable, UNKNOWN } from './alphabet.ts';
import { bomLength, byteSet, isBlank, skipBlanks, trimmedEnd } from './bytes.ts';
import { latin1 } from './latin1.ts';
import { readCandidates } from './pencilmarks.ts';

// A byte loop over typed arrays costs about a nanosecond a cell in V8; words of four cells cost a third of that.
const ZEROS = 0x30303030;
const DOTS = 0x1e1e1e1e;

/**
 * Reads cells written as digits, with `0` or `.` for empty ones.
 * In `w ^ '0000'` a digit is its value, `.` is 0x1e, and only bytes other than digits have bit 4 set: these must be 0
 * after removing 0x1e, the others at most `size`.
 * @param size 9 at most: the largest digit allowed
 * @returns whether all bytes are such cells; otherwise the values written are undefined
 */
export function readDigits(
  from: DataView,
  at: number,
  count: number,
  size: number,
  to: DataView,
  start: number,
): boolean {
  const sizes = size * 0x01010101;
  const room = 0x7f7f7f7f - sizes;
  const words = at + (count & ~3);
  let over = 0;
  let out = start;
  for (let i = at; i < words; i += 4, out += 4) {
    const word = from.getInt32(i, true) ^ ZEROS;
    const bits = (word >>> 4) & 0x01010101;
    const dots = (bits << 8) - bits;
    const values = word ^ (dots & DOTS);
    // a value above `size` carries into bit 7 of its byte; a byte beyond ASCII has it set
    over |= values | (values + room + (dots & sizes));
    to.setInt32(out, values, true);
  }
  for (let i = words; i < at + count; i++, out++) {
    const byte = from.getUint8(i) ^ 0x30;
    const value = byte === 0x1e ? 0 : byte;
    over |= value | (value + 0x7f - size);
    to.setUint8(out, value);
  }
  return (over & 0x80808080) === 0;
}

/** Whether a stretch consists of digits and points, with a digit among them. */
export function isPlain(bytes: DataView, start: number, end: number): boolean {
  const words = start + ((end - start) & ~3);
  let over = 0;
  let digits = 0;
  // as in readDigits, with 9 for the size
  for (let i = start; i < words; i += 4) {
    const word = bytes.getInt32(i, true) ^ ZEROS;
    const bits = (word >>> 4) & 0x01010101;
    const dots = (bits << 8) - bits;
    const values = word ^ (dots & DOTS);
    over |= values | (values + 0x76767676 + (dots & 0x09090909));
    digits |= ~bits & 0x01010101;
  }
  for (let i = words; i < end; i++) {
    const byte = bytes.getUint8(i) ^ 0x30;
    if (byte <= 9) digits = 1;
    else if (byte !== 0x1e) over = 0x80;
  }
  return (over & 0x80808080) === 0 && digits !== 0;
}

/** Writes values of 0 to 9 as digits, with `.` for 0. */
export function writeCells(from: DataView, start: number, count: number, to: DataView, at: number): void {
  const words = start + (count & ~3);
  let out = at;
  for (let i = start; i < words; i += 4, out += 4) {
    const word = from.getInt32(i, true);
    // a bit for each byte other than 0; `.` is two less than `0`
    const full = ((word + 0x7f7f7f7f) >>> 7) & 0x01010101;
    to.setInt32(out, (word | ZEROS) - 2 * (full ^ 0x01010101), true);
  }
  for (let i = words; i < start + count; i++, out++)
    to.setUint8(out, from.getUint8(i) === 0 ? 0x2e : from.getUint8(i) | 0x30);
}

/** A view of the same bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * How the cells of a row are found. `symbols`: each byte other than a separator; `numbers`: between separators; `pipes`:
 * between pipes, blank for an empty cell; `fields`: between delimiters, likewise; `columns`: at fixed columns; `candidates`:
 * all digits that a cell may have (core/formats/grids/candidates).
 */
export type Style = 'symbols' | 'numbers' | 'pipes' | 'fields' | 'columns' | 'candidates';

/** How the fields of a row are delimited, if some are blank. */
export interface FieldDelimiters {
  /** The byte between fields. */
  readonly delimiter: number;
  /** Whether the last field has one after it, too. */
  readonly trailing: boolean;
}

/** Cells after which a line is not scanned further: no grid has such rows. */
const MAX_ROW_CELLS = 64;

/** Offsets of the first byte of each cell of a row, and of the byte after its last. */
export interface Row {
  count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Memory for the cells of a row, or for `most` cells. */
export function emptyRow(most = MAX_ROW_CELLS): Row {
  return { count: 0, starts: new Uint32Array(most), ends: new Uint32Array(most) };
}

/** Makes a row of cells side by side. @param width bytes of a cell */
export function fillRow(row: Row, start: number, count: number, width = 1): void {
  row.count = count;
  for (let cell = 0, at = start; cell < count; cell++, at += width) {
    row.starts[cell] = at;
    row.ends[cell] = at + width;
  }
}

/** Bytes that separate cells. UTF-8 box drawing (U+2500 to U+257F) also does. */
const SEPARATES = byteSet(' \t\r\f,;:|!');
const BOX_DRAWING = 0xe2;

/** Length of the separator at `at`, or 0 for a cell. */
export function separatorAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (SEPARATES[byte]) return 1;
  return byte === BOX_DRAWING && (bytes[at + 1] === 0x94 || bytes[at + 1] === 0x95) ? 3 : 0;
}

/**
 * Finds the cells of a line.
 * @param isSymbol 1 for each byte that is a cell in this file, although it is a separator in most, as `:` in one alphabet
 */
export function scanRow(
  bytes: Uint8Array,
  start: number,
  end: number,
  style: Style,
  row: Row,
  isSymbol?: Uint8Array,
  fields?: FieldDelimiters,
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
    if (style !== 'symbols') while (at < end && separatorAt(bytes, at) === 0) at++;
    if (row.count === row.starts.length) return;
    row.starts[row.count] = first;
    row.ends[row.count++] = at;
  }
}

function scanPipes(bytes: Uint8Array, start: number, end: number, row: Row): void {
  const last = trimmedEnd(bytes, start, end) - 1;
  if (last > start && bytes[start] === PIPE && bytes[last] === PIPE)
    scanDelimited(bytes, start + 1, last, PIPE, row);
}

function scanFields(
  bytes: Uint8Array,
  start: number,
  end: number,
  { delimiter, trailing }: FieldDelimiters,
  row: Row,
): void {
  let [from, to] = [start, end];
  // blanks at the ends can be delimiters, or blank fields
  while (from > 0 && (bytes[from - 1] === SPACE || bytes[from - 1] === TAB)) from--;
  while (bytes[to] === SPACE || bytes[to] === TAB) to++;
  if (trailing) {
    while (to > from && bytes[to - 1] !== delimiter && isBlank(bytes[to - 1]!)) to--;
    if (bytes[to - 1] !== delimiter) return;
    to--;
  }
  scanDelimited(bytes, from, to, delimiter, row);
}

function scanDelimited(bytes: Uint8Array, from: number, to: number, delimiter: number, row: Row): void {
  for (let at = from; row.count < row.starts.length; at++) {
    row.starts[row.count] = at;
    while (at < to && bytes[at] !== delimiter) at++;
    row.ends[row.count++] = at;
    if (at === to) return;
  }
}

/** Value of {@link cellNumber} for a cell that is neither a number nor empty. */
export const NO_NUMBER = 0x80;

/** The number in a cell, 0 for an empty one (`0`, `00`, `.`, `..`, `_`, `*`, `-`, `-1` or blank), or {@link NO_NUMBER}. */
export function cellNumber(bytes: Uint8Array, start: number, end: number): number {
  const digit = bytes[start]! - ZERO;
  if (end - start === 1 && digit >= 0 && digit <= 9) return digit;
  while (start < end && isBlank(bytes[start]!)) start++;
  while (end > start && isBlank(bytes[end - 1]!)) end--;
  if (end - start === 2 && bytes[start] === MINUS && bytes[start + 1] === ZERO + 1) return 0;
  if (end - start > 2) {
    // pandas writes integers with missing values as 1.0 and nan
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

const EMPTIES = byteSet(EMPTY_SYMBOLS + SOFT_EMPTY_SYMBOLS);

/** A cell in a column pattern; all other characters are literal. */
export const CELL = '#';
const CELL_BYTE = CELL.charCodeAt(0);

/**
 * Finds cells by their columns, as empty ones are blank. Cells after the end of a short line are empty.
 * @param columns pattern of a row, one character a byte, with {@link CELL} for each cell
 */
export function scanColumns(bytes: Uint8Array, start: number, columns: string, row: Row): void {
  const from = lineStart(bytes, start);
  let end = from;
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
  row.count = 0;
  for (let i = 0; i < columns.length; i++) {
    const at = Math.min(from + i, end);
    const sign = columns.charCodeAt(i);
    if (sign === CELL_BYTE) {
      row.starts[row.count] = at;
      row.ends[row.count++] = Math.min(at + 1, end);
    } else if ((from + i < end ? bytes[at] : SPACE) !== sign) {
      row.count = 0;
      return;
    }
  }
  for (let at = from + columns.length; at < end; at++) {
    if (bytes[at] !== SPACE) row.count = 0;
  }
}

/** Spaces to insert before a cell after the end of a short line, once the cells before it are written. */
export function missingBefore(bytes: Uint8Array, lineEnd: number, columns: string, cell: number): number {
  const length = lineEnd - lineStart(bytes, lineEnd);
  const column = columnOf(columns, cell);
  const before = cell === 0 ? 0 : columnOf(columns, cell - 1) + 1;
  return Math.max(0, column - Math.max(length, before));
}

function columnOf(columns: string, cell: number): number {
  let column = columns.indexOf(CELL);
  for (let i = 0; i < cell; i++) column = columns.indexOf(CELL, column + 1);
  return column;
}

/** Offset of a line's first column: a byte-order mark and form feeds have no width. */
function lineStart(bytes: Uint8Array, at: number): number {
  let from = at;
  while (from > 0 && bytes[from - 1] !== LF) from--;
  if (from === 0) from = bomLength(bytes);
  while (bytes[from] === FF) from++;
  return from;
}

/** How the rows of a grid are written, and its geometry. Equal kinds of a file are usually the same object. */
export interface RowKind {
  readonly style: Style;
  readonly geometry: Geometry;
  /** Undefined for numbers. */
  readonly symbolTable: SymbolTable | undefined;
}

/** Value of a cell, for candidates their number; above {@link MAX_SIZE} if it is invalid. */
export function cellValue(bytes: Uint8Array, { starts, ends }: Row, kind: RowKind, cell: number): number {
  const [start, end] = [starts[cell]!, ends[cell]!];
  if (!kind.symbolTable) {
    if (kind.style !== 'candidates') return cellNumber(bytes, start, end);
    const count = readCandidates(bytes, start, end, kind.geometry.size);
    return count < 0 ? NO_NUMBER : count;
  }
  return kind.style === 'symbols'
    ? kind.symbolTable.values[bytes[start]!]!
    : symbolBetween(bytes, start, end, kind.symbolTable.values);
}

/** The value of the only symbol in a field, 0 for a blank field. */
function symbolBetween(bytes: Uint8Array, start: number, end: number, values: Uint8Array): number {
  const first = skipBlanks(bytes, start, end);
  const length = trimmedEnd(bytes, first, end) - first;
  return length === 0 ? 0 : length === 1 ? values[bytes[first]!]! : UNKNOWN;
}

/** Number of the first cell that is invalid in such a grid; -1 if all are valid. */
export function firstFault(bytes: Uint8Array, row: Row, kind: RowKind): number {
  const most = kind.symbolTable ? MAX_SIZE : kind.geometry.size;
  for (let cell = 0; cell < row.count; cell++) if (cellValue(bytes, row, kind, cell) > most) return cell;
  return -1;
}

/** What stands where a cell of a grid is expected. @param got as it is quoted */
export function cellFault({ symbolTable, geometry }: Omit<RowKind, 'style'>, got: string): string {
  const value = symbolTable
    ? `a symbol of ${symbolTable.alphabet.name}`
    : `a number from 1 to ${geometry.size}`;
  return `expected ${value} or an empty cell, got ${got}`;
}

/** What is wrong with a row that has more or fewer cells than those before it. */
export function unequalRows(size: number, row: number, count: number): string {
  const others = row === 2 ? `row 1 has ${size}` : `the others ${size}`;
  return `expected rows of equal length: row ${row} has ${count} cells, ${others}`;
}
