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
import { asBuffer, atStart, scanValue } from './scan.ts';
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
    for (let from = 0; from < bytes.length; ) {
      const block = this.#block(bytes, from, last);
      if (block.bytes.length === 0) return;
      from += block.bytes.length;
      yield block;
    }
    if (last) this.#table.release();
  }

  overlong(bytes: Uint8Array, continued: boolean): Overlong<RecordLayout> {
    if (!continued) this.#long = atStart();
    const byLine = this.#state.layout === 'lines';
    const found = byLine ? bytes.indexOf(LF) : scanValue(bytes, 0, bytes.length, this.#long);
    const open = found < 0;
    const end = open ? bytes.length : found;
    const table = this.#table;
    table.begin();
    leaveUntouched(table.slots, table.slot);
    const reason = `expected a record of at most ${MAX_RECORD_BYTES} bytes, got a longer one`;
    table.addBroken({ start: 0, end, line: 0, column: 0, reason, ...(continued && { continued }) });
    if (!open) this.#elements.passed();
    return { block: this.#end(bytes.subarray(0, end), 0, undefined), open };
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
      const next = this.#sameAgain(bytes, view, from, kind);
      if (next > 0) {
        kind = this.#template.kind;
        elements.pass(next);
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
    return this.#end(bytes.subarray(from, elements.taken), from, kind);
  }

  /** Reads a line that looks like the one before it. @returns where the next one begins; -1 if there is none such here */
  #sameAgain(bytes: Uint8Array, view: DataView, from: number, kind: FieldKind | undefined): number {
    const line = this.#template.kind && this.#elements.nextLine;
    if (line === undefined || (kind && kind !== this.#template.kind)) return -1;
    return this.#template.read(bytes, view, from, this.#elements.taken, line, this.#table);
  }

  #end(bytes: Uint8Array, origin: number, kind: FieldKind | undefined): Block<RecordLayout> {
    let lineFeeds = 0;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lineFeeds++;
    return this.#table.end(bytes, origin, lineFeeds, kind);
  }
}
