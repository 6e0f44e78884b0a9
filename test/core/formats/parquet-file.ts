// Writes Parquet files of any schema, whose rows can be cut between pages anywhere.
import {
  binary,
  int32,
  int64,
  list,
  struct,
  Thrift,
  type ThriftField,
  type ThriftValue,
} from '../../../core/formats/parquet/thrift.ts';

/** An element of a schema. Its values are objects if it has members, and arrays if it is repeated. */
export interface Element {
  readonly name: string;
  readonly repetition: 'required' | 'optional' | 'repeated';
  readonly type?: keyof typeof TYPES;
  readonly members?: readonly Element[];
  readonly converted?: number;
}

const TYPES = { BOOLEAN: 0, INT32: 1, INT64: 2, FLOAT: 4, DOUBLE: 5, BYTE_ARRAY: 6 } as const;
const REPETITIONS = { required: 0, optional: 1, repeated: 2 } as const;
/** Converted types. */
const [TEXT, MAP, LIST] = [0, 1, 3];

/** A list as most writers write it. Its values are `{ list: [{ element }, …] }`. */
export const listOf = (name: string, element: Omit<Element, 'name'>): Element => ({
  name,
  repetition: 'optional',
  converted: LIST!,
  members: [{ name: 'list', repetition: 'repeated', members: [{ ...element, name: 'element' }] }],
});

/** A map. Its values are `{ key_value: [{ key, value }, …] }`. */
export const mapOf = (name: string, value: Omit<Element, 'name'>): Element => {
  const key: Element = { name: 'key', repetition: 'required', type: 'BYTE_ARRAY', converted: TEXT! };
  const members: readonly Element[] = [key, { ...value, name: 'value' }];
  return {
    name,
    repetition: 'optional',
    converted: MAP!,
    members: [{ name: 'key_value', repetition: 'repeated', members }],
  };
};

interface Item {
  readonly repetition: number;
  readonly definition: number;
  readonly value?: unknown;
}

/** A file of one row group. @param pageItems items of a page, rows of a list notwithstanding */
export function parquetFile(
  columns: readonly Element[],
  rows: readonly Readonly<Record<string, unknown>>[],
  pageItems = Infinity,
): Uint8Array {
  const schema: ThriftValue[] = [struct([4, binary('schema')], [5, int32(columns.length)])];
  const pieces: Uint8Array[] = [Buffer.from('PAR1')];
  const chunks: ThriftValue[] = [];
  let start = 4;
  const describe = (element: Element) => {
    const { name, repetition, type, converted, members } = element;
    const fields: (ThriftField | false)[] = [
      type !== undefined && [1, int32(TYPES[type])],
      [3, int32(REPETITIONS[repetition])],
      [4, binary(name)],
      members !== undefined && [5, int32(members.length)],
      converted !== undefined && [6, int32(converted)],
    ];
    schema.push(struct(...fields.filter((field) => field !== false)));
    members?.forEach(describe);
  };
  columns.forEach(describe);
  for (const path of columns.flatMap((column) => leavesOf(column, []))) {
    const items = rows.flatMap((row) => itemsOf(path, row[path[0]!.name]));
    const pages = pagesOf(path, items, pageItems);
    const bytes = pages.reduce((sum, { length }) => sum + length, 0);
    const meta = struct(
      [1, int32(TYPES[path.at(-1)!.type!])],
      [2, list(Thrift.i32, [int32(0), int32(3)])],
      [
        3,
        list(
          Thrift.binary,
          path.map(({ name }) => binary(name)),
        ),
      ],
      [4, int32(0)],
      [5, int64(items.length)],
      [6, int64(bytes)],
      [7, int64(bytes)],
      [9, int64(start)],
    );
    chunks.push(struct([2, int64(0)], [3, meta]));
    pieces.push(...pages);
    start += bytes;
  }
  const group = struct([1, list(Thrift.struct, chunks)], [2, int64(start)], [3, int64(rows.length)]);
  const [, footer] = struct(
    [1, int32(1)],
    [2, list(Thrift.struct, schema)],
    [3, int64(rows.length)],
    [4, list(Thrift.struct, [group])],
  );
  const length = new Uint8Array(Uint32Array.of(footer.length).buffer);
  return Buffer.concat([...pieces, footer, length, Buffer.from('PAR1')]);
}

