// The kernel of JSON. The module has no state but its memory, the pattern that it was given, and what the last call left.
// Records of JSON of one pattern: an object each, with the same bytes but for the values of some members, in a line of its own
// or after the same separator. TypeScript reads and writes all others.
import {
  BACKSLASH,
  CLASSIFIED_BYTES,
  CONTENT_GRID,
  CONTENT_NOTHING,
  CR,
  KEY_END,
  KEY_START,
  LF,
  MAX_OBJECT_PATTERN,
  MAX_PATTERN_VALUES,
  MAX_RECORDS,
  MINUS,
  PATTERN,
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
  VALUE_PUZZLE,
  VALUE_SOLUTION,
  VALUE_STRING,
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

// The pattern of objects: the texts before each value and after the last, one after another, the first of them with the
// separator; where each of these texts ends (u32); what each value is (u8); the text before a solution that is added, and the
// member with the status.
export const TEXT: u32 = OWN;
export const TEXT_ENDS: u32 = TEXT + MAX_OBJECT_PATTERN + SLACK;
export const VALUE_KINDS: u32 = TEXT_ENDS + 4 * (MAX_PATTERN_VALUES + 1);
export const SOLUTION_TEXT: u32 = VALUE_KINDS + MAX_PATTERN_VALUES;
export const STATUS_TEXT: u32 = SOLUTION_TEXT + 2 * MAX_OBJECT_PATTERN + SLACK;

let pattern: u32 = 0;
let values: u32 = 0;
let separator: u32 = 0;
let linesBefore: u32 = 0;
let lineFeeds: u32 = 0;
let endsLine: bool = false;
let keyStart: u32 = 0;
let keyEnd: u32 = 0;
let solutionLength: u32 = 0;
let statusLength: u32 = 0;

/**
 * Sets the pattern whose texts have been written.
 * @param number of the pattern, not 0
 * @param count of values
 * @param separatorBytes of the text before the object, `feedsBefore` its line feeds, `feeds` those of the object, too
 * @param isLine whether the line ends with the object; that line feed is one of `feeds`
 * @param keyFrom bytes from the puzzle back to where its key begins, `keyTo` to where that ends
 * @param solutionBytes of the text before an added solution, `statusBytes` of the member with the status
 */
export function setPattern(
  number: u32,
  count: u32,
  separatorBytes: u32,
  feedsBefore: u32,
  feeds: u32,
  isLine: bool,
  keyFrom: u32,
  keyTo: u32,
  solutionBytes: u32,
  statusBytes: u32,
): void {
  pattern = number;
  values = count;
  separator = separatorBytes;
  linesBefore = feedsBefore;
  lineFeeds = feeds;
  endsLine = isLine;
  keyStart = keyFrom;
  keyEnd = keyTo;
  solutionLength = solutionBytes;
  statusLength = statusBytes;
}

/** Reads records up to the first that does not have the pattern. Parameters and result are those of `readRows`. */
export function readObjects(
  at: u32,
  end: u32,
  cells: u32,
  size: u32,
  origin: u32,
  first: u32,
  record: u32,
  line: u32,
): u32 {
  let count: u32 = 0;
  while (at < end && record + count < (MAX_RECORDS as u32)) {
    const next = readObject(
      BUFFER + at,
      BUFFER + end,
      cells,
      size,
      BUFFER + origin,
      first + count,
      record + count,
    );
    if (next === 0) break;
    store<u32>(STARTS + 4 * (first + count), at + separator - origin);
    store<u32>(LINES + 4 * (first + count), line + linesBefore);
    line += lineFeeds;
    at = next - BUFFER;
    count++;
  }
  stopAt(at);
  return count;
}

/**
 * The rest of the buffer must not be empty after a record without a line end: the reader has to see the end of the file.
 * @returns where the next record or its separator begins, or 0 if this one does not have the pattern
 */
function readObject(at: u32, end: u32, cells: u32, size: u32, origin: u32, puzzle: u32, record: u32): u32 {
  const slots = slotsOf(record);
  clearSlots(slots);
  // longer objects are classified before they are read
  end = min(end, at + separator + CLASSIFIED_BYTES);
  let content = CONTENT_NOTHING;
  let text = TEXT;
  for (let value: u32 = 0; ; value++) {
    const length = load<u32>(TEXT_ENDS + 4 * value) - (text - TEXT);
    // the comparison may read beyond the end of the buffer, but the line then ends too early
    if (at + length > end || !areSame(at, text, length)) return 0;
    at += length;
    text += length;
    if (value === values) break;
    const kind: u32 = load<u8>(VALUE_KINDS + value);
    if (kind === VALUE_PUZZLE || kind === VALUE_SOLUTION) {
      const from = at;
      if (kind === VALUE_SOLUTION && load<u8>(at) === QUOTE) {
        // an empty string
        setSlot(slots, SOLUTION_START, at - origin);
        setSlot(slots, SOLUTION_END, at - origin);
        continue;
      }
      if (at + cells >= end) return 0;
      if (!readCells(at, cells, size, (kind === VALUE_PUZZLE ? CELLS : FILE_CELLS) + puzzle * cells))
        return 0;
      at += cells;
      if (load<u8>(at) !== QUOTE) return 0;
      if (kind === VALUE_SOLUTION) content = CONTENT_GRID;
      else {
        setSlot(slots, KEY_START, from - origin - keyStart);
        setSlot(slots, KEY_END, from - origin - keyEnd);
      }
      const start: u32 = kind === VALUE_PUZZLE ? PUZZLE_START : SOLUTION_START;
      setSlot(slots, start, from - origin);
      setSlot(slots, start + 1, at - origin);
    } else {
      at = kind === VALUE_STRING ? stringEnd(at, end) : numberEnd(at, end);
      if (at === 0) return 0;
    }
  }
  if (endsLine && at < end && load<u8>(at) === CR) at++;
  if (at >= end || (endsLine && load<u8>(at++) !== LF)) return 0;
  setSlot(slots, PATTERN, pattern);
  store<u8>(CONTENTS + puzzle, content as u8);
  return at;
}

function areSame(a: u32, b: u32, length: u32): bool {
  let i: u32 = 0;
  for (; i + 16 <= length; i += 16) {
    if (i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i))) !== 0xffff) return false;
  }
  const different = ~i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i)));
  return (different & ((1 << (length - i)) - 1)) === 0;
}

