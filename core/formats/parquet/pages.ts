// Reads the pages of a column one after another: headers in Thrift, levels, dictionaries and values, within bounds of
// memory.

import * as zlib from 'node:zlib';
import { snappyUncompress } from 'hyparquet/src/snappy.js';
import { MAX_RECORD_BYTES } from '../../kernel/constants.ts';
import { CODECS, type ParquetColumn, ParquetFault, quotedName } from './footer.ts';
import { type Items, ItemWriter, type NestedPage } from './nested.ts';
import { decodeValues, hybrid, isDictionary, NO_VALUES, type Values } from './page-values.ts';
import { type Numbers, ThriftFault, ThriftReader } from './thrift.ts';

/** Reads stretches of a stored file. */
export interface FileRanges {
  /** Bytes of the file. */
  readonly bytes: number;
  /** The bytes from one offset up to another, all of which are in the file. */
  read(from: number, to: number): Promise<Uint8Array>;
}

/** Where the values of a column are in one row group. */
export interface Chunk {
  readonly start: number;
  readonly bytes: number;
  /** Index in {@link CODECS}. */
  readonly codec: number;
}

/** Types of pages. */
const PageType = { data: 0, dictionary: 2, data2: 3 } as const;

interface PageHeader {
  readonly type: number;
  /** Bytes of the page, uncompressed and as stored. */
  readonly content: number;
  readonly stored: number;
  readonly values: number;
  readonly encoding: number;
  readonly definitionBytes: number;
  readonly repetitionBytes: number;
  readonly isCompressed: boolean;
}

/** https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift @throws ThriftFault */
function readHeader(thrift: ThriftReader): PageHeader {
  const inner: Numbers[] = [];
  const read = (id: number) => () => {
    inner[id] = thrift.struct();
  };
  const page = thrift.struct({ 5: read(5), 7: read(7), 8: read(8) });
  const { 5: data, 7: dictionary, 8: data2 } = inner;
  return {
    type: page.of(1, -1),
    content: page.of(2, -1),
    stored: page.of(3, -1),
    values: (data2 ?? data ?? dictionary)?.of(1, 0) ?? 0,
    encoding: data2?.of(4, -1) ?? (data ?? dictionary)?.of(2, -1) ?? -1,
    definitionBytes: data2?.of(5, 0) ?? 0,
    repetitionBytes: data2?.of(6, 0) ?? 0,
    isCompressed: data2?.of(7, 1) !== 0,
  };
}

/** A decoded page: for each row the number of its value, -1 for null; undefined if all values are there, in order. */
export interface FlatPage {
  readonly rows: number;
  readonly values: Values;
  readonly index: Int32Array | undefined;
}

export type Page = FlatPage | NestedPage;

/** Largest page, compressed or not. Writers make pages of a megabyte, DuckDB of up to 100. */
const MAX_PAGE = 128 * 1024 * 1024;

/** Bytes of a row, as it is written to be read as CSV. */
export const MAX_ROW = MAX_RECORD_BYTES / 2;

/** Bytes of a dictionary besides those of rows: it may hold values that no row has. */
const DICTIONARY_BYTES = 16 * 1024 * 1024;

/** Bytes of memory that a value takes, decoded. */
const VALUE_BYTES = { single: 16, item: 32 } as const;

/** Most values of a page. */
const MAX_VALUES = 2 ** 24;

/** Bytes that are read to find the header of the next page. */
const AHEAD = 64 * 1024;

/** Longest header of a page: it may contain the least and the largest value. */
const MAX_HEADER = 4 * 1024 * 1024;

/** Bytes of the pages of all columns that are in memory at once, with what is made of them. */
const MAX_MEMORY = 1024 * 1024 * 1024;

/** Bounds the memory of the columns of a row group. */
export class PageMemory {
  #held = 0;

  /** @returns the bytes @throws ParquetFault if there would be more than {@link MAX_MEMORY} */
  change(bytes: number): number {
    this.#held += bytes;
    if (this.#held > MAX_MEMORY) {
      throw new ParquetFault(
        `expected pages of a Parquet file that take at most ${MAX_MEMORY} bytes of memory for all columns together, got more: write it with smaller pages or row groups`,
      );
    }
    return bytes;
  }
}

/** The pages of a column in one row group, one after another. */
export class ColumnPages {
  readonly #ranges: FileRanges;
  readonly #column: ParquetColumn;
  readonly #codec: number;
  readonly #end: number;
  /** offset of the next page */
  #at: number;
  #window: Uint8Array = new Uint8Array(0);
  #windowStart = 0;
  #dictionary: Values | undefined;
  readonly #memory: PageMemory;
  /** bytes of memory that the last page takes */
  #held = 0;
  readonly #rows: number;
  /** rows of the row group that have not been read */
  #left: number;
  /** the row that the pages so far have begun, and the next may continue, as bytes */
  #begun: Uint8Array | undefined;
  readonly #writer: ItemWriter;

