// Grids of one pattern: their bytes are the same but for the cells, each of which is one byte. Sixteen bytes at a time. The
// module has no state but its memory, the pattern that it was given, and what the last call left.
import {
  CR,
  LF,
  MAX_BETWEEN,
  MAX_BETWEEN_BYTES,
  MAX_GRID_PATTERN,
  MAX_RECORD_BYTES,
  MAX_SIZE,
  POINT,
  SLACK,
  SOLVED,
  ZERO,
} from '../../../kernel/constants';

// Where everything lies in memory, which never grows.

/** Grids of 16 cells that a buffer may have, and one more. */
export const MAX_GRIDS: u32 = MAX_RECORD_BYTES / 16 + 1;

/** u8 a byte: the value of a cell of that byte, above all sizes if no cell has it */
export const VALUES: u32 = 1024;
/** u8 a value: the byte that is written for it */
export const SYMBOLS: u32 = VALUES + 256;

// The pattern, in vectors of 16 bytes: a mask of the bytes that are not cells, and these bytes; the places to gather the
// cells from, and for each place the number of the cell to scatter there; and the number of cells (u32 a vector).
export const MASKS: u32 = SYMBOLS + 16;
export const EXPECTED: u32 = MASKS + MAX_GRID_PATTERN;
export const GATHER: u32 = EXPECTED + MAX_GRID_PATTERN;
export const SCATTER: u32 = GATHER + MAX_GRID_PATTERN;
export const COUNTS: u32 = SCATTER + MAX_GRID_PATTERN;

/** u16 a cell of the pattern: its offset */
export const PLACES: u32 = COUNTS + MAX_GRID_PATTERN;

/** Lines that can stand between grids: u8 for the length, the bytes, `0` for any digit. */
export const BETWEEN: u32 = PLACES + 2 * 81;

/** A copy of the bytes that are read. */
export const BUFFER: u32 = BETWEEN + MAX_BETWEEN * (1 + MAX_BETWEEN_BYTES) + SLACK;
/** u8 a cell: values of the puzzles, and of their solutions */
export const CELLS: u32 = BUFFER + MAX_RECORD_BYTES + SLACK;
export const SOLUTIONS: u32 = CELLS + MAX_RECORD_BYTES + MAX_SIZE * MAX_SIZE + SLACK;
/** u32 a grid: offset of its first line, line feeds before it, offsets of its first row and after its last */
export const STARTS: u32 = (SOLUTIONS + MAX_RECORD_BYTES + MAX_SIZE * MAX_SIZE + SLACK) & ~15;
export const LINES: u32 = STARTS + 4 * MAX_GRIDS;
export const TOPS: u32 = LINES + 4 * MAX_GRIDS;
export const BOTTOMS: u32 = TOPS + 4 * MAX_GRIDS;
/** u8 a grid: 1 for those that have the pattern; outcomes */
export const HAS_PATTERN: u32 = BOTTOMS + 4 * MAX_GRIDS;
export const STATUSES: u32 = HAS_PATTERN + MAX_GRIDS;

let length: u32 = 0;
let top: u32 = 0;
let bottom: u32 = 0;
let lineFeeds: u32 = 0;
let size: u32 = 0;
let areDigits: bool = false;
let pointsAreRows: bool = false;
let zerosAreRows: bool = false;

/** Offset in the buffer of the first byte that `readGrids` did not read, and line feeds before it. */
export let stoppedAt: u32 = 0;
export let stoppedLine: u32 = 0;

/**
 * Sets the pattern whose vectors have been written.
 * @param bytes from the first line to the end of the last one, or to the blanks after it
 * @param firstRow offset of the first row
 * @param lastEnd offset after the last
 * @param feeds line feeds within it
 * @param cellsOfRow 9 at most
 * @param digits whether each value is written as its digit, and an empty cell as `0` or `.`
 * @param zeros whether a row without givens that holds a `0` is certainly a row
 * @param points whether a row of nothing but `.` is
 */
export function setPattern(
  bytes: u32,
  firstRow: u32,
  lastEnd: u32,
  feeds: u32,
  cellsOfRow: u32,
  digits: bool,
  zeros: bool,
  points: bool,
): void {
  length = bytes;
  top = firstRow;
  bottom = lastEnd;
  lineFeeds = feeds;
  size = cellsOfRow;
  areDigits = digits;
  zerosAreRows = zeros;
  pointsAreRows = points;
}

/**
 * Reads grids up to the first that does not have the pattern, or has a row that may be a frame. Skips line feeds between them, and
 * before a grid of the pattern the known lines.
 * @param at offset in the buffer of the first line
 * @param end offset after the last line feed
 * @param origin offset that stored offsets count from
 * @param first number of the first grid
 * @param line line feeds before it
 * @param most number of the grid to stop before
 * @returns how many it read
 */
export function readGrids(at: u32, end: u32, origin: u32, first: u32, line: u32, most: u32): u32 {
  let grid = first;
  while (grid < most) {
    while (at < end && load<u8>(BUFFER + at) === LF) {
      at++;
      line++;
    }
    // the lines before a grid that is not read are not skipped
    stoppedAt = at;
    stoppedLine = line;
    for (;;) {
      const next = at < end && load<u8>(BUFFER + at) === LF ? at + 1 : betweenEnd(at, end);
      if (next === 0) break;
      at = next;
      line++;
    }
    const stop = at + length;
    if (stop >= end) return grid - first;
    const lineFeed: u32 = load<u8>(BUFFER + stop) === CR ? stop + 1 : stop;
    if (lineFeed >= end || load<u8>(BUFFER + lineFeed) !== LF) return grid - first;
    if (!readGrid(BUFFER + at, CELLS + grid * size * size)) return grid - first;
    store<u32>(STARTS + 4 * grid, at - origin);
    store<u32>(LINES + 4 * grid, line);
    store<u32>(TOPS + 4 * grid, at + top - origin);
    store<u32>(BOTTOMS + 4 * grid, at + bottom - origin);
    store<u8>(HAS_PATTERN + grid, 1);
    line += lineFeeds + 1;
    at = lineFeed + 1;
    grid++;
  }
  stoppedAt = at;
  stoppedLine = line;
  return grid - first;
}

