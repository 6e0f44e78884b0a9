// The kernel of JSON. The module has no state but its memory, the names that it was given, and what the last call left.
// Reads objects of which all members have known names: a grid of packed digits as the puzzle, perhaps a solution, and any JSON
// beside them. TypeScript reads and writes all others, and learns the names of their members.
import {
  BACKSLASH,
  CLASSIFIED_BYTES,
  COLON,
  COMMA,
  CONTENT_GRID,
  CONTENT_NOTHING,
  CR,
  IN_KERNEL,
  KEY_END,
  KEY_OTHER,
  KEY_PUZZLE,
  KEY_SOLUTION,
  KEY_START,
  LF,
  MAX_KEY_BYTES,
  MAX_KEYS,
  MAX_RECORDS,
  MINUS,
  PLUS,
  POINT,
  PUZZLE_END,
  PUZZLE_START,
  QUOTE,
  SLACK,
  SOLUTION_END,
  SOLUTION_START,
  SOLVED,
  SPACE,
  TAB,
  ZERO,
} from '../../../kernel/constants';
import {
  BUFFER,
  CELLS,
  CONTENTS,
  clearSlots,
  copy,
  endOutput,
  FILE_CELLS,
  keepsSolution,
  LINES,
  OUTPUT,
  OUTPUT_BYTES,
  OWN,
  readCells,
  SOLUTIONS,
  STARTS,
  STATUSES,
  setSlot,
  slot,
  slotsOf,
  stopAt,
} from '../../records/assembly/memory';
import { writeDigits } from '../../shared/assembly/digits';

export { compareSolutions } from '../../records/assembly/compare';
export {
  BUFFER,
  CELLS,
  CONTENTS,
  FILE_CELLS,
  LINES,
  OUTPUT,
  outputLength,
  SLOTS,
  SOLUTIONS,
  STARTS,
  STATUSES,
  stoppedAt,
  VERDICTS,
  writtenTo,
} from '../../records/assembly/memory';

// The known names: their bytes, their lengths (u8), and what each is (u8, KEY_ codes); after each, the name that came next the last
// time (u8). The texts of the members that a result adds.
export const KEYS: u32 = OWN;
export const KEY_LENGTHS: u32 = KEYS + MAX_KEYS * MAX_KEY_BYTES + SLACK;
export const KEY_KINDS: u32 = KEY_LENGTHS + MAX_KEYS;
const NEXT_KEYS: u32 = KEY_KINDS + MAX_KEYS;
export const TEXTS: u32 = NEXT_KEYS + MAX_KEYS + 1;

/** Number of names. */
let keys: u32 = 0;

/** Line feeds that the last call for reading passed. */
export let lineFeeds: u32 = 0;

/** Sets the number of names that have been written. */
export function setKeys(count: u32): void {
  keys = count;
  memory.fill(NEXT_KEYS, 0, MAX_KEYS + 1);
}

const IN_LINES: u32 = 0;
const IN_LIST: u32 = 2;

/** Ends of the last value or name that was read, and line feeds so far. */
let line: u32 = 0;

const OPEN: u32 = 0x7b;
const CLOSE: u32 = 0x7d;
const OPEN_LIST: u32 = 0x5b;
const CLOSE_LIST: u32 = 0x5d;

/**
 * Reads records up to the first that it does not know.
 * @param sequence how records follow one another: in lines, after white space (1), or after a comma
 * The other parameters and the result are those of `readRows`.
 */
export function readObjects(
  sequence: u32,
  at: u32,
  end: u32,
  cells: u32,
  size: u32,
  origin: u32,
  first: u32,
  record: u32,
  before: u32,
): u32 {
  let count: u32 = 0;
  let passed = before;
  while (at < end && record + count < (MAX_RECORDS as u32)) {
    line = passed;
    let start = skipSpace(BUFFER + at, BUFFER + end);
    if (sequence === IN_LIST) {
      if (load<u8>(start) !== COMMA) break;
      start = skipSpace(start + 1, BUFFER + end);
    }
    const from = line;
    const next = readObject(
      sequence,
      start,
      BUFFER + end,
      cells,
      size,
      BUFFER + origin,
      first + count,
      record + count,
    );
    if (next === 0) break;
    store<u32>(STARTS + 4 * (first + count), start - BUFFER - origin);
    store<u32>(LINES + 4 * (first + count), from);
    passed = line;
    at = next - BUFFER;
    count++;
  }
  lineFeeds = passed;
  stopAt(at);
  return count;
}

/**
 * The rest of the buffer must not be empty after a record without a line end: the reader has to see the end of the file.
 * @returns where the next record or its separator begins, or 0 if this one is not known
 */
