import { bomLength, lineEnd } from '../shared/bytes.ts';
import { roleOf } from '../shared/column-names.ts';
import { isCommentAt } from '../shared/comments.ts';
import { gridIn, type SymbolsShown, symbolsOf, type TextGrid } from '../shared/field/text.ts';
import type { Head } from '../shared/head.ts';
import { hasIds } from './ids.ts';
import { asBuffer, atStart, Json, MAX_DEPTH, Members, scanValue, skipSpace } from './scan.ts';

/** What the head tells of a file of JSON. Plain JSON itself. */
export interface JsonState extends SymbolsShown {
  /** A value a line; values one after another, over any number of lines; or the elements of an array. */
  readonly layout: 'lines' | 'values' | 'elements';
  /** Offset of what is read: after the `[` of the array whose elements are records. */
  readonly start: number;
  /** Whether something else than the array's end and white space may follow: the array is a member of an object. */
  readonly wrapped: boolean;
  /** Name of the member that holds the puzzle, where it is none of the usual names. */
  readonly puzzle: string | undefined;
  /** Whether a member tells objects apart by name. Missing where none does. */
  readonly identified?: true;
}

/** Records of the head that decide. */
const MAX_RECORDS = 100;

/** Cells stand in rows, perhaps these in bands or boxes. */
const MAX_GRID_DEPTH = 4;

interface Place {
  readonly layout: 'values' | 'elements';
  readonly start: number;
  readonly wrapped: boolean;
}

/** A record's grid, and the name of the member that it is if that is not a usual one. */
interface Found {
  readonly grid: TextGrid | undefined;
  readonly name?: string;
}

export function recogniseJson(head: Head): JsonState | undefined {
  const { bytes } = head;
  const first = firstValue(bytes);
  const asLines = lineRecords(head, first);
  // a first line that is broken may begin with anything
  if (!isOneOf(bytes[first], '{["') && (asLines?.length ?? 0) < 2) return undefined;
  if (asLines) return stateOf(head, { layout: 'lines', start: first, wrapped: false }, asLines);
  const place = findRecords(head, first, false);
  if (!place) return undefined;
  return stateOf(head, place, recordsFrom(head, place));
}

function stateOf(
  head: Head,
  place: Omit<JsonState, 'puzzle' | 'alphabets' | 'empties'>,
  found: readonly Found[],
): JsonState {
  const grids = found.map(({ grid }) => grid).filter((grid) => grid !== undefined);
  const name = found.find((one) => one.name !== undefined)?.name;
  const { layout, start, wrapped } = place;
  const identified = hasIds(head) && ({ identified: true } as const);
  return { layout, start, wrapped, puzzle: name, ...identified, ...symbolsOf(grids, head.alphabet) };
}

/** Offset of the first byte that is neither white space nor in a comment line. */
function firstValue(bytes: Uint8Array): number {
  let at = bomLength(bytes);
  for (;;) {
    at = skipSpace(bytes, at, bytes.length);
    if (at === bytes.length || !isCommentAt(bytes, at)) return at;
    at = lineEnd(bytes, at);
  }
}

/** The records of the head if they are a line each: most lines that look like JSON are values by themselves. */
function lineRecords(head: Head, first: number): Found[] | undefined {
  const found: Found[] = [];
  let broken = 0;
  for (let at = first; at < head.bytes.length && found.length + broken < MAX_RECORDS; ) {
    const end = lineEnd(head.bytes, at);
    if (end === head.bytes.length && !head.complete && found.length > 0) break;
    const start = skipSpace(head.bytes, at, end);
    // most files are no JSON, which their first lines tell
    if (found.length === 0 && broken > 5) return undefined;
    if (start < end && !isCommentAt(head.bytes, start)) {
      const record = recordIn(head, start, end);
      if (record) found.push(record);
      // a table with one column that is quoted has a header, which is no puzzle
      else if (head.bytes[first] === Json.quote && start === first) return undefined;
      else broken++;
    }
    at = end + 1;
  }
  return found.length > broken ? found : undefined;
}

/** A record that is all of a stretch. */
function recordIn(head: Head, start: number, end: number): Found | undefined {
  if (!isOneOf(head.bytes[start], '{["')) return undefined;
  let value: unknown;
  if (depthOf(head.bytes, start, end) > MAX_DEPTH) return undefined;
  try {
    value = JSON.parse(textOf(head.bytes, start, end));
  } catch {
    return undefined;
  }
  if (typeof value === 'string' || Array.isArray(value)) {
    const grid = gridOf(head, start, end);
    return grid && { grid };
  }
  return typeof value === 'object' && value !== null ? puzzleOf(head, start, end) : undefined;
}

