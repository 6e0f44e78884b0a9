// Without Buffer: pages that only solve use some of it, and would have to load a substitute.
import { COLON, COMMA, HASH, LF, PERCENT, PIPE, SEMICOLON, SLASH, ZERO } from '../../kernel/constants.ts';

const BOM = [0xef, 0xbb, 0xbf];

/** Length of the UTF-8 byte-order mark at the front: 3 or 0. */
export function bomLength(bytes: Uint8Array): number {
  return BOM.every((byte, i) => bytes[i] === byte) ? BOM.length : 0;
}

/** Bytes of a quotation in a message. */
const MAX_QUOTED = 40;

/** A quotation for a message: UTF-8 if valid, else one character a byte; shortened, with invisible characters escaped. */
export function quote(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let shown = Math.min(to, from + MAX_QUOTED);
  // never cut a character in two
  while (shown < to && shown > from && (bytes[shown]! & 0xc0) === 0x80) shown--;
  const part = bytes.subarray(from, shown);
  const text = utf8(part) ?? String.fromCharCode(...part);
  return visible(JSON.stringify(shown < to ? `${text}…` : text));
}

/** A quotation of what is no cell. The letter O looks like an empty one. */
export function quoteSymbol(bytes: Uint8Array, from: number, to = from + 1): string {
  const isLetterO = to - from === 1 && (bytes[from] === 0x4f || bytes[from] === 0x6f);
  return quote(bytes, from, to) + (isLetterO ? ', the letter O in place of the digit 0' : '');
}

/** Escapes characters that are invisible or change the direction of text. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
}

/** Control and format characters, separators of lines and paragraphs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Undefined for invalid UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** End of a line's text, before trailing blanks and its carriage return. @param lineFeed its line feed, or the end of the bytes */
export function trimmedEnd(bytes: Uint8Array, from: number, lineFeed: number): number {
  let end = lineFeed;
  while (end > from && isBlank(bytes[end - 1]!)) end--;
  return end;
}

/** By byte: 1 for each of these signs, one character a byte. */
export function byteSet(signs: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const sign of signs) set[sign.charCodeAt(0)] = 1;
  return set;
}

/** By byte: 1 for a blank, 2 for a line feed. ^Z ended files of DOS. */
const BLANKS = byteSet(' \t\r\x1a');
BLANKS[LF] = 2;

/** Space, tab, carriage return or the ^Z at the end of files of DOS. */
export function isBlank(byte: number): boolean {
  return BLANKS[byte] === 1;
}

/** Whether a byte is a digit 0 to 9. */
export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

/** Digits of the longest whole number that is the same in JavaScript. */
const MAX_DIGITS = 15;

/** End of the whole number at `start`, without sign or leading zeros; `start` if there is none, or a longer one. */
export function wholeEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (isDigit(bytes[end]!)) end++;
  return end - start > MAX_DIGITS || (bytes[start] === ZERO && end > start + 1) ? start : end;
}

/** Offset of the line feed at or after `from`, or the end of the bytes. */
export function lineEnd(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(LF, from);
  return at < 0 ? bytes.length : at;
}

/** Number of line feeds in a stretch. */
export function lineFeedsIn(bytes: Uint8Array, from = 0, to = bytes.length): number {
  // within these bytes only: the next line feed can be far
  const stretch = bytes.subarray(from, to);
  let count = 0;
  for (let at = stretch.indexOf(LF); at >= 0; at = stretch.indexOf(LF, at + 1)) count++;
  return count;
}

/** Offset of the first byte that is not blank, or `end`. */
export function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(bytes[at]!)) at++;
  return at;
}

/**
 * Skips blank lines from `from` on that end before `end`. Works byte by byte: searching for each line feed would make
 * millions of blank lines cost more than as many puzzles.
 */
export function blankLines(
  bytes: Uint8Array,
  from: number,
  end: number,
): { readonly next: number; readonly lineFeeds: number } {
  let next = from;
  let lineFeeds = 0;
  for (let at = from; at < end; at++) {
    const blank = BLANKS[bytes[at]!]!;
    if (blank === 0) break;
    if (blank === 1) continue;
    lineFeeds++;
    next = at + 1;
  }
  return { next, lineFeeds };
}

/** Whether a line is a comment: it begins with `#`, `%` or `//`. */
export function isComment(text: string): boolean {
  // a quick test rules out most lines
  const first = text.charCodeAt(0);
  return !(first > PERCENT && first < 0x80 && first !== SLASH) && /^\s*(#|%|\/\/)/.test(text);
}

/** As {@link isComment}, from the offset of the line's first byte that is not blank. */
export function isCommentAt(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return byte === HASH || byte === PERCENT || (byte === SLASH && bytes[at + 1] === SLASH);
}

/** Box drawing and block elements (U+2500 to U+25FF) in UTF-8, one character a byte. */
const BOX_DRAWING = /\xe2[\x94-\x97][\x80-\xbf]/g;

/** In UTF-8, one character a byte. */
const NO_BREAK_SPACE = /\xc2\xa0/g;

const FRAME = /^[-=+*|~.:!_'"`#/\\^\s]+$/;

/**
 * Whether a line is part of a frame or a rule: it has no letter and no digit.
 * @param text one character a byte
 * @param empties symbols among `-*_` that the file uses for empty cells: a line of them, dots and separators is a row
 */
export function isFrameLine(text: string, empties: string): boolean {
  const plain = text.replace(NO_BREAK_SPACE, ' ');
  const rest = plain.replace(BOX_DRAWING, '');
  if (rest.length < plain.length) return rest.trim() === '' || FRAME.test(rest);
  if (!FRAME.test(plain) || plain.trim() === '') return false;
  const signs = plain.replace(/[\s|:!.]/g, '');
  return signs.split('').some((sign) => !empties.includes(sign));
}

/** Replaces box-drawing characters by spaces, as they separate cells. */
export function withoutBoxDrawing(text: string): string {
  return text.replace(BOX_DRAWING, ' ');
}

/** By byte: 1 for those that end a puzzle, 2 for those that do in most alphabets. */
const TOKEN_ENDS = BLANKS.map((kind) => (kind === 1 ? 1 : 0));
TOKEN_ENDS[COMMA] = TOKEN_ENDS[PIPE] = 1;
TOKEN_ENDS[COLON] = TOKEN_ENDS[SEMICOLON] = 2;

/** End of the puzzle at `start`. @param colons whether `:` and `;` end it */
export function tokenEnd(bytes: Uint8Array, start: number, lineFeed: number, colons: boolean): number {
  let end = start;
  while (end < lineFeed) {
    const kind = TOKEN_ENDS[bytes[end]!];
    if (kind === 1 || (colons && kind === 2)) break;
    end++;
  }
  return end;
}
