// Finds the values at the places of a JSON file, buffer by buffer. What leads to no place is skipped, and everything between the
// values is preserved.

import { CLASSIFIED_BYTES } from '../../kernel/constants.ts';
import { quote } from '../shared/bytes.ts';
import { gridOf, resemblesPuzzle } from './grid.ts';
import { isRuleOfHolder, type RuleValue, rulesOfHolder } from './holder-rules.ts';
import { leadsOn, memberNode, missing, type PlaceNode } from './places.ts';
import { isPuzzleObject } from './puzzle-object.ts';
import { RecordFinder } from './record-finder.ts';
import { asBuffer, Json, MAX_DEPTH, Members, newScan, scanValue, skipSpace } from './scan.ts';

/** What can follow in an array or object. */
const Due = { value: 0, valueOrEnd: 1, commaOrEnd: 2 } as const;
type Due = (typeof Due)[keyof typeof Due];

/** White space before an incomplete value that is consumed without it, as a buffer may not have room for both. */
const MAX_SPACE = 64 * 1024;

/** An open array or object. */
interface Frame {
  readonly isObject: boolean;
  /** Its place in the tree; undefined for one that leads to no place. */
  readonly node: PlaceNode | undefined;
  /** Whether each element is a record or holds records. */
  readonly isList: boolean;
  due: Due;
  /** In an object, whether a value must follow a key. */
  isKeyed: boolean;
  /** Name of the current member of an object. */
  name: string;
  /** Index of the next element of an array. */
  index: number;
  /** Whether a value at a place was found in it. */
  hasPuzzle: boolean;
  /** Rules for all puzzles in it. */
  readonly rules: readonly RuleValue[];
  /** How many of these begin after the current place. */
  rulesAhead: number;
}

function newFrame(
  isObject: boolean,
  node: PlaceNode | undefined,
  outer: readonly RuleValue[] = [],
  own: readonly RuleValue[] = [],
): Frame {
  const rules = own.length === 0 ? outer : [...outer, ...own];
  const isList = !isObject && node?.each !== undefined && node.isSure;
  const state = {
    due: Due.valueOrEnd,
    isKeyed: false,
    name: '',
    index: 0,
    hasPuzzle: false,
    rulesAhead: own.length,
  };
  return { isObject, node, isList, rules, ...state };
}

export class PlaceFinder extends RecordFinder {
  /** What the tree has for the last record. */
  node: PlaceNode;
  readonly #root: PlaceNode;
  readonly #alphabet: string | undefined;
  readonly #frames: Frame[];
  /** the innermost frame */
  #top: Frame;
  /** whether an array has ended, after which only another value is valid */
  #hasArray = false;
  /** whether the incomplete value is a record */
  #isCutRecord = false;
  #dueBefore: Due = Due.value;

  /** @param alphabet the option, expanded */
  constructor(root: PlaceNode, start: number, alphabet: string | undefined) {
    super(start);
    this.#alphabet = alphabet;
    this.#root = this.node = root;
    this.#frames = [newFrame(false, undefined)];
    this.#top = this.#frames[0]!;
  }

  /** Finds the next record; false if it is incomplete. */
  next(): boolean {
    this.fault = undefined;
    this.#isCutRecord = false;
    const found = this.#nextValue();
    if (found) this.countTo(this.start);
    return found;
  }

  get sequence(): 'values' | 'elements' | undefined {
    if (this.#top.due !== Due.commaOrEnd || !this.sequenceNode?.names.length) return undefined;
    return this.#isRoot ? 'values' : 'elements';
  }

  /** What the tree has for the elements of the innermost array, or for the values of the file. */
  get sequenceNode(): PlaceNode | undefined {
    return this.#isRoot ? this.#root : this.#top.node?.each;
  }

  back(): void {
    this.taken = this.start;
    const top = this.#top;
    top.due = this.#dueBefore;
    top.isKeyed = top.isObject;
    top.index--;
  }

  /** Rules that objects around the last record give to all their puzzles. */
  get outerRules(): readonly RuleValue[] {
    return this.#top.rules;
  }

  /** Whether the incomplete value is a record. */
  get isCutRecord(): boolean {
    return this.#isCutRecord;
  }

  get #isRoot(): boolean {
    return this.#frames.length === 1;
  }

