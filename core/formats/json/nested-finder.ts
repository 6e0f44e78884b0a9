import { CLASSIFIED_BYTES } from '../../kernel/constants.ts';
import { mayHoldRules } from '../rules/read-rules.ts';
import { quote } from '../shared/bytes.ts';
import { roleOf } from '../shared/roles.ts';
import { isRuleOfHolder, type RuleValue, rulesOfHolder } from './holder-rules.ts';
import { RecordFinder } from './record-finder.ts';
import { asBuffer, isEmptyList, Json, MAX_DEPTH, newScan, scanValue, skipSpace, textOf } from './scan.ts';
import { type ClassifiedValues, type ValueClassifier, ValueKind } from './value-classifier.ts';

/** What can follow in an array or object. */
const Due = { value: 0, valueOrEnd: 1, commaOrEnd: 2 } as const;
type Due = (typeof Due)[keyof typeof Due];

/** White space before an incomplete value that is consumed without it, as a buffer may not have room for both. */
const MAX_SPACE = 64 * 1024;

/** The separators of a sequence; white space as in `skipSpace`. */
const SEPARATORS = { values: /^[\t-\r ]*$/, elements: /^[\t-\r ]*,[\t-\r ]*$/ } as const;

/** An open array or object. */
interface Frame {
  readonly isObject: boolean;
  /** Whether each element is a record or holds records. */
  readonly isList: boolean;
  readonly areSolutions: boolean;
  due: Due;
  /** In an object, whether a value must follow a key. */
  isKeyed: boolean;
  /** Name of the current member of an object. */
  name: string;
  /** Whether that says that its grids are not puzzles. */
  isAside: boolean;
  /** Rules for all puzzles in it. */
  readonly rules: readonly RuleValue[];
  /** How many of these begin after the current place. */
  rulesAhead: number;
}

function newFrame(
  isObject: boolean,
  isList: boolean,
  areSolutions: boolean,
  outer: readonly RuleValue[] = [],
  own: readonly RuleValue[] = [],
): Frame {
  const rules = own.length === 0 ? outer : [...outer, ...own];
  const state = { due: Due.valueOrEnd, isKeyed: false, name: '', isAside: false, rulesAhead: own.length };
  return { isObject, isList, areSolutions, rules, ...state };
}

/** A word that may be a puzzle: as long as the cells of the smallest grid. */
const LONG_WORD = /\S{16}/;

/**
 * Whether values are a set without puzzles: lists without elements, in objects and arrays of any depth. `{"puzzle":[]}` is a puzzle
 * without cells.
 * @param isAlone whether they are all of the file: then texts and numbers may stand beside the lists, such as a title. Beside
 *   `"puzzles":[]` they always may.
 */
export function isEmptySet(bytes: Uint8Array, start: number, end: number, isAlone: boolean): boolean {
  let [hasLists, isNamed, hasOthers, hasLong] = [false, false, false, false];
  let name = '';
  for (let at = skipSpace(bytes, start, end); at < end; at = skipSpace(bytes, at, end)) {
    if (isEmptyList(bytes, at, end)) {
      const isPuzzle = roleOf(name) === 'puzzle';
      if (isPuzzle && !name.endsWith('s')) return false;
      isNamed ||= isPuzzle;
      hasLists = true;
      at = skipSpace(bytes, at + 1, end) + 1;
    } else if (PUNCTUATION.has(bytes[at]!)) at++;
    else {
      const to = scanValue(bytes, at, end, newScan());
      if (to <= at) return false;
      const text = asBuffer(bytes).toString('utf8', at, to);
      const after = skipSpace(bytes, to, end);
      if (bytes[after] === Json.colon) name = text.slice(1, -1);
      else [hasOthers, hasLong] = [true, hasLong || LONG_WORD.test(text)];
      at = to;
    }
  }
  return isNamed || (hasLists && (isAlone ? !hasLong : !hasOthers));
}

const PUNCTUATION = new Set<number>([
  Json.open,
  Json.close,
  Json.openObject,
  Json.closeObject,
  Json.comma,
  Json.colon,
]);

