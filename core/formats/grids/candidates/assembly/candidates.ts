// Grids whose cells are runs of different digits from 1 on, a 9 at their end, with blanks and bars between them, and rules
// between the bands. Sixteen bytes at a time. The module has no state but its memory and what the last call left.
import {
  CR,
  LF,
  MAX_RECORD_BYTES,
  PIPE,
  POINT,
  SLACK,
  SOLVED,
  SPACE,
  TAB,
  ZERO,
} from '../../../../kernel/constants';

// Where everything lies in memory, which never grows.

/** Grids of a block at most, and cells of the largest of them. */
export const MAX_CANDIDATE_GRIDS: u32 = 1024;
const CELLS_OF_GRIDS: u32 = 81 * MAX_CANDIDATE_GRIDS;

/** Bytes of the largest grid. */
const MAX_CANDIDATES_BYTES: u32 = 16384;
/** u8 a byte of the grid that is read: a bit for a digit from 1 to 8 */
const DIGIT_MARKS: u32 = 1024;
/** 16 bytes for each length of a cell: a mask of its bytes */
const LANES: u32 = DIGIT_MARKS + MAX_CANDIDATES_BYTES + SLACK;
/** A copy of the bytes that are read, and what is written in their place. */
export const BUFFER: u32 = LANES + 16 * 16;
export const OUTPUT: u32 = BUFFER + MAX_RECORD_BYTES + SLACK;
/** u32 a cell: where it begins and ends in the block; u64: the digits that it may have, 1 is the lowest bit */
export const CELL_STARTS: u32 = OUTPUT + MAX_RECORD_BYTES + SLACK;
export const CELL_ENDS: u32 = CELL_STARTS + 4 * CELLS_OF_GRIDS;
export const ALLOWED: u32 = CELL_ENDS + 4 * CELLS_OF_GRIDS;
/** u32 a grid: offset of its first line, line feeds before it, offsets of its first row and after its last */
export const STARTS: u32 = ALLOWED + 8 * CELLS_OF_GRIDS;
export const LINES: u32 = STARTS + 4 * MAX_CANDIDATE_GRIDS;
export const TOPS: u32 = LINES + 4 * MAX_CANDIDATE_GRIDS;
export const BOTTOMS: u32 = TOPS + 4 * MAX_CANDIDATE_GRIDS;
/** u8 a cell: a digit that is the only one, or 0; the solution */
export const CELLS: u32 = BOTTOMS + 4 * MAX_CANDIDATE_GRIDS;
export const SOLUTIONS: u32 = CELLS + CELLS_OF_GRIDS;
/** u8 a grid: 1 for those that were read here; outcomes */
export const WAS_READ: u32 = SOLUTIONS + CELLS_OF_GRIDS;
export const STATUSES: u32 = WAS_READ + MAX_CANDIDATE_GRIDS;

/** Offset in the buffer of the first byte that `readCandidateGrids` did not read, and line feeds before it. */
export let stoppedAt: u32 = 0;
export let stoppedLine: u32 = 0;

for (let length: u32 = 0; length < 16; length++) {
  for (let i: u32 = 0; i < 16; i++) store<u8>(LANES + 16 * length + i, i < length ? 255 : 0);
}

/**
 * Reads grids up to the first that has anything else, skipping blank lines and rules between them.
 * @param at offset in the buffer of the first line
 * @param end offset after the last line feed
 * @param origin offset that stored offsets count from
 * @param first number of the first grid
 * @param line line feeds before it
 * @param size cells of a row
 * @param band rows after which a blank line can stand within a grid
 * @returns how many it read
 */
