// Plain lines of digits: cells sixteen at a time. The module has no state but its memory and `stoppedAt`.

/** Bytes that a buffer may have: what MAX_RECORD_BYTES says. */
export const MAX_BYTES: u32 = 1 << 20;
/** Lines of 16 cells and a line feed that a buffer may have, and one. */
export const MAX_LINES: u32 = MAX_BYTES / 17 + 2;

// vectors may reach over the end of what is read or written by less than one of them
const SLACK: u32 = 64;
export const BUFFER: u32 = 1024;
/** The largest grid more than a buffer holds, as cells are written before it is known that they are some. */
export const CELLS: u32 = BUFFER + MAX_BYTES + SLACK;
export const SOLUTIONS: u32 = CELLS + MAX_BYTES + 36 * 36 + SLACK;
export const STATUSES: u32 = SOLUTIONS + MAX_BYTES + SLACK;
export const OFFSETS: u32 = (STATUSES + MAX_LINES + SLACK) & ~7;
export const STARTS: u32 = OFFSETS + 4 * MAX_LINES;
export const LINES: u32 = STARTS + 4 * MAX_LINES;

const LINE_FEED: u32 = 10;
const CARRIAGE_RETURN: u32 = 13;
const ZERO: u32 = 48;
// signs of empty cells as they stand in `byte ^ '0'`
const DOT: u32 = 0x1e;
const STAR: u32 = 0x1a;
const DASH: u32 = 0x1d;
const UNDERSCORE: u32 = 0x6f;

/** Offset in the buffer of the first line that `readLines` did not take. */
export let stoppedAt: u32 = 0;

/**
 * Reads lines of so many cells, digits up to `size` with one of `.0*_-` for empty ones, and perhaps text after them, as long as
 * such lines follow each other. Every line ends with a line feed before `end`.
 * @param at offset in the buffer of the first line
 * @param origin offset that the offsets written count from
 * @param first number of the first grid
 * @param line number of its line
 * @returns how many lines it took
 */
export function readLines(at: u32, end: u32, cells: u32, size: u32, origin: u32, first: u32, line: u32): u32 {
  const sizes = i8x16.splat(size as i8);
  let count: u32 = 0;
  while (at + cells < end) {
    const from = BUFFER + at;
    const to = CELLS + (first + count) * cells;
    let largest = readPlain(from, cells, to);
    if (v128.any_true(i8x16.gt_u(largest, sizes))) {
      largest = readSigns(from, cells, to);
      if (v128.any_true(i8x16.gt_u(largest, sizes))) break;
      // a rule, or an empty grid of such signs: which one, the reader knows
      const sign: u32 = load<u8>(from) ^ ZERO;
      const isSign = sign === DASH || sign === STAR || sign === UNDERSCORE;
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

/** Reads cells, 16 at least, with `0` or `.` for empty ones. @returns the largest value in each place, of use only if none is above the size */
function readPlain(from: u32, cells: u32, to: u32): v128 {
  const zeros = i8x16.splat(ZERO as i8);
  const dots = i8x16.splat(DOT as i8);
  const last = cells - 16;
  let bytes = v128.xor(v128.load(from + last), zeros);
  let values = v128.andnot(bytes, i8x16.eq(bytes, dots));
  let largest = values;
  v128.store(to + last, values);
  for (let i: u32 = 0; i < last; i += 16) {
    bytes = v128.xor(v128.load(from + i), zeros);
    values = v128.andnot(bytes, i8x16.eq(bytes, dots));
    largest = i8x16.max_u(largest, values);
    v128.store(to + i, values);
  }
  return largest;
}

/** As {@link readPlain}, with all signs of empty cells. */
function readSigns(from: u32, cells: u32, to: u32): v128 {
  const zeros = i8x16.splat(ZERO as i8);
  const dots = i8x16.splat(DOT as i8);
  const stars = i8x16.splat(STAR as i8);
  const dashes = i8x16.splat(DASH as i8);
  const underscores = i8x16.splat(UNDERSCORE as i8);
  let largest = i8x16.splat(0);
  // the last vector begins where it ends with the cells
  for (let left: u32 = cells; left > 0; left -= min(left, 16)) {
    const i = cells - max(left, 16);
    const bytes = v128.xor(v128.load(from + i), zeros);
    const empties = v128.or(
      v128.or(i8x16.eq(bytes, dots), i8x16.eq(bytes, stars)),
      v128.or(i8x16.eq(bytes, dashes), i8x16.eq(bytes, underscores)),
    );
    const values = v128.andnot(bytes, empties);
    largest = i8x16.max_u(largest, values);
    v128.store(to + i, values);
  }
  return largest;
}

/** The line feed of a line whose cells end at `at`, or 0 if it has none before `end` or what follows belongs to the cells. */
function endOfLine(at: u32, end: u32): u32 {
  const after: u32 = load<u8>(at);
  if (after === LINE_FEED) return at;
  if (after === CARRIAGE_RETURN && at + 1 < end && load<u8>(at + 1) === LINE_FEED) return at + 1;
  if (!isSeparator(after)) return 0;
  const lineFeeds = i8x16.splat(LINE_FEED as i8);
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
 * Offset in the buffer of the first carriage return from `at` on after which neither a line feed comes nor a blank: lines
 * that end otherwise than the others are within one of these. `end` if there is none before it.
 */
export function otherLineEnd(at: u32, end: u32): u32 {
  const returns = i8x16.splat(CARRIAGE_RETURN as i8);
  const spaces = i8x16.splat(0x20);
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

/** What parts the cells from the text after them: as alphabet.ts has it. @inline */
function isSeparator(byte: u32): bool {
  // tab, carriage return, space, comma, semicolon, colon, pipe
  return (
    byte === 9 || byte === 13 || byte === 32 || byte === 44 || byte === 59 || byte === 58 || byte === 124
  );
}

/**
 * Writes the solution of each of the first `count` grids that has one (status 0) over its cells in the buffer.
 * @returns how many have one
 */
export function writeLines(count: u32, cells: u32, origin: u32): u32 {
  let written: u32 = 0;
  const zeros = i8x16.splat(ZERO as i8);
  const vectors = cells & ~15;
  for (let p: u32 = 0; p < count; p++) {
    if (load<u8>(STATUSES + p) !== 0) continue;
    written++;
    const from = SOLUTIONS + p * cells;
    const to = BUFFER + origin + load<u32>(OFFSETS + 4 * p);
    for (let i: u32 = 0; i < vectors; i += 16) v128.store(to + i, v128.or(v128.load(from + i), zeros));
    for (let i = vectors; i < cells; i++) store<u8>(to + i, load<u8>(from + i) | (ZERO as u8));
  }
  return written;
}
