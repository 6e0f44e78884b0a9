import { givensAreConsistent } from '../../solver/givens.ts';
import { clearSlots, leaveUntouched, type RecordLayout, RecordTable } from '../records/table.ts';
import type { Block } from '../shared/block.ts';
import { LF } from '../shared/bytes.ts';
import { viewOf } from '../shared/digits.ts';
import { type FieldKind, FieldKinds } from '../shared/field/kind.ts';
import { FieldReader } from '../shared/field/reader.ts';
import type { Overlong, Reader, ReadOptions } from '../shared/format.ts';
import { type OverlongInput, OverlongLines, type OverlongPiece, overlongFault } from '../shared/overlong.ts';
import { shapesUnder } from '../shared/sizes.ts';
import { Contents, LOOK_BYTES } from './contents.ts';
import { LinePlaces } from './places.ts';
import type { JsonState } from './recognise.ts';
import { type Fault, RecordReader } from './record.ts';
import { asBuffer, atStart, Json, scanValue, skipSpace } from './scan.ts';
import { ObjectTemplate } from './template.ts';
import { Tree } from './tree.ts';

export class JsonReader implements Reader<RecordLayout> {
  readonly #contents: Contents;
  /** Where its records are: one of the two. */
  readonly #lines: LinePlaces | undefined;
  readonly #tree: Tree | undefined;
  readonly #fields: FieldReader;
  readonly #template = new ObjectTemplate();
  readonly #table: RecordTable;
  readonly #records: RecordReader;
  /** within a value that is too long to be held */
  #long = atStart();
  readonly #longLines = new OverlongLines();
  #isLongRecord = true;

  constructor(state: JsonState, options: ReadOptions, first: boolean) {
    this.#contents = new Contents(options.alphabet, state.all === true);
    const start = first ? state.start : 0;
    if (state.layout === 'lines') this.#lines = new LinePlaces(start);
    else this.#tree = new Tree(this.#contents, start);
    this.#fields = new FieldReader(new FieldKinds(state, shapesUnder(options)));
    this.#table = new RecordTable(this.#fields, true);
    this.#records = new RecordReader(this.#fields, this.#table, this.#contents, state.puzzle);
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<RecordLayout>> {
    if (this.#lines) this.#table.load(bytes);
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

  /** A piece of a value that is no line. */
  #longValue({ bytes, continued, last, limit }: OverlongInput): OverlongPiece {
    if (!continued) this.#long = atStart();
    const tree = this.#tree!;
    if (!continued) {
      tree.begin(bytes, 0, false);
      tree.next();
      this.#isLongRecord = tree.isCutRecord;
    }
    // what parts it from the record before, if only by spaces
    const start = continued ? 0 : skipSpace(bytes, 0, bytes.length);
    const found = scanValue(bytes, start, bytes.length, this.#long);
    const end = found < 0 ? bytes.length : found;
    const open = found < 0 && !last;
    if (!open) tree.passed();
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

  /** Reads records from `from` on until a puzzle of another kind than the first one comes; none if the first one is cut. */
  #block(bytes: Uint8Array, from: number, last: boolean): Block<RecordLayout> {
    const places = (this.#lines ?? this.#tree)!;
    const table = this.#table;
    const [buffer, view] = [asBuffer(bytes), viewOf(bytes)];
    let kind: FieldKind | undefined;
    table.begin();
    places.begin(bytes, from, last);
    while (!table.isFull) {
      if (this.#readAlike(bytes, from, kind)) {
        kind = this.#template.look!.kind;
        continue;
      }
      if (!places.next()) break;
      const { start, end, line } = places;
      clearSlots(table.slots, table.slot);
      const found = this.#read(buffer, view, from);
      if (found === undefined) continue;
      if ('reason' in found) {
        const place = { start: found.start - from, end: found.end - from, recordStart: start - from };
        table.addBroken({ ...found, ...place, line });
      } else {
        if (table.count > 0 && found !== kind) {
          places.back();
          break;
        }
        kind = found;
        table.takePuzzle(kind);
        if (this.#lines) this.#template.learn(buffer, from, start, end, kind, table);
        table.addPuzzle(kind, start - from, line, this.#records.readSolution(buffer, view, from, kind));
      }
    }
    return table.end(bytes.subarray(from, places.taken), from, places.lineFeeds, kind);
  }

  /** The record that was found; undefined if it holds records instead, which come next. */
  #read(buffer: Buffer, view: DataView, from: number): FieldKind | Fault | undefined {
    const tree = this.#tree;
    const { start, end, fault } = (this.#lines ?? tree)!;
    const records = this.#records;
    if (fault !== undefined) return records.leave(buffer, start, end, fault);
    if (!tree) return records.read(buffer, view, from, start, end);
    if (tree.isElement) {
      // decided without its end, if that is far
      const isLong = end - start > LOOK_BYTES;
      const found = isLong && tree.holdsRecords ? undefined : records.read(buffer, view, from, start, end);
      if (found && !('reason' in found)) return found;
      if (!found || tree.holdsRecords) {
        tree.enter();
        return undefined;
      }
    }
    clearSlots(this.#table.slots, this.#table.slot);
    const found = records.read(buffer, view, from, start, end, this.#nameIn(buffer, start, end));
    if (tree.isSuspect) leaveUntouched(this.#table.slots, this.#table.slot);
    // nobody says that such a grid is a puzzle: one that is none stays
    const isBare = !tree.isElement && buffer[start] !== Json.openObject && !('reason' in found);
    if (isBare && !givensAreConsistent(found.geometry, this.#fields.values)) {
      return records.leave(buffer, start, end, 'expected different digits in each unit, got one twice');
    }
    return found;
  }

  /** Name of the member that makes an object a puzzle, if it is no usual one. */
  #nameIn(buffer: Buffer, start: number, end: number): string | undefined {
    return buffer[start] === Json.openObject ? this.#contents.puzzleOf(buffer, start, end)?.name : undefined;
  }

  /** Reads lines that look like the one before them. @returns whether any came */
  #readAlike(bytes: Uint8Array, from: number, kind: FieldKind | undefined): boolean {
    const { look } = this.#template;
    const places = this.#lines;
    if (!places || !look || (kind && kind !== look.kind)) return false;
    const lines = this.#table.readObjects(look, places.taken, bytes.length, from, places.nextLine);
    if (lines === 0) return false;
    this.#template.hit();
    places.pass(this.#table.stoppedAt, lines);
    return true;
  }
}
