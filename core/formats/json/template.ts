import { MAX_OBJECT_PATTERN, MAX_PATTERN_VALUES } from '../../kernel/constants.ts';
import { type RecordLook, Value } from '../records/look.ts';
import { Slot } from '../records/slots.ts';
import type { RecordTable } from '../records/table.ts';
import type { FieldKind } from '../shared/field/kind.ts';
import { Json, Members } from './scan.ts';
import { spaceBefore } from './space-before.ts';

/** After so many records that looked otherwise than the one before, no more are tried. */
const MAX_MISSES = 50;

let looks = 0;

/**
 * Tells how an object looks. Nearly all lines of a file look like the one before, with the same members and spaces, and
 * other values of the same kinds; then there is no need to ask whether they are JSON: all that may differ is looked at.
 */
export class ObjectTemplate {
  look: RecordLook | undefined;
  #misses = 0;

  /** A line had the look. */
  hit(): void {
    this.#misses = 0;
  }

  /** Takes the looks of the record of a table's next slots, which count from `base`. */
  learn(
    bytes: Buffer,
    base: number,
    start: number,
    end: number,
    kind: FieldKind,
    { slots, slot }: RecordTable,
  ): void {
    this.look = undefined;
    const isObject = bytes[start] === Json.openObject && slots[slot + Slot.keyEnd]! > 0;
    if (!isObject || !kind.digits || slots[slot + Slot.statusEnd] !== 0 || this.#misses === MAX_MISSES)
      return;
    this.#misses++;
    const puzzle = base + slots[slot + Slot.puzzleStart]!;
    const solution = slots[slot + Slot.solutionEnd] === 0 ? -1 : base + slots[slot + Slot.solutionStart]!;
    // one that is no string is replaced whole: null, a list
    if (solution >= 0 && bytes[solution - 1] !== Json.quote) return;
    const key = { start: base + slots[slot + Slot.keyStart]!, end: base + slots[slot + Slot.keyEnd]! };
    const parts: Uint8Array[] = [];
    const values: number[] = [];
    const members = new Members();
    let from = start;
    members.begin(bytes, start, end);
    while (members.next()) {
      const { valueStart, valueEnd } = members;
      const isString = bytes[valueStart] === Json.quote;
      const quotes = isString ? 1 : 0;
      const what = contentOf(isString, bytes[valueStart]!, valueStart + quotes, puzzle, solution);
      if (what === undefined) continue;
      parts.push(bytes.subarray(from, valueStart + quotes));
      values.push(what);
      from = valueEnd - quotes;
    }
    parts.push(bytes.subarray(from, end));
    const text = Buffer.concat(parts);
    if (text.length > MAX_OBJECT_PATTERN || values.length > MAX_PATTERN_VALUES) return;
    if (!values.includes(Value.puzzle)) return;
    let length = 0;
    const ends = Uint32Array.from(parts, (part) => (length += part.length));
    const before = spaceBefore(bytes, key.start - 1);
    const between = bytes.subarray(key.end + 1, puzzle - 1);
    const member = (name: string, value: string) =>
      Buffer.concat([Buffer.from(','), before, Buffer.from(name), between, Buffer.from(value)]);
    this.look = {
      number: ++looks,
      kind,
      text,
      ends,
      values: Uint8Array.from(values),
      keyStart: puzzle - key.start,
      keyEnd: puzzle - key.end,
      solutionText: member('"solution"', '"'),
      statusText: member('"status"', '"solved"'),
    };
  }
}

/** What of a value may differ from record to record; undefined where nothing may. */
function contentOf(
  isString: boolean,
  first: number,
  start: number,
  puzzle: number,
  solution: number,
): number | undefined {
  if (!isString) return first === 0x2d || (first >= 0x30 && first <= 0x39) ? Value.number : undefined;
  return start === puzzle ? Value.puzzle : start === solution ? Value.solution : Value.string;
}