function readObject(
  sequence: u32,
  at: u32,
  end: u32,
  cells: u32,
  size: u32,
  origin: u32,
  puzzle: u32,
  record: u32,
): u32 {
  const slots = slotsOf(record);
  clearSlots(slots);
  const feeds = line;
  end = min(end, at + CLASSIFIED_BYTES);
  if (at >= end || load<u8>(at) !== OPEN) return 0;
  let content = CONTENT_NOTHING;
  let key: u32 = MAX_KEYS;
  at = skipSpace(at + 1, end);
  for (;;) {
    if (at >= end || load<u8>(at) !== QUOTE) return 0;
    at++;
    const previous = key;
    key = keyAt(at, load<u8>(NEXT_KEYS + previous));
    if (key === MAX_KEYS) return 0;
    store<u8>(NEXT_KEYS + previous, key as u8);
    const nameStart = at;
    const nameEnd = at + load<u8>(KEY_LENGTHS + key);
    at = skipSpace(nameEnd + 1, end);
    if (at >= end || load<u8>(at) !== COLON) return 0;
    at = skipSpace(at + 1, end);
    const kind: u32 = load<u8>(KEY_KINDS + key);
    if (kind === KEY_OTHER) {
      at = valueEnd(at, end);
      if (at === 0) return 0;
    } else {
      const valueSlot: u32 = kind === KEY_PUZZLE ? PUZZLE_START : SOLUTION_START;
      // only the first of several counts
      if (slot(slots, valueSlot + 1) !== 0 || load<u8>(at) !== QUOTE) return 0;
      at++;
      const from = at;
      if (kind === KEY_SOLUTION && load<u8>(at) === QUOTE) {
        // an empty string
      } else {
        if (at + cells >= end) return 0;
        if (!readCells(at, cells, size, (kind === KEY_PUZZLE ? CELLS : FILE_CELLS) + puzzle * cells))
          return 0;
        at += cells;
        if (load<u8>(at) !== QUOTE) return 0;
        if (kind === KEY_SOLUTION) content = CONTENT_GRID;
      }
      if (kind === KEY_PUZZLE) {
        setSlot(slots, KEY_START, nameStart - origin);
        setSlot(slots, KEY_END, nameEnd - origin);
      }
      setSlot(slots, valueSlot, from - origin);
      setSlot(slots, valueSlot + 1, at - origin);
      at++;
    }
    at = skipSpace(at, end);
    if (at >= end) return 0;
    const sign: u32 = load<u8>(at++);
    if (sign === CLOSE) break;
    if (sign !== COMMA) return 0;
    at = skipSpace(at, end);
  }
  if (slot(slots, PUZZLE_END) === 0) return 0;
  if (sequence === IN_LINES) {
    if (line !== feeds) return 0;
    while (at < end && isBlank(load<u8>(at))) at++;
    if (at >= end || load<u8>(at++) !== LF) return 0;
    line++;
  }
  if (at >= end && sequence !== IN_LINES) return 0;
  setSlot(slots, IN_KERNEL, 1);
  store<u8>(CONTENTS + puzzle, content as u8);
  return at;
}

/** The known name that stands before a quote; MAX_KEYS for any other. @param guess which it probably is */
function keyAt(at: u32, guess: u32): u32 {
  if (guess < keys && isKey(at, guess)) return guess;
  for (let key: u32 = 0; key < keys; key++) if (isKey(at, key)) return key;
  return MAX_KEYS;
}

/** @inline */
function isKey(at: u32, key: u32): bool {
  const length: u32 = load<u8>(KEY_LENGTHS + key);
  return load<u8>(at + length) === QUOTE && areSame(at, KEYS + key * MAX_KEY_BYTES, length);
}

function areSame(a: u32, b: u32, length: u32): bool {
  let i: u32 = 0;
  for (; i + 16 <= length; i += 16) {
    if (i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i))) !== 0xffff) return false;
  }
  const different = ~i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i)));
  return (different & ((1 << (length - i)) - 1)) === 0;
}

/** Where the value of JSON that begins here ends; 0 if it is none, or does not end before `end`, or holds the name of a cell. */
function valueEnd(at: u32, end: u32): u32 {
  // the open brackets, innermost first: 1 for an object
  let open: u64 = 0;
  let depth: u32 = 0;
  do {
    // a value is due
    const byte: u32 = at < end ? load<u8>(at) : 0;
    if (byte === OPEN || byte === OPEN_LIST) {
      if (depth === 60) return 0;
      depth++;
      open = (open << 1) | u64(byte === OPEN);
      at = skipSpace(at + 1, end);
      const closes: u32 = byte === OPEN ? CLOSE : CLOSE_LIST;
      if (at < end && load<u8>(at) === closes) {
        at++;
        open >>= 1;
        depth--;
      } else {
        if (byte === OPEN) {
          at = nameEndAt(at, end);
          if (at === 0) return 0;
        }
        continue;
      }
    } else if (byte === QUOTE) {
      at = stringEnd(at + 1, end);
      if (at === 0) return 0;
      at++;
    } else {
      at = wordEnd(at, end, byte);
      if (at === 0) return 0;
    }
    // a value has ended
    while (depth > 0) {
      at = skipSpace(at, end);
      if (at >= end) return 0;
      const sign: u32 = load<u8>(at++);
      if (sign === COMMA) {
        at = skipSpace(at, end);
        if ((open & 1) !== 0) {
          at = nameEndAt(at, end);
          if (at === 0) return 0;
        }
        break;
      }
      if (sign !== ((open & 1) !== 0 ? CLOSE : CLOSE_LIST)) return 0;
      open >>= 1;
      depth--;
    }
  } while (depth > 0);
  return at;
}

