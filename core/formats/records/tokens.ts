// What separates the cells in the text of a field. Recognition, the reader and the writer all run this.

import { BACKSLASH, COMMA, QUOTE, SPACE, ZERO } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { sizeOfCells } from '../../solver/model/geometry.ts';
import { byteSet, skipBlanks, trimmedEnd } from '../shared/bytes.ts';
import { emptyRow, type Row } from '../shared/cells.ts';

/** Cells from which on a text may have a space for each empty cell; shorter ones might be anything. */
export const MIN_BLANK_CELLS = 81;

/**
 * Whether a text is digits, or as long as a grid and without blanks: its symbols are those of the file, whatever another format makes
 * of it.
 */
export function areCellsAlone(text: string): boolean {
  return /^[\d.]*$/.test(text) || (sizeOfCells(text.length) !== undefined && !/\s/.test(text));
}

/** Whether a list has only numbers: they are cells each, and never joined to symbols. @param from of its first bracket */
export function areNumbers(bytes: Uint8Array, from: number, to: number): boolean {
  if (!OPENS_LIST[bytes[from]!]) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (!PARTS[byte] && !(byte >= ZERO && byte <= ZERO + 9)) return false;
    if (byte === QUOTE || byte === APOSTROPHE || byte === BACKSLASH) return false;
  }
  return true;
}

/** The text within the quotes of a string of JSON without its escapes, or another text if these are not valid. */
export function unescaped(text: string, otherwise = text): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return otherwise;
  }
}

/** One more than the cells of the largest grid, to detect longer fields. */
export const MAX_TOKENS = MAX_SIZE ** 2 + 1;

/** Bytes that separate the cells of a grid in a field, among them the punctuation of a list in JSON or Python. */
const PARTS = byteSet(' \t\r\n,;:|/[](){}"\'');

/** Finds the tokens in fields of cells, without blanks and quotes around them; an empty field is an empty token. */
export function scanCells(
  bytes: Uint8Array,
  start: number,
  end: number,
  delimiter: number,
  tokens: Row,
): void {
  tokens.count = 0;
  for (let at = start; at <= end && tokens.count < MAX_TOKENS; at++) {
    const from = at;
    while (at < end && bytes[at] !== delimiter) at++;
    let first = skipBlanks(bytes, from, at);
    let last = trimmedEnd(bytes, first, at);
    // the stretch begins and ends within the quotes of its first and last field
    const isOpen = first === start && bytes[start - 1] === QUOTE;
    if (!isOpen && first < last && bytes[first] === QUOTE) first++;
    if (last > first && bytes[last - 1] === QUOTE) last--;
    add(tokens, first, last);
  }
}

const OPENS_LIST = byteSet('[({');
const APOSTROPHE = 0x27;

export const emptyTokens = (): Row => emptyRow(MAX_TOKENS);

/**
 * Finds the tokens between the separators of a field; `""` is an empty token, `" "` in a list a space, and an escape such as `\n` in a JSON string
 * separates tokens. Stops at {@link MAX_TOKENS}.
 */
export function scanTokens(bytes: Uint8Array, start: number, end: number, tokens: Row): void {
  tokens.count = 0;
  // a spreadsheet's ="…" keeps the text between the quotes from becoming a number
  for (let at = bytes[start] === EQUALS ? start + 1 : start; at < end && tokens.count < MAX_TOKENS; ) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH) at += 2;
    else if (PARTS[byte]) {
      at++;
      if (byte === QUOTE && bytes[at] === QUOTE && at < end) {
        add(tokens, at, at);
        at++;
      } else if (
        byte === QUOTE &&
        bytes[at] === SPACE &&
        bytes[at + 1] === QUOTE &&
        opens(bytes, at - 1, start)
      ) {
        add(tokens, at, at + 1);
        at += 2;
      }
    } else {
      const first = at++;
      while (at < end && !PARTS[bytes[at]!] && bytes[at] !== BACKSLASH) at++;
      add(tokens, first, at);
    }
  }
}

/** Whether a quote opens a string: what stands before it, apart from white space, does not end one. */
function opens(bytes: Uint8Array, quoteAt: number, start: number): boolean {
  let before = quoteAt - 1;
  while (before > start && bytes[before]! <= SPACE) before--;
  return bytes[before] === COMMA || bytes[before] === BRACKET;
}

const BRACKET = 0x5b;
const EQUALS = 0x3d;

function add(tokens: Row, start: number, end: number): void {
  tokens.starts[tokens.count] = start;
  tokens.ends[tokens.count++] = end;
}
