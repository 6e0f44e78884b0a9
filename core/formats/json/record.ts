// Reads one record, of which start and end are known: locates its members, checks that it is JSON, and reads its cells and rules.

import {
  COUNT_START,
  KEY_END,
  KEY_START,
  LF,
  PUZZLE_END,
  PUZZLE_START,
  SOLUTION_START,
  STATUS_START,
} from '../../kernel/constants.ts';
import { faultHook, internalReason } from '../../kernel/internal-error.ts';
import { type FieldKind, type FieldReader, isMissingValue, type RuledKind } from '../records/field-reader.ts';
import { clearSlots, leaveUntouched, type RecordTable } from '../records/table.ts';
import { mayBeUnknownRule, mayHoldRules, mentionsCellIn } from '../rules/read-rules.ts';
import { type BrokenRecord, FieldContent } from '../shared/block.ts';
import { lineFeedsIn, quote } from '../shared/bytes.ts';
import { viewOf } from '../shared/cells.ts';
import { type Role, roleOf } from '../shared/roles.ts';
import { type JsonCheck, jsonFault } from './fault.ts';
import { missing, type PlaceNode } from './places.ts';
import {
  asBuffer,
  childrenOf,
  depthOf,
  isEmptyList,
  Json,
  type JsonChild,
  MAX_DEPTH,
  skipSpace,
  textInValue,
} from './scan.ts';
import { areObjectCells, isOneGrid, listAt } from './value.ts';

/** Why a record is broken. Offsets are those of the buffer. */
export interface JsonRecordFault extends Omit<BrokenRecord, 'line'> {
  /** Line feeds between the start of the record and the fault; none by default. */
  readonly linesBefore?: number;
}

/** Name and value of a member that can hold rules. */
export type RuleValue = readonly [name: string, value: unknown];

/** The value of a member with rules. Objects and arrays stay text, in which the reader of rules detects repeated members. */
export function ruleValue(bytes: Uint8Array, start: number, end: number): unknown {
  const text = textInValue(bytes, start, end);
  const isWord = bytes[start] !== Json.quote && /^([-\d]|true$|false$|null$)/.test(text);
  return isWord && !jsonFault(bytes, start, end, true).fault ? JSON.parse(text) : text;
}

const SLOTS: Partial<Record<Role, number>> = {
  puzzle: PUZZLE_START,
  solution: SOLUTION_START,
  status: STATUS_START,
  count: COUNT_START,
};

/** What a member is by its name: the first slot of its role, or whether it holds rules or may do so, as its value tells. */
export type MemberKind = number | 'holdsRule' | 'mentionsRule' | undefined;

/** A member of a record. */
export interface Member extends JsonChild {
  readonly kind: MemberKind;
}

/** Names whose kinds are cached; in some files, each record has other names. */
const MAX_KINDS = 1000;

/** Reads the records of a block into the next slots of a table. */
export class RecordReader {
  readonly #fields: FieldReader;
  readonly #table: RecordTable;
  readonly #kinds = new Map<string, MemberKind>();
  readonly #isIgnored: (name: string) => boolean;
  readonly #strangers: readonly string[];
  #bytes = asBuffer(new Uint8Array(0));
  #view = viewOf(this.#bytes);
  /** offset from which slots count */
  #base = 0;
  #lineBytes = 0;
  /** Whether the last object is a puzzle of another program, with members of its own. */
  #isPuzzleObject = false;
  /** Whether the slots of the last record have the places of all its members. */
  #isLocated = false;
  /** The members of the last object. */
  members: Member[] = [];

  /**
   * @param table its next slots receive the positions found
   * @param isIgnored whether a member is no rule, although it has the name of one
   * @param strangers members that are no solutions, although they have the name of some
   */
  constructor(
    fields: FieldReader,
    table: RecordTable,
    isIgnored: (name: string) => boolean,
    strangers: readonly string[] = [],
  ) {
    this.#strangers = strangers;
    this.#isIgnored = isIgnored;
    this.#fields = fields;
    this.#table = table;
  }

  /** Begins a block. @param lineBytes bytes of its first line before the buffer */
  begin(bytes: Uint8Array, base: number, lineBytes: number): void {
    this.#lineBytes = lineBytes;
    this.#bytes = asBuffer(bytes);
    this.#view = viewOf(bytes);
    this.#base = base;
  }

