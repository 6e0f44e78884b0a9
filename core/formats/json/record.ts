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
import type { FieldKind, FieldReader, RuledKind } from '../records/field-reader.ts';
import { leaveUntouched, type RecordTable } from '../records/table.ts';
import { mayHoldRules, readRules } from '../rules/read-rules.ts';
import { type BrokenRecord, FieldContent } from '../shared/block.ts';
import { quote } from '../shared/bytes.ts';
import { viewOf } from '../shared/cells.ts';
import { type Role, roleOf } from '../shared/roles.ts';
import { jsonFault } from './fault.ts';
import { type RuleValue, ruleValue } from './holder-rules.ts';
import { areObjectCells, isGridLike } from './puzzle-object.ts';
import {
  countLineFeeds,
  depthOf,
  hasRows,
  Json,
  MAX_DEPTH,
  Members,
  newScan,
  scanValue,
  skipSpace,
} from './scan.ts';
import { mayHoldPuzzle, type ValueClassifier, ValueKind } from './value-classifier.ts';

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

/** The role of members that can hold rules. */
const RULES = 'rules';

/** Names whose roles are cached; in some files, each record has other names. */
const MAX_ROLES = 1000;

/** Reads a record of which start and end are known. */
export class RecordReader {
  readonly #fields: FieldReader;
  readonly #table: RecordTable;
  readonly #members = new Members();
  readonly #roles = new Map<string, Role | typeof RULES | undefined>();
  readonly #classifier: ValueClassifier;
  readonly #isIgnored: (name: string) => boolean;
  /** Starts and ends of the arrays and objects in the last object that can hold puzzles. */
  readonly #nested: number[] = [];
  /** Whether the last object is a puzzle of another program, with members of its own. */
  #isPuzzleObject = false;
  /** Whether the slots of the last record have the places of all its members. */
  #isLocated = false;
  /** Members of the last object that can hold rules: names, and the places of their values. */
  readonly #rules: { readonly name: string; readonly start: number; readonly end: number }[] = [];

  /**
   * @param table its next slots receive the positions found
   * @param puzzle name of the member that holds the puzzle, beside the common names
   * @param isIgnored whether a member is no rule, although it has the name of one
   */
  constructor(
    fields: FieldReader,
    table: RecordTable,
    classifier: ValueClassifier,
    puzzle: string | undefined,
    isIgnored: (name: string) => boolean,
  ) {
    this.#isIgnored = isIgnored;
    this.#fields = fields;
    this.#classifier = classifier;
    this.#table = table;
    if (puzzle !== undefined) this.#roles.set(puzzle, 'puzzle');
  }

