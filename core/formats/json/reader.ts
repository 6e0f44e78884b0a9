import { CLASSIFIED_BYTES, LF } from '../../kernel/constants.ts';
import { faultHook } from '../../kernel/internal-error.ts';
import { givensAreConsistent } from '../../solver/geometry.ts';
import { type FieldKind, FieldKinds, FieldReader } from '../records/field-reader.ts';
import { clearSlots, leaveUntouched, type RecordLayout, RecordTable } from '../records/table.ts';
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
import type { RuleValue } from './holder-rules.ts';
import { type JsonKernel, jsonKernels, ObjectPatternLearner } from './kernel.ts';
import { NestedFinder } from './nested-finder.ts';
import type { JsonState } from './recognise.ts';
import { type Fault, RecordReader } from './record.ts';
import { LineFinder } from './record-finder.ts';
import { asBuffer, Json, newScan, scanValue, skipSpace } from './scan.ts';
import { ValueClassifier } from './value-classifier.ts';

export class JsonReader implements Reader<RecordLayout> {
  readonly isNested: boolean;
  readonly #classifier: ValueClassifier;
  /** One of these two finds the records. */
  readonly #lines: LineFinder | undefined;
  readonly #tree: NestedFinder | undefined;
  readonly #fields: FieldReader;
  readonly #learner = new ObjectPatternLearner();
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
  /** Name of the last record's member that holds the puzzle, where other members could have been it. */
  #name: string | undefined;

  constructor(state: JsonState, options: ReadOptions, first: boolean) {
    this.#classifier = new ValueClassifier(options.alphabet, state.all === true);
    const start = first ? state.start : 0;
    this.isNested = state.layout !== 'lines';
    if (state.layout === 'lines') this.#lines = new LineFinder(start);
    else this.#tree = new NestedFinder(this.#classifier, start);
    this.#fields = new FieldReader(new FieldKinds(state, shapesUnder(options)), options);
    this.#table = new RecordTable(this.#fields, true, jsonKernels);
    this.#isIgnored = namesIn(options.ignore);
    this.#records = new RecordReader(
      this.#fields,
      this.#table,
      this.#classifier,
      state.puzzle,
      this.#isIgnored,
    );
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
      if (this.#readPattern(bytes, from, kind)) {
        kind = this.#learner.pattern!.kind;
        continue;
      }
      if (!finder.next()) break;
      const { start, line } = finder;
      let added: FieldKind | Fault | 'other' | undefined;
      try {
        added = this.#add(buffer, view, from, kind);
      } catch (error) {
        // a value that holds records is no puzzle: the error is that of one of them
        if (this.#tree?.isElement && this.#tree.holdsRecords) {
          this.#tree.enter();
          continue;
        }
        added = this.#records.internalFault(buffer, from, start, finder.end, error);
      }
      if (added === undefined) continue;
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
   * @returns its kind, or why it is none; `other` if the block has puzzles of another kind; undefined for a value that holds
   *   records, which follow
   */
  #add(
    buffer: Buffer,
    view: DataView,
    from: number,
    kind: FieldKind | undefined,
  ): FieldKind | Fault | 'other' | undefined {
    const finder = (this.#lines ?? this.#tree)!;
    const table = this.#table;
    const { start, line } = finder;
    clearSlots(table.slots, table.slot);
    this.#records.begin();
    const found = this.#read(buffer, view, from);
    if (found === undefined || 'reason' in found) return found;
    const { kind: ruled, own } = this.#records.ruled(buffer, found, this.#outerRules);
    if (table.count > 0 && ruled !== kind) return 'other';
    table.takePuzzle(ruled);
    const isOrdinary =
      this.#name === undefined && this.#outerRules.length === 0 && !this.#records.holdsGrids(buffer);
    if (isOrdinary) this.#learner.learn(buffer, from, finder, ruled, table);
    table.addPuzzle(ruled, start - from, line, this.#records.readSolution(buffer, view, from, ruled), own);
    return ruled;
  }

  /** Reads the record that was found; undefined for a value that holds records, which follow. */
  #read(buffer: Buffer, view: DataView, from: number): FieldKind | Fault | undefined {
    const tree = this.#tree;
    const { start, end, fault } = (this.#lines ?? tree)!;
    this.#name = undefined;
    const records = this.#records;
    if (fault !== undefined) return records.leave(buffer, start, end, fault);
    if (!tree) return records.read(buffer, view, from, start, end);
    if (tree.isElement) {
      // a long value is classified by its front
      const isLong = end - start > CLASSIFIED_BYTES;
      const found = isLong && tree.holdsRecords ? undefined : records.read(buffer, view, from, start, end);
      if (found && !('reason' in found)) return found;
      if (!found || tree.holdsRecords) {
        tree.enter();
        return undefined;
      }
    }
    clearSlots(this.#table.slots, this.#table.slot);
    this.#name = this.#nameIn(buffer, start, end);
    const found = records.read(buffer, view, from, start, end, this.#name);
    if (tree.isSuspect) leaveUntouched(this.#table.slots, this.#table.slot);
    // a grid without a name may not be a puzzle: one that contradicts itself is preserved
    const isBare = !tree.isElement && buffer[start] !== Json.openObject && !('reason' in found);
    if (isBare && !givensAreConsistent(this.#fields.linked ?? found.geometry, this.#fields.values)) {
      return records.leave(buffer, start, end, 'expected different digits in each unit, got one twice');
    }
    return found;
  }

  /** Name of the member that makes an object a puzzle, unless it is a common one. */
  #nameIn(buffer: Buffer, start: number, end: number): string | undefined {
    return buffer[start] === Json.openObject
      ? this.#classifier.puzzleOf(buffer, start, end)?.name
      : undefined;
  }

  /** Rules that objects around the next record give to all their puzzles. */
  get #outerRules(): readonly RuleValue[] {
    return this.#tree?.outerRules.filter(([name]) => !this.#isIgnored(name)) ?? [];
  }

  /** Reads records of the last one's pattern. @returns whether there were any */
  #readPattern(bytes: Uint8Array, from: number, kind: FieldKind | undefined): boolean {
    const { pattern } = this.#learner;
    const finder = (this.#lines ?? this.#tree)!;
    if (!pattern || pattern.sequence !== finder.sequence || (kind && kind !== pattern.kind)) return false;
    if (this.#outerRules.length > 0 || !this.#table.isSound) return false;
    const { kernel, count, records } = this.#table;
    const { taken, lineFeeds } = finder;
    let read: number;
    try {
      faultHook()?.('read', bytes, taken, bytes.length);
      read = kernel.readObjects(pattern, taken, bytes.length, from, count, records, lineFeeds);
    } catch (error) {
      // lines can be read again one by one
      if (this.#lines) throw error;
      this.#failures++;
      this.#table.isSound = false;
      return false;
    }
    if (read === 0) return false;
    this.#learner.hit();
    this.#table.addRun(read, pattern.kind.geometry.cells);
    finder.moveTo(kernel.stoppedAt, read * pattern.lineFeeds);
    return true;
  }
}
