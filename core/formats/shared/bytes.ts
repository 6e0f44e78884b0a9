import { CR, HASH, LF, PERCENT, SLASH, SPACE, TAB, ZERO } from '../../kernel/constants.ts';

const BOM = [0xef, 0xbb, 0xbf];

/** Bytes of the UTF-8 byte-order mark at the front: 3 or 0. */
export function bomLength(bytes: Uint8Array): number {
  return BOM.every((byte, i) => bytes[i] === byte) ? BOM.length : 0;
}

/** Bytes that a message quotes. */
const MAX_QUOTED = 40;

/** Text of a few bytes for a message: as UTF-8 if it is, else one character a byte; shortened, what cannot be seen escaped. */
export function quote(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let shown = Math.min(to, from + MAX_QUOTED);
  // not within a character
  while (shown < to && shown > from && (bytes[shown]! & 0xc0) === 0x80) shown--;
  const part = bytes.subarray(from, shown);
  const text = utf8(part) ?? latin1(part, 0, part.length);
  return visible(JSON.stringify(shown < to ? `${text}…` : text));
}

/** A text with what cannot be seen, or moves what follows, written as escapes. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
}

/** Control characters; spaces without width, marks of direction; separators of lines. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Undefined if they are no UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** End of a line's text, given where its line feed (or the end of the bytes) is: before a carriage return and trailing blanks. */
export function trimmedEnd(bytes: Uint8Array, from: number, lineFeed: number): number {
  let end = lineFeed;
  while (end > from && isBlank(bytes[end - 1]!)) end--;
  return end;
}

/** By byte: 1 for a blank, 2 for a line feed. */
const BLANKS = new Uint8Array(256);
for (const byte of [SPACE, TAB, CR]) BLANKS[byte] = 1;
BLANKS[LF] = 2;

/** Space, tab or carriage return. */
export function isBlank(byte: number): boolean {
  return BLANKS[byte] === 1;
}

/** Whether a byte is one of the digits 0 to 9. */
export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

/** Where the line feed at or after `from` is, or the end of the bytes. */
export function lineEnd(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(LF, from);
  return at < 0 ? bytes.length : at;
}

/** The first byte of a line that is no blank, or its end. */
export function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(bytes[at]!)) at++;
  return at;
}

/**
 * The blank lines from `from` on, each with its line feed before `end`: where they end, and how many there are. A byte at
 * a time, as a search for each line feed makes millions of blank lines cost more than as many puzzles.
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

/** Bytes as text, one character each. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}

/** Whether a line is a comment: `#`, `%` or `//` comes first. */
export function isComment(text: string): boolean {
  // most lines begin with what is neither blank nor of a comment
  const first = text.charCodeAt(0);
  return !(first > PERCENT && first < 0x80 && first !== SLASH) && /^\s*(#|%|\/\/)/.test(text);
}

/** {@link isComment} on bytes from the line's first character that is no blank. */
export function isCommentAt(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return byte === HASH || byte === PERCENT || (byte === SLASH && bytes[at + 1] === SLASH);
}

/** Box drawing and block elements (U+2500 to U+25FF) in UTF-8, one character a byte. */
const BOX_DRAWING = /\xe2[\x94-\x97][\x80-\xbf]/g;

const DRAWN = /^[-=+*|~.:!_'"`#/\\^\s]+$/;

/**
 * Whether a line is drawn, not written: a frame or a rule, with no letter and no digit in it.
 * @param text one character a byte
 * @param empties signs among `-*_` that the file uses for empty cells: a line of them, dots and separators is a row
 */
export function isDrawn(text: string, empties: string): boolean {
  const rest = text.replace(BOX_DRAWING, '');
  if (rest.length < text.length) return rest.trim() === '' || DRAWN.test(rest);
  if (!DRAWN.test(text) || text.trim() === '') return false;
  const signs = text.replace(/[\s|:!.]/g, '');
  return signs.split('').some((sign) => !empties.includes(sign));
}

/** A text without its box drawing, each character of which parts what is beside it. */
export function withoutBoxDrawing(text: string): string {
  return text.replace(BOX_DRAWING, ' ');
}