/** Where the value of the member that begins here begins; 0 if there is none. */
function nameEndAt(at: u32, end: u32): u32 {
  if (at >= end || load<u8>(at) !== QUOTE) return 0;
  at = stringEnd(at + 1, end);
  if (at === 0) return 0;
  at = skipSpace(at + 1, end);
  if (at >= end || load<u8>(at) !== COLON) return 0;
  return skipSpace(at + 1, end);
}

/** Where a number, `true`, `false` or `null` ends; 0 if there is none. */
function wordEnd(at: u32, end: u32, byte: u32): u32 {
  // true, null, false
  if (byte === 0x74) return load<u32>(at) === 0x65757274 && at + 4 < end ? at + 4 : 0;
  if (byte === 0x6e) return load<u32>(at) === 0x6c6c756e && at + 4 < end ? at + 4 : 0;
  if (byte === 0x66) return load<u32>(at + 1) === 0x65736c61 && at + 5 < end ? at + 5 : 0;
  return numberEnd(at, end);
}

/** Writes records up to the first that it has not read or that is not solved. Parameters and result are those of `writeRows`. */
export function writeObjects(origin: u32, done: u32, first: u32, limit: u32, record: u32, cells: u32): u32 {
  const block = BUFFER + origin;
  let out = OUTPUT;
  let puzzle = first;
  for (; puzzle < limit; puzzle++, record++) {
    const slots = slotsOf(record);
    if (slot(slots, IN_KERNEL) === 0 || load<u8>(STATUSES + puzzle) !== SOLVED) break;
    const puzzleEnd = slot(slots, PUZZLE_END);
    const solutionEnd = slot(slots, SOLUTION_END);
    const last = max(puzzleEnd, solutionEnd) + 1;
    const nameStart = block + slot(slots, KEY_START) - 1;
    const nameEnd = block + slot(slots, KEY_END) + 1;
    const betweenBytes = block + slot(slots, PUZZLE_START) - 1 - nameEnd;
    let spaceStart = nameStart;
    while (isSpace(load<u8>(spaceStart - 1))) spaceStart--;
    let spaceBytes = nameStart - spaceStart;
    // as spaceBefore: the space that Python writes before keys but the first
    let colon = nameEnd;
    while (load<u8>(colon) !== COLON) colon++;
    if (spaceBytes === 0 && load<u8>(nameStart - 1) === OPEN && load<u8>(colon + 1) === SPACE) {
      spaceStart = colon + 1;
      spaceBytes = 1;
    }
    if (out + (last - done) + cells + 2 * (spaceBytes + betweenBytes) + 128 > OUTPUT + OUTPUT_BYTES) break;
    const keeps = solutionEnd !== 0 && keepsSolution(puzzle);
    const to = solutionEnd === 0 ? puzzleEnd + 1 : keeps ? solutionEnd + 1 : slot(slots, SOLUTION_START);
    out = append(block + done, to - done, out);
    done = solutionEnd === 0 ? puzzleEnd + 1 : solutionEnd + 1;
    if (!keeps) {
      if (solutionEnd === 0) {
        out = addMember(out, TEXTS, 10, spaceStart, spaceBytes, nameEnd, betweenBytes);
        store<u8>(out++, QUOTE as u8);
      }
      writeDigits(SOLUTIONS + puzzle * cells, cells, out);
      out += cells;
      store<u8>(out++, QUOTE as u8);
    }
    out = addMember(out, TEXTS + 10, 8, spaceStart, spaceBytes, nameEnd, betweenBytes);
    out = append(TEXTS + 18, 8, out);
  }
  endOutput(out, done);
  return puzzle - first;
}

/** Writes a comma and the name of a member, with the spaces of the puzzle's. @returns the end of the copy @inline */
function addMember(
  out: u32,
  name: u32,
  bytes: u32,
  space: u32,
  spaceBytes: u32,
  between: u32,
  betweenBytes: u32,
): u32 {
  store<u8>(out++, COMMA as u8);
  out = append(space, spaceBytes, out);
  out = append(name, bytes, out);
  return append(between, betweenBytes, out);
}