  #nextValue(): boolean {
    const { bytes } = this;
    const limit = bytes.length;
    for (;;) {
      const at = skipSpace(bytes, this.taken, limit);
      // keep the last byte until more bytes arrive, so that the reader sees the end of the file
      if (at >= limit - 1 && !this.last) return this.#wait(Math.min(at, limit - 1));
      if (at === limit) return this.#atEnd(limit);
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
      const found = scanValue(bytes, at, limit, newScan());
      if (found < 0 && !this.last) {
        this.#isCutRecord = node !== undefined && this.#isAtPlace(node, at, -1);
        if (this.#isCutRecord || limit - at < CLASSIFIED_BYTES || !this.#isNested(at)) return this.#wait(at);
        this.#enter(at, node);
        continue;
      }
      const end = found < 0 ? limit : found;
      if (top.isObject && top.node && isRuleOfHolder(top.node, top.name)) {
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
      if (isAtPlace) return this.#found(at, end, undefined);
      if (node.isRecord || top.isList) return this.#found(at, end, missing(node, quote(bytes, at, end)));
    }
  }

  /** What the tree has for the next value. */
  #nodeOfValue(): PlaceNode | undefined {
    if (this.#isRoot) return this.#root;
    const { node, isObject, name, index } = this.#top;
    if (!node) return undefined;
    return isObject ? memberNode(node, name) : (node.at.get(index) ?? node.each);
  }

  /** Whether a value is entered before it is known where it ends: no puzzle itself, but an array or object that can hold some. */
  #leadsInto(at: number, node: PlaceNode): boolean {
    if (!this.#isNested(at) || node.isPlace || node.names.length > 0 || !leadsOn(node)) return false;
    return this.bytes[at] === Json.openObject ? node.members.size > 0 || node.any !== undefined : true;
  }

  /**
   * Whether the value is a puzzle, or an object with one, or stands where one should.
   * @param end of the value, or -1 if the bytes end within it
   */
  #isAtPlace(node: PlaceNode, at: number, end: number): boolean {
    const { bytes } = this;
    const first = bytes[at];
    if (first === Json.openObject) {
      if (node.names.length > 0) return true;
      return node.isPlace && (!leadsOn(node) || isPuzzleObject(bytes, at, end < 0 ? bytes.length : end));
    }
    if (!node.isPlace) return false;
    // beside lists of puzzles, an array is a puzzle if it is a grid
    if (first !== Json.open || !node.each) return true;
    return end >= 0 && gridOf(asBuffer(bytes), at, end, this.#alphabet) !== undefined;
  }

  /** Whether a value that may be anything is a puzzle, or nearly one, or an object with one. */
  #resembles(node: PlaceNode, at: number, end: number): boolean {
    const bytes = asBuffer(this.bytes);
    if (bytes[at] !== Json.openObject) return resemblesPuzzle(bytes, at, end, this.#alphabet);
    if (node.isPlace && isPuzzleObject(bytes, at, end)) return true;
    const members = new Members();
    members.begin(bytes, at, end);
    while (members.next() && members.valueEnd > 0) if (node.names.includes(members.key)) return true;
    return false;
  }

  /** Whether an array or object begins here that is not nested too deep. */
  #isNested(at: number): boolean {
    const first = this.bytes[at];
    return (first === Json.open || first === Json.openObject) && this.#frames.length <= MAX_DEPTH;
  }