  constructor(
    ranges: FileRanges,
    column: ParquetColumn,
    { start, bytes, codec }: Chunk,
    rows: number,
    memory: PageMemory,
  ) {
    this.#ranges = ranges;
    this.#memory = memory;
    this.#rows = rows;
    this.#column = column;
    this.#codec = codec;
    this.#at = start;
    this.#end = start + bytes;
    this.#left = rows;
    this.#writer = new ItemWriter(column, MAX_ROW);
  }

  /**
   * The next page with rows.
   * @param skipped rows that are not needed: pages of only these are not decompressed
   * @returns the page, and the rows before it that were passed over
   * @throws ParquetFault
   */
  async next(skipped: number): Promise<{ page: Page; passed: number }> {
    if (this.#isNested) return this.#nextNested(skipped);
    for (let passed = 0; ; ) {
      const { header, body } = await this.#dataPage();
      if (header.values > this.#left) throw this.#fault(`more values than the row group has rows`);
      this.#left -= header.values;
      if (passed + header.values <= skipped) {
        passed += header.values;
        continue;
      }
      this.#hold(header);
      const { values, index } = this.#items(header, await this.#body(header, body));
      // texts that share beginnings become longer
      const more = 'data' in values ? values.data.length - header.content : 0;
      this.#held += this.#memory.change(Math.max(0, more));
      return { page: { rows: header.values, values, index }, passed };
    }
  }

  get #isNested(): boolean {
    return this.#column.kind !== 'value';
  }

  /** As {@link next}, for rows of items. Those of the last row can continue in the next page. */
  async #nextNested(skipped: number): Promise<{ page: NestedPage; passed: number }> {
    for (let passed = 0; ; ) {
      const begun = this.#begun;
      if (this.#at >= this.#end && begun) {
        if (this.#left !== 1) throw this.#fault('fewer rows than the row group has');
        this.#begun = undefined;
        this.#left = 0;
        return { page: { rows: 1, begun, starts: [0], items: NO_ITEMS }, passed };
      }
      const { header, body } = await this.#dataPage();
      this.#hold(header);
      const items = this.#items(header, await this.#body(header, body));
      const starts = rowStarts(items.repetitions, header.values);
      const [first = header.values] = starts;
      if (first > 0 && begun === undefined) throw this.#fault('a list that continues none');
      const whole = begun && first > 0 ? Buffer.concat([begun, this.#writer.bytes(items, 0, first)]) : begun;
      if (whole && whole.length > MAX_ROW) throw this.#fault(`a row of more than ${MAX_ROW} bytes`);
      const last = starts.at(-1);
      this.#begun = last === undefined ? whole : this.#writer.bytes(items, last, header.values).slice();
      // the last row is complete when the next one begins
      const rows = last === undefined ? 0 : starts.length - 1 + (whole ? 1 : 0);
      if (rows >= this.#left && last !== undefined) throw this.#fault('more rows than the row group has');
      this.#left -= rows;
      if (passed + rows > skipped) return { page: { rows, begun: whole, starts, items }, passed };
      passed += rows;
    }
  }

  /** The header of the next page with values, and where its body begins. Reads the dictionary before it. */
  async #dataPage(): Promise<{ header: PageHeader; body: number }> {
    for (;;) {
      const { header, body } = await this.#header();
      this.#at = body + header.stored;
      if (header.type === PageType.dictionary) await this.#readDictionary(header, body);
      else if (header.type === PageType.data || header.type === PageType.data2) return { header, body };
    }
  }

  /** The header of the next page, and where its body begins. */
  async #header(): Promise<{ header: PageHeader; body: number }> {
    if (this.#at >= this.#end) throw this.#fault('fewer rows than the row group has');
    for (let wanted = AHEAD; ; wanted *= 8) {
      const end = Math.min(this.#end, this.#at + wanted);
      const bytes = await this.#bytes(this.#at, Math.min(end, this.#at + 256), end);
      const thrift = new ThriftReader(bytes);
      try {
        const header = readHeader(thrift);
        const body = this.#at + thrift.at;
        if (header.stored < 0 || body + header.stored > this.#end) {
          throw this.#fault(`a page of ${header.stored} bytes where ${this.#end - body} are left`);
        }
        if (header.content > MAX_PAGE || header.stored > MAX_PAGE) {
          throw this.#fault(
            `a page of ${Math.max(header.content, header.stored)} bytes, more than ${MAX_PAGE}`,
          );
        }
        if (header.values > MAX_VALUES)
          throw this.#fault(`a page of ${header.values} values, more than ${MAX_VALUES}`);
        if (header.values < 0 || header.content < 0) throw this.#fault('a page of fewer than no values');
        return { header, body };
      } catch (error) {
        if (!(error instanceof ThriftFault)) throw error;
        if (this.#at + bytes.length >= this.#end || bytes.length >= MAX_HEADER) {
          throw this.#fault(`${error.message} in the header of a page`);
        }
      }
    }
  }

  /** At least the bytes up to `least` that the window has, else those up to `most`. */
  async #bytes(from: number, least: number, most: number): Promise<Uint8Array> {
    const end = this.#windowStart + this.#window.length;
    if (from < this.#windowStart || least > end || (most - from > AHEAD && most > end)) {
      this.#window = await this.#ranges.read(from, most);
      this.#windowStart = from;
    }
    return this.#window.subarray(from - this.#windowStart);
  }

  async #body({ stored }: PageHeader, from: number): Promise<Uint8Array> {
    if (stored === 0) return new Uint8Array(0);
    const windowEnd = this.#windowStart + this.#window.length;
    const to = from + stored;
    if (from >= this.#windowStart && to <= windowEnd)
      return this.#window.subarray(from - this.#windowStart, to - this.#windowStart);
    // with the header of the next page
    this.#window = await this.#ranges.read(from, Math.min(this.#end, to + AHEAD));
    this.#windowStart = from;
    return this.#window.subarray(0, stored);
  }

  /** Counts the memory of a page, which takes the place of the last one. @throws ParquetFault */
  #hold({ stored, content, values }: PageHeader): void {
    // a row of lists has any number of values
    if (this.#column.repetition === 0 && content > (values + 1) * (MAX_ROW + 64)) {
      throw this.#fault(`a page of ${content} bytes for ${values} rows of at most ${MAX_ROW}`);
    }
    const bytes = stored + content + values * VALUE_BYTES[this.#isNested ? 'item' : 'single'];
    this.#held += this.#memory.change(bytes - this.#held);
  }

  async #readDictionary(header: PageHeader, from: number): Promise<void> {
    if (this.#dictionary) throw this.#fault('two dictionaries');
    if (header.content > DICTIONARY_BYTES + this.#rows * MAX_ROW) {
      throw this.#fault(`a dictionary of ${header.content} bytes for ${this.#rows} rows`);
    }
    this.#memory.change(header.stored + header.content + header.values * VALUE_BYTES.single);
    const bytes = this.#decompressed(await this.#body(header, from), header.content);
    this.#dictionary = decodeValues(this.#column, 0, bytes, header.values);
  }

  #items(header: PageHeader, stored: Uint8Array): Items {
    const { definition } = this.#column;
    const { levels: definitions, repetitions, present, bytes } = this.#withoutLevels(header, stored);
    const { values, own } = this.#valuesOf(header, bytes, present);
    if (!definitions || present === header.values) return { repetitions, definitions, values, index: own };
    const index = new Int32Array(header.values).fill(-1);
    for (let i = 0, value = 0; i < header.values; i++) {
      if (definitions[i] === definition) index[i] = own ? own[value++]! : value++;
    }
    return { repetitions, definitions, values, index };
  }

  #withoutLevels(header: PageHeader, stored: Uint8Array) {
    const { definition, repetition } = this.#column;
    const { values: count } = header;
    let repetitions: Int32Array | undefined;
    let levels: Int32Array | undefined;
    let bytes: Uint8Array;
    if (header.type === PageType.data2) {
      const { repetitionBytes, definitionBytes } = header;
      const both = repetitionBytes + definitionBytes;
      if (
        !(repetitionBytes >= 0 && definitionBytes >= 0 && both <= stored.length && both <= header.content)
      ) {
        throw this.#fault('levels longer than a page');
      }
      if (repetition > 0)
        repetitions = hybrid(stored.subarray(0, repetitionBytes), bitsOf(repetition), count).values;
      if (definition > 0)
        levels = hybrid(stored.subarray(repetitionBytes, both), bitsOf(definition), count).values;
      const rest = stored.subarray(both);
      bytes = header.isCompressed ? this.#decompressed(rest, header.content - both) : rest;
    } else {
      bytes = this.#decompressed(stored, header.content);
      const take = (most: number) => {
        if (bytes.length < 4) throw this.#fault('too few levels');
        const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
        if (length > bytes.length - 4) throw this.#fault('levels longer than a page');
        const { values } = hybrid(bytes.subarray(4, 4 + length), bitsOf(most), count);
        bytes = bytes.subarray(4 + length);
        return values;
      };
      if (repetition > 0) repetitions = take(repetition);
      if (definition > 0) levels = take(definition);
    }
    let present = count;
    if (levels) {
      present = 0;
      for (const level of levels) {
        if (level === definition) present++;
        else if (level > definition) throw this.#fault(`level ${level} of at most ${definition}`);
      }
    }
    if (repetitions?.some((level) => level > repetition)) throw this.#fault('a list that is too deep');
    return { levels, repetitions, present, bytes };
  }

