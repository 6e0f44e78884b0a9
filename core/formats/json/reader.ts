// Reads the records of a JSON file in blocks: known ones in the kernel, others one by one.

import {
  KEY_OTHER,
  KEY_PUZZLE,
  KEY_SOLUTION,
  LF,
  MAX_KEY_BYTES,
  MAX_KEYS,
  PUZZLE_START,
  SOLUTION_START,
} from '../../kernel/constants.ts';
import { faultHook } from '../../kernel/internal-error.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import { anyOf, listOf, members, natural, optional, type Shaped, text } from '../../options/shape.ts';
import { type FieldKind, FieldKinds, FieldReader } from '../records/field-reader.ts';
import { RecordKernel } from '../records/kernel.ts';
import { type RecordLayout, RecordTable } from '../records/table.ts';
import { namesIn } from '../rules/read-rules.ts';
import { symbolsBySize } from '../shared/alphabet.ts';
import type { Block } from '../shared/block.ts';
import { lineFeedsIn } from '../shared/bytes.ts';
import {
  type Overlong,
  type OverlongInput,
  OverlongLines,
  type OverlongPiece,
  overlongFault,
  type Reader,
  type ReadOptions,
  shapesUnder,
} from '../shared/format.ts';
import { MAX_PLACE_LENGTH, MAX_PLACES, parsePath } from '../shared/place.ts';
import { RecordFinder, type Sequence } from './finder.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { PlaceNode } from './places.ts';
import { type JsonRecordFault, type Member, type MemberKind, RecordReader } from './record.ts';
import { newScan, scanValue, skipSpace } from './scan.ts';

const instantiate = kernelFactory<Exports>(code);

const SEQUENCES: readonly Sequence[] = ['lines', 'values', 'elements'];

/** Reads and writes objects whose members have known names. */
export class JsonKernel extends RecordKernel<Exports> {
  #keys: KnownKeys['keys'] | undefined;

  constructor() {
    const exports = instantiate();
    super(exports);
    new Uint8Array(exports.memory.buffer).set(Buffer.from('"solution""status""solved"'), exports.TEXTS.value);
  }