function leavesOf(element: Element, above: readonly Element[]): Element[][] {
  const path = [...above, element];
  return element.members ? element.members.flatMap((member) => leavesOf(member, path)) : [path];
}

/** The items of a row: https://research.google/pubs/pub36632/ */
function itemsOf(path: readonly Element[], row: unknown): Item[] {
  const items: Item[] = [];
  const walk = (depth: number, value: unknown, repetition: number, definition: number, lists: number) => {
    const element = path[depth]!;
    const enter = (one: unknown, own: number, level: number, open: number) => {
      if (!element.members) items.push({ repetition: own, definition: level, value: one });
      else walk(depth + 1, (one as Record<string, unknown>)[path[depth + 1]!.name], own, level, open);
    };
    if (element.repetition === 'required') enter(value, repetition, definition, lists);
    else if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) {
      items.push({ repetition, definition });
    } else if (element.repetition === 'optional') enter(value, repetition, definition + 1, lists);
    else {
      for (const [i, one] of (value as unknown[]).entries()) {
        enter(one, i === 0 ? repetition : lists + 1, definition + 1, lists + 1);
      }
    }
  };
  walk(0, row, 0, 0, 0);
  return items;
}

function pagesOf(path: readonly Element[], items: readonly Item[], pageItems: number): Uint8Array[] {
  const lists = path.filter(({ repetition }) => repetition === 'repeated').length;
  const levels = path.filter(({ repetition }) => repetition !== 'required').length;
  const { type } = path.at(-1)!;
  const pages: Uint8Array[] = [];
  for (let from = 0; from < items.length; from += pageItems) {
    const own = items.slice(from, from + pageItems);
    const values = own.filter(({ definition }) => definition === levels).map(({ value }) => value);
    const body = Buffer.concat([
      ...(lists > 0 ? [runs(own.map(({ repetition }) => repetition))] : []),
      ...(levels > 0 ? [runs(own.map(({ definition }) => definition))] : []),
      ...plainValues(type!, values),
    ]);
    const data = struct([1, int32(own.length)], [2, int32(0)], [3, int32(3)], [4, int32(3)]);
    const header = struct([1, int32(0)], [2, int32(body.length)], [3, int32(body.length)], [5, data]);
    pages.push(header[1], body);
  }
  return pages;
}

/** Levels as runs of one. */
function runs(levels: readonly number[]): Uint8Array {
  const length = new Uint8Array(Uint32Array.of(2 * levels.length).buffer);
  return Buffer.concat([length, Uint8Array.from(levels.flatMap((level) => [2, level]))]);
}

function plainValues(type: keyof typeof TYPES, values: readonly unknown[]): Uint8Array[] {
  if (type === 'BOOLEAN') {
    const packed = new Uint8Array(Math.ceil(values.length / 8));
    for (const [i, value] of values.entries()) if (value === true) packed[i >> 3]! |= 1 << (i & 7);
    return [packed];
  }
  return values.map((value) => {
    if (type === 'BYTE_ARRAY') {
      const text = Buffer.from(value as string);
      return Buffer.concat([new Uint8Array(Uint32Array.of(text.length).buffer), text]);
    }
    if (type === 'INT64') return new Uint8Array(BigInt64Array.of(value as bigint).buffer);
    const Numbers = { INT32: Int32Array, FLOAT: Float32Array, DOUBLE: Float64Array }[type];
    return new Uint8Array(Numbers.of(value as number).buffer);
  });
}
