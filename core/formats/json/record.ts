import {
  COUNT_START,
  KEY_END,
  KEY_START,
  LF,
  PUZZLE_END,
  PUZZLE_START,
  SOLUTION_END,
  SOLUTION_START,
  STATUS_START,
} from '../../kernel/constants.ts';
import { faultHook, internalReason } from '../../kernel/internal-error.ts';
import { type FieldKind, type FieldReader, isMissingValue, type RuledKind } from '../records/field-reader.ts';
import { leaveUntouched, type RecordTable } from '../records/table.ts';
import { mayHoldRules, readRules } from '../rules/read-rules.ts';
import { mayBeUnknownRule, mentionsCellIn } from '../rules/unknown-rules.ts';
import { type BrokenRecord, FieldContent } from '../shared/block.ts';
import { quote } from '../shared/bytes.ts';
import { viewOf } from '../shared/cells.ts';
import { type Role, roleOf } from '../shared/roles.ts';
import { jsonFault } from './fault.ts';
import { holdsNumbers } from './grid.ts';
import { type RuleValue, ruleValue } from './holder-rules.ts';
import { missing, type PlaceNode } from './places.ts';
import { areObjectCells, isGridLike } from './puzzle-object.ts';
import { countLineFeeds, depthOf, hasRows, Json, MAX_DEPTH, Members, skipSpace } from './scan.ts';

/** Why a record is broken. */
export interface Fault extends Omit<BrokenRecord, 'line'> {
  /** Line feeds between the start of the record and the fault; none by default. */
  readonly linesBefore?: number;
}

const SLOTS = {
  puzzle: PUZZLE_START,
  solution: SOLUTION_START,
  status: STATUS_START,
  count: COUNT_START,
  // these are for tables
  rating: undefined,
  canonical: undefined,
  minimal: undefined,
} as const satisfies Record<Role, number | undefined>;

/** The role of members that hold rules, by their names, and of those that may, as their values tell. */
const RULES = 'rules';
const OTHER = 'other';

/** Names whose roles are cached; in some files, each record has other names. */
const MAX_ROLES = 1000;

/** Reads a record of which start and end are known. */
export class RecordReader {
  readonly #fields: FieldReader;
  readonly #table: RecordTable;
  readonly #members = new Members();
  readonly #roles = new Map<string, Role | typeof RULES | typeof OTHER | undefined>();
  readonly #isIgnored: (name: string) => boolean;
  /** Whether the last object is a puzzle of another program, with members of its own. */
  #isPuzzleObject = false;
  /** Whether the slots of the last record have the places of all its members. */
  #isLocated = false;
  /** Members of the last object that can hold rules: names, and the places of their values. */
  readonly #rules: { readonly name: string; readonly start: number; readonly end: number }[] = [];

  /**
   * @param table its next slots receive the positions found
   * @param isIgnored whether a member is no rule, although it has the name of one
   */
  constructor(fields: FieldReader, table: RecordTable, isIgnored: (name: string) => boolean) {
    this.#isIgnored = isIgnored;
    this.#fields = fields;
    this.#table = table;
  }

