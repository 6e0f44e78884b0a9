// Grids that look alike: the same bytes but for their cells, each of which is one byte. Sixteen bytes at a time. The
// module has no state but its memory, the look that it was given, and what the last call left.

import {
  ALIKE,
  BOTTOMS,
  BUFFER,
  CELLS,
  COUNTS,
  EXPECTED,
  LINES,
  MASKS,
  PLACES,
  PUT,
  SOLUTIONS,
  STARTS,
  STATUSES,
  SYMBOLS,
  TAKEN,
  TOPS,
  VALUES,
} from './memory';

export {
  ALIKE,
  BOTTOMS,
  BUFFER,
  CELLS,
  COUNTS,
  EXPECTED,
  LINES,
  MASKS,
  MAX_BYTES,
  MAX_GRIDS,
  MAX_LOOK,
  PLACES,
  PUT,
  SOLUTIONS,
  STARTS,
  STATUSES,
  SYMBOLS,
  TAKEN,
  TOPS,
  VALUES,
} from './memory';

const LINE_FEED: u32 = 10;
const CARRIAGE_RETURN: u32 = 13;
const ZERO: u32 = 48;
/** `.` as it stands in `byte ^ '0'` */
const DOT: u32 = 0x1e;

let length: u32 = 0;
let top: u32 = 0;
let lineFeeds: u32 = 0;
let size: u32 = 0;
let areDigits: bool = false;
let dotsAreRows: bool = false;
let zerosAreRows: bool = false;

/** Offset in the buffer of the first byte that `readGrids` did not take, and line feeds before it. */
export let stoppedAt: u32 = 0;
export let stoppedLine: u32 = 0;

/**
 * Tells of the look whose vectors have been written.
 * @param bytes from the first line to the end of the last row
 * @param firstRow offset of the first row
 * @param feeds line feeds within it
 * @param cellsOfRow 9 at most
 * @param digits whether values are the digits that they look like, `0` and `.` are empty
 * @param zeros whether a row without givens that holds a `0` is one without doubt
 * @param dots whether a row of nothing but `.` is one
 */
export function setLook(
  bytes: u32,
  firstRow: u32,
  feeds: u32,
  cellsOfRow: u32,
  digits: bool,
  zeros: bool,
  dots: bool,
): void {
  length = bytes;
  top = firstRow;
  lineFeeds = feeds;
  size = cellsOfRow;
  areDigits = digits;
  zerosAreRows = zeros;
  dotsAreRows = dots;
}

/**
 * Reads grids as long as they have the look, and no row that may be a frame. Line feeds between them are passed over.
 * @param at offset in the buffer of the first line
 * @param end offset after the last line feed
 * @param origin offset that the offsets written count from
 * @param first number of the first grid
 * @param line line feeds before it
 * @param most number that no grid reaches
 * @returns how many it took
 */
export function readGrids(at: u32, end: u32, origin: u32, first: u32, line: u32, most: u32): u32 {
  let grid = first;
  while (grid < most) {
    while (at < end && load<u8>(BUFFER + at) === LINE_FEED) {
      at++;
      line++;
    }
    const stop = at + length;
    if (stop >= end) break;
    const lineFeed: u32 = load<u8>(BUFFER + stop) === CARRIAGE_RETURN ? stop + 1 : stop;
    if (lineFeed >= end || load<u8>(BUFFER + lineFeed) !== LINE_FEED) break;
    if (!readGrid(BUFFER + at, CELLS + grid * size * size)) break;
    store<u32>(STARTS + 4 * grid, at - origin);
    store<u32>(LINES + 4 * grid, line);
    store<u32>(TOPS + 4 * grid, at + top - origin);
    store<u32>(BOTTOMS + 4 * grid, stop - origin);
    store<u8>(ALIKE + grid, 1);
    line += lineFeeds + 1;
    at = lineFeed + 1;
    grid++;
  }
  stoppedAt = at;
  stoppedLine = line;
  return grid - first;
}

function readGrid(from: u32, cells: u32): bool {
  let differences = i8x16.splat(0);
  let to = cells;
  for (let i: u32 = 0; i < length; i += 16) {
    const bytes = v128.load(from + i);
    const others = v128.and(v128.xor(bytes, v128.load(EXPECTED + i)), v128.load(MASKS + i));
    differences = v128.or(differences, others);
    v128.store(to, i8x16.swizzle(bytes, v128.load(TAKEN + i)));
    to += load<u32>(COUNTS + (i >> 2));
  }
  if (v128.any_true(differences)) return false;
  if (!(areDigits && digitsToValues(cells)) && !symbolsToValues(cells)) return false;
  for (let row: u32 = 0; row < size; row++) {
    if (!hasGiven(cells + row * size) && !isSurelyRow(from, row)) return false;
  }
  return true;
}

/** @returns whether all are digits up to the size, or `.`; else they are left as they are */
function digitsToValues(cells: u32): bool {
  const zeros = i8x16.splat(ZERO as i8);
  const dots = i8x16.splat(DOT as i8);
  const count = size * size;
  const vectors = count & ~15;
  let largest = i8x16.splat(0);
  for (let i: u32 = 0; i < vectors; i += 16) {
    const bytes = v128.xor(v128.load(cells + i), zeros);
    largest = i8x16.max_u(largest, v128.andnot(bytes, i8x16.eq(bytes, dots)));
  }
  if (v128.any_true(i8x16.gt_u(largest, i8x16.splat(size as i8)))) return false;
  for (let i = vectors; i < count; i++) {
    const value: u32 = load<u8>(cells + i) ^ ZERO;
    if (value > size && value !== DOT) return false;
  }
  // up to 15 bytes after the last cell are changed, too: the next grid's, which is yet to be read
  for (let i: u32 = 0; i < count; i += 16) {
    const bytes = v128.xor(v128.load(cells + i), zeros);
    v128.store(cells + i, v128.andnot(bytes, i8x16.eq(bytes, dots)));
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

/** Whether a row without givens is one: signs of empty cells other than `0` and `.` may be drawn. */
function isSurelyRow(from: u32, row: u32): bool {
  let dots: u32 = 0;
  for (let i = row * size; i < row * size + size; i++) {
    const byte: u32 = load<u8>(from + load<u16>(PLACES + 2 * i));
    if (byte === ZERO) return zerosAreRows;
    if (byte === (DOT ^ ZERO)) dots++;
  }
  return dotsAreRows && dots === size;
}

/** Writes the solution of each of `count` grids that has the look and one (status 0) over its empty cells in the buffer. */
export function writeGrids(count: u32, origin: u32): void {
  const symbols = v128.load(SYMBOLS);
  for (let grid: u32 = 0; grid < count; grid++) {
    if (load<u8>(ALIKE + grid) === 0 || load<u8>(STATUSES + grid) !== 0) continue;
    const to = BUFFER + origin + load<u32>(STARTS + 4 * grid);
    let from = grid * size * size;
    for (let i: u32 = 0; i < length; i += 16) {
      const places = v128.load(PUT + i);
      // no cell is put where the place is 255: there the given is taken for one
      const givens = i8x16.swizzle(v128.load(CELLS + from), places);
      const isEmpty = v128.andnot(i8x16.eq(givens, i8x16.splat(0)), i8x16.eq(places, i8x16.splat(-1)));
      const values = i8x16.swizzle(v128.load(SOLUTIONS + from), places);
      const written = i8x16.swizzle(symbols, values);
      v128.store(to + i, v128.bitselect(written, v128.load(to + i), isEmpty));
      from += load<u32>(COUNTS + (i >> 2));
    }
  }
}
