// Where JSON breaks, and what was expected there. JSON.parse is faster, but each engine words its errors differently, and some
// of them do not give the place.

import { BACKSLASH, SPACE } from '../../kernel/constants.ts';
import { isDigit, lineEnd, quote } from '../shared/bytes.ts';
import { Json, MAX_DEPTH } from './scan.ts';

export interface JsonFault {
  /** Offset of the first byte that cannot belong to the value. */
  readonly at: number;
  /** What must stand there. */
  readonly expected: string;
  /** What stands there; undefined at the end. */
  readonly got: string | undefined;
}

export interface JsonCheck {
  readonly fault: JsonFault | undefined;
  /** Where the value ends; after a fault, where that is. */
  readonly end: number;
}

/** What may come next, as a reason says it. */
const Due = {
  value: 'a value',
  element: 'a value or ]',
  name: 'a name in double quotes',
  member: 'a name in double quotes or }',
  colon: ': after a name',
  inArray: ', or ] after a value',
  inObject: ', or } after a value',
} as const;
type Due = (typeof Due)[keyof typeof Due];

/** The first fault of the JSON values from an offset on. @param last whether the bytes end with them */
export function firstFault(bytes: Uint8Array, start: number, last: boolean): JsonFault | undefined {
  for (let at = start; at < bytes.length; ) {
    const { fault, end } = jsonFault(bytes, at, bytes.length, last);
    if (fault) return fault;
    at = skipJsonSpace(bytes, end, bytes.length);
  }
  return undefined;
}

/**
 * Checks the JSON value at `start`, in linear time and constant memory.
 * @param last whether the bytes end with the value; otherwise an incomplete value has no fault
 */
export function jsonFault(bytes: Uint8Array, start: number, limit: number, last: boolean): JsonCheck {
  /** The signs that close the open brackets. */
  const open: number[] = [];
  let due: Due = Due.value;
  let at = start;
  const broken = (where: number, expected: string): JsonCheck => {
    if (where >= limit && !last) return { fault: undefined, end: limit };
    const got = where < limit ? quote(bytes, where, lineEnd(bytes.subarray(0, limit), where)) : undefined;
    // what follows the text, such as a last line feed, may be a line that nobody sees
    const shown = where < limit ? where : endOfText(bytes, start, limit);
    return { fault: { at: shown, expected, got }, end: where };
  };
  for (;;) {
    at = skipJsonSpace(bytes, at, limit);
    const byte = at < limit ? bytes[at]! : -1;
    const isValueDue = due === Due.value || due === Due.element;
    const isNameDue = due === Due.name || due === Due.member;
    if (isValueDue && (byte === Json.open || byte === Json.openObject)) {
      if (open.length === MAX_DEPTH) return broken(at, `values nested at most ${MAX_DEPTH} deep`);
      // the codes of `[` and `]`, and of `{` and `}`, differ by two
      open.push(byte + 2);
      due = byte === Json.openObject ? Due.member : Due.element;
      at++;
    } else if (byte === Json.comma && (due === Due.inArray || due === Due.inObject)) {
      due = due === Due.inObject ? Due.name : Due.value;
      at++;
    } else if (byte === Json.colon && due === Due.colon) {
      due = Due.value;
      at++;
    } else {
      const canClose = due !== Due.value && due !== Due.name && due !== Due.colon;
      if (canClose && byte === open.at(-1)) {
        open.pop();
        at++;
      } else {
        if (!isValueDue && !(isNameDue && byte === Json.quote)) return broken(at, due);
        const scalar = byte === Json.quote ? stringFault(bytes, at, limit) : wordFault(bytes, at, limit);
        if (scalar.expected !== undefined)
          return broken(scalar.end, scalar.end === at ? due : scalar.expected);
        at = scalar.end;
      }
      if (isNameDue && byte === Json.quote) due = Due.colon;
      else if (open.length === 0) return { fault: undefined, end: at };
      else due = open.at(-1) === Json.closeObject ? Due.inObject : Due.inArray;
    }
  }
}

/** Where a string, number or word ends; with `expected`, where it breaks. */
interface Scalar {
  readonly end: number;
  readonly expected?: string;
}

const ESCAPES = new Uint8Array(256);
for (const sign of '"\\/bfnrtu') ESCAPES[sign.charCodeAt(0)] = 1;

function stringFault(bytes: Uint8Array, start: number, limit: number): Scalar {
  for (let at = start + 1; at < limit; at++) {
    const byte = bytes[at]!;
    if (byte === Json.quote) return { end: at + 1 };
    if (byte < SPACE) return { end: at, expected: '" at the end of a string, before the end of its line' };
    if (byte !== BACKSLASH) continue;
    at++;
    if (at < limit && !ESCAPES[bytes[at]!]) return { end: at, expected: 'an escape of JSON after \\' };
    if (bytes[at] !== SMALL_U) continue;
    for (let digit = 1; digit <= 4; digit++) {
      if (++at < limit && !isHexDigit(bytes[at]!))
        return { end: at, expected: 'four hexadecimal digits after \\u' };
    }
  }
  return { end: limit, expected: '" at the end of a string' };
}

const SMALL_U = 0x75;

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

const WORDS = ['true', 'false', 'null'];

/** Bytes of a number that are examined; a longer one is the fault of nobody's puzzle. */
const MAX_WORD = 400;

function wordFault(bytes: Uint8Array, start: number, limit: number): Scalar {
  let end = start;
  while (end < limit && end - start < MAX_WORD && IN_WORD[bytes[end]!]) end++;
  const text = Buffer.from(bytes.subarray(start, end)).toString('latin1');
  if (WORDS.includes(text) || NUMBER.test(text)) return { end };
  const mayContinue =
    end === limit &&
    (WORDS.some((word) => word.startsWith(text)) || /^-?\d*(\.\d*)?([eE][+-]?\d*)?$/.test(text));
  return mayContinue && text !== ''
    ? { end, expected: 'the rest of a value' }
    : { end: start, expected: 'a value' };
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const IN_WORD = new Uint8Array(256);
for (const sign of '+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_')
  IN_WORD[sign.charCodeAt(0)] = 1;

function skipJsonSpace(bytes: Uint8Array, from: number, limit: number): number {
  let at = from;
  while (at < limit && IS_SPACE[bytes[at]!]) at++;
  return at;
}

const IS_SPACE = new Uint8Array(256);
for (const sign of ' \t\n\r') IS_SPACE[sign.charCodeAt(0)] = 1;

/** The end of the last line that is not blank. */
function endOfText(bytes: Uint8Array, from: number, limit: number): number {
  let end = limit;
  while (end > from && IS_SPACE[bytes[end - 1]!]) end--;
  return end;
}