export function readCandidateGrids(
  at: u32,
  end: u32,
  origin: u32,
  first: u32,
  line: u32,
  size: u32,
  band: u32,
): u32 {
  let grid = first;
  while (grid < MAX_CANDIDATE_GRIDS) {
    for (;;) {
      const next = blankOrRuleEnd(at, end, true);
      if (next === 0) break;
      at = next;
      line++;
    }
    if (!readGrid(at, end, origin, grid, line, size, band)) break;
    store<u32>(STARTS + 4 * grid, at - origin);
    store<u32>(LINES + 4 * grid, line);
    store<u8>(WAS_READ + grid, 1);
    at = gridEnd;
    line = gridLine;
    grid++;
  }
  stoppedAt = at;
  stoppedLine = line;
  return grid - first;
}

/** What `readGrid` has found: the next line, and line feeds before it. */
let gridEnd: u32 = 0;
let gridLine: u32 = 0;

function readGrid(at: u32, end: u32, origin: u32, grid: u32, line: u32, size: u32, band: u32): bool {
  const bits = DIGIT_MARKS - at;
  const last = min(end, at + MAX_CANDIDATES_BYTES);
  const first = grid * size * size;
  let rows: u32 = 0;
  while (rows < size) {
    const next = readRow(at, last, origin, bits, first + rows * size, size);
    if (next > 0) {
      if (rows === 0) store<u32>(TOPS + 4 * grid, skipBlanks(at) - origin);
      rows++;
      at = next;
    } else {
      if (rows === 0) return false;
      const after = blankOrRuleEnd(at, end, false);
      if (after === 0 || (isBlankLine && rows % band !== 0)) return false;
      at = after;
    }
    line++;
  }
  let bottom = at - 1;
  while (isBlank(load<u8>(BUFFER + bottom - 1))) bottom--;
  store<u32>(BOTTOMS + 4 * grid, bottom - origin);
  gridEnd = at;
  gridLine = line;
  // not row by row: bytes that were just stored by vectors do not reach loads that begin elsewhere before they are in the cache
  return readDigits(origin, bits + origin, first, size);
}

/** A one in each byte. */
const EIGHT_ONES: u64 = (0x01010101 << 32) | 0x01010101;

/** Reads the digits of the cells. @returns whether each has different ones, up to the size, and 9 at its end */
function readDigits(origin: u32, bits: u32, first: u32, size: u32): bool {
  const bytes = BUFFER + origin;
  const last = first + size * size;
  let wrong: u32 = 0;
  for (let cell = first; cell < last; cell++) {
    const start = load<u32>(CELL_STARTS + 4 * cell);
    const stop = load<u32>(CELL_ENDS + 4 * cell);
    const length = stop - start;
    const own = load<u64>(bits + start) & load<u64>(LANES + 16 * (length & 15));
    // the sum of powers of two has as many bits as there are if they differ, also where it overflows
    const sum = ((own * EIGHT_ONES) >> 56) as u32;
    const mask = sum | select<u32>(256, 0, load<u8>(bytes + stop - 1) === ZERO + 9);
    wrong |= (popcnt(mask) ^ length) | (mask >> size);
    store<u64>(ALLOWED + 8 * cell, mask);
    store<u8>(CELLS + cell, select<u32>(ctz(mask) + 1, 0, length === 1) as u8);
  }
  return wrong === 0;
}

/** @inline */
function isBlank(byte: u32): bool {
  return byte === SPACE || byte === TAB || byte === CR;
}

function skipBlanks(at: u32): u32 {
  while (isBlank(load<u8>(BUFFER + at))) at++;
  return at;
}

/**
 * Reads a line that is a row: digits, blanks and bars.
 * @param digitMarks offset from the buffer's bytes to the bits of their digits
 * @param first number of its first cell
 * @returns the next line, or 0 if this is no such row
 */
