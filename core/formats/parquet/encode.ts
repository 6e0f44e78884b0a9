// Writes rows of CSV as row groups of a Parquet file. Pages are plain: puzzles hardly repeat,
// and zstandard shortens what does.

import * as zlib from 'node:zlib';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import {
  COMMA,
  FIELD_BYTES,
  LF,
  MAX_FIELDS,
  PAGE_FLAGS,
  PAGE_NUMBERS,
  PAGE_TEXTS,
  POINT,
  QUOTE,
} from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import { FieldScan } from '../csv/rows.ts';
import { isDigit } from '../shared/bytes.ts';
import { latin1 } from '../shared/latin1.ts';
import { Sink } from '../shared/sink.ts';
import { CODECS, type ParquetColumn, type PhysicalType } from './footer.ts';
import { code, type Exports } from './kernel.generated.ts';
import { COPIED, eachItem } from './nested.ts';
import { int32, struct } from './thrift.ts';
import { PLAIN, RLE, type WrittenGroup } from './write-footer.ts';

/** Bytes of rows that are collected for a row group, at most. */
const MAX_GROUP_BYTES = 16 * 1024 * 1024;

/** Bytes of the field that pads a row: see parquetContent. */
const PADDING_BYTES = 2;

/** Most rows of a row group. */
const MAX_GROUP_ROWS = 16_384;

const ZSTD = CODECS.indexOf('ZSTD');

const instantiate = kernelFactory<Exports>(code);

/** Finds the fields of rows, and writes columns whose values are plain. */
class FieldKernel {
  readonly buffer: Uint8Array;
  /** Where each field begins and ends in the buffer, without its quotes. */
  readonly fields: Uint32Array;
  /** Of the column that was written last. */
  readonly levels: Uint8Array;
  readonly values: Uint8Array;
  /** See assembly/fields.ts. */
  readonly exports: Exports;

  constructor() {
    this.exports = instantiate();
    const { BUFFER, FIELD_EDGES, ROW_LEVELS, OUTPUT, memory } = this.exports;
    this.buffer = new Uint8Array(memory.buffer, BUFFER.value, FIELD_BYTES);
    this.fields = new Uint32Array(memory.buffer, FIELD_EDGES.value, 2 * MAX_FIELDS);
    this.levels = new Uint8Array(memory.buffer, ROW_LEVELS.value, MAX_FIELDS);
    this.values = new Uint8Array(memory.buffer, OUTPUT.value);
  }
}

const fieldKernels = new KernelPool(() => new FieldKernel());

/** The kernel's kinds of columns. */
const KINDS: Readonly<Partial<Record<PhysicalType, number>>> = {
  BYTE_ARRAY: PAGE_TEXTS,
  INT64: PAGE_NUMBERS,
  BOOLEAN: PAGE_FLAGS,
};

/** Bytes of a page that decide how it is compressed. */
const SAMPLE_BYTES = 1024;
/** Bytes of the least memory for a compressed page; most take half of the page or less. */
const MIN_CHUNK = 1024;

