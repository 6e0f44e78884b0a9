// The footer of a Parquet file: its columns, and where its row groups are.
// https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift

import { anyOf, boolean, integer, listOf, members, type Shaped, text } from '../../options/shape.ts';
import { quote } from '../shared/bytes.ts';
import { Numbers, ThriftFault, ThriftReader } from './thrift.ts';

/** Physical types of values, in the order of their codes. */
export const TYPES = [
  'BOOLEAN',
  'INT32',
  'INT64',
  'INT96',
  'FLOAT',
  'DOUBLE',
  'BYTE_ARRAY',
  'FIXED_LEN_BYTE_ARRAY',
] as const;
export type PhysicalType = (typeof TYPES)[number];

/** Compressions of pages, in the order of their codes. */
export const CODECS = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'] as const;

const KINDS = ['value', 'list', 'copied', 'blank'] as const;

/** Most elements of a schema from its root to a column. */
const MAX_SCHEMA_DEPTH = 32;

/** A column of the file: values of one type. A struct has a column for each of its members. Plain JSON. */
export const parquetColumn = members({
  /** The name of the struct or list that the column belongs to, or its own. */
  name: text(),
  /**
   * How its rows are written as fields of CSV: as `value`; a `list` of integers, or of lists of them, as cells; `copied` in a
   * form that only the encoder reads, so that all columns that are no puzzles stay as they are; or `blank`.
   */
  kind: anyOf(...KINDS),
  type: anyOf(...TYPES),
  /** Bytes of a value of fixed length; 0 for other types. */
  length: integer(0, 65_535),
  /** Definition level of a value that is there. */
  definition: integer(0, 255),
  /** Definition level from which on the innermost list has an entry; 0 for a column without lists. */
  entry: integer(0, 255),
  /** Lists within each other. */
  repetition: integer(0, 255),
  /** Whether a row can be null. */
  optional: boolean,
  /** The column's elements of the schema, from its root to its values: structs of Thrift as the file has them, in base64. */
  schema: listOf(text(), MAX_SCHEMA_DEPTH),
  /** How many of these elements the column before it has, too: those of a struct. */
  shared: integer(0, 255),
});
export type ParquetColumn = Shaped<typeof parquetColumn>;

/** A row group as numbers: its rows, its uncompressed bytes, then start, bytes and codec of each column's chunk. */
export type RowGroup = readonly number[];

export interface Footer {
  readonly columns: readonly ParquetColumn[];
  readonly groups: readonly RowGroup[];
  readonly rows: number;
}

const MAGIC = 'PAR1';
const ENCRYPTED = 'PARE';

/** Bytes that end a file: the length of the footer before them, and the magic. */
export const TRAILER_BYTES = 8;

/** Longer footers are refused: that of a usual file of 10^9 rows has a megabyte. */
const MAX_FOOTER = 32 * 1024 * 1024;

const MAX_COLUMNS = 1000;

/** A file may have this many rows, and this many for each byte: one puzzle that is repeated takes next to nothing. */
const FREE_ROWS = 1_000_000;
const ROWS_PER_BYTE = 64;

/** A file that cannot be read. The message says what was expected. */
export class ParquetFault extends Error {
  override readonly name = 'ParquetFault';
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + 4)).toString('latin1') === text;

/** Whether a file begins as Parquet does; so do few texts, in which no zero byte or other control character follows. */
export function isParquet(head: Uint8Array): boolean {
  return (
    (startsWith(head, MAGIC) || startsWith(head, ENCRYPTED)) && head.subarray(4, 64).some((byte) => byte < 9)
  );
}

/**
 * Bytes of the footer, without the trailer.
 * @param trailer the last {@link TRAILER_BYTES} of a file of `bytes`
 * @throws ParquetFault
 */
export function footerBytes(trailer: Uint8Array, bytes: number): number {
  if (startsWith(trailer, ENCRYPTED, 4))
    throw new ParquetFault('expected a Parquet file, got an encrypted one');
  if (bytes < 3 * 4 || !startsWith(trailer, MAGIC, 4)) {
    throw new ParquetFault(
      `expected a Parquet file that ends in ${MAGIC}, got one that is cut short or damaged`,
    );
  }
  const length = new DataView(trailer.buffer, trailer.byteOffset).getUint32(0, true);
  if (length > bytes - TRAILER_BYTES - 4) {
    throw new ParquetFault(
      `expected a footer of at most ${bytes - TRAILER_BYTES - 4} bytes in a Parquet file of ${bytes}, got one of ${length}`,
    );
  }
  if (length > MAX_FOOTER) {
    throw new ParquetFault(
      `expected a Parquet footer of at most ${MAX_FOOTER} bytes, got ${length}: write the file in fewer, larger row groups`,
    );
  }
  return length;
}

/**
 * Parses a footer.
 * @param start its offset in the file, where the row groups must have ended
 * @throws ParquetFault
 */
