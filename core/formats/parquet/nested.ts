// Rows of columns with lists or structs. A row is a sequence of items: each has a value or stands for none, and levels that say
// where in the row it is (Dremel, https://research.google/pubs/pub36632/). As bytes, an item is its two levels and its value
// as a plain page has it, so that any row can be stored again as it was.

import { Sink } from '../shared/sink.ts';
import { type ParquetColumn, ParquetFault } from './footer.ts';
import { lengthAt, type Values, widthOf } from './page-values.ts';

/** Decoded rows. */
export interface NestedPage {
  readonly rows: number;
  /** The first row as bytes, if pages before this one have begun it. */
  readonly begun: Uint8Array | undefined;
  /** The first item of each other row, and of the row after the last one. */
  readonly starts: readonly number[];
  readonly items: Items;
}

/** Items of a page. */
export interface Items {
  /** Of each item; undefined if all are 0. */
  readonly repetitions: Int32Array | undefined;
  /** Of each item; undefined if all have a value. */
  readonly definitions: Int32Array | undefined;
  readonly values: Values;
  /** Number of each item's value; undefined if all have one, in order. */
  readonly index: Int32Array | undefined;
}

/** Begins a field of CSV with a row of items in base64; no grid and no number begins with it. */
export const COPIED = 0x7e;

/** Bytes of the two levels. */
const LEVEL_BYTES = 2;

/** Bytes of the length before a text. */
const LENGTH_BYTES = 4;

/** Writes items as bytes. */
export class ItemWriter {
  readonly #definition: number;
  /** bytes of a value; 0 for texts */
  readonly #width: number;
  readonly #most: number;
  readonly #sink = new Sink(1024);

  /** @param most bytes of a row */
  constructor(column: ParquetColumn, most: number) {
    this.#definition = column.definition;
    this.#width = widthOf(column);
    this.#most = most;
  }

  /** The items from one up to another; valid until the next call. @throws ParquetFault if they are too long */
  bytes({ repetitions, definitions, values, index }: Items, from: number, to: number): Uint8Array {
    const most = this.#definition;
    const width = this.#width;
    const sink = this.#sink;
    sink.length = 0;
    for (let i = from; i < to; i++) {
      const level = definitions ? definitions[i]! : most;
      sink.byte(repetitions ? repetitions[i]! : 0);
      sink.byte(level);
      if (level !== most) continue;
      const at = index ? index[i]! : i;
      if ('numbers' in values) {
        const start = at * values.stride;
        sink.bytes(values.bytes.subarray(start, start + width));
      } else {
        const [start, end] = [values.starts[at]!, values.ends[at]!];
        this.#check(sink.length + end - start);
        if (width === 0) {
          sink.room(LENGTH_BYTES);
          sink.view.setUint32(sink.length, end - start, true);
          sink.length += LENGTH_BYTES;
        }
        sink.bytes(values.data.subarray(start, end));
      }
    }
    this.#check(sink.length);
    return sink.take();
  }

  #check(bytes: number): void {
    if (bytes > this.#most) {
      throw new ParquetFault(`expected rows of at most ${this.#most} bytes, got one of ${bytes} or more`);
    }
  }
}

/**
 * Steps through the items of a row.
 * @param definition level of an item with a value
 * @param item called with its levels, and where its value begins and ends
 */
export function eachItem(
  bytes: Uint8Array,
  column: Pick<ParquetColumn, 'type' | 'length'>,
  definition: number,
  item: (repetition: number, definition: number, start: number, end: number) => void,
): void {
  const width = widthOf(column);
  for (let at = 0; at < bytes.length; ) {
    const [repetition, level] = [bytes[at]!, bytes[at + 1]!];
    at += LEVEL_BYTES;
    const start = at;
    if (level === definition) at += width || LENGTH_BYTES + lengthAt(bytes, at);
    item(repetition, level, start, at);
  }
}
