// Plain lines of digits: cells sixteen at a time. The module has no state but its memory and `stoppedAt`.
import {
  ASTERISK,
  COLON,
  COMMA,
  CR,
  LF,
  MAX_RECORD_BYTES,
  MAX_SIZE,
  MINUS,
  PIPE,
  POINT,
  SEMICOLON,
  SLACK,
  SOLVED,
  SPACE,
  TAB,
  UNDERSCORE,
  ZERO,
} from '../../../kernel/constants';
import { readDigits } from '../../shared/assembly/digits';

/** Lines of 16 cells and a line feed that a buffer may have, and one more. */
export const MAX_LINES: u32 = MAX_RECORD_BYTES / 17 + 2;

/** A copy of the bytes that are read. */
export const BUFFER: u32 = 1024;
/** Has room for one grid more than a buffer holds: bytes are written as cells before they are known to be cells. */
export const CELLS: u32 = BUFFER + MAX_RECORD_BYTES + SLACK;
export const SOLUTIONS: u32 = CELLS + MAX_RECORD_BYTES + MAX_SIZE * MAX_SIZE + SLACK;
export const STATUSES: u32 = SOLUTIONS + MAX_RECORD_BYTES + SLACK;
/** u32 a grid: offset of its first cell, offset of its line, line feeds before it */
export const OFFSETS: u32 = (STATUSES + MAX_LINES + SLACK) & ~7;
export const STARTS: u32 = OFFSETS + 4 * MAX_LINES;
export const LINES: u32 = STARTS + 4 * MAX_LINES;

/** Offset in the buffer of the first line that `readLines` did not read. */
export let stoppedAt: u32 = 0;

/**
 * Reads lines up to the first that is not plain. A plain line has `cells` digits up to `size`, with one of `.0*_-` for each
 * empty cell, and perhaps text after them. Every line ends with a line feed before `end`.
 * @param at offset in the buffer of the first line
 * @param origin offset that stored offsets count from
 * @param first number of the first grid
 * @param line number of its line
 * @returns how many lines it read
 */
export function readLines(at: u32, end: u32, cells: u32, size: u32, origin: u32, first: u32, line: u32): u32 {
  const sizes = i8x16.splat(size as i8);
  let count: u32 = 0;
  while (at + cells < end) {
    const from = BUFFER + at;
    const to = CELLS + (first + count) * cells;
    let largest = readDigits(from, cells, to);
    if (v128.any_true(i8x16.gt_u(largest, sizes))) {
      largest = readSigns(from, cells, to);
      if (v128.any_true(i8x16.gt_u(largest, sizes))) break;
      // a rule, or an empty grid of such signs: the reader decides which
      const sign: u32 = load<u8>(from);
      const isSign = sign === MINUS || sign === ASTERISK || sign === UNDERSCORE;
      if (isSign && !v128.any_true(largest)) break;
    }
    const lineFeed = endOfLine(from + cells, BUFFER + end);
    if (lineFeed === 0) break;
    store<u32>(OFFSETS + 4 * (first + count), at - origin);
    store<u32>(STARTS + 4 * (first + count), at - origin);
    store<u32>(LINES + 4 * (first + count), line + count);
    count++;
    at = lineFeed + 1 - BUFFER;
  }
  stoppedAt = at;
  return count;
}

/** As {@link readDigits}, with all signs of empty cells. */
function readSigns(from: u32, cells: u32, to: u32): v128 {
  const zeros = i8x16.splat(ZERO as i8);
  const points = i8x16.splat((POINT ^ ZERO) as i8);
  const asterisks = i8x16.splat((ASTERISK ^ ZERO) as i8);
  const minuses = i8x16.splat((MINUS ^ ZERO) as i8);
  const underscores = i8x16.splat((UNDERSCORE ^ ZERO) as i8);
  let largest = i8x16.splat(0);
  // the last vector begins where it ends with the cells
  for (let left: u32 = cells; left > 0; left -= min(left, 16)) {
    const i = cells - max(left, 16);
    const bytes = v128.xor(v128.load(from + i), zeros);
    const empties = v128.or(
      v128.or(i8x16.eq(bytes, points), i8x16.eq(bytes, asterisks)),
      v128.or(i8x16.eq(bytes, minuses), i8x16.eq(bytes, underscores)),
    );
    const values = v128.andnot(bytes, empties);
    largest = i8x16.max_u(largest, values);
    v128.store(to + i, values);
  }
  return largest;
}

/** Address of the line feed of a line whose cells end at `at`; 0 if none is before `end`, or if the next byte may be a cell. */
function endOfLine(at: u32, end: u32): u32 {
  const after: u32 = load<u8>(at);
  if (after === LF) return at;
  if (after === CR && at + 1 < end && load<u8>(at + 1) === LF) return at + 1;
  if (!isSeparator(after)) return 0;
  const lineFeeds = i8x16.splat(LF as i8);
  for (; at < end; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), lineFeeds));
    if (found !== 0) {
      at += ctz(found);
      return at < end ? at : 0;
    }
  }
  return 0;
}

/**
 * Offset in the buffer of the first carriage return from `at` on that neither a line feed nor a blank follows: it may end
 * a line within a line of a file whose lines end with line feeds. `end` if there is none before it.
 */
export function otherLineEnd(at: u32, end: u32): u32 {
  const returns = i8x16.splat(CR as i8);
  const spaces = i8x16.splat(SPACE as i8);
  while (at + 1 < end) {
    // most files have none
    if (at + 64 <= end && !hasAny(BUFFER + at, returns)) {
      at += 64;
      continue;
    }
    const isReturn = i8x16.eq(v128.load(BUFFER + at), returns);
    const isFollowed = i8x16.gt_u(v128.load(BUFFER + at + 1), spaces);
    const found = i8x16.bitmask(v128.and(isReturn, isFollowed));
    if (found !== 0) return at + ctz(found) + 1 < end ? at + ctz(found) : end;
    at += 16;
  }
  return end;
}

/** Whether one of 64 bytes is the one that a vector is full of. @inline */
function hasAny(at: u32, byte: v128): bool {
  const first = v128.or(i8x16.eq(v128.load(at), byte), i8x16.eq(v128.load(at + 16), byte));
  const second = v128.or(i8x16.eq(v128.load(at + 32), byte), i8x16.eq(v128.load(at + 48), byte));
  return v128.any_true(v128.or(first, second));
}

/** Whether a byte may separate the cells from the text after them, as in alphabet.ts. @inline */
function isSeparator(byte: u32): bool {
  return (
    byte === TAB ||
    byte === CR ||
    byte === SPACE ||
    byte === COMMA ||
    byte === SEMICOLON ||
    byte === COLON ||
    byte === PIPE
  );
}

/**
 * Writes the solution of each solved one of the first `count` grids over its cells in the buffer.
 * @returns how many are solved
 */
export function writeLines(count: u32, cells: u32, origin: u32): u32 {
  let written: u32 = 0;
  const zeros = i8x16.splat(ZERO as i8);
  const vectors = cells & ~15;
  for (let p: u32 = 0; p < count; p++) {
    if (load<u8>(STATUSES + p) !== SOLVED) continue;
    written++;
    const from = SOLUTIONS + p * cells;
    const to = BUFFER + origin + load<u32>(OFFSETS + 4 * p);
    for (let i: u32 = 0; i < vectors; i += 16) v128.store(to + i, v128.or(v128.load(from + i), zeros));
    for (let i = vectors; i < cells; i++) store<u8>(to + i, load<u8>(from + i) | (ZERO as u8));
  }
  return written;
}
