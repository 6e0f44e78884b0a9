import { IN_LINK, symbolsOf, type TextGrid } from '../records/recognise.ts';
import { mayHoldRules } from '../rules/read-rules.ts';
import type { FileSymbols } from '../shared/alphabet.ts';
import type { Block, BrokenRecord } from '../shared/block.ts';
import { bomLength, isCommentAt, lineEnd, trimmedEnd } from '../shared/bytes.ts';
import type { Head } from '../shared/head.ts';
import { isIdName } from '../shared/roles.ts';
import { firstFault } from './fault.ts';
import { isEmptySet, NestedFinder } from './nested-finder.ts';
import { asBuffer, depthOf, Json, MAX_DEPTH, Members, skipSpace, textOf } from './scan.ts';
import { ValueClassifier, ValueKind } from './value-classifier.ts';

/** What recognition finds out about a file of JSON. Plain JSON itself. */
export interface JsonState extends FileSymbols {
  /** One value a line; or values over any number of lines, which are records or hold them. */
  readonly layout: 'lines' | 'values';
  /** Offset of the first value; the length of the file if it has no puzzles. */
  readonly start: number;
  /** Name of the member that holds the puzzle, unless it is a common name. */
  readonly puzzle: string | undefined;
  /** Set if a member identifies objects. */
  readonly identified?: true;
  /** Set if records can have rules of their own. */
  readonly ruled?: true;
  /** Set if the only puzzles are in members named as solutions. */
  readonly all?: true;
}

/** Records of the head that are examined. */
const MAX_SAMPLED = 100;

/** Names of files that are sets of JSON without puzzles if they have no value. */
const IS_NAMED = /\.(jsonl?|ndjson)$/;

/** A record's grid, and the name of its member unless it is a common one. */
interface Found {
  readonly grid: TextGrid | undefined;
  readonly name?: string | undefined;
}

