// Finds the records of a JSON file, buffer by buffer: its lines, or the values at its places. What leads to no place is skipped,
// and everything between the records is preserved.

import { CLASSIFIED_BYTES, LF } from '../../kernel/constants.ts';
import { unescaped } from '../records/tokens.ts';
import { mayHoldRules, mentionsCellIn, namesIn, saysRule } from '../rules/read-rules.ts';
import { blankLines, isCommentAt, lineEnd, quote, trimmedEnd } from '../shared/bytes.ts';
import type { ReadOptions } from '../shared/format.ts';
import { type Path, parsePath, pathText } from '../shared/place.ts';
import { roleOf } from '../shared/roles.ts';
import {
  elementNode,
  hasMembers,
  isAside,
  isNamed,
  leadsOn,
  memberNode,
  missing,
  type PlaceNode,
  placesTree,
} from './places.ts';
import { type RuleValue, ruleValue } from './record.ts';
import { childrenOf, Json, MAX_DEPTH, scanValue, skipSpace, textBetween } from './scan.ts';
import { gridOf, isPuzzleObject, resemblesPuzzle } from './value.ts';

/** How records follow one another: in lines of their own, after white space, or after a comma in an array. */
export type Sequence = 'lines' | 'values' | 'elements';

/** What can follow in an array or object. */
const Due = { value: 0, valueOrEnd: 1, commaOrEnd: 2 } as const;
type Due = (typeof Due)[keyof typeof Due];

/** White space before an incomplete value that is consumed without it, as a buffer may not have room for both. */
const MAX_SPACE = 64 * 1024;

/** What a file of DOS may end with. */
const END_OF_DOS = 0x1a;

/** An open array or object; the outermost one is the file. */
class Frame {
  readonly isObject: boolean;
  /** Its place in the tree; undefined for one that leads to no place. */
  readonly node: PlaceNode | undefined;
  /** Whether each element is a record or holds records. */
  readonly isList: boolean;
  /** Rules for all puzzles in it. */
  readonly rules: readonly RuleValue[];
  /** How many of these begin after the current place. */
  rulesAhead: number;
  due: Due = Due.valueOrEnd;
  /** In an object, whether a value must follow a key. */
  isKeyed = false;
  /** Name of the current member of an object. */
  name = '';
  /** Index of the next element of an array. */
  index = 0;
  /** Whether a value at a place was found in it. */
  hasPuzzle = false;

  constructor(
    isObject: boolean,
    node: PlaceNode | undefined,
    outer: readonly RuleValue[] = [],
    own: readonly RuleValue[] = [],
  ) {
    this.isObject = isObject;
    this.node = node;
    this.isList = !isObject && node?.children.has('[]') === true && node.isSure;
    this.rules = own.length === 0 ? outer : [...outer, ...own];
    this.rulesAhead = own.length;
  }

  /** What must follow at last. */
  get end(): string {
    return this.isObject ? '} at the end of the object' : '] at the end of the array';
  }
}

export class RecordFinder {
  /** The record that was found, which ends before `end`. */
  start = 0;
  end = 0;
  /** Line feeds before it, counted from the start of the block. */
  line = 0;
  /** The fault, if it is misplaced. */
  fault: string | undefined;
  /** What the tree has for it. */
  node: PlaceNode;
  /** Offset up to which all records have been found. */
  taken = 0;
  /** Whether the incomplete value is a record. */
  isCutRecord = false;
  readonly #isLines: boolean;
  /** Whether no name says where the puzzles are. */
  readonly #byShape: boolean;
  readonly #isPlaceAsked: boolean;
  readonly #root: PlaceNode;
  readonly #alphabet: string | undefined;
  readonly #isIgnored: (name: string) => boolean;
  readonly #frames: Frame[];
  /** the innermost frame */
  #top: Frame;
  /** whether an array has ended, after which only another value is valid */
  #hasArray = false;
  #dueBefore: Due = Due.value;
  #bytes: Uint8Array = new Uint8Array(0);
  #last = false;
  /** offset up to which line feeds have been counted */
  #counted = 0;
  /** bytes left of the file's front without records */
  #toSkip: number;

