import type { BrokenRecord } from '../shared/block.ts';
import { LF, quote } from '../shared/bytes.ts';
import { type Role, roleOf } from '../shared/column-names.ts';
import type { FieldKind } from '../shared/field/kind.ts';
import { type FieldReader, isNothing } from '../shared/field/reader.ts';
import { FieldContent } from '../shared/file-solutions.ts';
import { markerIn } from '../shared/markers.ts';
import { atStart, Json, MAX_DEPTH, Members, scanValue, skipSpace } from './scan.ts';
import { Slot, type Slots } from './slots.ts';

/** What is wrong with a record. */
export type Fault = Omit<BrokenRecord, 'line'>;

const SLOTS = {
  puzzle: Slot.puzzleStart,
  solution: Slot.solutionStart,
  status: Slot.statusStart,
  // counts are rows of a table
  count: undefined,
} as const satisfies Record<Role, number | undefined>;

/** Names whose roles are kept; there are files with another name in each record. */
const MAX_ROLES = 1000;

/** Reads records that are known to end where they do. */
export class RecordReader {
  /** Values of the grid read last. */
  readonly values: Uint8Array;
  readonly #fields: FieldReader;
  readonly #slots: Slots;
  readonly #members = new Members();
  readonly #roles = new Map<string, Role | undefined>();

  /** @param puzzle name of the member that holds the puzzle, beside the usual names */
  constructor(fields: FieldReader, slots: Slots, puzzle: string | undefined) {
    this.values = fields.values;
    this.#fields = fields;
    this.#slots = slots;
    if (puzzle !== undefined) this.#roles.set(puzzle, 'puzzle');
  }

  /** The kind of a record's puzzle, with its values in the field reader, or what is wrong. Slots are filled with offsets in `bytes`. */
  read(bytes: Buffer, view: DataView, start: number, end: number, slot: number): FieldKind | Fault {
    const slots = this.#slots;
    const wrong = notJson(bytes, start, end);
    if (wrong)
      return { ...this.leave(bytes, slot, start, end, wrong.reason), column: columnOf(bytes, wrong.at) };
    if (bytes[start] === Json.openObject) {
      const depth = this.#findMembers(bytes, start, end, slot);
      if (depth > MAX_DEPTH) return this.leave(bytes, slot, start, end, tooDeep(depth));
      if (slots[slot + Slot.puzzleEnd] === 0) {
        return this.leave(
          bytes,
          slot,
          start,
          end,
          'expected a member such as puzzle, sudoku, quiz, question, grid or board, got none',
        );
      }
    } else if (bytes[start] === Json.open || bytes[start] === Json.quote) {
      const depth = bytes[start] === Json.open ? depthOf(bytes, start, end) : 0;
      if (depth > MAX_DEPTH) return this.leave(bytes, slot, start, end, tooDeep(depth));
      slots[slot + Slot.puzzleStart] = start;
      slots[slot + Slot.puzzleEnd] = end;
    } else {
      return this.leave(
        bytes,
        slot,
        start,
        end,
        `expected an object, a string or an array, got ${quote(bytes, start, end)}`,
      );
    }
    const [from, to] = content(bytes, slots[slot + Slot.puzzleStart]!, slots[slot + Slot.puzzleEnd]!);
    const kind = this.#fields.read(bytes, view, from, to);
    if (kind) return kind;
    const { at, reason, isMarker } = this.#fields.fault(bytes, from, to);
    if (isMarker) slots[slot + Slot.untouched] = 1;
    return {
      start: from,
      end: to,
      column: columnOf(bytes, at),
      reason,
      ...(isMarker && { kept: true as const }),
    };
  }

  /** A record that is broken in a way that leaves no place for an answer. */
  leave(bytes: Buffer, slot: number, start: number, end: number, reason: string): Fault {
    this.#slots[slot + Slot.untouched] = 1;
    return { start, end, column: columnOf(bytes, start), reason };
  }

  /** @returns how deep the object is nested */
  #findMembers(bytes: Buffer, start: number, end: number, slot: number): number {
    const members = this.#members;
    members.begin(bytes, start, end);
    while (members.next()) {
      const { key } = members;
      let role = this.#roles.get(key);
      if (role === undefined && !this.#roles.has(key)) {
        role = roleOf(key);
        if (this.#roles.size < MAX_ROLES) this.#roles.set(key, role);
      }
      const first = role && SLOTS[role];
      if (first === undefined) continue;
      const at = slot + first;
      const { keyStart, keyEnd, valueStart, valueEnd } = members;
      // the first of several counts
      if (this.#slots[at + 1] !== 0) continue;
      if (role === 'puzzle') {
        if (!mayBeGrid(bytes, valueStart, valueEnd)) continue;
        this.#slots[slot + Slot.keyStart] = keyStart;
        this.#slots[slot + Slot.keyEnd] = keyEnd;
      }
      this.#slots[at] = valueStart;
      this.#slots[at + 1] = valueEnd;
    }
    return members.depth + 1;
  }

  /** Reads what a record brings as solution into `own`, from `filled` on. @returns a {@link FieldContent} code */
  readOwn(
    bytes: Buffer,
    view: DataView,
    slot: number,
    kind: FieldKind,
    own: Uint8Array,
    filled: number,
  ): number {
    if (this.#slots[slot + Slot.solutionEnd] === 0) return FieldContent.nothing;
    const [start, end] = content(
      bytes,
      this.#slots[slot + Slot.solutionStart]!,
      this.#slots[slot + Slot.solutionEnd]!,
    );
    if (isNothing(bytes, start, end) || markerIn(bytes, start, end) || isEmptyList(bytes, start, end))
      return FieldContent.nothing;
    const found = this.#fields.read(bytes, view, start, end);
    if (found?.geometry !== kind.geometry) return FieldContent.other;
    own.set(this.#fields.values.subarray(0, kind.geometry.cells), filled);
    return FieldContent.grid;
  }
}

/** Whether a value is a string or an array, and no list of objects. */
function mayBeGrid(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === Json.quote) return true;
  return bytes[start] === Json.open && bytes[skipSpace(bytes, start + 1, end)] !== Json.openObject;
}

function depthOf(bytes: Buffer, start: number, end: number): number {
  const state = atStart();
  scanValue(bytes, start, end, state);
  return state.deepest;
}

function tooDeep(depth: number): string {
  return `expected values nested at most ${MAX_DEPTH} deep, got ${depth}`;
}

/** Why a stretch is no JSON value, and where, if it is none. */
function notJson(bytes: Buffer, start: number, end: number): { at: number; reason: string } | undefined {
  const text = bytes.toString('utf8', start, end);
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = Number(/at position (\d+)/.exec(error.message)?.[1] ?? 0);
    const what = error.message.replace(/ in JSON at position.*|, "[\s\S]*|, \.\.\.[\s\S]*/, '');
    const at = start + Buffer.byteLength(text.slice(0, position));
    return { at, reason: `expected JSON, got ${quote(bytes, start, end)} (${what})` };
  }
}

/** A value without the quotes of a string. */
export function content(bytes: Uint8Array, start: number, end: number): [number, number] {
  return bytes[start] === Json.quote ? [start + 1, end - 1] : [start, end];
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