function readRow(at: u32, end: u32, origin: u32, digitMarks: u32, first: u32, size: u32): u32 {
  const bits = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
  // the blank or bar with each lower half of a byte
  const betweens = i8x16(SPACE as i8, 0, 0, 0, 0, 0, 0, 0, 0, TAB as i8, 0, 0, PIPE as i8, CR as i8, 0, 0);
  const limit = CELL_STARTS + 4 * (first + size);
  let starts = CELL_STARTS + 4 * first;
  let ends = CELL_ENDS + 4 * first;
  let before: u64 = 0;
  for (let from = at; from < end; from += 64) {
    let digits: u64 = 0;
    let cells: u64 = 0;
    for (let i: u32 = 0; i < 64; i += 16) {
      const bytes = v128.load(BUFFER + from + i);
      const places = i8x16.sub(bytes, i8x16.splat((ZERO + 1) as i8));
      v128.store(digitMarks + from + i, i8x16.swizzle(bits, places));
      const isDigit = i8x16.lt_u(places, i8x16.splat(9));
      const between = i8x16.swizzle(betweens, v128.and(bytes, i8x16.splat(15)));
      const isCell = v128.or(isDigit, i8x16.eq(bytes, between));
      digits |= (i8x16.bitmask(isDigit) as u32 as u64) << i;
      cells |= (i8x16.bitmask(isCell) as u32 as u64) << i;
    }
    const stop = ctz(~cells) as u32;
    const isLast = stop < 64;
    if (isLast) digits &= ((1 as u64) << stop) - 1;
    const after = (digits << 1) | before;
    before = digits >> 63;
    let begun = digits & ~after;
    let ended = after & ~digits;
    if (starts + 4 * (popcnt(begun) as u32) > limit) return 0;
    for (; begun !== 0; begun &= begun - 1, starts += 4)
      store<u32>(starts, from - origin + (ctz(begun) as u32));
    for (; ended !== 0; ended &= ended - 1, ends += 4) store<u32>(ends, from - origin + (ctz(ended) as u32));
    if (isLast) {
      const feed = from + stop;
      const isRow = starts === limit && feed < end && load<u8>(BUFFER + feed) === LF;
      return isRow ? feed + 1 : 0;
    }
  }
  return 0;
}

/** Whether the line that `blankOrRuleEnd` has skipped is blank. */
let isBlankLine: bool = false;

/**
 * Skips a line that is blank, or a rule of signs.
 * @param corners whether it may begin as the top or the bottom of a frame
 * @returns the next line, or 0 if this is another
 */
function blankOrRuleEnd(at: u32, end: u32, corners: bool): u32 {
  let first: u32 = 0;
  let isRule = false;
  for (; at < end; at++) {
    const byte: u32 = load<u8>(BUFFER + at);
    if (byte === LF) {
      isBlankLine = first === 0;
      const isSkipped = isBlankLine || (isRule && (corners || (first !== POINT && first !== 39)));
      return isSkipped ? at + 1 : 0;
    }
    if (isBlank(byte)) continue;
    if (first === 0) first = byte;
    // - + * = '
    if (byte === 45 || byte === 43 || byte === 42 || byte === 61 || byte === 39) isRule = true;
    else if (byte !== PIPE && byte !== 58 && byte !== POINT) return 0;
  }
  return 0;
}

/** Copies a block to the output, with the solution of each of `count` grids that was read here and is solved in its cells. */
export function writeCandidateGrids(count: u32, cells: u32, origin: u32, length: u32): void {
  memory.copy(OUTPUT, BUFFER + origin, length);
  const spaces = i8x16.splat(SPACE as i8);
  for (let grid: u32 = 0; grid < count; grid++) {
    if (load<u8>(WAS_READ + grid) === 0 || load<u8>(STATUSES + grid) !== SOLVED) continue;
    const last = (grid + 1) * cells;
    for (let cell = grid * cells; cell < last; cell++) {
      const start = load<u32>(CELL_STARTS + 4 * cell);
      const lanes = v128.load(LANES + 16 * (load<u32>(CELL_ENDS + 4 * cell) - start));
      const digit = i8x16.replace_lane(spaces, 0, (ZERO + load<u8>(SOLUTIONS + cell)) as i8);
      // what follows the cell is written once more by the next one
      v128.store(OUTPUT + start, v128.bitselect(digit, v128.load(BUFFER + origin + start), lanes));
    }
  }
}
