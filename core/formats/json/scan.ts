import { BACKSLASH, CR, LF, SPACE, TAB } from '../../kernel/constants.ts';
import { tokensIn } from '../records/recognise.ts';

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
const ENDS_WORD = new Uint8Array(256);
for (const sign of ' \t\r\n",:[]{}') ENDS_WORD[sign.charCodeAt(0)] = 1;

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
 * @param state new, or that of an earlier call that returned -1
 */
export function scanValue(bytes: Uint8Array, at: number, limit: number, state: ScanState): number {
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

const ENDS_STRING = new Uint8Array(256);
ENDS_STRING[Json.quote] = ENDS_STRING[LF] = 1;

const BEGINS = new Uint8Array(256);
for (const sign of '"[{') BEGINS[sign.charCodeAt(0)] = 1;

function wordEnd(bytes: Uint8Array, at: number, limit: number): number {
  let end = at;
  while (end < limit && !ENDS_WORD[bytes[end]!]) end++;
  return end < limit ? end : -1;
}

/** Offset of the first byte at or after `at` that is not white space, or the limit. */
export function skipSpace(bytes: Uint8Array, at: number, limit: number): number {
  let next = at;
  while (next < limit && (bytes[next] === 0x20 || (bytes[next]! >= 9 && bytes[next]! <= 13))) next++;
  return next;
}

export function countLineFeeds(bytes: Uint8Array, from: number, to: number): number {
  // within these bytes only: the next line feed can be far
  return bytes.subarray(from, to).reduce((count, byte) => (byte === LF ? count + 1 : count), 0);
}

/** Iterates over the members of an object that is valid JSON, as far as its bytes are known. */
export class Members {
  keyStart = 0;
  /** Offset of the key's closing quote; `keyStart` is the offset of its first character. */
  keyEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #limit = 0;
  readonly #state = newScan();

  /** Begins with the object at `at`. */
  begin(bytes: Buffer, at: number, limit: number): void {
    this.#bytes = bytes;
    this.#at = at + 1;
    this.#limit = limit;
    this.#state.deepest = 0;
  }

  /** Nesting depth of the values so far, without the object itself. */
  get depth(): number {
    return this.#state.deepest;
  }

  /** Finds the next member; false if there is none. `valueEnd` is -1 if the bytes end within the value. */
  next(): boolean {
    const bytes = this.#bytes;
    let at = skipSpace(bytes, this.#at, this.#limit);
    if (bytes[at] === Json.comma) at = skipSpace(bytes, at + 1, this.#limit);
    if (bytes[at] !== Json.quote) return false;
    const keyEnd = this.#scan(at);
    if (keyEnd < 0) return false;
    this.keyStart = at + 1;
    this.keyEnd = keyEnd - 1;
    at = skipSpace(bytes, keyEnd, this.#limit);
    if (bytes[at] !== Json.colon) return false;
    this.valueStart = skipSpace(bytes, at + 1, this.#limit);
    if (this.valueStart >= this.#limit) return false;
    this.valueEnd = this.#scan(this.valueStart);
    this.#at = this.valueEnd;
    return true;
  }

  get key(): string {
    return this.#bytes.toString('utf8', this.keyStart, this.keyEnd);
  }

  #scan(at: number): number {
    const state = this.#state;
    state.open.length = state.beyond = 0;
    state.inString = state.isEscaped = state.inWord = false;
    return scanValue(this.#bytes, at, this.#limit, state);
  }
}

/** Starts and ends of the elements of an array; the end of an incomplete one is -1. */
export function* elementsIn(
  bytes: Uint8Array,
  start: number,
  limit: number,
): Generator<[start: number, end: number]> {
  for (let at = start + 1; ; ) {
    at = skipSpace(bytes, at, limit);
    if (bytes[at] === Json.comma) at = skipSpace(bytes, at + 1, limit);
    if (at >= limit || bytes[at] === Json.close || bytes[at] === Json.closeObject) return;
    const end = scanValue(bytes, at, limit, newScan());
    yield [at, end];
    // a colon is not a value: an object lacks its bracket
    if (end <= at) return;
    at = end;
  }
}

/** The same bytes as a Buffer. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Nesting depth of a value; 0 for a string, number or word. */
export function depthOf(bytes: Uint8Array, start: number, end: number): number {
  const state = newScan();
  if (bytes[start] === Json.open || bytes[start] === Json.openObject) scanValue(bytes, start, end, state);
  return state.deepest;
}

/** The text of a value, without the quotes of a string. */
export function textInValue(bytes: Uint8Array, start: number, end: number): string {
  if (bytes[start] !== Json.quote) return textOf(bytes, start, end);
  const text = textOf(bytes, start + 1, end - 1);
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return asBuffer(bytes).toString('utf8', start, end);
}

/** Whether no string and no array in an array has more cells than a row: otherwise they are grids themselves. */
export function hasRows(bytes: Uint8Array, start: number, end: number, size: number): boolean {
  const counts: number[] = [];
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === Json.open) counts.push(1);
    else if (byte === Json.comma) counts[counts.length - 1]!++;
    else if (byte === Json.close) {
      const count = counts.pop()!;
      if (counts.length > 0 && count > size) return false;
    } else if (byte === Json.quote) {
      const close = scanValue(bytes, at, end, newScan());
      if (close < 0) return false;
      if (close - 2 - at > size && cellsInRow(textOf(bytes, at + 1, close - 1)) > size) return false;
      at = close - 1;
    }
  }
  return true;
}

/** Number of cells in a string: its numbers or symbols, with any separators. */
function cellsInRow(text: string): number {
  const tokens = tokensIn(text);
  const symbols = tokens.reduce((sum, { length }) => sum + length, 0);
  return tokens.length > 1 && tokens.every(({ length }) => length <= 2) ? tokens.length : symbols;
}

/** The white space before a key. For an object's first key: the space that Python writes before others, if one follows the colon. */
export function spaceBefore(bytes: Uint8Array, quote: number): Uint8Array {
  let start = quote;
  while (start > 0 && (bytes[start - 1] === SPACE || (bytes[start - 1]! >= TAB && bytes[start - 1]! <= CR)))
    start--;
  const isSpaced = bytes[bytes.indexOf(Json.colon, quote) + 1] === SPACE;
  if (start === quote && bytes[start - 1] === Json.openObject && isSpaced) return Uint8Array.of(SPACE);
  return bytes.subarray(start, quote);
}

/** Whether an array has no elements. */
export function isEmptyList(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes[start] === Json.open && bytes[skipSpace(bytes, start + 1, end)] === Json.close;
}
