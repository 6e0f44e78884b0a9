import {
  KEY_END,
  KEY_START,
  MAX_OBJECT_PATTERN,
  MAX_PATTERN_VALUES,
  PUZZLE_START,
  SOLUTION_END,
  SOLUTION_START,
  STATUS_END,
  VALUE_NUMBER,
  VALUE_PUZZLE,
  VALUE_SOLUTION,
  VALUE_STRING,
} from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import type { FieldKind } from '../records/field-reader.ts';
import { RecordKernel } from '../records/kernel.ts';
import type { RecordTable } from '../records/table.ts';
import { mayHoldRules } from '../rules/read-rules.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { RecordFinder, Sequence } from './record-finder.ts';
import { countLineFeeds, Json, Members, spaceBefore } from './scan.ts';

/** The pattern of records of JSON: an object each, whose bytes are the same but for some values, after the same separator. */
export interface ObjectPattern {
  /** Unique, not 0. */
  readonly number: number;
  readonly kind: FieldKind;
  readonly sequence: Sequence;
  /** Bytes of the separator. */
  readonly separator: number;
  /** Line feeds of the separator, and of a record with its separator or line end. */
  readonly linesBefore: number;
  readonly lineFeeds: number;
  /** The texts before each value (with the separator or the quote of a string) and after the last one, joined. */
  readonly text: Uint8Array;
  /** End of each of these texts. */
  readonly ends: Uint32Array;
  /** How each value differs: VALUE_ codes of kernel/constants.ts. */
  readonly values: Uint8Array;
  /** Bytes from the puzzle's first cell back to the start and the end of its key. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The text before an added solution, with its quote; the member with the status `solved`. */
  readonly solutionText: Uint8Array;
  readonly statusText: Uint8Array;
}

const instantiate = kernelFactory<Exports>(code);

/** Reads and writes records of one pattern. */
export class JsonKernel extends RecordKernel<Exports> {
  #pattern: ObjectPattern | undefined;

  constructor() {
    super(instantiate());
  }

  /** Reads records while they have the pattern; see assembly/objects.ts. @returns how many */
  readObjects(
    pattern: ObjectPattern,
    at: number,
    end: number,
    origin: number,
    first: number,
    record: number,
    line: number,
  ): number {
    if (this.#pattern !== pattern) this.#setPattern(pattern);
    const { cells, size } = pattern.kind.geometry;
    return this.exports.readObjects(at, end, cells, size, origin, first, record, line);
  }

  override writeRun(
    origin: number,
    done: number,
    first: number,
    limit: number,
    record: number,
    cells: number,
  ): number {
    return this.#pattern ? this.exports.writeObjects(origin, done, first, limit, record, cells) : 0;
  }

  #setPattern(pattern: ObjectPattern): void {
    const { memory, TEXT, TEXT_ENDS, VALUE_KINDS, SOLUTION_TEXT, STATUS_TEXT } = this.exports;
    const put = (at: { readonly value: number }, bytes: Uint8Array) =>
      new Uint8Array(memory.buffer, at.value, bytes.length).set(bytes);
    const { number, text, ends, values, keyStart, keyEnd, solutionText, statusText } = pattern;
    const { separator, linesBefore, lineFeeds, sequence } = pattern;
    put(TEXT, text);
    put(VALUE_KINDS, values);
    put(SOLUTION_TEXT, solutionText);
    put(STATUS_TEXT, statusText);
    new Uint32Array(memory.buffer, TEXT_ENDS.value, ends.length).set(ends);
    this.exports.setPattern(
      number,
      values.length,
      separator,
      linesBefore,
      lineFeeds,
      sequence === 'lines',
      keyStart,
      keyEnd,
      solutionText.length,
      statusText.length,
    );
    this.#pattern = pattern;
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const jsonKernels = new KernelPool(() => new JsonKernel(), Infinity);

/** Patterns learnt in vain before learning ends. */
const MAX_MISSES = 50;

let patterns = 0;

/**
 * Learns the pattern of an object. Nearly all records of a file have the pattern of the previous one: the same members and
 * spaces, and other values of the same kinds. Such records need not be parsed, as the kernel checks all that can differ.
 */
export class ObjectPatternLearner {
  pattern: ObjectPattern | undefined;
  #misses = 0;

  /** A record had the pattern. */
  hit(): void {
    this.#misses = 0;
  }

  /** Learns the pattern of the record found last, which is in a table's next slots; these count from `base`. */
  learn(
    bytes: Buffer,
    base: number,
    { start, end, separatorStart, sequence }: RecordFinder,
    kind: FieldKind,
    { slots, slot }: RecordTable,
  ): void {
    // the first record of a list has the pattern of the others, but for the separator
    if (separatorStart === undefined || sequence === undefined) return;
    this.pattern = undefined;
    const isObject = bytes[start] === Json.openObject && slots[slot + KEY_END]! > 0;
    if (!isObject || !kind.digits || slots[slot + STATUS_END] !== 0 || this.#misses === MAX_MISSES) return;
    this.#misses++;
    const puzzle = base + slots[slot + PUZZLE_START]!;
    const solution = slots[slot + SOLUTION_END] === 0 ? -1 : base + slots[slot + SOLUTION_START]!;
    // the kernel does not replace null or a list
    if (solution >= 0 && bytes[solution - 1] !== Json.quote) return;
    const key = { start: base + slots[slot + KEY_START]!, end: base + slots[slot + KEY_END]! };
    const parts: Uint8Array[] = [];
    const values: number[] = [];
    const members = new Members();
    let from = separatorStart;
    members.begin(bytes, start, end);
    while (members.next()) {
      const { valueStart, valueEnd } = members;
      // records with other rules have another pattern
      if (mayHoldRules(members.key) || members.key.includes('\\')) continue;
      const isString = bytes[valueStart] === Json.quote;
      const quotes = isString ? 1 : 0;
      const difference = differenceOf(isString, bytes[valueStart]!, valueStart + quotes, puzzle, solution);
      if (difference === undefined) continue;
      parts.push(bytes.subarray(from, valueStart + quotes));
      values.push(difference);
      from = valueEnd - quotes;
    }
    parts.push(bytes.subarray(from, end));
    const text = Buffer.concat(parts);
    if (text.length > MAX_OBJECT_PATTERN || values.length > MAX_PATTERN_VALUES) return;
    if (!values.includes(VALUE_PUZZLE)) return;
    let length = 0;
    const ends = Uint32Array.from(parts, (part) => (length += part.length));
    const before = spaceBefore(bytes, key.start - 1);
    const between = bytes.subarray(key.end + 1, puzzle - 1);
    const member = (name: string, value: string) =>
      Buffer.concat([Buffer.from(','), before, Buffer.from(name), between, Buffer.from(value)]);
    this.pattern = {
      number: ++patterns,
      kind,
      sequence,
      separator: start - separatorStart,
      linesBefore: countLineFeeds(bytes, separatorStart, start),
      lineFeeds: countLineFeeds(bytes, separatorStart, end) + (sequence === 'lines' ? 1 : 0),
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

/** How a value can differ between records; undefined if it cannot. */
function differenceOf(
  isString: boolean,
  first: number,
  start: number,
  puzzle: number,
  solution: number,
): number | undefined {
  if (!isString) return first === 0x2d || (first >= 0x30 && first <= 0x39) ? VALUE_NUMBER : undefined;
  return start === puzzle ? VALUE_PUZZLE : start === solution ? VALUE_SOLUTION : VALUE_STRING;
}
