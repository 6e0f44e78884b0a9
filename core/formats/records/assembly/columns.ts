// What the columns of a table are, and where a plain field ends.

import { COLUMN_SLOTS, FIELD_LENGTHS, MAX_COLUMNS } from './memory';

const LINE_FEED: u32 = 10;
const CARRIAGE_RETURN: u32 = 13;
const QUOTE: u32 = 34;

// what a column is: bytes from a record's first slot on to those of its field; numbers as in slots.ts
export const PUZZLE: u32 = 0;
export const SOLUTION: u32 = 8;
const STATUS: u32 = 16;
const COUNT: u32 = 24;
export const NO_SLOT: u32 = 0xff;

/** A column that there is not. */
export const NONE: u32 = 0xffffffff;

export let delimiter: u32 = 0;
export let columns: u32 = 0;
export let solutionColumn: u32 = 0;
export let statusColumn: u32 = 0;

/** Numbers of the columns from 0; -1 for those that there are not. */
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
  // of a table with more columns no row is plain
  for (let column: u32 = 0; column < min(count, MAX_COLUMNS); column++) {
    let slot = NO_SLOT;
    if (column === puzzle) slot = PUZZLE;
    else if (column === solution) slot = SOLUTION;
    else if (column === status) slot = STATUS;
    else if (column === solutions) slot = COUNT;
    store<u8>(COLUMN_SLOTS + column, slot as u8);
    store<u32>(FIELD_LENGTHS + 4 * column, 0);
  }
}

/** The byte that ends a plain field, or one that no plain field has. */
export function fieldEnd(at: u32, end: u32, column: u32): u32 {
  const delimiters = i8x16.splat(delimiter as i8);
  const lineFeeds = i8x16.splat(LINE_FEED as i8);
  const returns = i8x16.splat(CARRIAGE_RETURN as i8);
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
    // as long as in the row before: the processor goes on with that, and need not wait until the search has ended
    if (length === usual) return from + usual;
    store<u32>(FIELD_LENGTHS + 4 * column, length);
    return from + length;
  }
  return end;
}
