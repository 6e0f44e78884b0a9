// The rows of a Parquet file as rows of CSV, which the reader and the writer of CSV know. A null is an empty field, an empty
// text is "". Values are written as they are stored (a timestamp as its number), so that they can be stored again.

import { COMMA, CR, LF, POINT, QUOTE, SLASH, SPACE, ZERO } from '../../kernel/constants.ts';
import { type ParquetColumn, ParquetFault, quoted } from './footer.ts';
import type { ListPage } from './lists.ts';
import { PageMemory } from './page-memory.ts';
import { type Chunk, ColumnPages, type FileRanges, MAX_ROW, type Page } from './pages.ts';
import type { ParquetState, Rows } from './state.ts';

/** A last field that is no column: a row of nothing but nulls would be a blank line. */
export const PADDING = ',.';

/** Bytes of content that are yielded at a time. */
const PIECE_BYTES = 128 * 1024;

/** Cells of a grid that are written one digit a cell. */
const MAX_PACKED = 81;

/**
 * The content of consecutive rows, in pieces that end with a row.
 * @throws ParquetFault if the file is damaged; any error of `ranges`
 */
export async function* parquetContent(
  { columns, groups }: Pick<ParquetState, 'columns' | 'groups'>,
  ranges: FileRanges,
  { from, to }: Rows,
): AsyncGenerator<Uint8Array, void, undefined> {
  const sink = new ContentSink();
  let start = 0;
  for (const group of groups) {
    const [rows] = group as readonly [number];
    const end = start + rows;
    if (end > from && start < to) {
      const begin = Math.max(from, start) - start;
      const memory = new PageMemory();
      const cursors = columns.map((column, i) => {
        const pages = new ColumnPages(ranges, column, chunkOf(group, i), rows, memory);
        return new Cursor(pages, column, begin);
      });
      let row = begin;
      const limit = Math.min(to, end) - start;
      while (row < limit) {
        for (const cursor of cursors) if (cursor.left === 0) await cursor.load();
        const many = Math.min(limit - row, ...cursors.map(({ left }) => left));
        for (let i = 0; i < many; i++) {
          const before = sink.length;
          for (let c = 0; c < cursors.length; c++) {
            if (c > 0) sink.byte(COMMA);
            const length = sink.length - before + cursors[c]!.least();
            if (length > MAX_ROW) throw tooLong(start + row + i + 1, length);
            cursors[c]!.write(sink, c === 0);
          }
          sink.text(PADDING);
          sink.byte(LF);
          if (sink.length - before > MAX_ROW) throw tooLong(start + row + i + 1, sink.length - before);
          if (sink.length >= PIECE_BYTES) yield sink.take();
        }
        row += many;
      }
    }
    start = end;
  }
  if (sink.length > 0) yield sink.take();
}

const chunkOf = (group: readonly number[], column: number): Chunk => ({
  start: group[2 + 3 * column]!,
  bytes: group[3 + 3 * column]!,
  codec: group[4 + 3 * column]!,
});

function tooLong(row: number, bytes: number): ParquetFault {
  return new ParquetFault(`expected rows of at most ${MAX_ROW} bytes, got ${bytes} in row ${row}`);
}

/** Steps through the values of a column in one row group. */
class Cursor {
  readonly #pages: ColumnPages;
  readonly #column: ParquetColumn;
  #page: Page | undefined;
  /** of the page */
  #row = 0;
  /** rows before the first one that is needed */
  #skipped: number;

  constructor(pages: ColumnPages, column: ParquetColumn, skipped: number) {
    this.#pages = pages;
    this.#column = column;
    this.#skipped = skipped;
  }

  /** Rows of the page that have not been written. */
  get left(): number {
    return this.#page ? this.#page.rows - this.#row : 0;
  }

  /** Reads the next page that has needed rows. */
  async load(): Promise<void> {
    while (this.left === 0) {
      this.#page = undefined;
      const { page, passed } = await this.#pages.next(this.#skipped);
      this.#skipped -= passed;
      this.#page = page;
      this.#row = Math.min(this.#skipped, page.rows);
      this.#skipped -= this.#row;
    }
  }