  /**
   * Reads a record's puzzle into the field reader. @returns its kind, or the fault
   * @param base offset from which slots count
   * @param name of this record's member that holds the puzzle
   */
  read(
    bytes: Buffer,
    view: DataView,
    base: number,
    start: number,
    end: number,
    name?: string,
  ): FieldKind | Fault {
    const { slots, slot } = this.#table;
    this.#nested.length = this.#rules.length = 0;
    this.#isPuzzleObject = this.#isLocated = false;
    const isObject = bytes[start] === Json.openObject;
    const isArray = bytes[start] === Json.open;
    // checked before parsing, which takes memory for each level
    const depth = isObject
      ? this.#findMembers(bytes, base, start, end, name)
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
      if (slots[slot + PUZZLE_END] === 0) {
        const expected = 'a member such as puzzle, sudoku, quiz, question, grid or board';
        return this.leave(bytes, start, end, `expected ${expected}, got none`);
      }
    } else if (isArray && this.#isList(bytes, start, end)) {
      return this.leave(bytes, start, end, 'expected one puzzle, got a list of them');
    } else if (isArray || bytes[start] === Json.quote) {
      this.#setSlots(bytes, slot + PUZZLE_START, base, start, end);
    } else {
      const got = quote(bytes, start, end);
      return this.leave(bytes, start, end, `expected an object, a string or an array, got ${got}`);
    }
    this.#isLocated = true;
    faultHook()?.('read', bytes, start, end);
    const [from, to] = this.#isPuzzleObject
      ? [start, end]
      : [base + slots[slot + PUZZLE_START]!, base + slots[slot + PUZZLE_END]!];
    const decoded = withoutEscapes(bytes, from, to);
    if (decoded) return this.#readDecoded(bytes, decoded, start, from, to);
    const kind = this.#fields.read(bytes, view, from, to);
    const isGrid =
      bytes[from] !== Json.open ||
      (kind && isGridLike(bytes, from, to) && hasRows(bytes, from, to, kind.geometry.size));
    if (kind && isGrid) {
      if (!isObject || !this.#hasOthers(bytes, start, end)) return kind;
      return this.leave(bytes, start, end, 'expected one puzzle in an object, got several');
    }
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

  /** @returns the nesting depth of the object */
  #findMembers(bytes: Buffer, base: number, start: number, end: number, name: string | undefined): number {
    const { slots, slot } = this.#table;
    const members = this.#members;
    members.begin(bytes, start, end);
    while (members.next()) {
      const { key } = members;
      if (
        slots[slot + PUZZLE_END] === 0 &&
        areObjectCells(key, bytes, members.valueStart, members.valueEnd)
      ) {
        this.#isPuzzleObject = true;
        this.#setPuzzle(bytes, base);
        continue;
      }
      let role = key === name ? 'puzzle' : this.#roles.get(key);
      if (role === undefined && !this.#roles.has(key)) {
        role = roleOf(key) ?? (this.#isRule(unescaped(key)) ? RULES : undefined);
        if (this.#roles.size < MAX_ROLES) this.#roles.set(key, role);
      }
      if (role === RULES) {
        this.#rules.push({ name: unescaped(key), start: members.valueStart, end: members.valueEnd });
        continue;
      }
      const first = role && SLOTS[role];
      if (first === undefined) {
        const { valueStart, valueEnd } = members;
        const isNested = bytes[valueStart] === Json.open || bytes[valueStart] === Json.openObject;
        if (isNested && mayHoldPuzzle(bytes, valueStart, valueEnd)) this.#nested.push(valueStart, valueEnd);
        continue;
      }
      const at = slot + first;
      const { valueStart, valueEnd } = members;
      // only the first of several has the role
      if (slots[at + 1] !== 0) continue;
      if (role !== 'puzzle') this.#setSlots(bytes, at, base, valueStart, valueEnd);
      else if (isGridLike(bytes, valueStart, valueEnd) && !this.#isList(bytes, valueStart, valueEnd))
        this.#setPuzzle(bytes, base);
    }
    // it has rules and grids in other members than ours
    if (this.#isPuzzleObject) this.#nested.length = this.#rules.length = 0;
    return members.depth + 1;
  }

  #isRule(name: string): boolean {
    return mayHoldRules(name) && !this.#isIgnored(name);
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

  /** Whether a value is an array of grids; nearly always its first element decides. */
  #isList(bytes: Buffer, start: number, end: number): boolean {
    if (bytes[start] !== Json.open) return false;
    const first = skipSpace(bytes, start + 1, end);
    if (bytes[first] !== Json.quote && bytes[first] !== Json.open) return false;
    const firstEnd = scanValue(bytes, first, end, newScan());
    return (
      firstEnd > 0 &&
      this.#fields.read(bytes, viewOf(bytes), first, firstEnd) !== undefined &&
      depthOf(bytes, start, end) <= MAX_DEPTH &&
      this.#classifier.isListOfGrids(bytes, start, end)
    );
  }

  /** Whether the last object holds grids in values without a role. */
  holdsGrids(bytes: Buffer): boolean {
    const nested = this.#nested;
    for (let i = 0; i < nested.length; i += 2) {
      if (this.#classifier.of(bytes, nested[i]!, nested[i + 1]!, true, false) >= ValueKind.holder)
        return true;
    }
    return false;
  }

  /** Whether these are further puzzles, and not the steps of a solution. */
  #hasOthers(bytes: Buffer, start: number, end: number): boolean {
    return this.holdsGrids(bytes) && this.#classifier.of(bytes, start, end, true, false) !== ValueKind.puzzle;
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
