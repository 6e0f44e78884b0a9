// The footer of a Parquet file that is written: its columns, and where its row groups are.

import { type ParquetColumn, TYPES } from './footer.ts';
import { binary, int32, int64, list, struct, Thrift, ThriftReader, type ThriftValue } from './thrift.ts';

/**
 * A row group that was written, as numbers: its rows and its codec, then for each column the values, uncompressed and
 * compressed bytes, and the offset from the beginning of its piece.
 */
export type WrittenGroup = readonly number[];

/** Encodings of everything that is written. */
export const PLAIN = 0;
export const RLE = 3;

const MAGIC = new TextEncoder().encode('PAR1');

/** Bytes before the first row group. */
export const parquetHead = (): Uint8Array => MAGIC;

/**
 * Bytes after the last row group.
 * @param pieces of the file in order, each with its bytes and its row groups
 */
export function parquetFoot(
  columns: readonly ParquetColumn[],
  pieces: Iterable<{ readonly bytes: number; readonly groups?: readonly WrittenGroup[] | undefined }>,
): Uint8Array {
  const groups: ThriftValue[] = [];
  let rows = 0;
  let start = MAGIC.length;
  for (const piece of pieces) {
    for (const group of piece.groups ?? []) {
      rows += group[0]!;
      groups.push(rowGroup(columns, group, start));
    }
    start += piece.bytes;
  }
  const [, footer] = struct(
    [1, int32(2)],
    [2, list(Thrift.struct, schemaOf(columns))],
    [3, int64(rows)],
    [4, list(Thrift.struct, groups)],
    [6, binary('sudoku-batch')],
  );
  const bytes = new Uint8Array(footer.length + 8);
  bytes.set(footer);
  new DataView(bytes.buffer).setUint32(footer.length, footer.length, true);
  bytes.set(MAGIC, footer.length + 4);
  return bytes;
}

function schemaOf(columns: readonly ParquetColumn[]): ThriftValue[] {
  const roots = columns.filter(({ shared }) => shared === 0).length;
  const root = struct([4, binary('schema')], [5, int32(roots)]);
  return [
    root,
    ...columns.flatMap(({ schema, shared }) =>
      schema.slice(shared).map((element): ThriftValue => [Thrift.struct, Buffer.from(element, 'base64')]),
    ),
  ];
}

function rowGroup(columns: readonly ParquetColumn[], group: WrittenGroup, start: number): ThriftValue {
  const [rows, codec] = group as readonly [number, number];
  let content = 0;
  let stored = 0;
  const chunks = columns.map((column, i) => {
    const [values, own, packed, offset] = group.slice(2 + 4 * i, 6 + 4 * i) as [
      number,
      number,
      number,
      number,
    ];
    content += own;
    stored += packed;
    const names = column.schema.map(nameOf);
    const meta = struct(
      [1, int32(TYPES.indexOf(column.type))],
      [2, list(Thrift.i32, [int32(PLAIN), int32(RLE)])],
      [3, list(Thrift.binary, names)],
      [4, int32(codec)],
      [5, int64(values)],
      [6, int64(own)],
      [7, int64(packed)],
      [9, int64(start + offset)],
    );
    return struct([2, int64(0)], [3, meta]);
  });
  return struct(
    [1, list(Thrift.struct, chunks)],
    [2, int64(content)],
    [3, int64(rows)],
    [5, int64(start + group[5]!)],
    [6, int64(stored)],
  );
}

/** The name of an element of a schema. */
const nameOf = (element: string): ThriftValue =>
  new ThriftReader(Buffer.from(element, 'base64')).fields().find(([id]) => id === 4)![1];