  #valuesOf(
    { encoding }: PageHeader,
    bytes: Uint8Array,
    count: number,
  ): { values: Values; own: Int32Array | undefined } {
    if (!isDictionary(encoding)) {
      return { values: decodeValues(this.#column, encoding, bytes, count), own: undefined };
    }
    if (count === 0) return { values: NO_VALUES, own: undefined };
    const values = this.#dictionary;
    if (!values) throw this.#fault('a dictionary that is missing');
    const size = 'data' in values ? values.starts.length : values.numbers.length;
    const { values: own } = hybrid(bytes.subarray(1), bytes[0] ?? 0, count);
    for (const one of own)
      if (one < 0 || one >= size) throw this.#fault(`value ${one} of a dictionary of ${size}`);
    return { values, own };
  }

  #decompressed(bytes: Uint8Array, length: number): Uint8Array {
    const codec = CODECS[this.#codec]!;
    if (codec === 'UNCOMPRESSED') {
      if (bytes.length !== length) throw this.#fault(`a page of ${bytes.length} bytes instead of ${length}`);
      return bytes;
    }
    if (length === 0) return new Uint8Array(0);
    let content: Uint8Array;
    try {
      content = decompressPage(codec, bytes, length);
    } catch (error) {
      if ((error as Error).name === 'RejectedFile') throw error;
      throw this.#fault(`${codec.toLowerCase()} that is damaged`);
    }
    if (content.length !== length)
      throw this.#fault(`${content.length} bytes of content instead of ${length}`);
    return content;
  }

  #fault(what: string): ParquetFault {
    return new ParquetFault(
      `expected a whole Parquet file, got ${what} in column ${quotedName(this.#column.name)}`,
    );
  }
}

