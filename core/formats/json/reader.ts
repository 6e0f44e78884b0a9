import type { Block } from '../shared/block.ts';
import { LF } from '../shared/bytes.ts';
import { viewOf } from '../shared/digits.ts';
import { type FieldKind, FieldKinds } from '../shared/field/kind.ts';
import { FieldReader } from '../shared/field/reader.ts';
import { MAX_RECORD_BYTES, type Overlong, type Reader, type ReadOptions } from '../shared/format.ts';
import { clearSlots, leaveUntouched, type RecordLayout, RecordTable } from '../shared/record-table/table.ts';
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

  overlong(bytes: Uint8Array, continued: boolean): Overlong<RecordLayout> {
    if (!continued) this.#long = atStart();
    const byLine = this.#state.layout === 'lines';
    // what parts it from the record before, if only by spaces
    const start = byLine || continued ? 0 : skipSpace(bytes, 0, bytes.length);
    const found = byLine ? bytes.indexOf(LF) : scanValue(bytes, start, bytes.length, this.#long);
    const open = found < 0;
    const end = open ? bytes.length : found;
    const table = this.#table;
    table.begin();
    leaveUntouched(table.slots, table.slot);
    const reason = `expected a record of at most ${MAX_RECORD_BYTES} bytes, got a longer one`;
    table.addBroken({ start, end, line: 0, column: 0, reason, ...(continued && { continued }) });
    if (!open) this.#elements.passed();
    const record = bytes.subarray(0, end);
    return { block: table.end(record, 0, record.filter((byte) => byte === LF).length, undefined), open };
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