export function parseFooter(bytes: Uint8Array, start: number): Footer {
  try {
    return footerIn(new ThriftReader(bytes), start);
  } catch (error) {
    if (!(error instanceof ThriftFault)) throw error;
    throw new ParquetFault(`expected the footer of a Parquet file, got ${error.message}`);
  }
}

/** @param end offset in the file at which the footer begins */
function footerIn(thrift: ThriftReader, end: number): Footer {
  let schema: SchemaElement[] = [];
  let found: FoundGroup[] = [];
  const numbers = thrift.struct({
    2: (type) => (schema = thrift.structs(type, () => schemaElement(thrift))),
    4: (type) => (found = thrift.structs(type, () => groupIn(thrift))),
    8: refuseEncryption,
  });
  const columns = columnsIn(schema);
  // a row group without rows may say anything about its columns
  const filled = found.filter((group) => group.rows > 0);
  const groups = filled.map(({ rows, bytes, chunks }, index) => {
    if (chunks.length !== columns.length) {
      throw new ParquetFault(
        `expected ${columns.length} columns in row group ${index + 1} of the Parquet file, got ${chunks.length}`,
      );
    }
    return [rows, bytes, ...chunks.flatMap((chunk, column) => checked(chunk, rows, columns[column]!, end))];
  });
  const rows = groups.reduce((sum, [own]) => sum + own!, 0);
  const said = numbers.of(3, -1);
  if (rows !== said)
    throw new ParquetFault(`expected ${said} rows in the row groups of the Parquet file, got ${rows}`);
  refuseExpansion(rows, end);
  refuseOverlaps(groups);
  return { columns, groups, rows };
}

function refuseEncryption(): never {
  throw new ParquetFault('expected a Parquet file, got one with encrypted columns');
}

interface FoundGroup {
  readonly rows: number;
  readonly bytes: number;
  readonly chunks: readonly Chunk[];
}

function groupIn(thrift: ThriftReader): FoundGroup {
  let chunks: Chunk[] = [];
  const numbers = thrift.struct({ 1: (type) => (chunks = thrift.structs(type, () => chunkIn(thrift))) });
  const rows = numbers.of(3, -1);
  if (rows < 0) throw new ThriftFault(`a row group of ${rows} rows`);
  return { rows, bytes: Math.max(numbers.of(2, 0), 0), chunks };
}

interface Chunk {
  readonly type: number;
  readonly codec: number;
  readonly values: number;
  readonly bytes: number;
  readonly data: number;
  readonly dictionary: number;
  readonly isElsewhere: boolean;
}

function chunkIn(thrift: ThriftReader): Chunk {
  let meta = new Numbers();
  let isElsewhere = false;
  thrift.struct({
    1: (type) => (isElsewhere = thrift.text(type) !== ''),
    3: () => (meta = thrift.struct()),
    8: refuseEncryption,
    9: refuseEncryption,
  });
  const of = (id: number) => meta.of(id, -1);
  return {
    type: of(1),
    codec: of(4),
    values: of(5),
    bytes: of(7),
    data: of(9),
    dictionary: of(11),
    isElsewhere,
  };
}

/** The start, the bytes and the codec of a chunk. @param end offset before which it ends @throws ParquetFault */
function checked(chunk: Chunk, rows: number, column: ParquetColumn, end: number): number[] {
  const { type, codec, values, bytes, data, dictionary, isElsewhere } = chunk;
  const of = `column ${quotedName(column.name)} of the Parquet file`;
  if (isElsewhere)
    throw new ParquetFault(`expected the values of ${of} in it, got a reference to another file`);
  const start = dictionary >= 4 && dictionary < data ? dictionary : data;
  if (start < 4 || bytes < 0 || start + bytes > end) {
    throw new ParquetFault(
      `expected ${of} before its footer at ${end}, got bytes ${start} to ${start + bytes}`,
    );
  }
  if (TYPES[type] !== column.type) {
    throw new ParquetFault(
      `expected values of ${column.type} in ${of}, got ${TYPES[type] ?? `type ${type}`}`,
    );
  }
  if (CODECS[codec] === undefined || codec === CODECS.indexOf('LZO')) {
    throw new ParquetFault(
      `expected ${of} to be compressed with snappy, gzip, brotli, zstd or lz4, got ${CODECS[codec] ?? `code ${codec}`}`,
    );
  }
  if (column.repetition === 0 && values !== rows) {
    throw new ParquetFault(`expected ${rows} values in ${of}, got ${values}`);
  }
  return [start, bytes, codec];
}

/** A page of a few bytes can say that it has millions of rows. @param bytes of all pages @throws ParquetFault */
function refuseExpansion(rows: number, bytes: number): void {
  const most = FREE_ROWS + ROWS_PER_BYTE * bytes;
  if (rows > most) {
    throw new ParquetFault(
      `expected at most ${most} rows in a Parquet file with ${bytes} bytes of them, got ${rows}`,
    );
  }
}

