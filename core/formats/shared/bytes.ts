/** Bytes that text formats are made of. */
export const TAB = 9;
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const HASH = 35;
export const PERCENT = 37;
export const COMMA = 44;
export const MINUS = 45;
export const POINT = 46;
export const SLASH = 47;
export const ZERO = 48;
export const PIPE = 124;

const BOM = [0xef, 0xbb, 0xbf];

/** Bytes of the UTF-8 byte-order mark at the front: 3 or 0. */
export function bomLength(bytes: Uint8Array): number {
  return BOM.every((byte, i) => bytes[i] === byte) ? BOM.length : 0;
}

/** Text of a few bytes for a message: one character a byte, shortened, control characters escaped. */
export function quote(bytes: Uint8Array, from = 0, to = bytes.length): string {
  const shown = Math.min(to, from + 40);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, shown - from).toString('latin1');
  return JSON.stringify(shown < to ? `${text}…` : text).replace(
    /[\u007f-\u009f]/g,
    (c) => `\\x${c.charCodeAt(0).toString(16)}`,
  );
}

/** End of a line's text, given where its line feed (or the end of the bytes) is: before a carriage return and trailing blanks. */
export function trimmedEnd(bytes: Uint8Array, from: number, lineFeed: number): number {
  let end = lineFeed;
  while (end > from && isBlank(bytes[end - 1]!)) end--;
  return end;
}

/** Space, tab or carriage return. */
export function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === CR;
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

/** Bytes as text, one character each. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}