/** Writes records up to the first that does not have the pattern or is not solved. Parameters and result are those of `writeRows`. */
export function writeObjects(origin: u32, done: u32, first: u32, limit: u32, record: u32, cells: u32): u32 {
  const block = BUFFER + origin;
  let out = OUTPUT;
  let puzzle = first;
  for (; puzzle < limit; puzzle++, record++) {
    const slots = slotsOf(record);
    if (slot(slots, PATTERN) !== pattern || load<u8>(STATUSES + puzzle) !== SOLVED) break;
    const puzzleEnd = slot(slots, PUZZLE_END);
    const solutionEnd = slot(slots, SOLUTION_END);
    const last = max(puzzleEnd, solutionEnd) + 1;
    if (out + (last - done) + cells + solutionLength + statusLength + 64 > OUTPUT + OUTPUT_BYTES) break;
    if (solutionEnd === 0) {
      out = append(block + done, puzzleEnd + 1 - done, out);
      done = puzzleEnd + 1;
      out = append(SOLUTION_TEXT, solutionLength, out);
      writeDigits(SOLUTIONS + puzzle * cells, cells, out);
      out += cells;
      store<u8>(out++, QUOTE as u8);
    } else if (keepsSolution(puzzle)) {
      out = append(block + done, solutionEnd + 1 - done, out);
      done = solutionEnd + 1;
    } else {
      const start = slot(slots, SOLUTION_START);
      out = append(block + done, start - done, out);
      writeDigits(SOLUTIONS + puzzle * cells, cells, out);
      out += cells;
      store<u8>(out++, QUOTE as u8);
      done = solutionEnd + 1;
    }
    out = append(STATUS_TEXT, statusLength, out);
  }
  endOutput(out, done);
  return puzzle - first;
}

/** @returns the end of the copy @inline */
function append(from: u32, count: u32, to: u32): u32 {
  copy(from, count, to);
  return to + count;
}

/** Address of the closing quote of a string without escapes; 0 if the string has one. */
function stringEnd(at: u32, end: u32): u32 {
  const quotes = i8x16.splat(QUOTE as i8);
  const backslashes = i8x16.splat(BACKSLASH as i8);
  const spaces = i8x16.splat(SPACE as i8);
  for (; at < end; at += 16) {
    const bytes = v128.load(at);
    const ends = v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes));
    const found = i8x16.bitmask(v128.or(ends, i8x16.lt_u(bytes, spaces)));
    if (found === 0) continue;
    at += ctz(found);
    return at < end && load<u8>(at) === QUOTE ? at : 0;
  }
  return 0;
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
