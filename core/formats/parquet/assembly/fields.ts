// The kernel of Parquet files that are written: finds the fields of rows of CSV, and writes columns of texts, whole numbers and
// flags as plain pages have them. The module has no state but its memory, and what the last call left.
import {
  COMMA,
  FIELD_BYTES,
  LF,
  MAX_FIELDS,
  PAGE_FLAGS,
  PAGE_TEXTS,
  QUOTE,
  SLACK,
  ZERO,
} from '../../../kernel/constants';
import { copy } from '../../records/assembly/memory';

/** A copy of the rows. */
export const BUFFER: u32 = 1024;
/** Twice u32 a field: where it begins and ends, without its quotes. */
export const FIELD_EDGES: u32 = BUFFER + FIELD_BYTES + SLACK;
/** u8 a row: the definition level of a column's value */
export const ROW_LEVELS: u32 = FIELD_EDGES + 8 * MAX_FIELDS;
/** Values of a column: a field takes at most eight bytes, or four and its own. */
export const OUTPUT: u32 = ROW_LEVELS + MAX_FIELDS;

/** Offset in the buffer of the first row that the last call left. */
export let stoppedAt: u32 = 0;

/** What `writeColumn` returns for a column with a value that it does not read. */
const OTHER: u32 = 0xffffffff;
/** Digits of numbers that it reads. */
const WHOLE_DIGITS: u32 = 9;
/** The word in a number, its first letter in the lowest byte. */
const TRUE_WORD: u32 = 0x65757274;

/**
 * Finds the fields of rows, up to the first row that is incomplete. Fields that a row does not have are empty.
 * @param length of the bytes in the buffer
 * @param fields of a row
 * @param mostRows rows after which it stops
 * @param mostBytes bytes after which it stops, with the row that reaches them
 * @returns how many rows it found
 */
export function findRows(length: u32, fields: u32, mostRows: u32, mostBytes: u32): u32 {
  const last = min(mostRows, MAX_FIELDS / fields);
  let rows: u32 = 0;
  let at: u32 = 0;
  for (stoppedAt = 0; rows < last && stoppedAt < mostBytes; rows++) {
    let entry = FIELD_EDGES + 8 * fields * rows;
    const entries = entry + 8 * fields;
    for (let isLast = false; !isLast; at++) {
      let start = at;
      let end: u32;
      if (load<u8>(BUFFER + at) === QUOTE) {
        end = quoteEnd(++start, length);
        at = fieldEnd(end + 1, length);
      } else end = at = fieldEnd(at, length);
      if (at >= length) return rows;
      if (entry < entries) {
        store<u32>(entry, start);
        store<u32>(entry + 4, end);
        entry += 8;
      }
      isLast = load<u8>(BUFFER + at) === LF;
    }
    for (; entry < entries; entry += 8) {
      // after the line feed: after a quote, it would be an empty text
      store<u32>(entry, at);
      store<u32>(entry + 4, at);
    }
    stoppedAt = at;
  }
  return rows;
}

/** Offset of the comma or line feed that ends a field, or at least the length. */
function fieldEnd(at: u32, length: u32): u32 {
  const commas = i8x16.splat(COMMA as i8);
  const lineFeeds = i8x16.splat(LF as i8);
  for (; at < length; at += 16) {
    const bytes = v128.load(BUFFER + at);
    const found = i8x16.bitmask(v128.or(i8x16.eq(bytes, commas), i8x16.eq(bytes, lineFeeds)));
    if (found !== 0) return at + ctz(found);
  }
  return length;
}

/** Offset of the quote that closes a field, or at least the length. */
function quoteEnd(at: u32, length: u32): u32 {
  for (; at < length; at++) {
    if (load<u8>(BUFFER + at) !== QUOTE) continue;
    if (load<u8>(BUFFER + at + 1) !== QUOTE || at + 1 >= length) break;
    at++;
  }
  return at;
}

/**
 * Writes a column of the rows that were found, and its levels.
 * @param kind of its values: PAGE_TEXTS, PAGE_NUMBERS or PAGE_FLAGS
 * @param field of each row, which has so many `fields`
 * @param level of a value that is there
 * @param optional whether an empty field without quotes is null
 * @returns how many bytes it wrote, or OTHER
 */
export function writeColumn(kind: u32, field: u32, fields: u32, rows: u32, level: u32, optional: bool): u32 {
  let out = OUTPUT;
  for (let row: u32 = 0; row < rows; row++) {
    const entry = FIELD_EDGES + 8 * (fields * row + field);
    const start = BUFFER + load<u32>(entry);
    const end = BUFFER + load<u32>(entry + 4);
    const isQuoted = load<u8>(start - 1) === QUOTE;
    const isNull = optional && start === end && !isQuoted;
    store<u8>(ROW_LEVELS + row, isNull ? 0 : (level as u8));
    if (isNull) continue;
    if (kind === PAGE_TEXTS) {
      const length = isQuoted ? copyUnquoted(start, end, out + 4) : end - start;
      if (!isQuoted) copy(start, length, out + 4);
      store<u32>(out, length);
      out += 4 + length;
    } else if (kind === PAGE_FLAGS) {
      store<u8>(out++, end - start === 4 && load<u32>(start) === TRUE_WORD ? 1 : 0);
    } else {
      if (start === end || end - start > WHOLE_DIGITS) return OTHER;
      let number: u32 = 0;
      for (let at = start; at < end; at++) {
        const digit: u32 = (load<u8>(at) as u32) - ZERO;
        if (digit > 9) return OTHER;
        number = 10 * number + digit;
      }
      store<u64>(out, number);
      out += 8;
    }
  }
  return out - OUTPUT;
}

/** Copies a text, of doubled quotes only one. @returns its length */
function copyUnquoted(start: u32, end: u32, to: u32): u32 {
  const from = to;
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at);
    store<u8>(to++, byte);
    if (byte === QUOTE) at++;
  }
  return to - from;
}
