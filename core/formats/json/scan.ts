// Where values of JSON begin and end: brackets and quotes are examined, and nothing else, so that broken values can be passed.

import { BACKSLASH, LF } from '../../kernel/constants.ts';
import { unescaped } from '../records/tokens.ts';
import { byteSet } from '../shared/bytes.ts';

/** Punctuation of JSON. */
export const Json = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  open: 0x5b,
  close: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

/** Bytes that end a number or a word: white space and punctuation. */
const ENDS_WORD = byteSet(' \t\r\n",:[]{}');

/** Deepest nesting of a record. */
export const MAX_DEPTH = 64;

/** State of {@link scanValue} at the end of the bytes, for continuing with the next ones. */
export interface ScanState {
  /** The open brackets, outermost first, up to {@link MAX_DEPTH}. */
  readonly open: number[];
  /** Number of open brackets within these, of either kind. */
  beyond: number;
  /** The deepest nesting so far. */
  deepest: number;
  inString: boolean;
  /** Within a string, immediately after a backslash. */
  isEscaped: boolean;
  /** Within a number or a word. */
  inWord: boolean;
}

export const newScan = (): ScanState => ({
  open: [],
  beyond: 0,
  deepest: 0,
  inString: false,
  isEscaped: false,
  inWord: false,
});

/**
 * End of the value that begins at `at`, or -1 if it is not within the bytes. Examines only brackets and quotes; JSON.parse
 * checks the rest. To recover after a broken value, a bracket closes everything that is open within it, and a string ends
 * with its line.
 * @param state that of an earlier call that returned -1, to continue
 */
export function scanValue(bytes: Uint8Array, at: number, limit: number, state = newScan()): number {
  const { open } = state;
  if (state.inWord || (open.length === 0 && !state.inString && !BEGINS[bytes[at]!])) {
    const end = wordEnd(bytes, state.inWord ? at : at + 1, limit);
    state.inWord = end < 0;
    return end;
  }
  for (let i = state.isEscaped ? at + 1 : at; i < limit; i++) {
    if (state.inString) {
      while (i < limit && !ENDS_STRING[bytes[i]!]) i += bytes[i] === BACKSLASH ? 2 : 1;
      state.isEscaped = i > limit;
      if (i >= limit) return -1;
      state.inString = false;
      if (open.length === 0) return bytes[i] === LF ? i : i + 1;
      continue;
    }
    const byte = bytes[i]!;
    if (byte === Json.quote) state.inString = true;
    else if (byte === Json.openObject || byte === Json.open) {
      if (open.length < MAX_DEPTH) open.push(byte);
      else state.beyond++;
      const depth = open.length + state.beyond;
      if (depth > state.deepest) state.deepest = depth;
    } else if (byte === Json.closeObject || byte === Json.close) {
      if (state.beyond > 0) {
        state.beyond--;
        continue;
      }
      // the codes of `[` and `]`, and of `{` and `}`, differ by two
      const closed = open.lastIndexOf(byte - 2);
      if (closed < 0) return i;
      open.length = closed;
      if (closed === 0) return i + 1;
    }
  }
  return -1;
}

const ENDS_STRING = byteSet('"\n');

const BEGINS = byteSet('"[{');

function wordEnd(bytes: Uint8Array, at: number, limit: number): number {
  let end = at;
  while (end < limit && !ENDS_WORD[bytes[end]!]) end++;
  return end < limit ? end : -1;
}

/** Offset of the first byte at or after `at` that is not white space of JSON, or the limit. */
export function skipSpace(bytes: Uint8Array, at: number, limit: number): number {
  let next = at;
  while (next < limit && IS_SPACE[bytes[next]!]) next++;
  return next;
}

const IS_SPACE = byteSet(' \t\n\r');

/** A member of an object, or an element of an array. */
export interface JsonChild {
  /** Of a member, without escapes; empty for an element. */
  readonly name: string;
  readonly nameStart: number;
  /** Offset of the closing quote. */
  readonly nameEnd: number;
  readonly start: number;
  /** -1 if the bytes end within the value. */
  readonly end: number;
}

/** The members or elements of an object or array, as far as its bytes are known and are JSON. */
export function* childrenOf(bytes: Uint8Array, start: number, limit: number): Generator<JsonChild> {
  const isObject = bytes[start] === Json.openObject;
  const buffer = asBuffer(bytes);
  for (let at = start + 1; at >= 0; ) {
    at = skipSpace(bytes, at, limit);
    if (bytes[at] === Json.comma) at = skipSpace(bytes, at + 1, limit);
    let [name, nameStart, nameEnd] = ['', at, at];
    if (isObject) {
      const end = bytes[at] === Json.quote ? scanValue(bytes, at, limit) : -1;
      const colon = end < 0 ? limit : skipSpace(bytes, end, limit);
      if (bytes[colon] !== Json.colon) return;
      [nameStart, nameEnd] = [at + 1, end - 1];
      name = unescaped(buffer.toString('utf8', nameStart, nameEnd));
      at = skipSpace(bytes, colon + 1, limit);
    } else if (bytes[at] === Json.close || bytes[at] === Json.closeObject) return;
    if (at >= limit) return;
    const end = scanValue(bytes, at, limit);
    yield { name, nameStart, nameEnd, start: at, end };
    at = end;
  }
}

/** The same bytes as a Buffer. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The text of a value, without the quotes and escapes of a string. */
export function textInValue(bytes: Uint8Array, start: number, end: number): string {
  return bytes[start] === Json.quote
    ? unescaped(textBetween(bytes, start + 1, end - 1))
    : textBetween(bytes, start, end);
}

export function textBetween(bytes: Uint8Array, start: number, end: number): string {
  return asBuffer(bytes).toString('utf8', start, end);
}

/** Whether an array has no elements. */
export function isEmptyList(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes[start] === Json.open && bytes[skipSpace(bytes, start + 1, end)] === Json.close;
}

/** Nesting depth of a value; 0 for a string, number or word. */
export function depthOf(bytes: Uint8Array, start: number, end: number): number {
  const state = newScan();
  scanValue(bytes, start, end, state);
  return state.deepest;
}