/** Columns that share bytes would expand without end. @throws ParquetFault */
function refuseOverlaps(groups: readonly RowGroup[]): void {
  const chunks: { start: number; end: number }[] = [];
  for (const group of groups) {
    for (let i = 2; i < group.length; i += 3) {
      chunks.push({ start: group[i]!, end: group[i]! + group[i + 1]! });
    }
  }
  chunks.sort((a, b) => a.start - b.start);
  for (let i = 1; i < chunks.length; i++) {
    if (chunks[i]!.start < chunks[i - 1]!.end) {
      throw new ParquetFault(
        `expected columns of the Parquet file side by side, got two that share byte ${chunks[i]!.start}`,
      );
    }
  }
}

export const quotedName = (text: string): string => quote(new TextEncoder().encode(text));

export const OPTIONAL = 1;
export const REPEATED = 2;

export interface SchemaElement {
  readonly name: string;
  readonly type: PhysicalType | undefined;
  readonly length: number;
  readonly children: number;
  readonly repetition: number;
  /** As the file has it. */
  readonly bytes: Uint8Array;
}

/** Reads an element of a schema. */
export function schemaElement(thrift: ThriftReader): SchemaElement {
  let name: string | undefined;
  const start = thrift.at;
  const numbers = thrift.struct({ 4: (type) => (name = thrift.text(type)) });
  if (name === undefined) throw new ThriftFault('a column without a name');
  return {
    name,
    type: TYPES[numbers.of(1, -1)],
    length: numbers.of(2, 0),
    repetition: numbers.of(3, 0),
    children: numbers.of(5, 0),
    bytes: thrift.since(start),
  };
}

/** The columns of a schema, which lists its tree from the root on. @throws ParquetFault, ThriftFault */
function columnsIn(schema: readonly SchemaElement[]): ParquetColumn[] {
  const [root] = schema;
  if (!root || root.children < 1)
    throw new ParquetFault('expected a Parquet file with columns, got one without');
  const columns: ParquetColumn[] = [];
  /** elements that are open, with the number of their children to come */
  const open = [{ element: root, left: root.children }];
  let shared = 0;
  for (const element of schema.slice(1)) {
    if (element.children < 0) throw new ThriftFault('a number of columns');
    if (open.length === 0) throw new ThriftFault('more columns than their number');
    if (open.length > MAX_SCHEMA_DEPTH) {
      throw new ParquetFault(
        `expected columns of a Parquet file within at most ${MAX_SCHEMA_DEPTH} others, got more: ${quotedName(open[1]!.element.name)}`,
      );
    }
    open.push({ element, left: element.children });
    if (element.children > 0) continue;
    const path = open.slice(1).map((one) => one.element);
    columns.push(columnOf(path, shared));
    if (columns.length > MAX_COLUMNS) {
      throw new ParquetFault(`expected a Parquet file of at most ${MAX_COLUMNS} columns, got more`);
    }
    do open.pop();
    while (open.length > 0 && --open.at(-1)!.left === 0);
    shared = Math.max(0, open.length - 1);
  }
  if (open.length > 0) throw new ThriftFault('fewer columns than their number');
  return columns;
}

const MAX_LISTS = 2;
const LIST_TYPES: readonly PhysicalType[] = ['INT32', 'INT64'];

/** @param path from the root of the column to its values @throws ParquetFault */
function columnOf(path: readonly SchemaElement[], shared: number): ParquetColumn {
  const [{ name, repetition: rootRepetition }] = path as readonly [SchemaElement];
  const { type, length } = path.at(-1)!;
  if (type === undefined || (type === 'FIXED_LEN_BYTE_ARRAY' && !(length > 0 && length < 65_536))) {
    throw new ParquetFault(`expected a type of Parquet in column ${quotedName(name)}, got none`);
  }
  let definition = 0;
  let entry = 0;
  let repetition = 0;
  for (const { repetition: own } of path) {
    if (own === OPTIONAL || own === REPEATED) definition++;
    if (own !== REPEATED) continue;
    repetition++;
    entry = definition;
  }
  const isAlone = path.slice(0, -1).every(({ children }) => children === 1);
  const isList = isAlone && repetition > 0 && repetition <= MAX_LISTS && LIST_TYPES.includes(type);
  return {
    name,
    kind: path.length === 1 && repetition === 0 ? 'value' : isList ? 'list' : 'copied',
    type,
    length: type === 'FIXED_LEN_BYTE_ARRAY' ? length : 0,
    definition,
    entry,
    repetition,
    optional: rootRepetition === OPTIONAL,
    schema: path.map(({ bytes }) => Buffer.from(bytes).toString('base64')),
    shared,
  };
}