  /** Reads records while they are known; see assembly/objects.ts. @returns how many */
  readObjects(
    keys: KnownKeys,
    sequence: Sequence,
    at: number,
    end: number,
    origin: number,
    first: number,
    record: number,
    line: number,
  ): number {
    if (this.#keys !== keys.keys) this.#setKeys(keys.keys);
    const { cells, size } = keys.kind!.geometry;
    const number = SEQUENCES.indexOf(sequence);
    return this.exports.readObjects(number, at, end, cells, size, origin, first, record, line);
  }

  /** Line feeds of the block after the last call of {@link readObjects}. */
  get lineFeeds(): number {
    return this.exports.lineFeeds.value;
  }

  override readonly writeRun = this.exports.writeObjects;

  #setKeys(keys: KnownKeys['keys']): void {
    const { memory, KEYS, KEY_LENGTHS, KEY_KINDS } = this.exports;
    const bytes = new Uint8Array(memory.buffer);
    for (const [i, [name, kind]] of [...keys].entries()) {
      const text = Buffer.from(name);
      bytes.set(text, KEYS.value + i * MAX_KEY_BYTES);
      bytes[KEY_LENGTHS.value + i] = text.length;
      bytes[KEY_KINDS.value + i] = kind;
    }
    this.exports.setKeys(keys.size);
    this.#keys = keys;
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const jsonKernels = new KernelPool(() => new JsonKernel(), Infinity);

/** Calls in vain, one after another, after which only each sixteenth record is tried. */
const MAX_MISSES = 50;

/** What a member is to the kernel; TypeScript must look at members of other kinds. */
const KEY_KINDS: ReadonlyMap<MemberKind, number> = new Map<MemberKind, number>([
  [PUZZLE_START, KEY_PUZZLE],
  [SOLUTION_START, KEY_SOLUTION],
  ['mentionsRule', KEY_OTHER],
  [undefined, KEY_OTHER],
]);

/**
 * The names of members whose values cannot change what a record is: its puzzle, its solution, and those that mean nothing. Records
 * that have no others need not be parsed, as the kernel checks all of their bytes. They are learnt from records that were parsed.
 */
class KnownKeys {
  /** The names and what they are to the kernel. Another map for each change. */
  keys: ReadonlyMap<string, number> = new Map();
  /** Of the puzzle of the last record that was parsed. */
  kind: FieldKind | undefined;
  /** Where the records are. */
  node: PlaceNode | undefined;
  #misses = 0;

  /** Whether the kernel may know the next record. */
  get isWorthwhile(): boolean {
    return this.#misses < MAX_MISSES || this.#misses++ % 16 === 0;
  }

  /** @param records that the kernel has read */
  note(records: number): void {
    this.#misses = records > 0 ? 0 : this.#misses + 1;
  }

  /** Learns the names of an object with a puzzle of this kind. */
  learn(members: readonly Member[], kind: FieldKind, node: PlaceNode): void {
    if (!kind.digits || node.names.length === 0) return;
    this.kind = kind;
    if (node !== this.node) this.keys = new Map();
    this.node = node;
    for (const { name, kind: own } of members) {
      const what = this.keys.size < MAX_KEYS && !this.keys.has(name) ? KEY_KINDS.get(own) : undefined;
      if (what === undefined || /["\\]/.test(name) || Buffer.byteLength(name) > MAX_KEY_BYTES) continue;
      this.keys = new Map(this.keys).set(name, what);
    }
  }
}

/** What recognition finds out about a file of JSON. Plain JSON itself. */
export const jsonState = members({
  alphabets: symbolsBySize,
  empties: optional(symbolsBySize),
  /** One value a line; or values over any number of lines, which are records or hold them. */
  layout: anyOf('lines', 'values'),
  /** Offset of the first value; the length of the file if it has no puzzles. */
  start: natural,
  /** Where the puzzles are in each value, as texts of paths. */
  places: listOf(
    text('a place', (place) => place.length <= MAX_PLACE_LENGTH && parsePath(place) !== undefined),
    MAX_PLACES,
  ),
  /** Set if no name says so. */
  byShape: optional(anyOf(true)),
  /** Members that are no solutions, although they have the name of some. */
  strangers: optional(
    listOf(
      text('a name', (name) => name.length <= MAX_PLACE_LENGTH),
      MAX_PLACES,
    ),
  ),
  /** Set if a member identifies objects. */
  identified: optional(anyOf(true)),
  /** Set if records can have rules of their own. */
  ruled: optional(anyOf(true)),
});
export type JsonState = Shaped<typeof jsonState>;

export class JsonReader implements Reader<RecordLayout> {
  readonly isNested: boolean;
  readonly #finder: RecordFinder;
  readonly #keys = new KnownKeys();
  readonly #table: RecordTable<JsonKernel>;
  readonly #records: RecordReader;
  /** state within an overlong value */
  #long = newScan();
  readonly #longLines = new OverlongLines();
  #isLongRecord = true;
  /** Bytes between the last line feed and the buffer. */
  #lineBytes = 0;
  /** Unexpected errors of the kernel since the last block, after which a document is read without it. */
  #failures = 0;

  constructor(
    { places, layout, start, strangers, ...symbols }: JsonState,
    options: ReadOptions,
    first: boolean,
  ) {
    this.isNested = layout !== 'lines';
    this.#finder = new RecordFinder(places, !this.isNested, first ? start : 0, options);
    const fields = new FieldReader(new FieldKinds(symbols, shapesUnder(options)), options);
    this.#table = new RecordTable(fields, true, jsonKernels);
    this.#records = new RecordReader(fields, this.#table, namesIn(options.ignore), strangers);
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<RecordLayout>> {
    this.#table.kernel.load(bytes);
    let from = 0;
    while (from < bytes.length) {
      const block = this.#block(bytes, from, last);
      if (block.bytes.length === 0) break;
      from += block.bytes.length;
      yield block;
    }
    this.#pass(bytes.subarray(0, from));
  }

  /** Counts the bytes of the last line, which can be longer than a buffer. */
  #pass(bytes: Uint8Array): void {
    const lineFeed = bytes.lastIndexOf(LF);
    this.#lineBytes = bytes.length - lineFeed - 1 + (lineFeed < 0 ? this.#lineBytes : 0);
  }

  release(): void {
    this.#table.release();
  }

  overlong(input: OverlongInput): Overlong<RecordLayout> {
    const piece = this.isNested ? this.#longValue(input) : this.#longLines.take(input);
    this.#pass(piece.bytes);
    return { block: this.#table.textBlock(piece.bytes, piece.lineFeeds, piece.broken), open: piece.open };
  }

  /** Takes a piece of an overlong value over several lines. */
  #longValue({ bytes, continued, last, limit }: OverlongInput): OverlongPiece {
    const finder = this.#finder;
    if (!continued) {
      this.#long = newScan();
      finder.begin(bytes, 0, false);
      finder.next();
      this.#isLongRecord = finder.isCutRecord;
    }
    // spaces that separate it from the previous record
    const start = continued ? 0 : skipSpace(bytes, 0, bytes.length);
    const found = scanValue(bytes, start, bytes.length, this.#long);
    const end = found < 0 ? bytes.length : found;
    const open = found < 0 && !last;
    if (!open) finder.valueTaken();
    const fault = overlongFault(start, end, limit, 'record');
    return {
      bytes: bytes.subarray(0, end),
      lineFeeds: lineFeedsIn(bytes, 0, end),
      broken: this.#isLongRecord ? [{ ...fault, ...(continued && { continued }) }] : [],
      open,
    };
  }

  /** Reads records from `from` on, up to a puzzle of another kind than the first; none if the first one is incomplete. */
  #block(bytes: Uint8Array, from: number, last: boolean): Block<RecordLayout> {
    const finder = this.#finder;
    const table = this.#table;
    let kind: FieldKind | undefined;
    table.begin();
    finder.begin(bytes, from, last);
    this.#records.begin(bytes, from, this.#lineBytes);
    while (!table.isFull) {
      if (this.#readKnown(bytes, from, kind)) {
        kind = this.#keys.kind;
        continue;
      }
      if (!finder.next()) break;
      const { start, end, line } = finder;
      let added: FieldKind | JsonRecordFault | 'other';
      try {
        added = this.#add(from, kind);
      } catch (error) {
        added = this.#records.internalFault(start, end, error);
      }
      if (added === 'other') {
        finder.back();
        break;
      }
      if ('reason' in added) {
        const place = { start: added.start - from, end: added.end - from, recordStart: start - from };
        const { linesBefore = 0, ...fault } = added;
        table.addBroken({ ...fault, ...place, line: line + linesBefore });
      } else kind = added;
    }
    const block = table.end(bytes.subarray(from, finder.taken), from, finder.lineFeeds, kind);
    const hasRecovered = this.#failures > 0 && !block.broken.some(({ isInternal }) => isInternal);
    this.#failures = 0;
    return hasRecovered ? { ...block, isSecondAttempt: true } : block;
  }

  /**
   * Adds the record that was found, if it is a puzzle.
   * @returns its kind, or why it is none; `other` if the block has puzzles of another kind
   */
  #add(from: number, kind: FieldKind | undefined): FieldKind | JsonRecordFault | 'other' {
    const { start, end, line, node, fault, outerRules } = this.#finder;
    const table = this.#table;
    const records = this.#records;
    const found = records.read(start, end, node, fault);
    if ('reason' in found) return found;
    const { kind: ruled, own } = records.ruled(found, outerRules);
    if (table.count > 0 && ruled !== kind) return 'other';
    table.takePuzzle(ruled);
    // a variant among its members is not that of the next record
    if (outerRules.length === 0 && ruled === found) this.#keys.learn(records.members, ruled, node);
    table.addPuzzle(ruled, start - from, line, records.readSolution(ruled), own);
    return ruled;
  }

  /** Reads records of which all members have known names. @returns whether there were any */
  #readKnown(bytes: Uint8Array, from: number, kind: FieldKind | undefined): boolean {
    const keys = this.#keys;
    const finder = this.#finder;
    const { sequence } = finder;
    if (!keys.kind || (kind && kind !== keys.kind) || sequence === undefined) return false;
    if (finder.sequenceNode !== keys.node || finder.outerRules.length > 0) return false;
    if (!this.#table.isSound || !keys.isWorthwhile) return false;
    const { kernel, count, records } = this.#table;
    const { taken, lineFeeds } = finder;
    let read: number;
    try {
      faultHook()?.('read', bytes, taken, bytes.length);
      read = kernel.readObjects(keys, sequence, taken, bytes.length, from, count, records, lineFeeds);
    } catch (error) {
      // lines can be read again one by one
      if (!this.isNested) throw error;
      this.#failures++;
      this.#table.isSound = false;
      return false;
    }
    keys.note(read);
    if (read === 0) return false;
    this.#table.addRun(read, keys.kind.geometry.cells);
    finder.moveTo(kernel.stoppedAt, kernel.lineFeeds - lineFeeds);
    return true;
  }
}
