// Where JSON breaks, and what was expected there. JSON.parse does not say: each engine words its errors differently, and some of
// them do not give the place.

import { BACKSLASH, SPACE } from '../../kernel/constants.ts';
import { byteSet, isDigit, lineEnd, quote } from '../shared/bytes.ts';
import { latin1 } from '../shared/latin1.ts';
import { Json, MAX_DEPTH, skipSpace } from './scan.ts';

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

/** The first fault of the JSON values from an offset on. @param last whether the bytes end with them */
export function firstJsonFault(bytes: Uint8Array, start: number, last: boolean): JsonFault | undefined {
  for (let at = start; at < bytes.length; ) {
    const { fault, end } = jsonFault(bytes, at, bytes.length, last);
    if (fault) return fault;
    at = skipSpace(bytes, end, bytes.length);
  }
  return undefined;
}

/**
 * Checks the JSON value at `start`, in linear time and constant memory.
 * @param last whether the bytes end with the value; otherwise an incomplete value has no fault
 */
export function jsonFault(bytes: Uint8Array, start: number, limit: number, last: boolean): JsonCheck {
  const text = bytes.subarray(0, limit);
  const grammar = new Grammar(text);
  const end = grammar.value(start, 'a value');
  const { broken } = grammar;
  if (!broken) return { fault: undefined, end };
  const { at, expected } = broken;
  if (at < limit) return { fault: { at, expected, got: quote(text, at, lineEnd(text, at)) }, end: at };
  // what follows the text, such as a last line feed, may be a line that nobody sees
  let shown = limit;
  while (shown > start && skipSpace(text, shown - 1, shown) === shown) shown--;
  return { fault: last ? { at: shown, expected, got: undefined } : undefined, end: limit };
}

/** Reads values by recursive descent. After a fault, all offsets are -1. */
class Grammar {
  /** The first fault. */
  broken: { readonly at: number; readonly expected: string } | undefined;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @param due what can stand at `from`, after white space @returns where the value ends */
  value(from: number, due: string, depth = 0): number {
    const bytes = this.#bytes;
    let at = this.#skip(from);
    const first = bytes[at];
    if (first === Json.quote) return this.#string(at);
    if (first !== Json.open && first !== Json.openObject) return this.#word(at, due);
    if (depth === MAX_DEPTH) return this.#fail(at, `values nested at most ${MAX_DEPTH} deep`);
    const isObject = first === Json.openObject;
    const [close, sign] = isObject ? [Json.closeObject, '}'] : [Json.close, ']'];
    let orEnd = ` or ${sign}`;
    at = this.#skip(at + 1);
    if (bytes[at] === close) return at + 1;
    for (;;) {
      if (isObject) {
        if (bytes[at] !== Json.quote) return this.#fail(at, `a name in double quotes${orEnd}`);
        at = this.#skip(this.#string(at));
        if (bytes[at] !== Json.colon) return this.#fail(at, ': after a name');
        at++;
      }
      at = this.#skip(this.value(at, isObject ? 'a value' : `a value${orEnd}`, depth + 1));
      if (bytes[at] === close) return at + 1;
      if (bytes[at] !== Json.comma) return this.#fail(at, `, or ${sign} after a value`);
      at = this.#skip(at + 1);
      orEnd = '';
    }
  }

  #fail(at: number, expected: string): -1 {
    this.broken ??= { at, expected };
    return -1;
  }

  #skip(at: number): number {
    return at < 0 ? at : skipSpace(this.#bytes, at, this.#bytes.length);
  }

  #string(start: number): number {
    const bytes = this.#bytes;
    for (let at = start + 1; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === Json.quote) return at + 1;
      if (byte < SPACE) return this.#fail(at, '" at the end of a string, before the end of its line');
      if (byte !== BACKSLASH) continue;
      const sign = bytes[++at];
      if (sign !== undefined && !ESCAPES.includes(sign)) return this.#fail(at, 'an escape of JSON after \\');
      for (let digits = sign === SMALL_U ? 4 : 0; digits > 0; digits--) {
        if (++at < bytes.length && !/[\da-f]/i.test(latin1(bytes, at, at + 1)))
          return this.#fail(at, 'four hexadecimal digits after \\u');
      }
    }
    return this.#fail(bytes.length, '" at the end of a string');
  }

  /** A number, `true`, `false` or `null`. */
  #word(start: number, due: string): number {
    const bytes = this.#bytes;
    let end = start;
    while (end < bytes.length && IN_WORD[bytes[end]!]) end++;
    // most are cells
    if (end === start + 1 && isDigit(bytes[start]!)) return end;
    const text = latin1(bytes, start, end);
    if (WORD.test(text)) return end;
    const mayContinue = end === bytes.length && text !== '' && BEGINS_WORD.test(text);
    return mayContinue ? this.#fail(end, 'the rest of a value') : this.#fail(start, due);
  }
}

const ESCAPES = Buffer.from('"\\/bfnrtu');
const SMALL_U = 0x75;

const WORD = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/;
const BEGINS_WORD = /^(t|tr|tru|f|fa|fal|fals|n|nu|nul|-?\d*(\.\d*)?([eE][+-]?\d*)?)$/;

const IN_WORD = byteSet('+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_');