export function recogniseJson(head: Head): JsonState | undefined {
  const { bytes } = head;
  if (head.complete && IS_NAMED.test(head.name) && firstValue(bytes) === bytes.length)
    return stateOf(head, { layout: 'lines', start: bytes.length }, []);
  // a quick answer for most other files
  if (!/[{["]/.test(head.text)) return undefined;
  const first = firstValue(bytes);
  const classifier = new ValueClassifier(head.alphabet, false);
  const asLines = lineRecords(head, classifier, first);
  // a broken first line can begin with anything
  if (!isOneOf(bytes[first], '{["') && (asLines?.length ?? 0) < 2) return undefined;
  if (asLines) return stateOf(head, { layout: 'lines', start: first }, asLines);
  const found = recordsIn(head, classifier, first);
  if (found.length > 0) return stateOf(head, { layout: 'values', start: first }, found);
  const all = recordsIn(head, new ValueClassifier(head.alphabet, true), first);
  if (all.length > 0) return stateOf(head, { layout: 'values', start: first, all: true }, all);
  const isEmpty =
    head.complete && isEmptySet(bytes, first, bytes.length, true) && !firstFault(bytes, first, true);
  return isEmpty ? stateOf(head, { layout: 'values', start: bytes.length }, []) : undefined;
}

function stateOf(
  head: Head,
  place: Omit<JsonState, 'puzzle' | 'alphabets' | 'empties'>,
  found: readonly Found[],
): JsonState {
  const grids = found.map(({ grid }) => grid).filter((grid) => grid !== undefined);
  const name = found.find((one) => one.name !== undefined)?.name;
  const identified = hasMember(head, isIdName) && ({ identified: true } as const);
  const ruled = (grids.includes(IN_LINK) || hasMember(head, mayHoldRules)) && ({ ruled: true } as const);
  return { ...place, puzzle: name, ...identified, ...ruled, ...symbolsOf(grids, head.alphabet) };
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

/** The records of the head, if most lines of JSON are one record each and none holds several. */
function lineRecords(head: Head, classifier: ValueClassifier, first: number): Found[] | undefined {
  const found: Found[] = [];
  let broken = 0;
  for (let at = first; at < head.bytes.length && found.length + broken < MAX_SAMPLED; ) {
    const end = lineEnd(head.bytes, at);
    if (end === head.bytes.length && !head.complete && found.length > 0) break;
    const start = skipSpace(head.bytes, at, end);
    // the first lines rule out most files
    if (found.length === 0 && broken > 5) return undefined;
    if (start < end && !isCommentAt(head.bytes, start)) {
      const record = recordIn(head, classifier, start, trimmedEnd(head.bytes, start, end));
      if (record) found.push(record);
      else if (record === null) return undefined;
      // a quoted first line that is not a puzzle is the header of a table with one column
      else if (head.bytes[first] === Json.quote && start === first) return undefined;
      else broken++;
    }
    at = end + 1;
  }
  return found.length > broken ? found : undefined;
}

/** The record in a stretch; null for a value that holds records. */
function recordIn(
  head: Head,
  classifier: ValueClassifier,
  start: number,
  end: number,
): Found | null | undefined {
  const { bytes } = head;
  if (!isOneOf(bytes[start], '{["') || depthOf(bytes, start, end) > MAX_DEPTH) return undefined;
  try {
    JSON.parse(textOf(bytes, start, end));
  } catch {
    return undefined;
  }
  const isObject = bytes[start] === Json.openObject;
  const member = isObject ? classifier.puzzleOf(bytes, start, end) : undefined;
  if (member) return { grid: classifier.gridOf(bytes, member.start, member.end), name: member.name };
  const kind = classifier.of(bytes, start, end, true, false);
  if (kind === ValueKind.holder || kind === ValueKind.list) return null;
  return kind === ValueKind.puzzle ? { grid: classifier.gridOf(bytes, start, end) } : undefined;
}

/** The records in the values from `at` on, at any depth. */
function recordsIn(head: Head, classifier: ValueClassifier, at: number): Found[] {
  const { bytes } = head;
  const found: Found[] = [];
  const tree = new NestedFinder(classifier, at);
  tree.begin(bytes, 0, head.complete);
  while (found.length < MAX_SAMPLED) {
    if (!tree.next()) {
      // a value that the head cuts can be nearly all of the file
      if (tree.enterCut()) continue;
      return found;
    }
    if (tree.fault !== undefined || tree.isSuspect) continue;
    const record = recordIn(head, classifier, tree.start, tree.end);
    if (record) found.push(record);
    else if (tree.holdsRecords) tree.enter();
  }
  return found;
}

function isOneOf(byte: number | undefined, signs: string): boolean {
  return byte !== undefined && signs.includes(String.fromCharCode(byte));
}

const MEMBER = /[{,]\s*"([^"\\]{1,40})"\s*:/g;

/** Whether objects of the head have a member with a name of some kind. */
function hasMember({ bytes }: Head, isOfKind: (name: string) => boolean): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return text.matchAll(MEMBER).some(([, name]) => isOfKind(name!));
}

let members: Members | undefined;

/** The id of a record: its member with such a name, if that is a string or a number. */
export function idOf({ bytes, starts }: Block, record: number | BrokenRecord): string | undefined {
  const at = typeof record === 'number' ? starts[record]! : (record.recordStart ?? record.start);
  // a record that is not an object has no id
  if (bytes[at] !== Json.openObject) return undefined;
  let found: string | undefined;
  members ??= new Members();
  members.begin(asBuffer(bytes), at, bytes.length);
  while (members.next()) {
    if (members.valueEnd < 0) break;
    const { key } = members;
    if (!isIdName(key)) continue;
    const value = Buffer.from(bytes.subarray(members.valueStart, members.valueEnd)).toString();
    const text = /^-?[\d.]+$/.test(value) ? value : value.startsWith('"') ? parsed(value) : undefined;
    if (/id$/i.test(key)) return text;
    found ??= text;
  }
  return found;
}

function parsed(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}