/** The end of a known line at a place; 0 if there is none. */
function betweenEnd(at: u32, end: u32): u32 {
  for (
    let known = BETWEEN;
    known < BETWEEN + MAX_BETWEEN * (1 + MAX_BETWEEN_BYTES);
    known += 1 + MAX_BETWEEN_BYTES
  ) {
    const length: u32 = load<u8>(known);
    if (length === 0) return 0;
    let i: u32 = 1;
    while (i <= length) {
      const expected: u32 = load<u8>(known + i);
      const byte: u32 = load<u8>(BUFFER + at + i - 1);
      if (expected === ZERO ? byte - ZERO > 9 : byte !== expected) break;
      i++;
    }
    if (i <= length) continue;
    let next = at + length;
    if (load<u8>(BUFFER + next) === CR) next++;
    if (next < end && load<u8>(BUFFER + next) === LF) return next + 1;
  }
  return 0;
}

function readGrid(from: u32, cells: u32): bool {
  let differences = i8x16.splat(0);
  let to = cells;
  for (let i: u32 = 0; i < length; i += 16) {
    const bytes = v128.load(from + i);
    const others = v128.and(v128.xor(bytes, v128.load(EXPECTED + i)), v128.load(MASKS + i));
    differences = v128.or(differences, others);
    v128.store(to, i8x16.swizzle(bytes, v128.load(GATHER + i)));
    to += load<u32>(COUNTS + (i >> 2));
  }
  if (v128.any_true(differences)) return false;
  if (!(areDigits && digitsToValues(cells)) && !symbolsToValues(cells)) return false;
  for (let row: u32 = 0; row < size; row++) {
    if (!hasGiven(cells + row * size) && !isSurelyRow(from, row)) return false;
  }
  return true;
}

/** @returns whether all are digits up to the size, or `.`; if not, nothing is changed */
function digitsToValues(cells: u32): bool {
  const zeros = i8x16.splat(ZERO as i8);
  const points = i8x16.splat((POINT ^ ZERO) as i8);
  const count = size * size;
  const vectors = count & ~15;
  let largest = i8x16.splat(0);
  for (let i: u32 = 0; i < vectors; i += 16) {
    const bytes = v128.xor(v128.load(cells + i), zeros);
    largest = i8x16.max_u(largest, v128.andnot(bytes, i8x16.eq(bytes, points)));
  }
  if (v128.any_true(i8x16.gt_u(largest, i8x16.splat(size as i8)))) return false;
  for (let i = vectors; i < count; i++) {
    const value: u32 = load<u8>(cells + i) ^ ZERO;
    if (value > size && value !== (POINT ^ ZERO)) return false;
  }
  // also changes up to 15 bytes after the last cell, which belong to the next grid and are not read yet
  for (let i: u32 = 0; i < count; i += 16) {
    const bytes = v128.xor(v128.load(cells + i), zeros);
    v128.store(cells + i, v128.andnot(bytes, i8x16.eq(bytes, points)));
  }
  return true;
}

function symbolsToValues(cells: u32): bool {
  const end = cells + size * size;
  for (let at = cells; at < end; at++) {
    const value: u32 = load<u8>(VALUES + load<u8>(at));
    if (value > size) return false;
    store<u8>(at, value as u8);
  }
  return true;
}

/** @inline */
function hasGiven(row: u32): bool {
  const bits: u32 = min<u32>(size, 8) * 8;
  let givens = load<u64>(row) & (u64.MAX_VALUE >> (64 - bits));
  if (size === 9) givens |= load<u8>(row + 8);
  return givens !== 0;
}

/** Whether a line without givens is certainly a row: other signs of empty cells than `0` and `.` may be a drawing. */
function isSurelyRow(from: u32, row: u32): bool {
  let points: u32 = 0;
  for (let i = row * size; i < row * size + size; i++) {
    const byte: u32 = load<u8>(from + load<u16>(PLACES + 2 * i));
    if (byte === ZERO) return zerosAreRows;
    if (byte === POINT) points++;
  }
  return pointsAreRows && points === size;
}

/** Writes the solution of each of `count` grids that has the pattern and is solved over its empty cells in the buffer. */
export function writeGrids(count: u32, origin: u32): void {
  const symbols = v128.load(SYMBOLS);
  for (let grid: u32 = 0; grid < count; grid++) {
    if (load<u8>(HAS_PATTERN + grid) === 0 || load<u8>(STATUSES + grid) !== SOLVED) continue;
    const to = BUFFER + origin + load<u32>(STARTS + 4 * grid);
    let from = grid * size * size;
    for (let i: u32 = 0; i < length; i += 16) {
      const places = v128.load(SCATTER + i);
      // the place is 255 where no cell belongs; there the swizzle yields 0, as for an empty cell
      const givens = i8x16.swizzle(v128.load(CELLS + from), places);
      const isEmpty = v128.andnot(i8x16.eq(givens, i8x16.splat(0)), i8x16.eq(places, i8x16.splat(-1)));
      const values = i8x16.swizzle(v128.load(SOLUTIONS + from), places);
      const written = i8x16.swizzle(symbols, values);
      v128.store(to + i, v128.bitselect(written, v128.load(to + i), isEmpty));
      from += load<u32>(COUNTS + (i >> 2));
    }
  }
}
