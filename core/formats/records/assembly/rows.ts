// Plain rows of a table: fields without quotes, grids as digits, one row a line. All else is read and written elsewhere.

import { copy, readCells, writeCells } from './cells';
import {
  columns,
  delimiter,
  fieldEnd,
  NO_SLOT,
  NONE,
  PUZZLE,
  SOLUTION,
  solutionColumn,
  statusColumn,
} from './columns';
import {
  BUFFER,
  CELLS,
  COLUMN_SLOTS,
  CONTENTS,
  FILE_CELLS,
  LINES,
  MAX_COLUMNS,
  MAX_RECORDS,
  OUTPUT,
  OUTPUT_BYTES,
  SLOTS,
  SOLUTIONS,
  STARTS,
  STATUSES,
  STRIDE,
  VERDICTS,
} from './memory';

const LINE_FEED: u32 = 10;
const CARRIAGE_RETURN: u32 = 13;
const SPACE: u32 = 32;
const DASH: u32 = 45;
const DOT: u32 = 46;
const QUOTE: u32 = 34;
const HASH: u32 = 35;
const PERCENT: u32 = 37;
const SLASH: u32 = 47;
const ZERO: u32 = 48;
const PIPE: u32 = 124;

// bytes from a record's first slot on; numbers as in slots.ts
const ROW_END: u32 = 40;
const FIELDS: u32 = 44;

const GRID: u8 = 1;
/** Verdict codes of solutions that stay. */
const RIGHT: u32 = 1;
const ANOTHER: u32 = 2;

/** Offset in the buffer of the first row that `readRows` did not take. */
export let stoppedAt: u32 = 0;
/** Bytes of output that `writeRows` made. */
export let outputLength: u32 = 0;
/** Offset in the block up to which they answer it. */
export let writtenTo: u32 = 0;

/**
 * Reads rows as long as they are plain. Every row ends with a line feed before `end`.
 * @param at offset in the buffer of the first row
 * @param cells of a grid, digits up to `size`
 * @param origin offset that the offsets written count from
 * @param first number of the first puzzle
 * @param record number of its record
 * @param line number of its line
 * @returns how many rows it took
 */
export function readRows(
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
  const isWide = columns > MAX_COLUMNS;
  while (at < end && record + count < MAX_RECORDS && !isWide) {
    const next = readRow(
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
  stoppedAt = at;
  return count;
}

/** @returns where the next row begins, or 0 if this one is not plain @inline */
function readRow(at: u32, end: u32, cells: u32, size: u32, origin: u32, puzzle: u32, record: u32): u32 {
  const first: u32 = load<u8>(at);
  if (first <= SPACE || first === HASH || first === PERCENT || first === SLASH) return 0;
  // perhaps a rule, which may be as long as a puzzle
  if (first === DASH || (first === PIPE && load<u8>(at + 1) === DASH)) return 0;
  const slots = SLOTS + 4 * STRIDE * record;
  for (let i: u32 = 0; i < 4 * STRIDE; i += 16) v128.store(slots + i, i32x4.splat(0));
  const lastColumn = columns - 1;
  let content: u8 = 0;
  for (let column: u32 = 0; ; column++) {
    const start = at;
    const slot: u32 = load<u8>(COLUMN_SLOTS + column);
    if (slot === PUZZLE) {
      if (at + cells >= end || !readCells(at, cells, size, CELLS + puzzle * cells)) return 0;
      at += cells;
    } else if (slot === SOLUTION) {
      // most that are no grid are nothing
      const isNothing = load<u8>(at) < ZERO && load<u8>(at) !== DOT;
      if (!isNothing && at + cells < end && readCells(at, cells, size, FILE_CELLS + puzzle * cells)) {
        at += cells;
        content = GRID;
      }
    } else at = fieldEnd(at, end, column);
    if (slot !== NO_SLOT) {
      store<u32>(slots + slot, start - origin);
      store<u32>(slots + slot + 4, at - origin);
    }
    const after: u32 = load<u8>(at);
    if (column < lastColumn) {
      if (after !== delimiter) return 0;
      at++;
      continue;
    }
    store<u32>(slots + ROW_END, at - origin);
    if (after === CARRIAGE_RETURN) at++;
    if (load<u8>(at) !== LINE_FEED || at >= end) return 0;
    store<u32>(slots + FIELDS, columns);
    store<u8>(CONTENTS + puzzle, content);
    return at + 1;
  }
}

/**
 * Writes rows as long as they are plain and solved, with solution and status filled in or added, from where the last row
 * ended to the end of their last one.
 * @param origin offset in the buffer of the block
 * @param done offset in the block up to which it is answered
 * @param first number of the first puzzle
 * @param limit number of the puzzle to stop at
 * @param record number of the first one's record
 * @param solved the word for the status, as bytes in a number, the first the lowest; of so many bytes
 * @returns how many rows it wrote
 */
export function writeRows(
  origin: u32,
  done: u32,
  first: u32,
  limit: u32,
  record: u32,
  cells: u32,
  solved: u64,
  solvedLength: u32,
): u32 {
  const block = BUFFER + origin;
  let out = OUTPUT;
  let puzzle = first;
  // a status that stands there already may be somebody else's
  if (statusColumn !== NONE) limit = first;
  for (; puzzle < limit; puzzle++, record++) {
    const slots = SLOTS + 4 * STRIDE * record;
    const rowEnd = load<u32>(slots + ROW_END);
    if (!isPlain(slots, block, cells) || load<u8>(STATUSES + puzzle) !== 0) break;
    if (out + (rowEnd - done) + cells + 64 > OUTPUT + OUTPUT_BYTES) break;
    const verdict: u32 = load<u8>(VERDICTS + puzzle);
    const stays = verdict === RIGHT || verdict === ANOTHER;
    if (solutionColumn !== NONE && !stays) {
      const start = load<u32>(slots + SOLUTION);
      copy(block + done, start - done, out);
      out += start - done;
      writeCells(SOLUTIONS + puzzle * cells, cells, out);
      out += cells;
      done = load<u32>(slots + SOLUTION + 4);
    }
    copy(block + done, rowEnd - done, out);
    out += rowEnd - done;
    done = rowEnd;
    if (solutionColumn === NONE) {
      store<u8>(out++, delimiter as u8);
      writeCells(SOLUTIONS + puzzle * cells, cells, out);
      out += cells;
    }
    store<u8>(out++, delimiter as u8);
    store<u64>(out, solved);
    out += solvedLength;
  }
  outputLength = out - OUTPUT;
  writtenTo = done;
  return puzzle - first;
}

/** Whether a row is as `readRow` takes it: its puzzle packed and without quotes, all of its fields there. */
function isPlain(slots: u32, block: u32, cells: u32): bool {
  const puzzle = load<u32>(slots + PUZZLE);
  const solution = load<u32>(slots + SOLUTION);
  return (
    load<u32>(slots + FIELDS) === columns &&
    load<u32>(slots + PUZZLE + 4) - puzzle === cells &&
    load<u8>(block + puzzle - 1) !== QUOTE &&
    load<u8>(block + solution - 1) !== QUOTE
  );
}