/** Room for levels at first. */
const LEVELS_AT_FIRST = 1024;

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
      const size = fieldKernels.run((kernel) => this.#takeRows(kernel, content, at));
      if (size === 0) break;
      at += size;
      this.#size += size;
      if (this.#rows + this.records === this.#end || this.#size >= MAX_GROUP_BYTES) yield* this.#group();
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
      const stored = isPacked ? compressed(content) : content.slice();
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

  /** Takes rows that belong to one group into the columns. @returns how many bytes they have; 0 if none is complete */
  #takeRows(kernel: FieldKernel, bytes: Uint8Array, from: number): number {
    const { exports, buffer } = kernel;
    const read = bytes.subarray(from, from + FIELD_BYTES);
    const fields = this.#columns.length + (this.#padding < 0 ? 0 : 1);
    buffer.set(read);
    const room = this.#end - this.records - this.#rows;
    const rows = exports.findRows(read.length, fields, room, MAX_GROUP_BYTES - this.#size);
    if (rows === 0) return read.length < FIELD_BYTES ? 0 : this.#takeLongRow(bytes, from);
    for (const [i, column] of this.#columns.entries())
      column.addRows(kernel, rows, i < this.#padding || this.#padding < 0 ? i : i + 1, fields);
    this.#rows += rows;
    return exports.stoppedAt.value;
  }

  /** As {@link #takeRows}, for a row that the kernel has no room for. */
  #takeLongRow(bytes: Uint8Array, from: number): number {
    const end = rowEnd(bytes, from);
    if (end < 0) return 0;
    const field = this.#field;
    let at = from;
    for (const [i, column] of this.#columns.entries()) {
      if (i === this.#padding) at += PADDING_BYTES;
      field.find(bytes, at, end);
      column.add(bytes, field.start, field.end, field.isQuoted);
      at = field.after + 1;
    }
    this.#rows++;
    return end + 1 - from;
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

/** Compresses a page. Of digits, hardly any match is shorter than what Huffman's code makes of them: most are not looked for. */
function compressed(page: Uint8Array): Uint8Array {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_hashLog: hashLog } = zlib.constants;
  const params = areDigits(page.subarray(0, SAMPLE_BYTES)) ? { [level]: 1, [hashLog]: 6 } : {};
  return zlib.zstdCompressSync(page, { params, chunkSize: MIN_CHUNK + (page.length >> 1) });
}

/** Whether texts, with their lengths, are digits and points, as grids are. */
function areDigits(texts: Uint8Array): boolean {
  let digits = 0;
  for (const byte of texts) if (byte === POINT || isDigit(byte)) digits++;
  return 4 * digits >= 3 * texts.length;
}

function pageHeader(values: number, content: number, stored: number): Uint8Array {
  const data = struct([1, int32(values)], [2, int32(PLAIN)], [3, int32(RLE)], [4, int32(RLE)]);
  return struct([1, int32(0)], [2, int32(content)], [3, int32(stored)], [5, data])[1];
}

// A column as one page: definition and repetition levels in runs, then plain values.

/** Collects the values of a column, as a page stores them. */
class ColumnBuilder {
  readonly #column: ParquetColumn;
  readonly #values = new Sink();
  /** u8 a value */
  readonly #definitions = new Sink(LEVELS_AT_FIRST);
  readonly #repetitions = new Sink(LEVELS_AT_FIRST);

  constructor(column: ParquetColumn) {
    this.#column = column;
  }

  /** Adds a field of each row that the kernel has found. */
  addRows(
    { exports, buffer, fields, levels, values }: FieldKernel,
    rows: number,
    field: number,
    many: number,
  ): void {
    const { kind, type, definition, optional } = this.#column;
    const plain = kind === 'value' ? KINDS[type] : undefined;
    const length =
      plain === undefined ? -1 : exports.writeColumn(plain, field, many, rows, definition, optional);
    if (length >= 0) {
      this.#values.bytes(values.subarray(0, length));
      if (definition > 0) this.#definitions.bytes(levels.subarray(0, rows));
      return;
    }
    for (let at = 2 * field; at < 2 * many * rows; at += 2 * many) {
      const [start, end] = [fields[at]!, fields[at + 1]!];
      this.add(buffer, start, end, buffer[start - 1] === QUOTE);
    }
  }

  /** Adds a field. @param isQuoted if not, an empty field is null */
  add(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): void {
    const { kind, definition, optional } = this.#column;
    if (kind !== 'value') {
      if (bytes[start] === COPIED) this.#addItems(bytes, start + 1, end);
      else this.#addList(bytes, start, end, isQuoted);
      return;
    }
    if (start === end && !isQuoted && optional) {
      this.#definitions.byte(0);
      return;
    }
    const isThere = this.#addValue(bytes, start, end, isQuoted);
    if (definition > 0) this.#definitions.byte(isThere ? definition : 0);
  }

  /** The page of all values, valid until there are more, and how many there are, nulls included. */
  take(rows: number): { values: number; content: Uint8Array } {
    const { definition, repetition } = this.#column;
    const values = repetition > 0 ? this.#definitions.length : rows;
    const own = this.#values.take();
    const plain = this.#column.type === 'BOOLEAN' ? packedFlags(own) : own;
    const runs = [
      ...(repetition > 0 ? [levels(this.#repetitions.take(), repetition)] : []),
      ...(definition > 0 ? [levels(this.#definitions.take(), definition)] : []),
    ];
    const content = runs.length === 0 ? plain : Buffer.concat([...runs, plain]);
    return { values, content };
  }

  /** @returns whether there is a value, not null */
  #addValue(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): boolean {
    const { type, length, optional } = this.#column;
    const values = this.#values;
    if (type === 'BYTE_ARRAY') {
      const from = values.length;
      values.room(4);
      values.length += 4;
      this.#copy(bytes, start, end, isQuoted);
      values.view.setUint32(from, values.length - from - 4, true);
      return true;
    }
    if (type === 'FIXED_LEN_BYTE_ARRAY' || type === 'INT96') {
      const width = type === 'INT96' ? 12 : length;
      const to = values.length + width;
      this.#copy(bytes, start, end, isQuoted);
      const missing = to - values.length;
      if (missing !== 0 && optional) {
        values.length = to - width;
        return false;
      }
      if (missing > 0) values.room(missing).fill(0, values.length, to);
      values.length = to;
      return true;
    }
    return this.#addNumber(latin1(bytes, start, end));
  }

  #addNumber(text: string): boolean {
    const { type, optional } = this.#column;
    const plain =
      type === 'BOOLEAN' ? (text === 'true' ? '1' : '0') : text.endsWith('+') ? text.slice(0, -1) : text;
    const isNumber = plain !== '' && (plain === 'NaN' || !Number.isNaN(Number(plain)));
    if (!isNumber && optional) return false;
    const values = this.#values;
    values.room(8);
    const { view, length } = values;
    if (type === 'INT64') view.setBigInt64(length, isNumber ? BigInt(plain) : 0n, true);
    else if (type === 'INT32') view.setInt32(length, Number(plain), true);
    else if (type === 'FLOAT') view.setFloat32(length, Number(plain), true);
    else if (type === 'DOUBLE') view.setFloat64(length, Number(plain), true);
    else view.setUint8(length, Number(plain));
    values.length += type === 'BOOLEAN' ? 1 : type === 'INT32' || type === 'FLOAT' ? 4 : 8;
    return true;
  }

  /** Copies a field, of doubled quotes only one. */
  #copy(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): void {
    if (!isQuoted) {
      this.#values.bytes(bytes.subarray(start, end));
      return;
    }
    const to = this.#values.room(end - start);
    let filled = this.#values.length;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      to[filled++] = byte;
      if (byte === QUOTE) at++;
    }
    this.#values.length = filled;
  }

  /** Adds a row of items that was read from this column, or from that of which it is a nullable form. */
  #addItems(bytes: Uint8Array, start: number, end: number): void {
    const { definition, repetition } = this.#column;
    const text = latin1(bytes, start, end);
    const row = Buffer.from(text, 'base64');
    const found = row[0]!;
    const items = row.subarray(1);
    eachItem(items, this.#column, found, (level, defined, from, to) => {
      if (repetition > 0) this.#repetitions.byte(level);
      if (definition > 0) this.#definitions.byte(defined + definition - found);
      if (defined !== found) return;
      this.#values.bytes(items.subarray(from, to));
    });
  }

  /** Adds a list of cells, as content.ts writes it; anything else, such as a status, is null. */
  #addList(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): void {
    const { definition, entry, repetition, optional } = this.#column;
    const text = latin1(bytes, start, end);
    if (!/^[\d./ -]+$/.test(text)) {
      const isEmpty = isQuoted && text === '';
      this.#definitions.byte(optional && !isEmpty ? 0 : entry - 1);
      this.#repetitions.byte(0);
      return;
    }
    const isSpaced = text.includes(' ') || text.includes('-');
    for (const [outer, inner] of (repetition > 1 ? text.split('/') : [text.replaceAll('/', '')]).entries()) {
      const items = isSpaced ? inner.split(' ') : inner;
      for (let i = 0; i < items.length; i++) {
        const item = items[i]!;
        this.#repetitions.byte(i > 0 ? repetition : outer > 0 ? 1 : 0);
        const isNull = item === '.' && definition > entry;
        this.#definitions.byte(isNull ? entry : definition);
        if (isNull) continue;
        this.#addNumber(item === '.' ? '0' : item);
      }
    }
  }
}

function packedFlags(flags: Uint8Array): Uint8Array {
  const packed = new Uint8Array(Math.ceil(flags.length / 8));
  for (let i = 0; i < flags.length; i++) packed[i >> 3]! |= flags[i]! << (i & 7);
  return packed;
}

/** Levels as runs, with their length before them. */
function levels(values: Uint8Array, most: number): Uint8Array {
  const writer = new ByteWriter();
  writeRleBitPackedHybrid(writer, values, 32 - Math.clz32(most));
  const runs = writer.getBytes();
  const length = Buffer.alloc(4);
  length.writeUInt32LE(runs.length);
  return Buffer.concat([length, runs]);
}
