// Writes rows of CSV as row groups of a Parquet file. Pages are plain: puzzles hardly repeat,
// and zstandard shortens what does.

import * as zlib from 'node:zlib';
import { COMMA, LF, QUOTE } from '../../kernel/constants.ts';
import { FieldScan } from '../csv/rows.ts';
import { ColumnBuilder } from './column-builder.ts';
import { CODECS, type ParquetColumn } from './footer.ts';
import { int32, struct } from './thrift.ts';
import { PLAIN, RLE, type WrittenGroup } from './write-footer.ts';

/** Bytes of rows that are collected for a row group, at most. */
const MAX_GROUP_BYTES = 16 * 1024 * 1024;

/** Bytes of the field that pads a row: see parquetContent. */
const PADDING_BYTES = 2;

/** Most rows of a row group. */
const MAX_GROUP_ROWS = 16_384;

const ZSTD = CODECS.indexOf('ZSTD');

/** Takes rows of CSV and gives row groups. */
export class RowGroupWriter {
  readonly groups: WrittenGroup[] = [];
  /** Rows of all groups. */
  records = 0;
  /** Bytes of all groups. */
  bytes = 0;
  readonly #field = new FieldScan(COMMA, true);
  readonly #columns: readonly ColumnBuilder[];
  /** Number of a field that is no column; -1 for none. */
  readonly #padding: number;
  readonly #ends: Iterator<number> | undefined;
  /** row with which the group ends, and the bytes before it */
  #end: number;
  #rows = 0;
  #size = 0;
  /** an incomplete row */
  #rest: Uint8Array = new Uint8Array(0);

  /**
   * @param ends rows before which a group ends, ascending, from the first row on; else groups have a fixed size
   * @param padding number of a field that is no column; see parquetContent
   */
  constructor(columns: readonly ParquetColumn[], ends?: Iterator<number>, padding = -1) {
    this.#padding = padding;
    this.#columns = columns.map((column) => new ColumnBuilder(column));
    this.#ends = ends;
    this.#end = this.#nextEnd();
  }

  /** Takes bytes, cut anywhere. */
  *push(bytes: Uint8Array): Generator<Uint8Array> {
    let content = bytes;
    if (this.#rest.length > 0) {
      content = new Uint8Array(this.#rest.length + bytes.length);
      content.set(this.#rest);
      content.set(bytes, this.#rest.length);
    }
    let at = 0;
    for (;;) {
      const next = this.#row(content, at);
      if (next < 0) break;
      this.#size += next - at;
      at = next;
      if (++this.#rows + this.records === this.#end || this.#size >= MAX_GROUP_BYTES) yield* this.#group();
    }
    this.#rest = content.slice(at);
  }

  *end(): Generator<Uint8Array> {
    if (this.#rest.length > 0) yield* this.push(Uint8Array.of(LF));
    yield* this.#group();
  }

  #nextEnd(): number {
    const step = this.#ends?.next();
    return step && !step.done ? step.value : this.records + this.#rows + MAX_GROUP_ROWS;
  }

  *#group(): Generator<Uint8Array> {
    if (this.#rows === 0) return;
    const isPacked = typeof zlib.zstdCompressSync === 'function';
    const group: number[] = [this.#rows, isPacked ? ZSTD : 0];
    for (const column of this.#columns) {
      const { values, content } = column.take(this.#rows);
      const stored = isPacked ? zlib.zstdCompressSync(content) : content;
      const header = pageHeader(values, content.length, stored.length);
      group.push(values, header.length + content.length, header.length + stored.length, this.bytes);
      this.bytes += header.length + stored.length;
      yield header;
      yield stored;
    }
    this.groups.push(group);
    this.records += this.#rows;
    this.#rows = 0;
    this.#size = 0;
    if (this.records >= this.#end) this.#end = this.#nextEnd();
  }

  /** Reads a row into the columns. @returns offset of the next row; -1 if this one is incomplete */
  #row(bytes: Uint8Array, from: number): number {
    const end = rowEnd(bytes, from);
    if (end < 0) return -1;
    const field = this.#field;
    let at = from;
    for (let i = 0; i < this.#columns.length; i++) {
      const column = this.#columns[i]!;
      if (i === this.#padding) at += PADDING_BYTES;
      field.find(bytes, at, end);
      column.add(bytes, field.start, field.end, field.isQuoted);
      at = field.after + 1;
    }
    return end + 1;
  }
}

/** The line feed that ends a row; -1 if there is none. */
function rowEnd(bytes: Uint8Array, from: number): number {
  for (let at = from, isOpen = false; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) isOpen = !isOpen;
    else if (bytes[at] === LF && !isOpen) return at;
  }
  return -1;
}

function pageHeader(values: number, content: number, stored: number): Uint8Array {
  const data = struct([1, int32(values)], [2, int32(PLAIN)], [3, int32(RLE)], [4, int32(RLE)]);
  return struct([1, int32(0)], [2, int32(content)], [3, int32(stored)], [5, data])[1];
}
