// The kernel of CSV. The module has no state but its memory, the columns that it was given, and what the last call left.
// Plain rows of a table: fields without quotes, grids as digits, no rules of puzzles, one row a line. TypeScript reads and writes all others.
import {
  CONTENT_GRID,
  CONTENT_NOTHING,
  COUNT_START,
  CR,
  FIELDS,
  HASH,
  LF,
  MAX_RECORDS,
  MINUS,
  PERCENT,
  PIPE,
  POINT,
  PUZZLE_END,
  PUZZLE_START,
  QUOTE,
  ROW_END,
  SLASH,
  SOLUTION_END,
  SOLUTION_START,
  SOLVED,
  SPACE,
  STATUS_START,
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

/** Columns of a table whose rows may be plain. */
const MAX_COLUMNS: u32 = 256;
/** u8 a column: slot of its field; u32 a column: how long its field was in the last row */
const COLUMN_SLOTS: u32 = OWN;
const FIELD_LENGTHS: u32 = (COLUMN_SLOTS + MAX_COLUMNS + 3) & ~3;

/** The number that `setColumns` receives for a column that the table does not have. */
const NO_COLUMN: u32 = 0xffffffff;
/** In COLUMN_SLOTS: a column whose fields have no slot, and one with rules, which plain rows do not have. */
const NO_SLOT: u32 = 0xff;
const RULES: u32 = 0xfe;

let delimiter: u32 = 0;
let columns: u32 = 0;
let solutionColumn: u32 = 0;
let statusColumn: u32 = 0;

/** Numbers of the columns from 0; -1 for those that the table does not have. */
export function setColumns(
  delimiterByte: u32,
  count: u32,
  puzzle: u32,
  solution: u32,
  status: u32,
  solutions: u32,
): void {
  delimiter = delimiterByte;
  columns = count;
  solutionColumn = solution;
  statusColumn = status;
  // `readRows` reads no row of a table with more columns
  for (let column: u32 = 0; column < min(count, MAX_COLUMNS); column++) {
    let start = NO_SLOT;
    if (column === puzzle) start = PUZZLE_START;
    else if (column === solution) start = SOLUTION_START;
    else if (column === status) start = STATUS_START;
    else if (column === solutions) start = COUNT_START;
    store<u8>(COLUMN_SLOTS + column, start as u8);
    store<u32>(FIELD_LENGTHS + 4 * column, 0);
  }
}

/** Says that a column of those set last has rules of puzzles. */
export function setRules(column: u32): void {
  if (column < MAX_COLUMNS) store<u8>(COLUMN_SLOTS + column, RULES as u8);
}

/**
 * Reads rows up to the first that is not plain. Every row ends with a line feed before `end`.
 * @param at offset in the buffer of the first row
 * @param cells of a grid, digits up to `size`
 * @param origin offset that stored offsets count from
 * @param first number of the first puzzle
 * @param record number of its record
 * @param line number of its line
 * @returns how many rows it read
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
  while (at < end && record + count < (MAX_RECORDS as u32) && !isWide) {
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
  stopAt(at);
  return count;
}

/** @returns where the next row begins, or 0 if this one is not plain @inline */
function readRow(at: u32, end: u32, cells: u32, size: u32, origin: u32, puzzle: u32, record: u32): u32 {
  const first: u32 = load<u8>(at);
  if (first <= (SPACE as u32) || first === HASH || first === PERCENT || first === SLASH) return 0;
  // perhaps a rule, which may be as long as a puzzle
  if (first === MINUS || (first === PIPE && load<u8>(at + 1) === MINUS)) return 0;
  const slots = slotsOf(record);
  clearSlots(slots);
  const lastColumn = columns - 1;
  let content = CONTENT_NOTHING;
  for (let column: u32 = 0; ; column++) {
    const start = at;
    const startSlot: u32 = load<u8>(COLUMN_SLOTS + column);
    if (startSlot === PUZZLE_START) {
      if (at + cells >= end || !readCells(at, cells, size, CELLS + puzzle * cells)) return 0;
      at += cells;
    } else if (startSlot === SOLUTION_START) {
      // most fields without a grid are empty
      const isEmpty = load<u8>(at) < (ZERO as u8) && load<u8>(at) !== POINT;
      if (!isEmpty && at + cells < end && readCells(at, cells, size, FILE_CELLS + puzzle * cells)) {
        at += cells;
        content = CONTENT_GRID;
      }
    } else at = fieldEnd(at, end, column);
    if (startSlot === RULES) {
      if (at > start) return 0;
    } else if (startSlot !== NO_SLOT) {
      setSlot(slots, startSlot, start - origin);
      setSlot(slots, startSlot + 1, at - origin);
    }
    const after: u32 = load<u8>(at);
    if (column < lastColumn) {
      if (after !== delimiter) return 0;
      at++;
      continue;
    }
    setSlot(slots, ROW_END, at - origin);
    if (after === CR) at++;
    if (load<u8>(at) !== LF || at >= end) return 0;
    setSlot(slots, FIELDS, columns);
    store<u8>(CONTENTS + puzzle, content as u8);
    return at + 1;
  }
}

/**
 * Writes rows up to the first that is not plain or not solved, with solution and status filled in or added: from where the
 * previous row ended to the end of the last one.
 * @param origin offset in the buffer of the block
 * @param done offset in the block up to which it is written
 * @param first number of the first puzzle
 * @param limit number of the puzzle to stop at
 * @param record number of the first puzzle's record
 * @param solved the word for the status, as bytes in a number, the first in the lowest; `solvedLength` bytes
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
  // fields of a status column may hold other text: TypeScript writes these rows
  if (statusColumn !== NO_COLUMN) limit = first;
  for (; puzzle < limit; puzzle++, record++) {
    const slots = slotsOf(record);
    const rowEnd = slot(slots, ROW_END);
    if (!isPlain(slots, block, cells) || load<u8>(STATUSES + puzzle) !== SOLVED) break;
    if (out + (rowEnd - done) + cells + 64 > OUTPUT + OUTPUT_BYTES) break;
    if (solutionColumn !== NO_COLUMN && !keepsSolution(puzzle)) {
      const start = slot(slots, SOLUTION_START);
      copy(block + done, start - done, out);
      out += start - done;
      writeDigits(SOLUTIONS + puzzle * cells, cells, out);
      out += cells;
      done = slot(slots, SOLUTION_END);
    }
    copy(block + done, rowEnd - done, out);
    out += rowEnd - done;
    done = rowEnd;
    if (solutionColumn === NO_COLUMN) {
      store<u8>(out++, delimiter as u8);
      writeDigits(SOLUTIONS + puzzle * cells, cells, out);
      out += cells;
    }
    store<u8>(out++, delimiter as u8);
    store<u64>(out, solved);
    out += solvedLength;
  }
  endOutput(out, done);
  return puzzle - first;
}

/** Address of the byte that ends a field: a delimiter, a line end, or a quote, which no plain field has. */
function fieldEnd(at: u32, end: u32, column: u32): u32 {
  const delimiters = i8x16.splat(delimiter as i8);
  const lineFeeds = i8x16.splat(LF as i8);
  const returns = i8x16.splat(CR as i8);
  const quotes = i8x16.splat(QUOTE as i8);
  const usual = load<u32>(FIELD_LENGTHS + 4 * column);
  const from = at;
  for (; at < end; at += 16) {
    const bytes = v128.load(at);
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, lineFeeds)),
        v128.or(i8x16.eq(bytes, returns), i8x16.eq(bytes, quotes)),
      ),
    );
    if (found === 0) continue;
    const length = at + ctz(found) - from;
    // the processor predicts this length and works on with it, without waiting for the end of the search
    if (length === usual) return from + usual;
    store<u32>(FIELD_LENGTHS + 4 * column, length);
    return from + length;
  }
  return end;
}

/** Whether a row is one that `readRow` could read: it has all fields, and its puzzle is packed and without quotes. */
function isPlain(slots: u32, block: u32, cells: u32): bool {
  const puzzle = slot(slots, PUZZLE_START);
  const solution = slot(slots, SOLUTION_START);
  return (
    slot(slots, FIELDS) === columns &&
    slot(slots, PUZZLE_END) - puzzle === cells &&
    load<u8>(block + puzzle - 1) !== QUOTE &&
    load<u8>(block + solution - 1) !== QUOTE
  );
}
