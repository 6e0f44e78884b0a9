// Recognises a file of JSON from its head, and finds out where its puzzles stand.

import { IN_LINK, symbolsOf } from '../records/recognise.ts';
import { mayHoldRules } from '../rules/read-rules.ts';
import { bomLength, isCommentAt, lineEnd, trimmedEnd, wholeEnd } from '../shared/bytes.ts';
import type { IdOf } from '../shared/format.ts';
import { areGridsOfDigits, examinedOnce, foundInFront, type Head } from '../shared/head.ts';
import { latin1 } from '../shared/latin1.ts';
import { parsePath } from '../shared/place.ts';
import { isIdName, isNumberedResult, roleOf } from '../shared/roles.ts';
import { firstJsonFault, jsonFault } from './fault.ts';
import { JsonReader, type JsonState } from './reader.ts';
import { childrenOf, Json, scanValue, skipSpace, textBetween, textInValue } from './scan.ts';
import { type Found, findPlaces, type NotFound } from './survey.ts';
import { resemblesPuzzle } from './value.ts';

/** Names of files that are sets of JSON without puzzles if they have no value. */
const IS_NAMED = /\.(jsonl?|ndjson)$/;

/** Lines of the head that are examined to tell whether each is a value. */
const MAX_LINES = 1000;

/** Bytes of a first value from which on it is no text in brackets. */
const MIN_VALUE = 20;

const examined = examinedOnce<JsonState, NotFound>((head) =>
  foundInFront(head, surveyed, (state, front) => isRepeated(head, state, front)),
);

export const recogniseJson = examined.state;

/** Why a file that surely is JSON cannot be read: it is not known where its puzzles are. */
export const placeFault = (head: Head): string | undefined => examined.fault(head)?.reason;

/** Whether the head has no other names of members than its front, and nothing but puzzles at the same places. */
function isRepeated(head: Head, state: JsonState | NotFound, front: Head): boolean {
  if ('reason' in state || state.byShape || namesIn(head).size > namesIn(front).size) return false;
  const reader = new JsonReader(state, { variant: 'classic' }, true);
  try {
    return areGridsOfDigits(reader.read(head.bytes, head.complete));
  } finally {
    reader.release();
  }
}

