// Reads the records of a JSON file in blocks: known ones in the kernel, others one by one.

import { LF } from '../../kernel/constants.ts';
import { faultHook } from '../../kernel/internal-error.ts';
import { type FieldKind, FieldKinds, FieldReader } from '../records/field-reader.ts';
import { type RecordLayout, RecordTable } from '../records/table.ts';
import { namesIn } from '../rules/read-rules.ts';
import type { FileSymbols } from '../shared/alphabet.ts';
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
import { RecordFinder } from './finder.ts';
import { type JsonKernel, jsonKernels, KnownKeys } from './kernel.ts';
import { type JsonRecordFault, RecordReader } from './record.ts';
import { newScan, scanValue, skipSpace } from './scan.ts';

/** What recognition finds out about a file of JSON. Plain JSON itself. */
export interface JsonState extends FileSymbols {
  /** One value a line; or values over any number of lines, which are records or hold them. */
  readonly layout: 'lines' | 'values';
  /** Offset of the first value; the length of the file if it has no puzzles. */
  readonly start: number;
  /** Where the puzzles are in each value, as texts of paths. */
  readonly places: readonly string[];
  /** Set if no name says so. */
  readonly byShape?: true;
  /** Members that are no solutions, although they have the name of some. */
  readonly strangers?: readonly string[];
  /** Set if a member identifies objects. */
  readonly identified?: true;
  /** Set if records can have rules of their own. */
  readonly ruled?: true;
}

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