  #enter(at: number, node: PlaceNode | undefined): void {
    const { bytes } = this;
    const isObject = bytes[at] === Json.openObject;
    const own = isObject && node ? rulesOfHolder(node, bytes, at, bytes.length) : undefined;
    this.valueTaken();
    this.#top = newFrame(isObject, node, this.#top.rules, own);
    this.#frames.push(this.#top);
    this.taken = at + 1;
  }

  #take(end: number): void {
    this.taken = end;
    this.valueTaken();
  }

  /** Notes that a value of the innermost array or object has been consumed. */
  valueTaken(): void {
    const top = this.#top;
    this.#dueBefore = top.due;
    top.due = Due.commaOrEnd;
    top.isKeyed = false;
    top.index++;
  }

  /** Waits for more bytes of the value at `at`. */
  #wait(at: number): false {
    if (at - this.taken > MAX_SPACE) this.taken = at;
    return false;
  }

  #found(start: number, end: number, fault: string | undefined): true {
    this.start = start;
    this.end = end;
    this.fault = fault;
    return true;
  }

  /** Reports an unclosed array or object as a record without bytes. */
  #atEnd(limit: number): boolean {
    this.taken = limit;
    if (this.#isRoot) return false;
    const { isObject } = this.#top;
    this.#frames.length = 1;
    this.#top = this.#frames[0]!;
    const [sign, name] = isObject ? ['}', 'object'] : [']', 'array'];
    return this.#found(limit, limit, `expected ${sign} at the end of the ${name}, got the end of the file`);
  }

  /** @returns the end of the key at `at` with its colon, or of another value; -1 if it is incomplete */
  #key(at: number): number {
    const { bytes } = this;
    const limit = bytes.length;
    const top = this.#top;
    const end = scanValue(bytes, at, limit, newScan());
    const colon = end < 0 ? limit : skipSpace(bytes, end, limit);
    if (colon === limit && !this.last) return -1;
    if (end < 0) return limit;
    if (bytes[colon] !== Json.colon) return end > at ? end : at + 1;
    top.isKeyed = true;
    top.name = asBuffer(bytes).toString('utf8', at + 1, end - 1);
    return colon + 1;
  }

  /** Consumes punctuation. @returns its fault, if any */
  #punctuation(byte: number): string | undefined {
    const top = this.#top;
    const sign = String.fromCharCode(byte);
    if (byte === Json.close || byte === Json.closeObject) return this.#close(byte, sign);
    if (this.#isRoot) return this.#afterAll(sign);
    const isDue = byte === Json.comma && top.due === Due.commaOrEnd;
    if (byte === Json.comma) {
      top.due = Due.value;
      top.isKeyed = false;
    }
    return isDue || !top.isList ? undefined : `expected a record, got ${sign}`;
  }

  /** Closes the innermost array or object of this kind, and everything open within it. */
  #close(byte: number, sign: string): string | undefined {
    const isObject = byte === Json.closeObject;
    const depth = this.#frames.findLastIndex((frame, i) => i > 0 && frame.isObject === isObject);
    if (depth < 0) return this.#afterAll(sign);
    const top = this.#top;
    const isInnermost = depth === this.#frames.length - 1;
    this.#frames.length = depth;
    this.#top = this.#frames[depth - 1]!;
    if (top.hasPuzzle) this.#top.hasPuzzle = true;
    if (depth === 1) this.#hasArray = true;
    if (!isInnermost) {
      const expected = top.isObject ? '}' : ']';
      return `expected ${expected} at the end of the ${top.isObject ? 'object' : 'array'}, got ${sign}`;
    }
    if (top.isList && top.due === Due.value) return `expected a record, got ${sign}`;
    return top.node?.isRecord && !top.hasPuzzle ? missing(top.node, 'none') : undefined;
  }

  #afterAll(got: string): string {
    return this.#hasArray
      ? `expected the end of the file after the array, got ${got}`
      : `expected a record, got ${got}`;
  }

  #misplaced(start: number, end: number): string | undefined {
    const { bytes } = this;
    if (this.#isRoot) {
      const isValue = [Json.quote, Json.open, Json.openObject].includes(bytes[start] as 0x22);
      return this.#hasArray && !isValue ? this.#afterAll(quote(bytes, start, end)) : undefined;
    }
    return this.#top.isList && this.#top.due === Due.commaOrEnd
      ? `expected , or ] after a record, got ${quote(bytes, start, end)}`
      : undefined;
  }
}

/** The fault of rules that come too late for the puzzles beside them, which may be solved already. */
function lateRule(name: string): string {
  return `${name}: expected rules of all puzzles of an object once, in its first ${CLASSIFIED_BYTES} bytes, got them later`;
}