  /** Bytes that the next value takes at least. */
  least(): number {
    const page = this.#page!;
    if ('entries' in page) return page.starts[this.#row + 1]! - page.starts[this.#row]!;
    const at = page.index ? page.index[this.#row]! : this.#row;
    const { values } = page;
    return at >= 0 && 'data' in values ? values.ends[at]! - values.starts[at]! : 0;
  }

  write(sink: ContentSink, isFirst: boolean): void {
    const page = this.#page!;
    const row = this.#row++;
    if ('entries' in page) {
      writeList(sink, page, row);
      return;
    }
    const at = page.index ? page.index[row]! : row;
    if (at < 0) return;
    const { values } = page;
    if ('data' in values) sink.field(values.data, values.starts[at]!, values.ends[at]!, isFirst);
    else sink.number(values.numbers[at]!, this.#column.type === 'BOOLEAN');
  }
}

function writeList(sink: ContentSink, { starts, nulls, entries, breaks }: ListPage, row: number): void {
  if (nulls[row] === 1) return;
  const [from, to] = [starts[row]!, starts[row + 1]!];
  if (from === to) {
    sink.text('""');
    return;
  }
  let isPacked = to - from <= MAX_PACKED;
  for (let i = from; isPacked && i < to; i++) isPacked = !(entries[i]! < 0 || entries[i]! > 9);
  for (let i = from; i < to; i++) {
    const entry = entries[i]!;
    if (i > from && breaks[i] === 1) sink.byte(SLASH);
    else if (i > from && !isPacked) sink.byte(SPACE);
    if (Number.isNaN(entry)) sink.byte(POINT);
    else if (isPacked) sink.byte(ZERO + entry);
    else sink.text(String(entry));
  }
}

/** By byte: 1 for those for which a field needs quotes. */
const SPECIAL = new Uint8Array(256);
for (const byte of [COMMA, QUOTE, CR, LF]) SPECIAL[byte] = 1;

/** By byte: 1 for those that may begin a row without quotes; others may begin a comment or a rule. */
const STARTS = new Uint8Array(256);
for (const sign of '0123456789.*_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') {
  STARTS[sign.charCodeAt(0)] = 1;
}

/** Collects rows. */
class ContentSink {
  #bytes = new Uint8Array(2 * PIECE_BYTES);
  length = 0;

  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.length);
    this.#bytes = new Uint8Array(2 * PIECE_BYTES);
    this.length = 0;
    return taken;
  }

  byte(byte: number): void {
    if (this.length === this.#bytes.length) this.#makeRoom(1);
    this.#bytes[this.length++] = byte;
  }

  text(text: string): void {
    this.#makeRoom(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.length++] = text.charCodeAt(i);
  }

  number(value: number | bigint, isFlag: boolean): void {
    if (isFlag) this.text(value === 1 ? 'true' : 'false');
    else this.text(Object.is(value, -0) ? '-0' : String(value));
  }

  /** A text, in quotes if it needs them. @param isFirst whether it begins the row */
  field(data: Uint8Array, start: number, end: number, isFirst: boolean): void {
    this.#makeRoom(2 * (end - start) + 2);
    const bytes = this.#bytes;
    let to = this.length;
    let isPlain = start < end && (!isFirst || STARTS[data[start]!] === 1);
    for (let i = start; i < end; i++) {
      const byte = data[i]!;
      if (SPECIAL[byte] === 1 || (byte === SPACE && isFirst)) {
        isPlain = false;
        break;
      }
      bytes[to++] = byte;
    }
    if (isPlain) {
      this.length = to;
      return;
    }
    to = this.length;
    bytes[to++] = QUOTE;
    for (let i = start; i < end; i++) {
      const byte = data[i]!;
      if (byte === QUOTE) bytes[to++] = QUOTE;
      bytes[to++] = byte;
    }
    bytes[to++] = QUOTE;
    this.length = to;
  }

  #makeRoom(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + more));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}

/** The column's name and type, for messages. */
export function describeColumn({ name, type, repetition }: ParquetColumn): string {
  const lists = 'list of '.repeat(repetition);
  return `${quoted(name)} (${lists}${type === 'BYTE_ARRAY' ? 'text' : type.toLowerCase()})`;
}
