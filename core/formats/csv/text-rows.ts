// The rows of a table as text, and the lines between them that are none: what recognition and ids read.

import { COLON, COMMA, MINUS, PIPE, PLUS, SEMICOLON, TAB } from '../../kernel/constants.ts';
import { sizeOfCells } from '../../solver/geometry.ts';
import { isBlank, isComment, skipBlanks } from '../shared/bytes.ts';

/** A row of the head. */
export interface TextRow {
  /** 1-based number of its first line. */
  readonly line: number;
  readonly fields: readonly string[];
}

export interface TextRows {
  readonly rows: readonly TextRow[];
  /** Whether a quoted field contains a line break. */
  readonly multiline: boolean;
}

/** Matches what trimming removes; most rows have none. */
const BLANK = /\s/;

/** The first rows of a text, without comments and blank lines. An unclosed quote ends with its line. */
export function textRows(text: string, delimiter: string, most: number): TextRows {
  const rows: TextRow[] = [];
  let multiline = false;
  let line = 1;
  for (let at = 0; at < text.length && rows.length < most; ) {
    const lineFeed = text.indexOf('\n', at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const first = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
    if (isComment(first) || first.trim() === '' || isRuleText(first) || isRowCount(first.trim())) {
      line++;
      at = end + 1;
      continue;
    }
    if (!first.includes('"')) {
      const fields = first.split(delimiter);
      rows.push({ line: line++, fields: BLANK.test(first) ? fields.map((field) => field.trim()) : fields });
      at = end + 1;
      continue;
    }
    const row = fieldsFrom(text, at, delimiter, false) ?? fieldsFrom(text, at, delimiter, true)!;
    rows.push({ line, fields: row.fields });
    const breaks = text.slice(at, row.end).split('\n').length - 1;
    multiline ||= breaks > 0;
    line += breaks + 1;
    at = row.end + 1;
  }
  return { rows, multiline };
}

/** As {@link isRule}, for text with one character a byte. */
function isRuleText(line: string): boolean {
  const text = line.trim();
  return mayBeRule(text.charCodeAt(0)) && isRule(Buffer.from(text, 'latin1'), 0, text.length);
}

/** Fields up to a line feed outside of quotes, or up to the next one; undefined if a quote is not closed. */
function fieldsFrom(text: string, from: number, delimiter: string, oneLine: boolean) {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\n' && (!quoted || oneLine)) break;
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[at++];
      else quoted = false;
    } else if (character === '"' && field === '') quoted = true;
    else if (character === delimiter) {
      fields.push(field);
      field = '';
    } else field += character;
  }
  if (quoted && !oneLine) return undefined;
  fields.push(field.replace(/\r$/, ''));
  return { fields: fields.map((value) => value.trim()), end: at };
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
export function isRule(bytes: Uint8Array, start: number, end: number, ruled = false): boolean {
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

/** The number of rows below a table, as psql, sqlcmd and mysql print it. */
const ROW_COUNT = /^(?:\(\d{1,15} rows?(?: affected)?\)|\d{1,15} rows? in set(?: \([\d.a-z ]{1,40}\))?)$/;

/** Whether a line states the number of rows. */
export function isRowCount(line: string): boolean {
  return ROW_COUNT.test(line);
}

/** Whether a rule can begin with this byte. */
export function mayBeRule(byte: number): boolean {
  return BEGINS[byte] === 1;
}

const PARTS = new Uint8Array(256);
for (const sign of [PIPE, PLUS, COMMA, SEMICOLON, TAB]) PARTS[sign] = 1;

const BEGINS = new Uint8Array(256);
for (const sign of [PIPE, PLUS, COLON, MINUS, EQUALS]) BEGINS[sign] = 1;
