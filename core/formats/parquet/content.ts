// The rows of a Parquet file as rows of CSV, which the reader and the writer of CSV know. A null is an empty field, an empty
// text is "". Values are written as they are stored (a timestamp as its number), so that they can be stored again. Rows of
// lists and structs that are no grids are written in base64, which has neither line feeds nor quotes.

import { COMMA, LF, QUOTE, SPACE } from '../../kernel/constants.ts';
import { byteSet } from '../shared/bytes.ts';
import { Sink } from '../shared/sink.ts';
import { type ParquetColumn, ParquetFault, quotedName } from './footer.ts';
import { COPIED, eachItem, ItemWriter, type NestedPage } from './nested.ts';
import { type Chunk, ColumnPages, type FileRanges, MAX_ROW, type Page, PageMemory } from './pages.ts';
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
  const sink = new Sink(2 * PIECE_BYTES);
  let start = 0;
  for (const group of groups) {
    const [rows] = group as readonly [number];
    const end = start + rows;
    if (end > from && start < to) {
      const begin = Math.max(from, start) - start;
      const memory = new PageMemory();
      const cursors = columns.map((column, i) => {
        if (column.kind === 'blank') return undefined;
        const pages = new ColumnPages(ranges, column, chunkOf(group, i), rows, memory);
        return new Cursor(pages, column, begin);
      });
      let row = begin;
      const limit = Math.min(to, end) - start;
      while (row < limit) {
        for (const cursor of cursors) if (cursor?.left === 0) await cursor.load();
        const many = Math.min(limit - row, ...cursors.map((cursor) => cursor?.left ?? Infinity));
        for (let i = 0; i < many; i++) {
          const before = sink.length;
          for (let c = 0; c < cursors.length; c++) {
            if (c > 0) sink.byte(COMMA);
            const cursor = cursors[c];
            if (!cursor) continue;
            const length = sink.length - before + cursor.least();
            if (length > MAX_ROW) throw tooLong(start + row + i + 1, length);
            cursor.write(sink, c === 0);
          }
          sink.text(PADDING);
          sink.byte(LF);
          if (sink.length - before > MAX_ROW) throw tooLong(start + row + i + 1, sink.length - before);
          if (sink.length >= PIECE_BYTES) yield new Uint8Array(sink.take());
        }
        row += many;
      }
    }
    start = end;
  }
  if (sink.length > 0) yield new Uint8Array(sink.take());
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
  readonly #items: ItemWriter;

  constructor(pages: ColumnPages, column: ParquetColumn, skipped: number) {
    this.#pages = pages;
    this.#column = column;
    this.#skipped = skipped;
    this.#items = new ItemWriter(column, MAX_ROW);
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
    if ('items' in page) return 0; // its own writer bounds it
    const at = page.index ? page.index[this.#row]! : this.#row;
    const { values } = page;
    return at >= 0 && 'data' in values ? values.ends[at]! - values.starts[at]! : 0;
  }

  #itemsOf({ begun, starts, items }: NestedPage, row: number): Uint8Array {
    const own = begun ? row - 1 : row;
    return begun && row === 0 ? begun : this.#items.bytes(items, starts[own]!, starts[own + 1]!);
  }

  write(sink: Sink, isFirst: boolean): void {
    const page = this.#page!;
    const row = this.#row++;
    if ('items' in page) {
      writeItems(sink, this.#itemsOf(page, row), this.#column, isFirst);
      return;
    }
    const at = page.index ? page.index[row]! : row;
    if (at < 0) return;
    const { values } = page;
    if ('data' in values) writeText(sink, values.data, values.starts[at]!, values.ends[at]!, isFirst);
    else {
      const value = values.numbers[at]!;
      const isFlag = this.#column.type === 'BOOLEAN';
      sink.text(isFlag ? `${value === 1}` : Object.is(value, -0) ? '-0' : String(value));
    }
  }
}

/** Writes a row of items: a list of integers as cells, if these say all of it, and any other row in a form that copies it. */
function writeItems(sink: Sink, items: Uint8Array, column: ParquetColumn, isFirst: boolean): void {
  const cells = column.kind === 'list' ? cellsOf(items, column) : undefined;
  if (cells !== undefined) {
    sink.text(cells);
    return;
  }
  const copied = Buffer.concat([Uint8Array.of(column.definition), items]).toString('base64');
  const text = `${String.fromCharCode(COPIED)}${copied}`;
  sink.text(isFirst ? `"${text}"` : text);
}

/** The cells of a list, a point for null and a slash between lists; undefined if the text would not say all of the list. */
function cellsOf(items: Uint8Array, column: ParquetColumn): string | undefined {
  const { type, definition, entry, optional, repetition } = column;
  const entries: (number | undefined)[] = [];
  const levels: number[] = [];
  let isWhole = true;
  let [isNull, isEmpty] = [false, false];
  const view = new DataView(items.buffer, items.byteOffset, items.length);
  eachItem(items, column, definition, (level, found, start) => {
    levels.push(level);
    if (found === definition) {
      const value = type === 'INT32' ? view.getInt32(start, true) : Number(view.getBigInt64(start, true));
      entries.push(value);
      isWhole &&= Number.isSafeInteger(value);
    } else if (found === entry) entries.push(undefined);
    else if (found === 0 && optional) isNull = true;
    else if (found === entry - 1) isEmpty = true;
    else isWhole = false;
  });
  if ((isNull || isEmpty) && levels.length === 1) return isNull ? '' : '""';
  if (!isWhole || isNull || isEmpty) return undefined;
  const isPacked =
    entries.length <= MAX_PACKED &&
    entries.every((value) => value === undefined || (value >= 0 && value <= 9));
  let text = '';
  let isSpaced = false;
  for (const [i, value] of entries.entries()) {
    if (i > 0 && levels[i]! < repetition) text += '/';
    else if (i > 0 && !isPacked) {
      text += ' ';
      isSpaced = true;
    }
    text += value ?? '.';
  }
  // without a space, each character would be an entry
  return isPacked || isSpaced ? text : undefined;
}

/** By byte: 1 for those for which a field needs quotes. */
const SPECIAL = byteSet(',"\r\n');

/** By byte: 1 for those that may begin a row without quotes; others may begin a comment or a rule. */
const STARTS = byteSet('0123456789.*_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

/** Writes a text, in quotes if it needs them. @param isFirst whether it begins the row */
function writeText(sink: Sink, data: Uint8Array, start: number, end: number, isFirst: boolean): void {
  const bytes = sink.room(2 * (end - start) + 2);
  let to = sink.length;
  let isPlain = start < end && (!isFirst || STARTS[data[start]!] === 1);
  for (let i = start; isPlain && i < end; i++) {
    const byte = data[i]!;
    if (SPECIAL[byte] === 1 || (byte === SPACE && isFirst)) isPlain = false;
    else bytes[to++] = byte;
  }
  if (!isPlain) {
    to = sink.length;
    bytes[to++] = QUOTE;
    for (let i = start; i < end; i++) {
      const byte = data[i]!;
      if (byte === QUOTE) bytes[to++] = QUOTE;
      bytes[to++] = byte;
    }
    bytes[to++] = QUOTE;
  }
  sink.length = to;
}

/** The column's name and type, for messages. */
export function describeColumn({ name, kind, type, repetition }: ParquetColumn): string {
  const lists = 'list of '.repeat(repetition);
  const values = type === 'BYTE_ARRAY' ? 'text' : type.toLowerCase();
  return `${quotedName(name)} (${kind === 'copied' ? `nested, ${values}` : lists + values})`;
}
