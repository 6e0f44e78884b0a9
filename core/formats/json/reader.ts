import { LARGEST_SIZE } from '../../solver/geometry.ts';
import type { Block, BrokenRecord } from '../shared/block.ts';
import { LF } from '../shared/bytes.ts';
import { viewOf } from '../shared/digits.ts';
import { type FieldKind, FieldKinds } from '../shared/field/kind.ts';
import { FieldReader } from '../shared/field/reader.ts';
import { MAX_RECORD_BYTES, type Overlong, type Reader, type ReadOptions } from '../shared/format.ts';
import { shapesUnder } from '../shared/sizes.ts';
import { Elements } from './elements.ts';
import type { JsonState } from './recognise.ts';
import { RecordReader } from './record.ts';
import { asBuffer, atStart, scanValue } from './scan.ts';
import { MAX_RECORDS, Slot, type Slots, STRIDE } from './slots.ts';

/** Where the records of a block hold what concerns the result. */
export interface JsonLayout {
  readonly slots: Slots;
  /** How its puzzles are written. */
  readonly kind: FieldKind | undefined;
}

export class JsonReader implements Reader<JsonLayout> {
  readonly #state: JsonState;
  readonly #elements: Elements;
  readonly #records: RecordReader;
  /** within a record that is too long to be held */
  #long = atStart();
  readonly #slots = new Uint32Array(STRIDE * MAX_RECORDS);
  readonly #starts = new Uint32Array(MAX_RECORDS);
  readonly #lines = new Uint32Array(MAX_RECORDS);
  readonly #contents = new Uint8Array(MAX_RECORDS);
  readonly #verdicts = new Uint8Array(MAX_RECORDS);
  #cells = new Uint8Array(0);
  #own = new Uint8Array(0);

  constructor(state: JsonState, options: ReadOptions, first: boolean) {
    this.#state = state;
    this.#elements = new Elements(state, first);
    const fields = new FieldReader(new FieldKinds(state.alphabets, shapesUnder(options)));
    this.#records = new RecordReader(fields, this.#slots, state.puzzle);
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<JsonLayout>> {
    // a grid takes at least a byte a cell
    if (this.#cells.length < bytes.length + LARGEST_SIZE ** 2) {
      this.#cells = new Uint8Array(bytes.length + LARGEST_SIZE ** 2);
      this.#own = new Uint8Array(bytes.length + LARGEST_SIZE ** 2);
    }
    for (let from = 0; from < bytes.length; ) {
      const block = this.#block(bytes, from, last);
      if (block.bytes.length === 0) return;
      from += block.bytes.length;
      yield block;
    }
  }

  overlong(bytes: Uint8Array, continued: boolean): Overlong<JsonLayout> {
    if (!continued) this.#long = atStart();
    const byLine = this.#state.layout === 'lines';
    const found = byLine ? bytes.indexOf(LF) : scanValue(bytes, 0, bytes.length, this.#long);
    const open = found < 0;
    const end = open ? bytes.length : found;
    this.#slots[Slot.untouched] = 1;
    const reason = `expected a record of at most ${MAX_RECORD_BYTES} bytes, got a longer one`;
    const fault = {
      start: 0,
      end,
      line: 0,
      column: 0,
      reason,
      ...(continued && { continued: true as const }),
    };
    if (!open) this.#elements.passed();
    return { block: this.#finish(bytes.subarray(0, end), undefined, 0, [fault]), open };
  }

  /** Reads records from `from` on until a puzzle of another kind than the first one comes; none if the first one is cut. */
  #block(bytes: Uint8Array, from: number, last: boolean): Block<JsonLayout> {
    const elements = this.#elements;
    const [buffer, view] = [asBuffer(bytes), viewOf(bytes)];
    const broken: BrokenRecord[] = [];
    let kind: FieldKind | undefined;
    let [count, records, filled] = [0, 0, 0];
    elements.begin(bytes, from, last);
    while (records < MAX_RECORDS && elements.next()) {
      const { start, end, line } = elements;
      const slot = records * STRIDE;
      this.#slots.fill(0, slot, slot + STRIDE);
      const found = elements.fault
        ? this.#records.leave(buffer, slot, start, end, elements.fault)
        : this.#records.read(buffer, view, start, end, slot);
      if ('reason' in found) {
        broken.push({ ...found, start: found.start - from, end: found.end - from, line });
      } else {
        if (count > 0 && found !== kind) {
          elements.back();
          break;
        }
        kind = found;
        const n = kind.geometry.cells;
        this.#cells.set(this.#records.values.subarray(0, n), filled);
        this.#contents[count] = this.#records.readOwn(buffer, view, slot, kind, this.#own, filled);
        this.#starts[count] = start - from;
        this.#lines[count++] = line;
        filled += n;
      }
      for (let i = 0; i < Slot.untouched; i++) if (this.#slots[slot + i]! > 0) this.#slots[slot + i]! -= from;
      records++;
    }
    return this.#finish(bytes.subarray(from, elements.taken), kind, count, broken);
  }

  #finish(
    bytes: Uint8Array,
    kind: FieldKind | undefined,
    count: number,
    broken: readonly BrokenRecord[],
  ): Block<JsonLayout> {
    let lineFeeds = 0;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lineFeeds++;
    return {
      bytes,
      lineFeeds,
      geometry: kind?.geometry,
      count,
      cells: this.#cells,
      starts: this.#starts,
      lines: this.#lines,
      broken,
      alphabet: kind?.symbolTable?.alphabet,
      layout: { slots: this.#slots, kind },
      fileSolutions: { contents: this.#contents, cells: this.#own, verdicts: this.#verdicts },
    };
  }
}