  /**
   * Reads a record's puzzle into the field reader. @returns its kind, or the fault
   * @param base offset from which slots count
   * @param node where the record is
   */
  read(
    bytes: Buffer,
    view: DataView,
    base: number,
    start: number,
    end: number,
    node: PlaceNode,
  ): FieldKind | Fault {
    const { slots, slot } = this.#table;
    this.#rules.length = 0;
    this.#isPuzzleObject = this.#isLocated = false;
    const isObject = bytes[start] === Json.openObject;
    const isArray = bytes[start] === Json.open;
    // checked before parsing, which takes memory for each level
    const depth = isObject
      ? this.#findMembers(bytes, base, start, end, node)
      : isArray
        ? depthOf(bytes, start, end)
        : 0;
    if (depth > MAX_DEPTH) return this.leave(bytes, start, end, tooDeep(depth));
    const wrong = notJson(bytes, start, end);
    if (wrong) {
      const linesBefore = countLineFeeds(bytes, start, wrong.at);
      return {
        ...this.leave(bytes, start, end, wrong.reason),
        column: columnOf(bytes, wrong.at),
        linesBefore,
      };
    }
    if (isObject) {
      if (slots[slot + PUZZLE_END] === 0)
        return this.leave(bytes, start, end, missing(node, membersOf(bytes, start, end)));
    } else if (node.isPlace && (isArray || bytes[start] === Json.quote)) {
      this.#setSlots(bytes, slot + PUZZLE_START, base, start, end);
    } else {
      return this.leave(bytes, start, end, missing(node, quote(bytes, start, end)));
    }
    this.#isLocated = true;
    faultHook()?.('read', bytes, start, end);
    const [from, to] = this.#isPuzzleObject
      ? [start, end]
      : [base + slots[slot + PUZZLE_START]!, base + slots[slot + PUZZLE_END]!];
    const decoded = withoutEscapes(bytes, from, to);
    if (decoded) return this.#readDecoded(bytes, decoded, start, from, to);
    const kind = this.#fields.read(bytes, view, from, to);
    const isList = bytes[from] === Json.open && bytes[from - 1] !== Json.quote;
    if (kind && (!isList || this.#isGrid(bytes, from, to, kind))) return kind;
    if (kind) return this.leave(bytes, start, end, 'expected one puzzle, got a list of them');
    const { at, reason, isMarker } = this.#fields.fault(bytes, from, to);
    if (isMarker) leaveUntouched(slots, slot);
    return {
      start: from,
      end: to,
      column: columnOf(bytes, at),
      linesBefore: countLineFeeds(bytes, start, at),
      reason,
      ...(isMarker && { isMarker: true as const }),
    };
  }

  /** Forgets the last record. */
  begin(): void {
    this.#isLocated = false;
  }

  /** The fault of a record that an unexpected error has cost. It is preserved unless it is known where the result belongs. */
  internalFault(bytes: Buffer, base: number, start: number, end: number, error: unknown): Fault {
    const { slots, slot } = this.#table;
    const fault = { column: 0, reason: internalReason(error), isInternal: true } as const;
    if (!this.#isLocated || this.#isPuzzleObject)
      return { ...this.leave(bytes, start, end, fault.reason), ...fault };
    const place = { start: base + slots[slot + PUZZLE_START]!, end: base + slots[slot + PUZZLE_END]! };
    return { ...place, ...fault };
  }

  /** Reads the grid of a string with escapes such as `\\u0032`, which must have no separators. */
  #readDecoded(bytes: Buffer, decoded: Buffer, start: number, from: number, to: number): FieldKind | Fault {
    const kind = this.#fields.read(decoded, viewOf(decoded), 0, decoded.length);
    if (kind?.style === 'packed') return kind;
    const reason = `expected cells, got the escapes of ${quote(bytes, from, to)}`;
    return { ...this.leave(bytes, start, to, reason), start: from };
  }

  /** The fault of a record that is preserved, as it has no place for a result. */
  leave(bytes: Buffer, start: number, end: number, reason: string): Fault {
    leaveUntouched(this.#table.slots, this.#table.slot);
    return { start, end, column: columnOf(bytes, start), reason };
  }

  /** Whether an array of which the cells are known is a grid: numbers are cells each, and no row is a grid itself. */
  #isGrid(bytes: Buffer, start: number, end: number, { geometry, style }: FieldKind): boolean {
    if (!isGridLike(bytes, start, end) || !hasRows(bytes, start, end, geometry.size)) return false;
    return style === 'numbers' || !holdsNumbers(bytes, start, end);
  }

  /** @returns the nesting depth of the object */
  #findMembers(
    bytes: Buffer,
    base: number,
    start: number,
    end: number,
    { names, isPlace }: PlaceNode,
  ): number {
    const { slots, slot } = this.#table;
    const members = this.#members;
    members.begin(bytes, start, end);
    while (members.next()) {
      const { key } = members;
      if (
        isPlace &&
        slots[slot + PUZZLE_END] === 0 &&
        areObjectCells(key, bytes, members.valueStart, members.valueEnd)
      ) {
        this.#isPuzzleObject = true;
        this.#setPuzzle(bytes, base);
        continue;
      }
      let role = this.#roles.get(key);
      if (role === undefined && !this.#roles.has(key)) {
        role = roleOf(key) ?? this.#ruleRole(unescaped(key));
        if (this.#roles.size < MAX_ROLES) this.#roles.set(key, role);
      }
      if (names.includes(key)) role = 'puzzle';
      else if (role === 'puzzle') role = undefined;
      if (role === RULES || (role === OTHER && mentionsCellIn(bytes, members.valueStart, members.valueEnd))) {
        this.#rules.push({ name: unescaped(key), start: members.valueStart, end: members.valueEnd });
        continue;
      }
      const first = role && role !== OTHER ? SLOTS[role] : undefined;
      if (first === undefined) continue;
      const at = slot + first;
      const { valueStart, valueEnd } = members;
      // only the first of several has the role
      if (slots[at + 1] !== 0) continue;
      if (names.length > 1 && role === 'puzzle' && isMissingValue(bytes, valueStart, valueEnd)) continue;
      if (role !== 'puzzle') this.#setSlots(bytes, at, base, valueStart, valueEnd);
      else this.#setPuzzle(bytes, base);
    }
    // it has rules and grids in other members than ours
    if (this.#isPuzzleObject) this.#rules.length = 0;
    return members.depth + 1;
  }

  #ruleRole(name: string): typeof RULES | typeof OTHER | undefined {
    if (this.#isIgnored(name)) return undefined;
    return mayHoldRules(name) ? RULES : mayBeUnknownRule(name) ? OTHER : undefined;
  }

  /** Sets the slots of the puzzle to the last member. */
  #setPuzzle(bytes: Buffer, base: number): void {
    const { slots, slot } = this.#table;
    const { keyStart, keyEnd, valueStart, valueEnd } = this.#members;
    slots[slot + KEY_START] = keyStart - base;
    slots[slot + KEY_END] = keyEnd - base;
    this.#setSlots(bytes, slot + PUZZLE_START, base, valueStart, valueEnd);
  }

  /**
   * The kind of the last record, and the geometry of its puzzle if that has rules of its own.
   * @param outer rules that the objects around it give to all their puzzles
   */
  ruled(bytes: Buffer, kind: FieldKind, outer: readonly RuleValue[]): RuledKind {
    const { linked } = this.#fields;
    if (this.#rules.length + outer.length === 0) return { kind, own: linked };
    const values = this.#rules.map(
      ({ name, start, end }) => [name, ruleValue(bytes.toString('utf8', start, end))] as const,
    );
    const rules = readRules([...outer, ...values], kind.geometry.size);
    return rules ? this.#fields.kinds.withRules(kind, rules, linked) : { kind, own: linked };
  }

  /** Sets the slots of a value, without the quotes of a string. */
  #setSlots(bytes: Buffer, at: number, base: number, start: number, end: number): void {
    const quotes = bytes[start] === Json.quote ? 1 : 0;
    this.#table.slots[at] = start + quotes - base;
    this.#table.slots[at + 1] = end - quotes - base;
  }

  /** Reads the solution of the last record. @returns a {@link FieldContent} code */
  readSolution(bytes: Buffer, view: DataView, base: number, kind: FieldKind): number {
    const { slots, slot } = this.#table;
    if (slots[slot + SOLUTION_END] === 0) return FieldContent.nothing;
    const [start, end] = [base + slots[slot + SOLUTION_START]!, base + slots[slot + SOLUTION_END]!];
    if (isEmptyList(bytes, start, end)) return FieldContent.nothing;
    const decoded = withoutEscapes(bytes, start, end);
    return decoded
      ? this.#table.readSolution(decoded, viewOf(decoded), 0, decoded.length, kind)
      : this.#table.readSolution(bytes, view, start, end, kind);
  }
}

/** The characters of a string with escapes, one byte each; undefined for other strings. */
function withoutEscapes(bytes: Buffer, start: number, end: number): Buffer | undefined {
  const backslash = bytes.indexOf(0x5c, start);
  if (backslash < 0 || backslash >= end) return undefined;
  const text = bytes.toString('latin1', start, end);
  if (!/\\u/.test(text) || bytes[start - 1] !== Json.quote) return undefined;
  return Buffer.from(JSON.parse(`"${text}"`) as string, 'latin1');
}

/** A name without escapes. */
function unescaped(name: string): string {
  if (!name.includes('\\')) return name;
  try {
    return JSON.parse(`"${name}"`) as string;
  } catch {
    // the record is not JSON, which is its fault
    return name;
  }
}

/** The names of an object's members, as the reason of a record without a puzzle says them. */
function membersOf(bytes: Buffer, start: number, end: number): string {
  const names: string[] = [];
  const members = new Members();
  members.begin(bytes, start, end);
  while (members.next() && members.valueEnd > 0 && names.length < MAX_SAID)
    names.push(members.key.slice(0, MAX_SAID_LENGTH));
  return names.length > 0 ? `the members ${names.join(', ')}` : 'an object without members';
}

/** Names, and characters of each, in a reason. */
const [MAX_SAID, MAX_SAID_LENGTH] = [6, 40];

function tooDeep(depth: number): string {
  return `expected values nested at most ${MAX_DEPTH} deep, got ${depth}`;
}

/** The fault of a stretch that is not valid JSON. */
function notJson(bytes: Buffer, start: number, end: number): { at: number; reason: string } | undefined {
  if (isJson(bytes.toString('utf8', start, end))) return undefined;
  const checked = jsonFault(bytes, start, end, true);
  const fault = checked.fault ?? {
    at: checked.end,
    expected: 'the end of the record',
    got: restOf(bytes, checked.end, end),
  };
  return {
    at: fault.at,
    reason: `expected ${fault.expected} in JSON, got ${fault.got ?? 'the end of the record'}`,
  };
}

const restOf = (bytes: Uint8Array, at: number, end: number) => quote(bytes, skipSpace(bytes, at, end), end);

function isJson(text: string): boolean {
  const { stackTraceLimit } = Error;
  // a file can have a million records that are not JSON
  Error.stackTraceLimit = 0;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function isEmptyList(bytes: Uint8Array, start: number, end: number): boolean {
  return (
    end - start <= 4 &&
    bytes[start] === Json.open &&
    /^\[\s*\]$/.test(Buffer.from(bytes.subarray(start, end)).toString())
  );
}

function columnOf(bytes: Uint8Array, at: number): number {
  return at - (at > 0 ? bytes.lastIndexOf(LF, at - 1) : -1);
}
