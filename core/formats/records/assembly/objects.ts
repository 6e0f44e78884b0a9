// Lines of JSON that look alike: an object each, with the same bytes but for the values of some members. All else is read
// and written elsewhere.

import { copy, readCells, writeCells } from './cells';
import { numberEnd, stringEnd } from './json-values';
import {
  BUFFER,
  CELLS,
  CONTENTS,
  FILE_CELLS,
  LINES,
  MAX_RECORDS,
  OUTPUT,
  OUTPUT_BYTES,
  SLOTS,
  SOLUTION_TEXT,
  SOLUTIONS,
  STARTS,
  STATUS_TEXT,
  STATUSES,
  STRIDE,
  TEXT,
  TEXT_ENDS,
  VALUE_KINDS,
  VERDICTS,
} from './memory';

const LINE_FEED: u32 = 10;
const CARRIAGE_RETURN: u32 = 13;
const QUOTE: u32 = 34;

// what may stand where a value stood: numbers as in look.ts
const PUZZLE: u32 = 0;
const SOLUTION: u32 = 1;
const STRING: u32 = 2;

// bytes from a record's first slot on; numbers as in slots.ts
const PUZZLE_AT: u32 = 0;
const SOLUTION_AT: u32 = 8;
const KEY_AT: u32 = 32;
const LOOK: u32 = 52;

const GRID: u8 = 1;
/** Verdict codes of solutions that stay. */
const RIGHT: u32 = 1;
const ANOTHER: u32 = 2;

let look: u32 = 0;
let values: u32 = 0;
let keyStart: u32 = 0;
let keyEnd: u32 = 0;
let solutionLength: u32 = 0;
let statusLength: u32 = 0;

/** Where the last calls ended: the first record that was not read; bytes of output, and what of the block they answer. */
export let objectsStoppedAt: u32 = 0;
export let objectsLength: u32 = 0;
export let objectsWrittenTo: u32 = 0;

/**
 * Tells of a look whose texts have been written.
 * @param number of the look, not 0
 * @param count of values
 * @param keyFrom bytes from the puzzle back to where its key begins, `keyTo` to where that ends
 * @param solutionBytes of the text that comes before an added solution, `statusBytes` of the one that holds the status
 */
export function setLook(
  number: u32,
  count: u32,
  keyFrom: u32,
  keyTo: u32,
  solutionBytes: u32,
  statusBytes: u32,
): void {
  look = number;
  values = count;
  keyStart = keyFrom;
  keyEnd = keyTo;
  solutionLength = solutionBytes;
  statusLength = statusBytes;
}

/** Reads lines as long as they have the look. Parameters and result as those of `readRows`. */
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
  while (at < end && record + count < MAX_RECORDS) {
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
    store<u32>(STARTS + 4 * (first + count), at - origin);
    store<u32>(LINES + 4 * (first + count), line + count);
    at = next - BUFFER;
    count++;
  }
  objectsStoppedAt = at;
  return count;
}

/** @returns where the next line begins, or 0 if this one looks otherwise */
function readObject(at: u32, end: u32, cells: u32, size: u32, origin: u32, puzzle: u32, record: u32): u32 {
  const slots = SLOTS + 4 * STRIDE * record;
  for (let i: u32 = 0; i < 4 * STRIDE; i += 16) v128.store(slots + i, i32x4.splat(0));
  let content: u8 = 0;
  let text = TEXT;
  for (let value: u32 = 0; ; value++) {
    const length = load<u32>(TEXT_ENDS + 4 * value) - (text - TEXT);
    // what is read over the end of the buffer may be anything, but is not taken
    if (at + length > end || !areSame(at, text, length)) return 0;
    at += length;
    text += length;
    if (value === values) break;
    const kind: u32 = load<u8>(VALUE_KINDS + value);
    if (kind <= SOLUTION) {
      const from = at;
      if (kind === SOLUTION && load<u8>(at) === QUOTE) {
        // an empty one
        store<u32>(slots + SOLUTION_AT, at - origin);
        store<u32>(slots + SOLUTION_AT + 4, at - origin);
        continue;
      }
      if (at + cells >= end) return 0;
      if (!readCells(at, cells, size, (kind === PUZZLE ? CELLS : FILE_CELLS) + puzzle * cells)) return 0;
      at += cells;
      if (load<u8>(at) !== QUOTE) return 0;
      if (kind === SOLUTION) content = GRID;
      else {
        store<u32>(slots + KEY_AT, from - origin - keyStart);
        store<u32>(slots + KEY_AT + 4, from - origin - keyEnd);
      }
      const slot = slots + (kind === PUZZLE ? PUZZLE_AT : SOLUTION_AT);
      store<u32>(slot, from - origin);
      store<u32>(slot + 4, at - origin);
    } else {
      at = kind === STRING ? stringEnd(at, end) : numberEnd(at, end);
      if (at === 0) return 0;
    }
  }
  if (at < end && load<u8>(at) === CARRIAGE_RETURN) at++;
  if (at >= end || load<u8>(at) !== LINE_FEED) return 0;
  store<u32>(slots + LOOK, look);
  store<u8>(CONTENTS + puzzle, content);
  return at + 1;
}

function areSame(a: u32, b: u32, length: u32): bool {
  let i: u32 = 0;
  for (; i + 16 <= length; i += 16) {
    if (i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i))) !== 0xffff) return false;
  }
  const different = ~i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i)));
  return (different & ((1 << (length - i)) - 1)) === 0;
}

/** Writes records as long as they have the look and are solved. Parameters and result as those of `writeRows`. */
export function writeObjects(origin: u32, done: u32, first: u32, limit: u32, record: u32, cells: u32): u32 {
  const block = BUFFER + origin;
  let out = OUTPUT;
  let puzzle = first;
  for (; puzzle < limit; puzzle++, record++) {
    const slots = SLOTS + 4 * STRIDE * record;
    if (load<u32>(slots + LOOK) !== look || load<u8>(STATUSES + puzzle) !== 0) break;
    const puzzleEnd = load<u32>(slots + PUZZLE_AT + 4);
    const solutionEnd = load<u32>(slots + SOLUTION_AT + 4);
    const last = max(puzzleEnd, solutionEnd) + 1;
    if (out + (last - done) + cells + solutionLength + statusLength + 64 > OUTPUT + OUTPUT_BYTES) break;
    const verdict: u32 = load<u8>(VERDICTS + puzzle);
    const stays = verdict === RIGHT || verdict === ANOTHER;
    if (solutionEnd === 0) {
      out = copied(block + done, puzzleEnd + 1 - done, out);
      done = puzzleEnd + 1;
      out = copied(SOLUTION_TEXT, solutionLength, out);
      writeCells(SOLUTIONS + puzzle * cells, cells, out);
      out += cells;
      store<u8>(out++, QUOTE as u8);
    } else if (stays) {
      out = copied(block + done, solutionEnd + 1 - done, out);
      done = solutionEnd + 1;
    } else {
      const start = load<u32>(slots + SOLUTION_AT);
      out = copied(block + done, start - done, out);
      writeCells(SOLUTIONS + puzzle * cells, cells, out);
      out += cells;
      store<u8>(out++, QUOTE as u8);
      done = solutionEnd + 1;
    }
    out = copied(STATUS_TEXT, statusLength, out);
  }
  objectsLength = out - OUTPUT;
  objectsWrittenTo = done;
  return puzzle - first;
}

/** @returns the end of the copy @inline */
function copied(from: u32, count: u32, to: u32): u32 {
  copy(from, count, to);
  return to + count;
}
