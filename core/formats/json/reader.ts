import { LF } from '../../kernel/constants.ts';
import { faultHook } from '../../kernel/internal-error.ts';
import { type FieldKind, FieldKinds, FieldReader } from '../records/field-reader.ts';
import { clearSlots, type RecordLayout, RecordTable } from '../records/table.ts';
import { namesIn } from '../rules/read-rules.ts';
import type { Block } from '../shared/block.ts';
import { viewOf } from '../shared/cells.ts';
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
import { PlaceFinder } from './finder.ts';
import type { RuleValue } from './holder-rules.ts';
import { type JsonKernel, jsonKernels, KnownKeys } from './kernel.ts';
import { type PlaceNode, placesTree } from './places.ts';
import type { JsonState } from './recognise.ts';
import { type Fault, RecordReader } from './record.ts';
import { LineFinder } from './record-finder.ts';
import { asBuffer, newScan, scanValue, skipSpace } from './scan.ts';

export class JsonReader implements Reader<RecordLayout> {
  readonly isNested: boolean;
  readonly #root: PlaceNode;
  /** One of these two finds the records. */
  readonly #lines: LineFinder | undefined;
  readonly #tree: PlaceFinder | undefined;
  readonly #fields: FieldReader;
  readonly #keys = new KnownKeys();
  readonly #table: RecordTable<JsonKernel>;
  readonly #records: RecordReader;
  /** Whether a member is no rule, as the options say. */
  readonly #isIgnored: (name: string) => boolean;
  /** state within an overlong value */
  #long = newScan();
  readonly #longLines = new OverlongLines();
  #isLongRecord = true;
  /** Unexpected errors of the kernel since the last block, after which a document is read without it. */
  #failures = 0;

  constructor(state: JsonState, options: ReadOptions, first: boolean) {
    this.#root = placesTree(state.places);
    const start = first ? state.start : 0;
    this.isNested = state.layout !== 'lines';
    if (state.layout === 'lines') this.#lines = new LineFinder(start);
    else this.#tree = new PlaceFinder(this.#root, start, options.alphabet);
    this.#fields = new FieldReader(new FieldKinds(state, shapesUnder(options)), options);
    this.#table = new RecordTable(this.#fields, true, jsonKernels);
    this.#isIgnored = namesIn(options.ignore);
    this.#records = new RecordReader(this.#fields, this.#table, this.#isIgnored);
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<RecordLayout>> {
    this.#table.kernel.load(bytes);
    for (let from = 0; from < bytes.length; ) {
      const block = this.#block(bytes, from, last);
      if (block.bytes.length === 0) return;
      from += block.bytes.length;
      yield block;
    }
  }

  release(): void {
    this.#table.release();
  }

  overlong(input: OverlongInput): Overlong<RecordLayout> {
    const piece = this.#lines ? this.#longLines.take(input) : this.#longValue(input);
    return { block: this.#table.textBlock(piece.bytes, piece.lineFeeds, piece.broken), open: piece.open };
  }

  /** Takes a piece of an overlong value over several lines. */
  #longValue({ bytes, continued, last, limit }: OverlongInput): OverlongPiece {
    if (!continued) this.#long = newScan();
    const tree = this.#tree!;
    if (!continued) {
      tree.begin(bytes, 0, false);
      tree.next();
      this.#isLongRecord = tree.isCutRecord;
    }
    // spaces that separate it from the previous record
    const start = continued ? 0 : skipSpace(bytes, 0, bytes.length);
    const found = scanValue(bytes, start, bytes.length, this.#long);
    const end = found < 0 ? bytes.length : found;
    const open = found < 0 && !last;
    if (!open) tree.valueTaken();
    const piece = bytes.subarray(0, end);
    const record = {
      ...overlongFault(start, end, limit, 'record'),
      ...(continued && { continued: true as const }),
    };
    return {
      bytes: piece,
      lineFeeds: piece.reduce((count, byte) => (byte === LF ? count + 1 : count), 0),
      broken: this.#isLongRecord ? [record] : [],
      open,
    };
  }

  /** Reads records from `from` on, up to a puzzle of another kind than the first; none if the first one is incomplete. */
  #block(bytes: Uint8Array, from: number, last: boolean): Block<RecordLayout> {
    const finder = (this.#lines ?? this.#tree)!;
    const table = this.#table;
    const [buffer, view] = [asBuffer(bytes), viewOf(bytes)];
    let kind: FieldKind | undefined;
    table.begin();
    finder.begin(bytes, from, last);
    while (!table.isFull) {
      if (this.#readKnown(bytes, from, kind)) {
        kind = this.#keys.kind;
        continue;
      }
      if (!finder.next()) break;
      const { start, line } = finder;
      let added: FieldKind | Fault | 'other';
      try {
        added = this.#add(buffer, view, from, kind);
      } catch (error) {
        added = this.#records.internalFault(buffer, from, start, finder.end, error);
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
  #add(
    buffer: Buffer,
    view: DataView,
    from: number,
    kind: FieldKind | undefined,
  ): FieldKind | Fault | 'other' {
    const finder = (this.#lines ?? this.#tree)!;
    const table = this.#table;
    const { start, line } = finder;
    clearSlots(table.slots, table.slot);
    this.#records.begin();
    const found = this.#read(buffer, view, from);
    if ('reason' in found) return found;
    const { kind: ruled, own } = this.#records.ruled(buffer, found, this.#outerRules);
    if (table.count > 0 && ruled !== kind) return 'other';
    table.takePuzzle(ruled);
    // a variant among its members is not that of the next record
    if (this.#outerRules.length === 0 && ruled === found)
      this.#keys.learn(buffer, start, finder.end, ruled, this.#tree?.node ?? this.#root);
    table.addPuzzle(ruled, start - from, line, this.#records.readSolution(buffer, view, from, ruled), own);
    return ruled;
  }

  /** Reads the record that was found. */
  #read(buffer: Buffer, view: DataView, from: number): FieldKind | Fault {
    const { start, end, fault } = (this.#lines ?? this.#tree)!;
    const records = this.#records;
    if (fault !== undefined) return records.leave(buffer, start, end, fault);
    return records.read(buffer, view, from, start, end, this.#tree?.node ?? this.#root);
  }

  /** Rules that objects around the next record give to all their puzzles. */
  get #outerRules(): readonly RuleValue[] {
    const rules = this.#tree?.outerRules ?? [];
    return rules.length === 0 ? rules : rules.filter(([name]) => !this.#isIgnored(name));
  }

  /** Reads records of which all members have known names. @returns whether there were any */
  #readKnown(bytes: Uint8Array, from: number, kind: FieldKind | undefined): boolean {
    const keys = this.#keys;
    const finder = (this.#lines ?? this.#tree)!;
    const { sequence } = finder;
    if (!keys.kind || (kind && kind !== keys.kind) || sequence === undefined) return false;
    if (this.#tree && this.#tree.sequenceNode !== keys.node) return false;
    if (this.#outerRules.length > 0 || !this.#table.isSound || !keys.isWorthwhile) return false;
    const { kernel, count, records } = this.#table;
    const { taken, lineFeeds } = finder;
    let read: number;
    try {
      faultHook()?.('read', bytes, taken, bytes.length);
      read = kernel.readObjects(keys, sequence, taken, bytes.length, from, count, records, lineFeeds);
    } catch (error) {
      // lines can be read again one by one
      if (this.#lines) throw error;
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