  /**
   * Reads a record's puzzle into the field reader. @returns its kind, or the fault
   * @param node where the record is
   * @param misplaced why it cannot be read
   */
  read(
    start: number,
    end: number,
    node: PlaceNode,
    misplaced: string | undefined,
  ): FieldKind | JsonRecordFault {
    const bytes = this.#bytes;
    const { slots, slot } = this.#table;
    clearSlots(slots, slot);
    this.members = [];
    this.#isPuzzleObject = this.#isLocated = false;
    if (misplaced !== undefined) return this.#leave(start, end, misplaced);
    const isObject = bytes[start] === Json.openObject;
    if (isObject) this.#findMembers(start, end, node);
    const wrong = jsonFault(bytes, start, end, true);
    if (wrong.fault || wrong.end < end) return this.#notJson(start, end, wrong);
    const isText = bytes[start] === Json.quote || bytes[start] === Json.open;
    if (!isObject && node.isPlace && isText) this.#setSlots(PUZZLE_START, start, end);
    if (slots[slot + PUZZLE_END] === 0) {
      const got = isObject ? this.#saidMembers : quote(bytes, start, end);
      return this.#leave(start, end, missing(node, got));
    }
    this.#isLocated = true;
    faultHook()?.('read', bytes, start, end);
    const [from, to] = this.#isPuzzleObject ? [start, end] : this.#stretch(PUZZLE_START);
    const decoded = withoutEscapes(bytes, from, to);
    const kind = decoded
      ? this.#fields.read(decoded, viewOf(decoded), 0, decoded.length)
      : this.#fields.read(bytes, this.#view, from, to);
    // the escapes of cells cannot be separators
    if (decoded && kind?.style !== 'packed') {
      const reason = `expected cells, got the escapes of ${quote(bytes, from, to)}`;
      return { ...this.#leave(start, to, reason), start: from };
    }
    const isList = bytes[from] === Json.open && bytes[from - 1] !== Json.quote;
    if (kind && (!isList || isOneGrid(listAt(bytes, from, to), kind.geometry.size, kind.style === 'numbers')))
      return kind;
    if (kind) return this.#leave(start, end, 'expected one puzzle, got a list of them');
    const { at, reason, marker } = this.#fields.fault(bytes, from, to);
    if (marker) leaveUntouched(slots, slot);
    const place = this.#placeOf(at, start);
    return { start: from, end: to, reason, ...place, ...(marker && { marker }) };
  }

  /**
   * The kind of the last record, and the geometry of its puzzle if that has rules of its own.
   * @param outer rules that the objects around it give to all their puzzles
   */
  ruled(kind: FieldKind, outer: readonly RuleValue[]): RuledKind {
    // objects of other programs have their rules and grids in other members than ours
    const members = this.#isPuzzleObject ? [] : this.members.filter((member) => this.#mayBeRule(member));
    if (members.length + outer.length === 0) return { kind, own: this.#fields.linked };
    const own = members.map(({ name, start, end }) => [name, ruleValue(this.#bytes, start, end)] as const);
    return this.#fields.ruled(kind, [...outer, ...own]);
  }

  /** Reads the solution of the last record. @returns a {@link FieldContent} code */
  readSolution(kind: FieldKind): number {
    const [start, end] = this.#stretch(SOLUTION_START);
    if (end === this.#base || isEmptyList(this.#bytes, start, end)) return FieldContent.nothing;
    const decoded = withoutEscapes(this.#bytes, start, end);
    return decoded
      ? this.#table.readSolution(decoded, viewOf(decoded), 0, decoded.length, kind)
      : this.#table.readSolution(this.#bytes, this.#view, start, end, kind);
  }

  /** The fault of a record that an unexpected error has cost. It is preserved unless it is known where the result belongs. */
  internalFault(start: number, end: number, error: unknown): JsonRecordFault {
    const fault = { column: 0, reason: internalReason(error), isInternal: true } as const;
    if (!this.#isLocated || this.#isPuzzleObject)
      return { ...this.#leave(start, end, fault.reason), ...fault };
    const [from, to] = this.#stretch(PUZZLE_START);
    return { start: from, end: to, ...fault };
  }

  /** The fault of a record that is preserved, as it has no place for a result. */
  #leave(start: number, end: number, reason: string): JsonRecordFault {
    leaveUntouched(this.#table.slots, this.#table.slot);
    return { start, end, reason, ...this.#placeOf(start, start) };
  }

  /** The fault of a record that is not JSON, or is followed by something else. */
  #notJson(start: number, end: number, { fault, end: after }: JsonCheck): JsonRecordFault {
    const bytes = this.#bytes;
    const depth = depthOf(bytes, start, end);
    if (depth > MAX_DEPTH)
      return this.#leave(start, end, `expected values nested at most ${MAX_DEPTH} deep, got ${depth}`);
    const {
      at,
      expected,
      got = 'the end of the record',
    } = fault ?? {
      at: after,
      expected: 'the end of the record',
      got: quote(bytes, skipSpace(bytes, after, end), end),
    };
    const reason = `expected ${expected} in JSON, got ${got}`;
    return { ...this.#leave(start, end, reason), ...this.#placeOf(at, start) };
  }

  /** The column of a fault, and the line feeds before it. */
  #placeOf(at: number, start: number): Pick<JsonRecordFault, 'column' | 'linesBefore'> {
    const lineFeed = at > 0 ? this.#bytes.lastIndexOf(LF, at - 1) : -1;
    const before = lineFeed < 0 ? this.#lineBytes : 0;
    return { column: before + at - lineFeed, linesBefore: lineFeedsIn(this.#bytes, start, at) };
  }

  /** Sets the slots of an object's members. */
  #findMembers(start: number, end: number, { names, isPlace }: PlaceNode): void {
    const bytes = this.#bytes;
    const { slots, slot } = this.#table;
    for (const child of childrenOf(bytes, start, end)) {
      const kind = this.#kindOf(child.name, names);
      const isMissing = slots[slot + PUZZLE_END] === 0;
      this.members.push({ ...child, kind });
      if (isPlace && isMissing && areObjectCells(child.name, bytes, child.start, child.end)) {
        this.#isPuzzleObject = true;
        this.#setPuzzle(child);
      }
      // only the first of several has the role
      if (typeof kind !== 'number' || slots[slot + kind + 1] !== 0) continue;
      if (kind !== PUZZLE_START) this.#setSlots(kind, child.start, child.end);
      else if (names.length === 1 || !isMissingValue(bytes, child.start, child.end)) this.#setPuzzle(child);
    }
  }

  /** @param names of members that hold the puzzle */
  #kindOf(name: string, names: readonly string[]): MemberKind {
    if (names.includes(name)) return PUZZLE_START;
    let kind = this.#kinds.get(name);
    if (kind === undefined && !this.#kinds.has(name)) {
      const role = roleOf(name);
      if (role === undefined) kind = this.#ruleKind(name);
      else if (role !== 'puzzle' && !this.#strangers.includes(name)) kind = SLOTS[role];
      if (this.#kinds.size < MAX_KINDS) this.#kinds.set(name, kind);
    }
    return kind;
  }

  #mayBeRule({ kind, start, end }: Member): boolean {
    return kind === 'holdsRule' || (kind === 'mentionsRule' && mentionsCellIn(this.#bytes, start, end));
  }

  #ruleKind(name: string): MemberKind {
    if (this.#isIgnored(name)) return undefined;
    return mayHoldRules(name) ? 'holdsRule' : mayBeUnknownRule(name) ? 'mentionsRule' : undefined;
  }

  /** The names of the last object's members, as the reason of a record without a puzzle says them. */
  get #saidMembers(): string {
    const names = this.members.slice(0, MAX_SAID).map(({ name }) => name.slice(0, MAX_SAID_LENGTH));
    return names.length > 0 ? `the members ${names.join(', ')}` : 'an object without members';
  }

  #setPuzzle({ nameStart, nameEnd, start, end }: JsonChild): void {
    const { slots, slot } = this.#table;
    slots[slot + KEY_START] = nameStart - this.#base;
    slots[slot + KEY_END] = nameEnd - this.#base;
    this.#setSlots(PUZZLE_START, start, end);
  }

  /** Sets the slots of a value, without the quotes of a string. */
  #setSlots(first: number, start: number, end: number): void {
    const { slots, slot } = this.#table;
    const quotes = this.#bytes[start] === Json.quote ? 1 : 0;
    slots[slot + first] = start + quotes - this.#base;
    slots[slot + first + 1] = end - quotes - this.#base;
  }

  /** What {@link #setSlots} has set, in the buffer. */
  #stretch(first: number): readonly [start: number, end: number] {
    const { slots, slot } = this.#table;
    return [this.#base + slots[slot + first]!, this.#base + slots[slot + first + 1]!];
  }
}

/** The characters of a string with escapes such as `\\u0032`, one byte each; undefined for other values. */
function withoutEscapes(bytes: Buffer, start: number, end: number): Buffer | undefined {
  // within these bytes only: the next backslash can be far
  if (bytes[start - 1] !== Json.quote || !bytes.subarray(start, end).includes('\\u')) return undefined;
  return Buffer.from(JSON.parse(`"${bytes.toString('latin1', start, end)}"`) as string, 'latin1');
}

/** Names, and characters of each, in a reason. */
const [MAX_SAID, MAX_SAID_LENGTH] = [6, 40];