/** @returns the end of the copy @inline */
function append(from: u32, count: u32, to: u32): u32 {
  copy(from, count, to);
  return to + count;
}

/** Where white space of JSON ends. Counts its line feeds; beyond `end`, which nobody then uses, too. */
function skipSpace(at: u32, end: u32): u32 {
  while (at < end && <u32>load<u8>(at) <= (SPACE as u32)) {
    const bytes = v128.load(at);
    const feeds = i8x16.eq(bytes, i8x16.splat(LF as i8));
    const blanks = v128.or(
      i8x16.eq(bytes, i8x16.splat(SPACE as i8)),
      i8x16.eq(bytes, i8x16.splat(TAB as i8)),
    );
    const spaces = v128.or(v128.or(feeds, blanks), i8x16.eq(bytes, i8x16.splat(CR as i8)));
    const others: u32 = ~i8x16.bitmask(spaces) & 0xffff;
    const length: u32 = others === 0 ? 16 : ctz(others);
    line += popcnt(i8x16.bitmask(feeds) & ((1 << length) - 1));
    at += length;
    if (others !== 0) break;
  }
  return min(at, end);
}

/** @inline */
function isBlank(byte: u32): bool {
  return byte === SPACE || byte === TAB || byte === CR;
}

/** @inline */
function isSpace(byte: u32): bool {
  return isBlank(byte) || byte === LF;
}

/**
 * Address of the closing quote of a string; 0 if it is not valid, or may hold the name of a cell, such as r1c2, and with it a rule.
 */
function stringEnd(at: u32, end: u32): u32 {
  const quotes = i8x16.splat(QUOTE as i8);
  const backslashes = i8x16.splat(BACKSLASH as i8);
  const spaces = i8x16.splat(SPACE as i8);
  while (at < end) {
    const bytes = v128.load(at);
    const ends = v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes));
    const found = i8x16.bitmask(v128.or(ends, i8x16.lt_u(bytes, spaces)));
    const inside: i32 = found === 0 ? -1 : (1 << ctz(found)) - 1;
    if ((cellNames(at, bytes) & inside) !== 0) return 0;
    if (found === 0) {
      at += 16;
      continue;
    }
    at += ctz(found);
    if (at >= end) return 0;
    const byte: u32 = load<u8>(at);
    if (byte === QUOTE) return at;
    if (byte !== BACKSLASH) return 0;
    const length = escapeLength(at + 1);
    if (length === 0) return 0;
    at += length;
  }
  return 0;
}

/** Bytes of an escape, whose backslash stands before; 0 if it is none. */
function escapeLength(at: u32): u32 {
  const sign: u32 = load<u8>(at);
  // u and four hexadecimal digits
  if (sign === 0x75) {
    for (let i: u32 = 1; i <= 4; i++) {
      const letter: u32 = (load<u8>(at + i) | 0x20) - 0x61;
      if (!isDigit(at + i) && letter > 5) return 0;
    }
    return 6;
  }
  // b, f, n, r, t
  const isLetter = sign === 0x62 || sign === 0x66 || sign === 0x6e || sign === 0x72 || sign === 0x74;
  return isLetter || sign === QUOTE || sign === BACKSLASH || sign === 0x2f ? 2 : 0;
}

/** Where a `c` or `C` stands between digits. @inline */
function cellNames(at: u32, bytes: v128): i32 {
  const columns = i8x16.eq(v128.or(bytes, i8x16.splat(0x20)), i8x16.splat(0x63));
  return i8x16.bitmask(
    v128.and(columns, v128.and(areDigits(v128.load(at - 1)), areDigits(v128.load(at + 1)))),
  );
}

/** @inline */
function areDigits(bytes: v128): v128 {
  return i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(ZERO as i8)), i8x16.splat(10));
}

/** Where a number of JSON ends; 0 if there is none, or if it does not end before `end`. */
function numberEnd(at: u32, end: u32): u32 {
  if (load<u8>(at) === MINUS) at++;
  if (!isDigit(at)) return 0;
  at = load<u8>(at) === ZERO ? at + 1 : digitsEnd(at, end);
  if (load<u8>(at) === POINT) {
    if (!isDigit(at + 1)) return 0;
    at = digitsEnd(at + 1, end);
  }
  // e or E
  if ((load<u8>(at) | 0x20) === 0x65) {
    at++;
    const sign: u32 = load<u8>(at);
    if (sign === PLUS || sign === MINUS) at++;
    if (!isDigit(at)) return 0;
    at = digitsEnd(at, end);
  }
  return at < end ? at : 0;
}

function digitsEnd(at: u32, end: u32): u32 {
  while (at < end && isDigit(at)) at++;
  return at;
}

/** @inline */
function isDigit(at: u32): bool {
  return <u32>load<u8>(at) - ZERO <= 9;
}
