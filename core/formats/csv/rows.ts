// The rows of a table: which lines are none, and where the fields of a row are. Recognition, the reader, the writer and the
// encoder of Parquet files all run this.

import { COLON, CR, LF, MINUS, QUOTE, SPACE, TAB } from '../../kernel/constants.ts';
import { sizeOfCells } from '../../solver/model/geometry.ts';
import { byteSet, isBlank, isCommentAt, lineEnd, skipBlanks, trimmedEnd } from '../shared/bytes.ts';
import { latin1 } from '../shared/latin1.ts';

/** Finds the fields of rows, one after another. Quotes enclose a field that they begin, as RFC 4180 has them. */
export class FieldScan {
  /** Where the field is, without its quotes. */
  start = 0;
  end = 0;
  isQuoted = false;
  /** Whether its quote is not closed: then it ends with its line. */
  isOpen = false;
  /** Offset of the delimiter or line feed after it, or the limit. */
  after = 0;
  /** Whether it is the last field of its row. */
  isLast = false;
  /** Line feeds in all fields since this was set. */
  lineFeeds = 0;
  readonly #delimiter: number;
  readonly #multiline: boolean;

  /** @param multiline whether quotes can enclose line feeds */
  constructor(delimiter: number, multiline: boolean) {
    this.#delimiter = delimiter;
    this.#multiline = multiline;
  }

  /** Finds the field at `from`. @param known bytes at its front that are neither delimiters nor quotes nor line feeds */
  find(bytes: Uint8Array, from: number, limit: number, known = 0): void {
    const delimiter = this.#delimiter;
    this.isQuoted = from < limit && bytes[from] === QUOTE;
    this.isOpen = false;
    this.start = this.isQuoted ? from + 1 : from;
    let at = this.start + known;
    if (this.isQuoted) {
      this.end = this.#quoteEnd(bytes, at, limit);
      at = this.end + (this.isOpen ? 0 : 1);
    }
    while (at < limit && bytes[at] !== delimiter && bytes[at] !== LF) at++;
    this.after = at;
    this.isLast = at >= limit || bytes[at] === LF;
    if (this.isQuoted) return;
    this.end = this.isLast && at > this.start && bytes[at - 1] === CR ? at - 1 : at;
  }

  /** Finds a field of the row at `from` by its number. @returns whether the row has it */
  findAt(bytes: Uint8Array, from: number, limit: number, column: number): boolean {
    for (let i = 0, at = from; ; i++, at = this.after + 1) {
      this.find(bytes, at, limit);
      if (i === column || this.isLast) return i === column;
    }
  }

  /** The text of the field, one character a byte, without the blanks around it. What follows its quotes belongs to it. */
  text(bytes: Uint8Array): string {
    if (!this.isQuoted) return trimmed(bytes, this.start, this.end);
    const text = unquotedField(trimmed(bytes, this.start, this.end));
    return this.end + 1 < this.after ? text + trimmed(bytes, this.end + 1, this.after) : text;
  }

  /** Offset of the quote that closes a field. */
  #quoteEnd(bytes: Uint8Array, from: number, limit: number): number {
    let lineFeeds = 0;
    for (let at = from; at < limit; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        if (at + 1 >= limit || bytes[at + 1] !== QUOTE) {
          this.lineFeeds += lineFeeds;
          return at;
        }
        at++;
      } else if (byte === LF) {
        if (!this.#multiline) break;
        lineFeeds++;
      }
    }
    this.isOpen = true;
    return Math.min(lineEnd(bytes, from), limit);
  }
}

/** Unlike String.trim(), does not take a byte of a letter in UTF-8 for a blank of latin1. */
function trimmed(bytes: Uint8Array, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isWhite(bytes[start]!)) start++;
  while (end > start && isWhite(bytes[end - 1]!)) end--;
  return latin1(bytes, start, end);
}

const isWhite = (byte: number): boolean => byte === SPACE || (byte >= TAB && byte <= CR);

/** The text in quotes: of doubled quotes only one. */
export const unquotedField = (text: string): string => text.replaceAll('""', '"');

/** A row of the head. */
export interface TextRow {
  /** 1-based number of its first line. */
  readonly line: number;
  readonly fields: readonly string[];
  /** Its quotes: in pairs, or one too many in a field that does not begin with it, or one that is not closed. */
  readonly quotes: 'paired' | 'odd' | 'open';
}

export interface TextRows {
  readonly rows: readonly TextRow[];
  /** Whether a quoted field contains a line break. */
  readonly multiline: boolean;
}