/** The puzzle of an object: a member with a usual name, else the one whose grid has most empty cells. */
function puzzleOf(head: Head, start: number, end: number): Found | undefined {
  const members = new Members();
  members.begin(asBuffer(head.bytes), start, end);
  let best: { grid: TextGrid; name: string } | undefined;
  while (members.next() && members.valueEnd > 0) {
    const role = roleOf(members.key);
    const grid = gridOf(head, members.valueStart, members.valueEnd);
    // a string under such a name was meant to be a puzzle; an array may be a list of them
    if (role === 'puzzle' && (grid || head.bytes[members.valueStart] === Json.quote)) return { grid };
    if (grid && role === undefined && grid.empties >= (best?.grid.empties ?? 1)) {
      best = { grid, name: members.key };
    }
  }
  return best;
}

/** Names of the members of the first record that could each be the puzzle, if there are several and none has a usual name. */
export function severalPuzzles(head: Head): string[] | undefined {
  const { bytes } = head;
  const first = firstValue(bytes);
  if (bytes[first] !== Json.openObject) return undefined;
  const names: string[] = [];
  const members = new Members();
  members.begin(asBuffer(bytes), first, bytes.length);
  while (members.next() && members.valueEnd > 0) {
    const role = roleOf(members.key);
    if (role === 'puzzle') return undefined;
    const grid = gridOf(head, members.valueStart, members.valueEnd);
    if (role === undefined && grid && grid.empties > 0) names.push(members.key);
  }
  return names.length > 1 ? names : undefined;
}

/** Where the records are in what begins at `at`: in an array, or in one within an object, or all of it is one. */
function findRecords(head: Head, at: number, wrapped: boolean, depth = 1): Place | undefined {
  const { bytes } = head;
  if (depth > MAX_DEPTH) return undefined;
  const end = endOf(head, at);
  if (bytes[at] === Json.open) {
    if (end > 0 && gridOf(head, at, end)) return { layout: 'values', start: at, wrapped };
    const elements: Place = { layout: 'elements', start: at + 1, wrapped };
    return recordsFrom(head, elements).length > 0 ? elements : undefined;
  }
  if (bytes[at] !== Json.openObject) return undefined;
  if (end > 0 && puzzleOf(head, at, end)) return { layout: 'values', start: at, wrapped };
  const members = new Members();
  members.begin(asBuffer(bytes), at, bytes.length);
  while (members.next()) {
    const inner = findRecords(head, members.valueStart, true, depth + 1);
    if (inner?.layout === 'elements') return inner;
    if (members.valueEnd < 0) return undefined;
  }
  return undefined;
}

/** The grid that a string or array is. An array is none if its elements are grids: then it is a list of them. */
function gridOf(head: Head, start: number, end: number): TextGrid | undefined {
  if (depthOf(head.bytes, start, end) > MAX_GRID_DEPTH) return undefined;
  const grid = gridIn(contentOf(head.bytes, start, end), head.alphabet);
  if (!grid || head.bytes[start] !== Json.open) return grid;
  const inner = recordsFrom(head, { layout: 'elements', start: start + 1, wrapped: false });
  return inner.length === 0 || inner.length < rowsIn(head, start, end) ? grid : undefined;
}

/** Elements of an array that are arrays or strings; none if it is no JSON after all, as with a comma at its end. */
function rowsIn(head: Head, start: number, end: number): number {
  const value = parsed(textOf(head.bytes, start, end)) as unknown[] | undefined;
  if (value === undefined) return 0;
  return value.filter((element) => typeof element === 'object' || typeof element === 'string').length;
}

function recordsFrom(head: Head, { layout, start }: Place): Found[] {
  const { bytes } = head;
  const found: Found[] = [];
  for (let at = start; found.length < MAX_RECORDS; ) {
    at = skipSpace(bytes, at, bytes.length);
    if (layout === 'elements' && bytes[at] === Json.comma) at = skipSpace(bytes, at + 1, bytes.length);
    const end = at < bytes.length && isOneOf(bytes[at], '{["') ? endOf(head, at) : -1;
    if (end < 0) return found;
    const record = recordIn(head, at, end);
    if (record) found.push(record);
    at = end;
  }
  return found;
}

function depthOf(bytes: Uint8Array, start: number, end: number): number {
  const state = atStart();
  if (bytes[start] === Json.open || bytes[start] === Json.openObject) scanValue(bytes, start, end, state);
  return state.deepest;
}

function endOf(head: Head, at: number): number {
  return scanValue(head.bytes, at, head.bytes.length, atStart());
}

function isOneOf(byte: number | undefined, signs: string): boolean {
  return byte !== undefined && signs.includes(String.fromCharCode(byte));
}

/** A value as text: of a string, what is between its quotes. */
function contentOf(bytes: Uint8Array, start: number, end: number): string {
  if (bytes[start] !== Json.quote) return textOf(bytes, start, end);
  const text = textOf(bytes, start + 1, end - 1);
  if (!/\\u/.test(text)) return text;
  const unescaped = parsed(`"${text}"`);
  return typeof unescaped === 'string' ? unescaped : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return asBuffer(bytes).toString('utf8', start, end);
}