  /**
   * @param places texts of paths from a value of the file
   * @param toSkip bytes before the first record
   * @param options which names of members are no rules, and the symbols of grids
   */
  constructor(
    places: readonly string[],
    isLines: boolean,
    toSkip: number,
    { ignore, alphabet, isPlaceAsked = false }: ReadOptions,
  ) {
    this.#byShape = !places.some((place) => isNamed(parsePath(place)!));
    this.#isPlaceAsked = isPlaceAsked;
    this.#root = this.node = placesTree(places);
    this.#isLines = isLines;
    this.#toSkip = toSkip;
    this.#alphabet = alphabet;
    this.#isIgnored = namesIn(ignore);
    this.#top = new Frame(false, undefined);
    this.#frames = [this.#top];
  }

  begin(bytes: Uint8Array, from: number, last: boolean): void {
    this.#bytes = bytes;
    this.#last = last;
    this.line = 0;
    const skipped = Math.min(this.#toSkip, bytes.length - from);
    this.#toSkip -= skipped;
    this.#counted = from;
    this.taken = from + skipped;
  }

  /** Finds the next record; false if it is incomplete. */
  next(): boolean {
    this.fault = undefined;
    this.isCutRecord = false;
    const found = this.#isLines ? this.#nextLine() : this.#nextValue();
    if (found) this.#countTo(this.start);
    return found;
  }

  /** Returns the last record, for the next block. */
  back(): void {
    this.taken = this.start;
    const top = this.#top;
    top.due = this.#dueBefore;
    top.isKeyed = top.isObject;
    top.index--;
  }

  /** How the next record follows the last one; undefined if more than a separator can come between them. */
  get sequence(): Sequence | undefined {
    if (this.#isLines) return 'lines';
    if (this.#top.due !== Due.commaOrEnd || !this.sequenceNode?.names.length) return undefined;
    return this.#isRoot ? 'values' : 'elements';
  }

  /** What the tree has for the elements of the innermost array, or for the values of the file. */
  get sequenceNode(): PlaceNode | undefined {
    return this.#isRoot ? this.#root : this.#top.node?.children.get('[]');
  }

  /** Rules that objects around the last record give to all their puzzles. */
  get outerRules(): readonly RuleValue[] {
    return this.#top.rules;
  }

  /** Line feeds of the block so far. */
  get lineFeeds(): number {
    this.#countTo(this.taken);
    return this.line;
  }

  /** Continues after records that were read elsewhere. */
  moveTo(next: number, lineFeeds: number): void {
    this.taken = this.#counted = next;
    this.line += lineFeeds;
  }

  /** Notes that a value of the innermost array or object has been consumed. */
  valueTaken(): void {
    const top = this.#top;
    this.#dueBefore = top.due;
    top.due = Due.commaOrEnd;
    top.isKeyed = false;
    top.index++;
  }

  #countTo(end: number): void {
    // search within these bytes only: searching for a distant line feed for each record would take longer than all else
    const passed = this.#bytes.subarray(this.#counted, end);
    for (let at = passed.indexOf(LF); at >= 0; at = passed.indexOf(LF, at)) {
      const { next, lineFeeds } = blankLines(passed, at, passed.length);
      this.line += lineFeeds;
      at = next;
    }
    this.#counted = Math.max(this.#counted, end);
  }

  #nextLine(): boolean {
    const bytes = this.#bytes;
    for (;;) {
      this.taken = blankLines(bytes, this.taken, bytes.length).next;
      const lineFeed = lineEnd(bytes, this.taken);
      if (this.taken === bytes.length || (lineFeed === bytes.length && !this.#last)) return false;
      const start = skipSpace(bytes, this.taken, lineFeed);
      const end = trimmedEnd(bytes, start, lineFeed);
      this.taken = Math.min(lineFeed + 1, bytes.length);
      if (start < end && !isCommentAt(bytes, start)) return this.#found(start, end);
    }
  }

  #nextValue(): boolean {
    const bytes = this.#bytes;
    const limit = bytes.length;
    for (;;) {
      const at = skipSpace(bytes, this.taken, limit);
      // keep the last byte until more bytes arrive, so that the reader sees the end of the file
      if (at >= limit - 1 && !this.#last) return this.#wait(Math.min(at, limit - 1));
      if (at === limit || (at === limit - 1 && bytes[at] === END_OF_DOS)) return this.#atEnd(limit);
      const top = this.#top;
      const byte = bytes[at]!;
      if (byte === Json.comma || byte === Json.close || byte === Json.closeObject || byte === Json.colon) {
        const fault = this.#punctuation(byte);
        this.taken = at + 1;
        if (fault === undefined) continue;
        return this.#found(at, at + 1, fault);
      }
      if (top.isObject && !top.isKeyed) {
        const end = this.#key(at);
        if (end < 0) return this.#wait(at);
        this.taken = end;
        continue;
      }
      const node = this.#nodeOfValue();
      if (node && this.#leadsInto(at, node)) {
        this.#enter(at, node);
        continue;
      }
      const found = scanValue(bytes, at, limit);
      if (!node && top.node && top.isObject && this.#isNested(at)) {
        if (found < 0 && !this.#last && limit - at < CLASSIFIED_BYTES) return this.#wait(at);
        const place = this.#placeBeside(
          top.node,
          at,
          Math.min(found < 0 ? limit : found, at + CLASSIFIED_BYTES),
        );
        if (place) {
          this.#enter(at, undefined);
          return this.#found(at, at + 1, notAtPlace(place, top.name));
        }
      }
      if (found < 0 && !this.#last) {
        this.isCutRecord = node !== undefined && this.#isAtPlace(node, at, -1);
        if (this.isCutRecord || limit - at < CLASSIFIED_BYTES || !this.#isNested(at)) return this.#wait(at);
        this.#enter(at, node);
        continue;
      }
      const end = found < 0 ? limit : found;
      if (top.isObject && top.node && this.#isRuleOfHolder(top.node, top.name)) {
        this.#take(end);
        if (top.rulesAhead-- > 0) continue;
        return this.#found(at, end, lateRule(top.name));
      }
      const fault = this.#misplaced(at, end);
      const isAtPlace = node !== undefined && this.#isAtPlace(node, at, end);
      if (fault === undefined && node && !isAtPlace && this.#isNested(at) && leadsOn(node)) {
        this.#enter(at, node);
        continue;
      }
      this.#take(end);
      if (fault !== undefined) return this.#found(at, end, fault);
      if (!node || (!node.isSure && !(isAtPlace && this.#resembles(node, at, end)))) continue;
      top.hasPuzzle ||= isAtPlace;
      this.node = node;
      if (isAtPlace) return this.#found(at, end);
      if (node.isRecord || top.isList) return this.#found(at, end, missing(node, quote(bytes, at, end)));
    }
  }

  get #isRoot(): boolean {
    return this.#frames.length === 1;
  }

  /** What the tree has for the next value. */
  #nodeOfValue(): PlaceNode | undefined {
    if (this.#isRoot) return this.#root;
    const { node, isObject, name, index } = this.#top;
    return node && (isObject ? memberNode(node, name) : elementNode(node, index));
  }

  /** Whether a value is entered before it is known where it ends: no puzzle itself, but an array or object that can hold some. */
  #leadsInto(at: number, node: PlaceNode): boolean {
    if (!this.#isNested(at) || node.isPlace || node.names.length > 0 || !leadsOn(node)) return false;
    return this.#bytes[at] === Json.open || hasMembers(node);
  }

  /**
   * Whether the value is a puzzle, or an object with one, or stands where one should.
   * @param end of the value, or -1 if the bytes end within it
   */
  #isAtPlace(node: PlaceNode, at: number, end: number): boolean {
    const bytes = this.#bytes;
    if (bytes[at] === Json.openObject) {
      if (node.names.length > 0) return true;
      return node.isPlace && (!leadsOn(node) || isPuzzleObject(bytes, at, end < 0 ? bytes.length : end));
    }
    // beside lists of puzzles, an array is a puzzle if it is a grid
    const isList = bytes[at] === Json.open && node.children.has('[]');
    return node.isPlace && (!isList || (end >= 0 && gridOf(bytes, at, end, this.#alphabet) !== undefined));
  }

  /** Whether a value that may be anything is a puzzle, or nearly one, or an object with one. */
  #resembles({ isPlace, names }: PlaceNode, at: number, end: number): boolean {
    const bytes = this.#bytes;
    const alphabet = this.#alphabet;
    if (bytes[at] !== Json.openObject) return resemblesPuzzle(bytes, at, end, alphabet);
    if (isPlace && isPuzzleObject(bytes, at, end)) return true;
    return childrenOf(bytes, at, end).some(
      (member) =>
        member.end > 0 &&
        (names.includes(member.name) ||
          (isPlace && resemblesPuzzle(bytes, member.start, member.end, alphabet))),
    );
  }

  /**
   * The rules that an object gives to all puzzles in its values, such as {"variant":"x","puzzles":[…]}: its members with rules
   * among its first {@link CLASSIFIED_BYTES}, a fixed number of bytes, so that the result does not depend on how the file is split
   * into buffers.
   */
  #rulesOfHolder(node: PlaceNode, start: number): RuleValue[] {
    const bytes = this.#bytes;
    const found: RuleValue[] = [];
    for (const { name, start: from, end } of childrenOf(
      bytes,
      start,
      Math.min(bytes.length, start + CLASSIFIED_BYTES),
    )) {
      if (end < 0) break;
      const isNamed = this.#isRuleOfHolder(node, name);
      if (!isNamed && (memberNode(node, name) || !mentionsCellIn(bytes, from, end))) continue;
      const value = ruleValue(bytes, from, end);
      if (isNamed || (saysRule(name, value) && !this.#isIgnored(name))) found.push([name, value]);
    }
    return found;
  }

  /** Whether a member holds rules for the puzzles beside it, and no puzzles itself, as `"killer":[{"puzzle":…}]` does. */
  #isRuleOfHolder(node: PlaceNode, name: string): boolean {
    return mayHoldRules(name) && !memberNode(node, name) && !this.#isIgnored(name);
  }

  /**
   * The place in a member whose name no place has, if a puzzle stands there as in a member beside it: `week2` of
   * `{"week1":[{"puzzle":…}],"week2":[{"puzzle":…}]}`, which is behind the head.
   */
  #placeBeside(holder: PlaceNode, at: number, end: number): Path | undefined {
    const { name } = this.#top;
    if (this.#isPlaceAsked || isAside(name)) return undefined;
    const isSaid = this.#byShape || roleOf(name) === 'puzzle';
    for (const node of holder.children.values()) {
      const found = this.#puzzleWithin(node, at, end, isSaid);
      if (found) return [...holder.path, '*', ...found.slice(holder.path.length + 1)];
    }
    return undefined;
  }

  /**
   * The first place, if the first value there is a puzzle.
   * @param isSaid whether it needs no name of puzzles
   */
  #puzzleWithin(node: PlaceNode, at: number, end: number, isSaid: boolean): Path | undefined {
    const bytes = this.#bytes;
    const isOpen = (from: number, to: number) => (gridOf(bytes, from, to, this.#alphabet)?.empties ?? 0) > 0;
    if (node.isPlace && isSaid && isOpen(at, end)) return node.path;
    const isObject = bytes[at] === Json.openObject;
    if (!isObject && bytes[at] !== Json.open) return undefined;
    for (const member of childrenOf(bytes, at, end)) {
      const { name, start } = member;
      const to = member.end < 0 ? end : member.end;
      const inner = isObject ? memberNode(node, name) : elementNode(node, 0);
      const found = inner && this.#puzzleWithin(inner, start, to, isSaid);
      if (found) return found;
      if (!isObject || member.end < 0) return undefined;
      if (node.names.includes(name) && (isSaid || roleOf(name) === 'puzzle') && isOpen(start, to))
        return [...node.path, { member: name }];
    }
    return undefined;
  }

  /** Whether an array or object begins here that is not nested too deep. */
  #isNested(at: number): boolean {
    const first = this.#bytes[at];
    return (first === Json.open || first === Json.openObject) && this.#frames.length <= MAX_DEPTH;
  }

  #enter(at: number, node: PlaceNode | undefined): void {
    const isObject = this.#bytes[at] === Json.openObject;
    const own = isObject && node ? this.#rulesOfHolder(node, at) : [];
    this.#take(at + 1);
    this.#top = new Frame(isObject, node, this.#top.rules, own);
    this.#frames.push(this.#top);
  }

  #take(end: number): void {
    this.taken = end;
    this.valueTaken();
  }

  /** Waits for more bytes of the value at `at`. */
  #wait(at: number): false {
    if (at - this.taken > MAX_SPACE) this.taken = at;
    return false;
  }

  #found(start: number, end: number, fault?: string): true {
    this.start = start;
    this.end = end;
    this.fault = fault;
    return true;
  }

  /** Reports an unclosed array or object as a record without bytes. */
  #atEnd(limit: number): boolean {
    this.taken = limit;
    if (this.#isRoot) return false;
    const { end } = this.#top;
    this.#leave(1);
    return this.#found(limit, limit, `expected ${end}, got the end of the file`);
  }

  /** Leaves all arrays and objects but the outer ones. */
  #leave(depth: number): void {
    this.#frames.length = depth;
    this.#top = this.#frames[depth - 1]!;
  }

  /** @returns the end of the key at `at` with its colon, or of another value; -1 if it is incomplete */
  #key(at: number): number {
    const bytes = this.#bytes;
    const limit = bytes.length;
    const end = scanValue(bytes, at, limit);
    const colon = end < 0 ? limit : skipSpace(bytes, end, limit);
    if (colon === limit && !this.#last) return -1;
    if (end < 0) return limit;
    if (bytes[colon] !== Json.colon) return end > at ? end : at + 1;
    this.#top.isKeyed = true;
    this.#top.name = unescaped(textBetween(bytes, at + 1, end - 1));
    return colon + 1;
  }

  /** Consumes punctuation. @returns its fault, if any */
  #punctuation(byte: number): string | undefined {
    const top = this.#top;
    if (byte === Json.close || byte === Json.closeObject) return this.#close(byte);
    if (this.#isRoot) return this.#afterAll(signOf(byte));
    const isDue = byte === Json.comma && top.due === Due.commaOrEnd;
    if (byte === Json.comma) {
      top.due = Due.value;
      top.isKeyed = false;
    }
    return isDue || !top.isList ? undefined : `expected a record, got ${signOf(byte)}`;
  }

  /** Closes the innermost array or object of this kind, and everything open within it. */
  #close(byte: number): string | undefined {
    const isObject = byte === Json.closeObject;
    const depth = this.#frames.findLastIndex((frame, i) => i > 0 && frame.isObject === isObject);
    if (depth < 0) return this.#afterAll(signOf(byte));
    const top = this.#top;
    const isInnermost = depth === this.#frames.length - 1;
    this.#leave(depth);
    this.#top.hasPuzzle ||= top.hasPuzzle;
    if (depth === 1) this.#hasArray = true;
    if (!isInnermost) return `expected ${top.end}, got ${signOf(byte)}`;
    if (top.isList && top.due === Due.value) return `expected a record, got ${signOf(byte)}`;
    return top.node?.isRecord && !top.hasPuzzle ? missing(top.node, 'none') : undefined;
  }

  /** The fault of what belongs to no array or object. */
  #afterAll(got: string): string {
    return `expected ${this.#hasArray ? 'the end of the file after the array' : 'a record'}, got ${got}`;
  }

  /** The fault of a value where none is due, if that can be said. */
  #misplaced(start: number, end: number): string | undefined {
    const got = () => quote(this.#bytes, start, end);
    const { isList, due } = this.#top;
    if (!this.#isRoot)
      return isList && due === Due.commaOrEnd ? `expected , or ] after a record, got ${got()}` : undefined;
    const isWord = !'"[{'.includes(signOf(this.#bytes[start]!));
    return this.#hasArray && isWord ? this.#afterAll(got()) : undefined;
  }
}

/** The fault of puzzles under another name than those at the front, which are not solved. */
function notAtPlace(place: Path, name: string): string {
  const shown = pathText(place);
  return `expected all puzzles at the places of the front of the file, got some in ${pathText([{ member: name }])}: say where they are with the option puzzle, as in puzzle=${shown}`;
}

const signOf = (byte: number) => String.fromCharCode(byte);

/** The fault of rules that come too late for the puzzles beside them, which may be solved already. */
function lateRule(name: string): string {
  return `${name}: expected rules of all puzzles of an object once, in its first ${CLASSIFIED_BYTES} bytes, got them later`;
}