/** The first rows, one character a byte, without the lines that are none. An unclosed quote ends with its line. */
export function textRows(bytes: Uint8Array, delimiter: number, most: number): TextRows {
  const rows: TextRow[] = [];
  const scan = new FieldScan(delimiter, true);
  let multiline = false;
  for (let at = 0, line = 1; at < bytes.length && rows.length < most; line++) {
    const start = skipBlanks(bytes, at, bytes.length);
    const end = lineEnd(bytes, at);
    if (isNoRow(bytes, start) || isRowCount(bytes, start, end)) {
      at = end + 1;
      continue;
    }
    scan.lineFeeds = 0;
    const whole = fieldsAt(bytes, at, bytes.length, scan);
    const fields = whole ?? fieldsAt(bytes, at, end, scan, true)!;
    rows.push({ line, fields, quotes: whole ? quotesIn(bytes, at, scan.after) : 'open' });
    multiline ||= scan.lineFeeds > 0;
    line += scan.lineFeeds;
    at = scan.after + 1;
  }
  return { rows, multiline };
}

function quotesIn(bytes: Uint8Array, from: number, to: number): 'paired' | 'odd' {
  let isOdd = false;
  for (let at = from; at < to; at++) if (bytes[at] === QUOTE) isOdd = !isOdd;
  return isOdd ? 'odd' : 'paired';
}

/** The fields of the row at `from`; undefined if a quote is not closed, unless it may be. */
function fieldsAt(
  bytes: Uint8Array,
  from: number,
  limit: number,
  scan: FieldScan,
  mayBeOpen = false,
): string[] | undefined {
  const fields: string[] = [];
  let at = from;
  do {
    scan.find(bytes, at, limit);
    if (scan.isOpen && !mayBeOpen) return undefined;
    fields.push(scan.text(bytes));
    at = scan.after + 1;
  } while (!scan.isLast);
  return fields;
}

/**
 * Whether a line is no row of a table: blank, a comment, or a rule.
 * @param start of the first byte that is not blank
 * @param ruled see {@link isRule}
 */
export function isNoRow(bytes: Uint8Array, start: number, ruled?: boolean): boolean {
  if (start === bytes.length || bytes[start] === LF || isCommentAt(bytes, start)) return true;
  const mayBeRule = BEGINS[bytes[start]!] === 1;
  return mayBeRule && isRule(bytes, start, trimmedEnd(bytes, start, lineEnd(bytes, start)), ruled);
}

const EQUALS = 61;

/** Shorter dashes can be a missing value. */
const MIN_LENGTH = 3;

/**
 * Whether a line is a rule between the rows of a table: `|---|:---|` in Markdown, `----+----` from psql, or `+====+====+`.
 * Dashes without separators can be a puzzle of empty cells, if a grid has as many.
 * @param start of the first byte that is not blank
 * @param ruled whether such dashes are a rule in this table
 */
function isRule(bytes: Uint8Array, start: number, end: number, ruled = false): boolean {
  let stretches = 0;
  let dashes = 0;
  let parts = 0;
  for (let at = start; at < end; ) {
    at = skipBlanks(bytes, at, end);
    if (at === end) break;
    if (PARTS[bytes[at]!]) {
      parts++;
      at++;
      continue;
    }
    const first = at;
    if (bytes[at] === COLON) at++;
    const sign = bytes[at];
    if (sign !== MINUS && sign !== EQUALS) return false;
    while (at < end && bytes[at] === sign) at++;
    if (at < end && bytes[at] === COLON) at++;
    if (at - first < MIN_LENGTH || (at < end && !PARTS[bytes[at]!] && !isBlank(bytes[at]!))) return false;
    stretches++;
    if (sign === MINUS) dashes = at - first;
  }
  return stretches > 0 && (parts > 0 || ruled || sizeOfCells(dashes) === undefined);
}

/** What ends a table: the number of its rows, as psql, sqlcmd and mysql print it, or the end of data of pg_dump. */
const ROW_COUNT =
  /^(?:\\\.|\(\d{1,15} rows?(?: affected)?\)|\d{1,15} rows? in set(?: \([\d.a-z ]{1,40}\))?)$/;

/** Bytes of the longest line that states the number of rows. */
const MAX_ROW_COUNT = 200;

/** Whether a line states the number of rows. */
export function isRowCount(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start <= MAX_ROW_COUNT && ROW_COUNT.test(latin1(bytes, start, end).trim());
}

const PARTS = byteSet('|+,;\t');

/** By byte: 1 for those with which a rule can begin. */
const BEGINS = byteSet('|+:-=');
