import type { Block } from '../shared/block.ts';
import { LF } from '../shared/bytes.ts';
import { viewOf } from '../shared/digits.ts';
import { type FieldKind, FieldKinds } from '../shared/field/kind.ts';
import { FieldReader } from '../shared/field/reader.ts';
import type { Overlong, Reader, ReadOptions } from '../shared/format.ts';
import { type OverlongInput, OverlongLines, type OverlongPiece, overlongFault } from '../shared/overlong.ts';
import { clearSlots, type RecordLayout, RecordTable } from '../shared/record-table/table.ts';
import { shapesUnder } from '../shared/sizes.ts';
import { Elements } from './elements.ts';
import type { JsonState } from './recognise.ts';
import { RecordReader } from './record.ts';
import { asBuffer, atStart, scanValue, skipSpace } from './scan.ts';
import { ObjectTemplate } from './template.ts';

export class JsonReader implements Reader<RecordLayout> {
  readonly #state: JsonState;
  readonly #elements: Elements;
  readonly #template = new ObjectTemplate();
  readonly #table: RecordTable;
  readonly #records: RecordReader;
  /** within a record that is too long to be held */
  #long = atStart();
  readonly #lines = new OverlongLines();

  constructor(state: JsonState, options: ReadOptions, first: boolean) {
    this.#state = state;
    this.#elements = new Elements(state, first);
    const fields = new FieldReader(new FieldKinds(state, shapesUnder(options)));
    this.#table = new RecordTable(fields, true);
    this.#records = new RecordReader(fields, this.#table, state.puzzle);
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<RecordLayout>> {
    if (this.#state.layout === 'lines') this.#table.load(bytes);
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
    const piece = this.#state.layout === 'lines' ? this.#lines.take(input) : this.#longValue(input);
    if (!piece.open) this.#elements.passed();
    return { block: this.#table.textBlock(piece.bytes, piece.lineFeeds, piece.broken), open: piece.open };
  }

  /** A piece of a value that is no line. */
  #longValue({ bytes, continued, last, limit }: OverlongInput): OverlongPiece {
    if (!continued) this.#long = atStart();
    // what parts it from the record before, if only by spaces
    const start = continued ? 0 : skipSpace(bytes, 0, bytes.length);
    const found = scanValue(bytes, start, bytes.length, this.#long);
    const end = found < 0 ? bytes.length : found;
    const piece = bytes.subarray(0, end);
    const record = overlongFault(start, end, limit, 'record');
    return {
      bytes: piece,
      lineFeeds: piece.reduce((count, byte) => (byte === LF ? count + 1 : count), 0),
      broken: [continued ? { ...record, continued } : record],
      open: found < 0 && !last,
    };
  }

  /** Reads records from `from` on until a puzzle of another kind than the first one comes; none if the first one is cut. */
  #block(bytes: Uint8Array, from: number, last: boolean): Block<RecordLayout> {
    const elements = this.#elements;
    const table = this.#table;
    const [buffer, view] = [asBuffer(bytes), viewOf(bytes)];
    let kind: FieldKind | undefined;
    table.begin();
    elements.begin(bytes, from, last);
    while (!table.isFull) {
      if (this.#readAlike(bytes, from, kind)) {
        kind = this.#template.look!.kind;
        continue;
      }
      if (!elements.next()) break;
      const { start, end, line } = elements;
      clearSlots(table.slots, table.slot);
      const found = elements.fault
        ? this.#records.leave(buffer, start, end, elements.fault)
        : this.#records.read(buffer, view, from, start, end);
      if ('reason' in found) {
        table.addBroken({ ...found, start: found.start - from, end: found.end - from, line });
      } else {
        if (table.count > 0 && found !== kind) {
          elements.back();
          break;
        }
        kind = found;
        table.takePuzzle(kind);
        if (this.#state.layout === 'lines') this.#template.learn(buffer, from, start, end, kind, table);
        table.addPuzzle(kind, start - from, line, this.#records.readSolution(buffer, view, from, kind));
      }
    }
    return table.end(bytes.subarray(from, elements.taken), from, elements.lineFeeds, kind);
  }

  /** Reads lines that look like the one before them. @returns whether any came */
  #readAlike(bytes: Uint8Array, from: number, kind: FieldKind | undefined): boolean {
    const { look } = this.#template;
    const line = look && this.#elements.nextLine;
    if (line === undefined || (kind && kind !== look!.kind)) return false;
    const lines = this.#table.readObjects(look!, this.#elements.taken, bytes.length, from, line);
    if (lines === 0) return false;
    this.#template.hit();
    this.#elements.pass(this.#table.stoppedAt, lines);
    return true;
  }
}
