import { COLON, SEMICOLON } from '../../kernel/constants.ts';
import { COMMA, isBlank, MINUS, PIPE, PLUS, skipBlanks, TAB } from '../shared/bytes.ts';
import { sizeOfCells } from '../shared/sizes.ts';

const EQUALS = 61;

/** Shorter stretches may stand for what is missing. */
const MIN_LENGTH = 3;

/**
 * Whether a line is drawn between the rows of a table, and is none: `|---|:---|`, as in Markdown, `----+----`, as psql
 * prints it, or `+====+====+`. Dashes by themselves may be a puzzle whose cells are all empty, where a grid has so many.
 * @param start of the first byte that is no blank
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

/** The number of rows below a table, as psql, sqlcmd and the client of MySQL print it. */
const ROW_COUNT = /^(?:\(\d{1,15} rows?(?: affected)?\)|\d{1,15} rows? in set(?: \([\d.a-z ]{1,40}\))?)$/;

/** Whether a line says how many rows a table has. */
export function isRowCount(line: string): boolean {
  return ROW_COUNT.test(line);
}

/** Whether a rule may begin with a byte. */
export function mayBeRule(byte: number): boolean {
  return BEGINS[byte] === 1;
}

const PARTS = new Uint8Array(256);
for (const sign of [PIPE, PLUS, COMMA, SEMICOLON, TAB]) PARTS[sign] = 1;

const BEGINS = new Uint8Array(256);
for (const sign of [PIPE, PLUS, COLON, MINUS, EQUALS]) BEGINS[sign] = 1;
