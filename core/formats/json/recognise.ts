import { isIdName, symbolsOf, type TextGrid } from '../records/recognise.ts';
import type { FileSymbols } from '../shared/alphabet.ts';
import type { Block, BrokenRecord } from '../shared/block.ts';
import { bomLength, isCommentAt, lineEnd, trimmedEnd } from '../shared/bytes.ts';
import type { Head } from '../shared/head.ts';
import { NestedFinder } from './record-finder.ts';
import { asBuffer, depthOf, Json, MAX_DEPTH, Members, skipSpace, textOf } from './scan.ts';
import { ValueClassifier, ValueKind } from './value-classifier.ts';

/** What the head tells of a file of JSON. Plain JSON itself. */
export interface JsonState extends FileSymbols {
  /** A value a line; or values one after another, over any number of lines, which are records or hold them. */
  readonly layout: 'lines' | 'values';
  /** Offset of the first value. */
  readonly start: number;
  /** Name of the member that holds the puzzle, where it is none of the usual names. */
  readonly puzzle: string | undefined;
  /** Whether a member tells objects apart by name. Missing where none does. */
  readonly identified?: true;
  /** Whether puzzles stand where names say solutions. Missing where there are others. */
  readonly all?: true;
}

/** Records of the head that decide. */
const MAX_SAMPLED = 100;

/** A record's grid, and the name of the member that it is if that is not a usual one. */
interface Found {
  readonly grid: TextGrid | undefined;
  readonly name?: string | undefined;
}

export function recogniseJson(head: Head): JsonState | undefined {
  const { bytes } = head;
  const first = firstValue(bytes);
  const classifier = new ValueClassifier(head.alphabet, false);
  const asLines = lineRecords(head, classifier, first);
  // a first line that is broken may begin with anything
  if (!isOneOf(bytes[first], '{["') && (asLines?.length ?? 0) < 2) return undefined;
  if (asLines) return stateOf(head, { layout: 'lines', start: first }, asLines);
  const found = recordsIn(head, classifier, first);
  if (found.length > 0) return stateOf(head, { layout: 'values', start: first }, found);
  const all = recordsIn(head, new ValueClassifier(head.alphabet, true), first);
  return all.length > 0 ? stateOf(head, { layout: 'values', start: first, all: true }, all) : undefined;
}

function stateOf(
  head: Head,
  place: Omit<JsonState, 'puzzle' | 'alphabets' | 'empties'>,
  found: readonly Found[],
): JsonState {
  const grids = found.map(({ grid }) => grid).filter((grid) => grid !== undefined);
  const name = found.find((one) => one.name !== undefined)?.name;
  const identified = hasIds(head) && ({ identified: true } as const);
  return { ...place, puzzle: name, ...identified, ...symbolsOf(grids, head.alphabet) };
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

/**
 * The records of the head if they are a line each: most lines that look like JSON are values by themselves, and none
 * holds several records.
 */
function lineRecords(head: Head, classifier: ValueClassifier, first: number): Found[] | undefined {
  const found: Found[] = [];
  let broken = 0;
  for (let at = first; at < head.bytes.length && found.length + broken < MAX_SAMPLED; ) {
    const end = lineEnd(head.bytes, at);
    if (end === head.bytes.length && !head.complete && found.length > 0) break;
    const start = skipSpace(head.bytes, at, end);
    // most files are no JSON, which their first lines tell
    if (found.length === 0 && broken > 5) return undefined;
    if (start < end && !isCommentAt(head.bytes, start)) {
      const record = recordIn(head, classifier, start, trimmedEnd(head.bytes, start, end));
      if (record) found.push(record);
      else if (record === null) return undefined;
      // a table with one column that is quoted has a header, which is no puzzle
      else if (head.bytes[first] === Json.quote && start === first) return undefined;
      else broken++;
    }
    at = end + 1;
  }
  return found.length > broken ? found : undefined;
}

/** A record that is all of a stretch; null for what holds records. */
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
  const content = classifier.of(bytes, start, end, true, false);
  if (content === ValueKind.holder || content === ValueKind.list) return null;
  return content === ValueKind.puzzle ? { grid: classifier.gridOf(bytes, start, end) } : undefined;
}

/** The records of values that begin at `at`, wherever they stand in these. */
function recordsIn(head: Head, classifier: ValueClassifier, at: number): Found[] {
  const { bytes } = head;
  const found: Found[] = [];
  const tree = new NestedFinder(classifier, at);
  tree.begin(bytes, 0, head.complete);
  while (found.length < MAX_SAMPLED) {
    if (!tree.next()) {
      // what the head cuts may be nearly all of the file
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

/** Whether objects of the head have a member that tells them apart by name. */
export function hasIds({ bytes }: Head): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return text.matchAll(MEMBER).some(([, name]) => isIdName(name!));
}

const members = new Members();

/** What the file calls a record: the text of its member with such a name, if that is a string or a number. */
export function idOf({ bytes, starts }: Block, record: number | BrokenRecord): string | undefined {
  const at = typeof record === 'number' ? starts[record]! : (record.recordStart ?? record.start);
  // what is no object has no name, whatever its neighbours are called
  if (bytes[at] !== Json.openObject) return undefined;
  let found: string | undefined;
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
