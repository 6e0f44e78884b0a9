import { MAX_RECORD_BYTES } from '../../kernel/constants.ts';
import { decompress } from './codecs.ts';
import { CODECS, type ParquetColumn, ParquetFault, quoted } from './footer.ts';
import { Item, Levels, type ListPage, NO_ENTRY } from './lists.ts';
import type { PageMemory } from './page-memory.ts';
import { decodeValues, hybrid, isDictionary, type Values } from './page-values.ts';
import { ThriftFault, ThriftReader } from './thrift.ts';

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

/** A decoded page: for each row the number of its value, -1 for null; undefined if all values are there, in order. */
export interface FlatPage {
  readonly rows: number;
  readonly values: Values;
  readonly index: Int32Array | undefined;
}

export type Page = FlatPage | ListPage;

/** Largest page, compressed or not. Writers make pages of a megabyte, DuckDB of up to 100. */
const MAX_PAGE = 128 * 1024 * 1024;

/** Bytes of a row, as it is written to be read as CSV. */
export const MAX_ROW = MAX_RECORD_BYTES / 2;

/** Bytes of a dictionary besides those of rows: it may hold values that no row has. */
const DICTIONARY_BYTES = 16 * 1024 * 1024;

/** Bytes of memory that a value takes, decoded. */
const VALUE_BYTES = { single: 16, entry: 32 } as const;

/** Most values of a page. */
const MAX_VALUES = 2 ** 24;

/** Bytes that are read to find the header of the next page. */
const AHEAD = 64 * 1024;

/** Longest header of a page: it may contain the least and the largest value. */
const MAX_HEADER = 4 * 1024 * 1024;

const PageType = { data: 0, index: 1, dictionary: 2, data2: 3 } as const;