const NO_ITEMS: Items = {
  repetitions: undefined,
  definitions: undefined,
  values: NO_VALUES,
  index: undefined,
};

/** The first item of each row. */
function rowStarts(repetitions: Int32Array | undefined, items: number): number[] {
  const starts: number[] = [];
  for (let i = 0; i < items; i++) if (!repetitions || repetitions[i] === 0) starts.push(i);
  return starts;
}

const bitsOf = (most: number) => 32 - Math.clz32(most);

/** Decompresses a page, which may not have more than `length` bytes. Any error means that it is damaged. */
function decompressPage(codec: (typeof CODECS)[number], bytes: Uint8Array, length: number): Uint8Array {
  const limit = { maxOutputLength: length };
  switch (codec) {
    case 'GZIP':
      return zlib.gunzipSync(bytes, limit);
    case 'BROTLI':
      return zlib.brotliDecompressSync(bytes, limit);
    case 'ZSTD':
      return zlib.zstdDecompressSync(bytes, limit);
  }
  const content = new Uint8Array(length);
  if (codec === 'SNAPPY') snappyUncompress(bytes, content);
  else {
    const isWhole =
      codec === 'LZ4_RAW' ? lz4Block(bytes, content) : lz4Hadoop(bytes, content) || lz4Block(bytes, content);
    if (!isWhole) throw new Error('damaged');
  }
  return content;
}

// LZ4 blocks, which Node's zlib does not have: https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md

/** Decompresses a block into `into`, which it must fill. @returns false if the block is damaged */
function lz4Block(bytes: Uint8Array, into: Uint8Array): boolean {
  let at = 0;
  let filled = 0;
  const length = (nibble: number) => {
    let sum = nibble;
    for (let byte = 255; nibble === 15 && byte === 255; sum += byte) byte = bytes[at++] ?? 0;
    return sum;
  };
  while (at < bytes.length) {
    const token = bytes[at++]!;
    const literals = length(token >> 4);
    if (at + literals > bytes.length || filled + literals > into.length) return false;
    into.set(bytes.subarray(at, at + literals), filled);
    at += literals;
    filled += literals;
    if (at >= bytes.length) break;
    const back = bytes[at]! + 256 * (bytes[at + 1] ?? 0);
    at += 2;
    const repeated = length(token & 15) + 4;
    if (back === 0 || back > filled || filled + repeated > into.length) return false;
    // the stretches can overlap
    for (let i = 0; i < repeated; i++, filled++) into[filled] = into[filled - back]!;
  }
  return filled === into.length;
}

/** Decompresses blocks with a length before each, as Hadoop writes LZ4. @returns false if they are none */
function lz4Hadoop(bytes: Uint8Array, into: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let filled = 0;
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) return false;
    const content = view.getUint32(at);
    const length = view.getUint32(at + 4);
    at += 8;
    if (filled + content > into.length || at + length > bytes.length) return false;
    if (!lz4Block(bytes.subarray(at, at + length), into.subarray(filled, filled + content))) return false;
    at += length;
    filled += content;
  }
  return filled === into.length;
}