/** Finds records in nested values. Values without puzzles are skipped. */
export class NestedFinder extends RecordFinder {
  /** Whether the last record only resembles a puzzle. */
  isSuspect = false;
  /** Whether the last record is an element of a list; otherwise it was classified as a puzzle. */
  isElement = false;
  readonly #classifier: ValueClassifier;
  /** of the current buffer */
  readonly #known: ClassifiedValues = new Map();
  readonly #frames: Frame[] = [newFrame(false, true, false)];
  /** the innermost frame */
  #top: Frame = this.#frames[0]!;
  /** whether an array has ended, after which only another value is valid */
  #hasArray = false;
  /** offset of an incomplete value; -1 if there is none */
  #cut = -1;
  /** whether the last record is complete, not cut by the end of the file */
  #isWhole = true;
  #dueBefore: Due = Due.value;
  /** where the search for the last record began, and the sequence there */
  #from = 0;
  #sequence: keyof typeof SEPARATORS | undefined;

  constructor(classifier: ValueClassifier, start: number) {
    super(start);
    this.#classifier = classifier;
  }

  override begin(bytes: Uint8Array, from: number, last: boolean): void {
    super.begin(bytes, from, last);
    this.#known.clear();
  }

  /** Finds the next record; false if it is incomplete. */
  next(): boolean {
    this.fault = undefined;
    this.isSuspect = false;
    this.#cut = -1;
    this.#from = this.taken;
    this.#sequence = this.sequence;
    const found = this.#nextValue();
    if (found) this.countTo(this.start);
    return found;
  }

  get sequence(): keyof typeof SEPARATORS | undefined {
    const { isList, due } = this.#top;
    if (!isList || due !== Due.commaOrEnd) return undefined;
    return this.#frames.length === 1 ? 'values' : 'elements';
  }