interface PageHeader {
  type: number;
  content: number;
  stored: number;
  values: number;
  nulls: number;
  rows: number;
  encoding: number;
  definitionBytes: number;
  repetitionBytes: number;
  isCompressed: boolean;
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
  /** of lists: the page that has been read, whose last row may continue in the next */
  #lists: Levels | undefined;

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
  }

  /**
   * The next page with rows.
   * @param skipped rows that are not needed: pages of only these are not decompressed
   * @returns the page, and the rows before it that were passed over
   * @throws ParquetFault
   */
  async next(skipped: number): Promise<{ page: Page; passed: number }> {
    const { repetition } = this.#column;
    if (repetition > 0) return { page: await this.#nextLists(), passed: 0 };
    for (let passed = 0; ; ) {
      const { header, body } = await this.#header();
      if (header.type === PageType.dictionary) await this.#readDictionary(header, body);
      else if (header.type === PageType.data || header.type === PageType.data2) {
        if (header.values > this.#left) throw this.#fault(`more values than the row group has rows`);
        this.#left -= header.values;
        if (passed + header.values <= skipped) passed += header.values;
        else {
          this.#hold(header);
          const page = this.#flat(header, await this.#body(header, body));
          // texts that share beginnings become longer
          const more = 'data' in page.values ? page.values.data.length - header.content : 0;
          this.#held += this.#memory.change(Math.max(0, more));
          this.#at = body + header.stored;
          return { page, passed };
        }
      }
      this.#at = body + header.stored;
    }
  }

  /** The rows of the next pages whose last row is known to be complete. */
  async #nextLists(): Promise<ListPage> {
    let levels = this.#lists;
    this.#lists = undefined;
    for (;;) {
      if (this.#at >= this.#end) {
        if (!levels || levels.rowCount !== this.#left) throw this.#fault(`fewer rows than the row group has`);
        this.#left = 0;
        return levels.page(levels.rowCount, this.#column.repetition > 1);
      }
      const { header, body } = await this.#header();
      if (header.type === PageType.dictionary) await this.#readDictionary(header, body);
      else if (header.type === PageType.data || header.type === PageType.data2) {
        this.#hold(header);
        const own = this.#levels(header, await this.#body(header, body));
        levels = levels ? levels.with(own) : own;
      }
      this.#at = body + header.stored;
      // the last row can continue in the next page
      const complete = (levels?.rowCount ?? 0) - 1;
      if (complete > this.#left) throw this.#fault('more rows than the row group has');
      if (levels && complete > 0 && this.#at < this.#end) {
        this.#left -= complete;
        this.#lists = levels.from(complete);
        return levels.page(complete, this.#column.repetition > 1);
      }
      if (levels && levels.length > 2 * MAX_VALUES) throw this.#fault('a list that is too long');
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
    const isList = this.#column.repetition > 0;
    // a row of lists has any number of values
    if (!isList && content > (values + 1) * (MAX_ROW + 64)) {
      throw this.#fault(`a page of ${content} bytes for ${values} rows of at most ${MAX_ROW}`);
    }
    const bytes = stored + content + values * VALUE_BYTES[isList ? 'entry' : 'single'];
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

  #flat(header: PageHeader, stored: Uint8Array): FlatPage {
    const { definition } = this.#column;
    const { levels, present, bytes } = this.#withoutLevels(header, stored);
    const rows = header.values;
    const { values, own } = this.#valuesOf(header, bytes, present);
    if (definition === 0 || present === rows) return { rows, values, index: own };
    const index = new Int32Array(rows).fill(-1);
    for (let row = 0, value = 0; row < rows; row++) {
      if (levels![row] === definition) index[row] = own ? own[value++]! : value++;
    }
    return { rows, values, index };
  }

  #levels(header: PageHeader, stored: Uint8Array): Levels {
    const { definition, entry } = this.#column;
    const { levels, repetitions, present, bytes } = this.#withoutLevels(header, stored);
    const { values, own } = this.#valuesOf(header, bytes, present);
    if (!('numbers' in values)) throw this.#fault('texts in a list of numbers');
    const { numbers } = values;
    const found = new Float64Array(header.values).fill(NO_ENTRY);
    const kinds = new Uint8Array(header.values);
    for (let i = 0, value = 0; i < header.values; i++) {
      const level = levels?.[i] ?? definition;
      kinds[i] =
        level >= entry ? Item.entry : level === 0 && this.#column.optional ? Item.nullRow : Item.emptyRow;
      if (level === definition) found[i] = Number(numbers[own ? own[value++]! : value++]);
    }
    return new Levels(repetitions ?? new Int32Array(header.values), kinds, found);
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
      for (const level of levels) if (level === definition) present++;
    }
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
    if (count === 0) return { values: { numbers: [] }, own: undefined };
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
      content = decompress(codec, bytes, length);
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
      `expected a whole Parquet file, got ${what} in column ${quoted(this.#column.name)}`,
    );
  }
}

const bitsOf = (most: number) => 32 - Math.clz32(most);

function readHeader(thrift: ThriftReader): PageHeader {
  const header: PageHeader = {
    type: -1,
    content: -1,
    stored: -1,
    values: 0,
    nulls: 0,
    rows: 0,
    encoding: -1,
    definitionBytes: 0,
    repetitionBytes: 0,
    isCompressed: true,
  };
  const of = (fields: Readonly<Record<number, (type: number) => void>>) =>
    thrift.struct((id, type) => (fields[id] ? fields[id](type) : thrift.skip(type)));
  thrift.struct((id, type) => {
    if (id === 1) header.type = thrift.int();
    else if (id === 2) header.content = thrift.int();
    else if (id === 3) header.stored = thrift.int();
    else if (id === 5 || id === 7) {
      of({
        1: () => (header.values = thrift.int()),
        2: () => (header.encoding = thrift.int()),
      });
    } else if (id === 8) {
      of({
        1: () => (header.values = thrift.int()),
        2: () => (header.nulls = thrift.int()),
        3: () => (header.rows = thrift.int()),
        4: () => (header.encoding = thrift.int()),
        5: () => (header.definitionBytes = thrift.int()),
        6: () => (header.repetitionBytes = thrift.int()),
        7: (flag) => (header.isCompressed = flag === 1),
      });
    } else thrift.skip(type);
  });
  return header;
}