function surveyed(head: Head): JsonState | NotFound | undefined {
  const { bytes } = head;
  const none = { places: [], byShape: false, grids: [], strangers: [] };
  if (head.complete && IS_NAMED.test(head.name) && firstValue(bytes) === bytes.length)
    return withFound(head, 'lines', bytes.length, none);
  // a quick answer for most other files
  if (!/[{["]/.test(head.text)) return undefined;
  const start = firstValue(bytes);
  // a quoted first line that is not a puzzle is the header of a table with one column
  if (bytes[start] === Json.quote && head.requested !== 'json' && !isPuzzle(head, start)) return undefined;
  const lines = linesOf(head, start);
  const begins = isOneOf(bytes[start], '{["');
  // below a line that is no JSON, texts and lists can be a column of a table
  if (lines && (begins || lines.some(([from]) => bytes[from] === Json.openObject))) {
    const found = findPlaces(head, lines, head.place);
    if (found && !('reason' in found) && found.places.length === 1 && isOfLine(found.places[0]!))
      return withFound(head, 'lines', start, found);
  }
  if (!begins) return undefined;
  const found = findPlaces(head, valuesFrom(head, start), head.place);
  if (found && !('reason' in found)) {
    // a document that is one record is read as a whole, or not at all
    const isBroken =
      !found.places.some(isOfMany) && jsonFault(bytes, start, bytes.length, head.complete).fault;
    return isBroken ? undefined : withFound(head, 'values', start, found);
  }
  if (head.complete && isEmptySet(head, start)) return withFound(head, 'values', bytes.length, none);
  return isSurelyJson(head, start) ? (found ?? withoutPuzzle(head)) : undefined;
}

/** Whether several values can stand at a place of one value. */
const isOfMany = (place: string) => parsePath(place)!.some((step) => step === '[]' || step === '*');

/** Whether the value of a line is the puzzle, or an object with it. */
const isOfLine = (place: string) => parsePath(place)!.every((step, i) => i === 0 && typeof step === 'object');

function withFound(
  head: Head,
  layout: JsonState['layout'],
  start: number,
  { places, byShape, grids, strangers }: Found,
): JsonState {
  const names = namesIn(head);
  const isNumbered = isNumberedResult(names);
  return {
    layout,
    start,
    places,
    ...(byShape && { byShape: true as const }),
    ...(strangers.length > 0 && { strangers }),
    ...(names.values().some((name) => isIdName(name) && !(isNumbered && name === 'number')) && {
      identified: true as const,
    }),
    ...((grids.includes(IN_LINK) || names.values().some(mayHoldRules)) && { ruled: true as const }),
    ...symbolsOf(grids, head.alphabet),
  };
}

/** A string of cells with the letter O for empty ones. */
const WITH_LETTER_O = /"[\d.]*[oO][\d.oO]{15,}"/;

function withoutPuzzle({ bytes, complete, text }: Head): NotFound {
  if (WITH_LETTER_O.test(text))
    return { reason: 'expected puzzles, got JSON with the letter O in place of the digit 0: replace it' };
  const where = complete ? '' : ` in its first ${bytes.length} bytes`;
  return {
    reason:
      `expected puzzles, got JSON without a puzzle${where}: write each as a string of 81 characters or an array of numbers, in a member ` +
      'such as puzzle, sudoku, quiz, question, grid or board, or say where they are with the option puzzle',
  };
}

/** Symbols of a solved grid in brackets, which would be a number. */
const GRID_IN_BRACKETS = /^\[\d{16}/;

/** Whether the first value is JSON, as far as the head shows it, and nothing but JSON follows. */
function isSurelyJson({ bytes, complete }: Head, start: number): boolean {
  if (bytes[start] === Json.quote || GRID_IN_BRACKETS.test(textBetween(bytes, start, start + MIN_VALUE)))
    return false;
  const { fault, end } = jsonFault(bytes, start, bytes.length, complete);
  if (fault || end - start < MIN_VALUE) return false;
  const next = skipSpace(bytes, end, bytes.length);
  return next === bytes.length || isOneOf(bytes[next], '{["');
}

/** Whether a string is a puzzle, nearly one, or a marker. */
function isPuzzle({ bytes, alphabet }: Head, start: number): boolean {
  const end = scanValue(bytes, start, bytes.length);
  return end > 0 && resemblesPuzzle(bytes, start, end, alphabet);
}

/** The values of the head from `start` on; the end of an incomplete one is -1. */
function* valuesFrom({ bytes }: Head, start: number): Generator<[start: number, end: number]> {
  for (let at = start; at < bytes.length; ) {
    const end = scanValue(bytes, at, bytes.length);
    yield [at, end];
    if (end <= at) return;
    at = skipSpace(bytes, end, bytes.length);
  }
}

/** The values of the head, if most lines are one each. */
function linesOf(head: Head, first: number): [start: number, end: number][] | undefined {
  const { bytes, complete } = head;
  const found: [number, number][] = [];
  let broken = 0;
  for (let at = first; at < bytes.length && found.length + broken < MAX_LINES; ) {
    const end = lineEnd(bytes, at);
    if (end === bytes.length && !complete && found.length > 0) break;
    // the first lines rule out most files
    if (found.length === 0 && broken > 5) return undefined;
    const start = skipSpace(bytes, at, end);
    if (start < end && !isCommentAt(bytes, start)) {
      const to = trimmedEnd(bytes, start, end);
      const check = isOneOf(bytes[start], '{["') && jsonFault(bytes, start, to, true);
      if (check && !check.fault && check.end === to) found.push([start, to]);
      else broken++;
    }
    at = end + 1;
  }
  return found.length > broken ? found : undefined;
}

/** A word that may be a puzzle: as long as the cells of the smallest grid. */
const LONG_WORD = /\S{16}/;

/**
 * Whether values are a set without puzzles: lists without elements, in objects and arrays of any depth, perhaps beside texts and
 * numbers such as a title; beside `"puzzles":[]`, any. `{"puzzle":[]}` is a puzzle without cells.
 */
function isEmptySet(head: Head, start: number): boolean {
  const { bytes } = head;
  if (firstJsonFault(bytes, start, true)) return false;
  const lists: string[] = [];
  let hasLong = false;
  const visit = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) hasLong ||= LONG_WORD.test(JSON.stringify(value));
    else if (Array.isArray(value) && value.length === 0) lists.push(name);
    else for (const [key, inner] of Object.entries(value)) visit(Array.isArray(value) ? '' : key, inner);
  };
  for (const [from, to] of valuesFrom(head, start))
    visit('', JSON.parse(textBetween(bytes, from, to < 0 ? bytes.length : to)));
  const named = lists.filter((name) => roleOf(name) === 'puzzle');
  if (named.length > 0) return named.every((name) => name.endsWith('s'));
  return lists.length > 0 && !hasLong;
}

/** Offset of the first byte that is neither white space nor part of a comment. */
function firstValue(bytes: Uint8Array): number {
  let at = bomLength(bytes);
  for (;;) {
    at = skipSpace(bytes, at, bytes.length);
    if (at === bytes.length || !isCommentAt(bytes, at)) return at;
    at = lineEnd(bytes, at);
  }
}

function isOneOf(byte: number | undefined, signs: string): boolean {
  return byte !== undefined && signs.includes(String.fromCharCode(byte));
}

const MEMBER = /[{,]\s*"([^"\\]{1,40})"\s*:/g;

/** The names of members in the head. */
function namesIn({ text }: Head): ReadonlySet<string> {
  return new Set(text.matchAll(MEMBER).map(([, name]) => name!));
}

/** Bytes before an id that are compared with those before the last one. */
const MAX_LEAD = 64;

/**
 * Reads the ids of records: the member with such a name, if that is a string or a number. In most files an id follows the same
 * bytes in each record, such as `{"id":`.
 */
export function idReader(): IdOf {
  let lead = NO_BYTES;
  const idOf: IdOf = ({ bytes, starts }, record) => {
    const at = typeof record === 'number' ? starts[record]! : (record.recordStart ?? record.start);
    if (lead.length > 0 && isAt(bytes, at, lead)) {
      const start = skipSpace(bytes, at + lead.length, bytes.length);
      const end = scanValue(bytes, start, bytes.length);
      if (end >= 0) return idText(bytes, start, end);
    }
    // a record that is not an object has no id
    if (bytes[at] !== Json.openObject) return undefined;
    let found: string | undefined;
    const names: string[] = [];
    let isNumber = false;
    for (const { name, start, end } of childrenOf(bytes, at, bytes.length)) {
      if (end < 0) break;
      names.push(name);
      if (!isIdName(name)) continue;
      const text = idText(bytes, start, end);
      if (/id$/i.test(name)) {
        // what precedes it decides which member it is
        if (start - at <= MAX_LEAD) lead = bytes.slice(at, start);
        return text;
      }
      isNumber ||= found === undefined && name === 'number';
      found ??= text;
    }
    return isNumber && isNumberedResult(names) ? undefined : found;
  };
  idOf.wholeAt = ({ bytes, starts }, p) => {
    const start = starts[p]! + lead.length;
    if (lead.length === 0 || !isAt(bytes, starts[p]!, lead)) return -1;
    const end = wholeEnd(bytes, start);
    return end > start && (bytes[end] === Json.comma || bytes[end] === Json.closeObject) ? start : -1;
  };
  return idOf;
}

const NO_BYTES = new Uint8Array(0);

function isAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) if (bytes[at + i] !== expected[i]) return false;
  return true;
}

/** A string or a number as text; undefined for other values. */
function idText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] === Json.quote) return textInValue(bytes, start, end);
  const text = latin1(bytes, start, end);
  return /^-?[\d.]+$/.test(text) ? text : undefined;
}