  get separatorStart(): number | undefined {
    const separator = this.#sequence && SEPARATORS[this.#sequence];
    return separator?.test(textOf(this.bytes, this.#from, this.start)) ? this.#from : undefined;
  }

  back(): void {
    this.taken = this.start;
    const top = this.#top;
    top.due = this.#dueBefore;
    top.isKeyed = top.isObject;
  }

  /** Rules that objects around the last record give to all their puzzles. */
  get outerRules(): readonly RuleValue[] {
    return this.#top.rules;
  }

  /** Whether the array or object found last holds records. */
  get holdsRecords(): boolean {
    const { start, end } = this;
    if (!this.#isNested(start)) return false;
    const kind = this.#kindOf(start, end, this.#isWhole);
    if (kind === ValueKind.holder || kind === ValueKind.list) return true;
    return this.#frames.length === 1 && isEmptySet(this.bytes, start, end, false);
  }

  /** Enters the array or object found last. */
  enter(): void {
    this.#enter(this.start, this.end);
  }

  /** Enters an incomplete array or object that is long enough to be classified. */
  enterCut(): boolean {
    return this.#cut >= 0 && this.#entersLong(this.#cut);
  }

  /** Whether the incomplete value is a record: an element of a list, or an object with a puzzle. */
  get isCutRecord(): boolean {
    if (this.#top.isList) return true;
    return (
      this.bytes[this.#cut] === Json.openObject &&
      this.#kindOf(this.#cut, this.bytes.length, false) === ValueKind.puzzle
    );
  }

  /** Whether the next value is a solution by its names. */
  get #areSolutions(): boolean {
    return this.#top.areSolutions || this.#top.isAside;
  }

  /** The kind of a value of the innermost array or object. */
  #kindOf(start: number, end: number, isWhole: boolean): ValueKind {
    const depth = this.#frames.length;
    return this.#classifier.of(this.bytes, start, end, isWhole, this.#areSolutions, depth, this.#known);
  }

  #isList(start: number, end: number, areSolutions: boolean): boolean {
    return this.#classifier.isList(this.bytes, start, end, areSolutions, this.#frames.length, this.#known);
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
      const found = scanValue(bytes, at, limit, newScan());
      if (found < 0 && !this.last) {
        if (limit - at >= CLASSIFIED_BYTES && this.#entersLong(at)) continue;
        return this.#wait(at);
      }
      const end = found < 0 ? limit : found;
      this.#isWhole = found >= 0;
      if (top.isObject && isRuleOfHolder(top.name, bytes, at, end, this.#classifier)) {
        this.taken = end;
        this.valueTaken();
        if (top.rulesAhead-- > 0) continue;
        return this.#found(at, end, lateRule(top.name));
      }
      if (top.isList) {
        this.isElement = true;
        const fault = this.#misplaced(at, end);
        this.taken = end;
        this.valueTaken();
        return this.#found(at, end, fault);
      }
      if (this.#isRecord(at, end, found >= 0)) return true;
    }
  }

  /** Classifies a value outside of lists, and skips or enters it unless it is a record. */
  #isRecord(at: number, end: number, isWhole: boolean): boolean {
    const kind = this.#kindOf(at, end, isWhole);
    if (kind === ValueKind.puzzle || kind === ValueKind.suspect) {
      this.isElement = false;
      this.isSuspect = kind === ValueKind.suspect;
      this.taken = end;
      this.valueTaken();
      return this.#found(at, end, undefined);
    }
    if (this.#isNested(at)) this.#enter(at, end);
    else {
      this.taken = end;
      this.valueTaken();
    }
    return false;
  }

  /** Enters a long incomplete value, unless it is or should be a record. */
  #entersLong(at: number): boolean {
    if (!this.#isNested(at)) return false;
    const kind = this.#kindOf(at, this.bytes.length, false);
    const holds = kind === ValueKind.holder || kind === ValueKind.list;
    const isRule = this.#top.isObject && mayHoldRules(this.#top.name);
    if (!holds && (kind === ValueKind.puzzle || this.#top.isList || isRule)) return false;
    this.#enter(at, this.bytes.length);
    return true;
  }

  /** Whether an array or object begins here that is not nested too deep. */
  #isNested(at: number): boolean {
    const first = this.bytes[at];
    return (first === Json.open || first === Json.openObject) && this.#frames.length <= MAX_DEPTH;
  }

  #enter(at: number, end: number): void {
    const isObject = this.bytes[at] === Json.openObject;
    const areSolutions = this.#areSolutions;
    const isList = !isObject && this.#isList(at, end, areSolutions);
    const own = isObject ? rulesOfHolder(this.bytes, at, end, this.#classifier) : undefined;
    this.valueTaken();
    this.#top = newFrame(isObject, isList, areSolutions, this.#top.rules, own);
    this.#frames.push(this.#top);
    this.taken = at + 1;
  }

  /** Notes that a value of the innermost array or object has been consumed. */
  valueTaken(): void {
    const top = this.#top;
    this.#dueBefore = top.due;
    top.due = Due.commaOrEnd;
    top.isKeyed = false;
  }

  /** Waits for more bytes of the value at `at`. */
  #wait(at: number): false {
    this.#cut = at;
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
    if (this.#frames.length === 1) return false;
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
    const name = asBuffer(bytes).toString('utf8', at + 1, end - 1);
    top.isKeyed = true;
    top.name = name;
    top.isAside = this.#classifier.purposeOf(name) === 'aside';
    return colon + 1;
  }

  /** Consumes punctuation. @returns its fault, if any */
  #punctuation(byte: number): string | undefined {
    const top = this.#top;
    const sign = String.fromCharCode(byte);
    const isRoot = this.#frames.length === 1;
    if (byte === Json.close || byte === Json.closeObject) return this.#close(byte, sign);
    if (isRoot) return this.#afterAll(sign);
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
    if (depth === 1) this.#hasArray = true;
    if (!isInnermost) {
      const expected = top.isObject ? '}' : ']';
      return `expected ${expected} at the end of the ${top.isObject ? 'object' : 'array'}, got ${sign}`;
    }
    return top.isList && top.due === Due.value ? `expected a record, got ${sign}` : undefined;
  }

  #afterAll(got: string): string {
    return this.#hasArray
      ? `expected the end of the file after the array, got ${got}`
      : `expected a record, got ${got}`;
  }

  #misplaced(start: number, end: number): string | undefined {
    const { bytes } = this;
    if (this.#frames.length === 1) {
      const isValue = [Json.quote, Json.open, Json.openObject].includes(bytes[start] as 0x22);
      return this.#hasArray && !isValue ? this.#afterAll(quote(bytes, start, end)) : undefined;
    }
    return this.#top.due === Due.commaOrEnd
      ? `expected , or ] after a record, got ${quote(bytes, start, end)}`
      : undefined;
  }
}

/** The fault of rules that come too late for the puzzles beside them, which may be solved already. */
function lateRule(name: string): string {
  return `${name}: expected rules of all puzzles of an object once, in its first ${CLASSIFIED_BYTES} bytes, got them later`;
}
