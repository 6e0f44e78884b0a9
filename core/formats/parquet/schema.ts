// The columns of results.

import { FACT_NAMES, factEntry } from '../../options/facts.ts';
import type { OutputOptions } from '../shared/format.ts';
import { type Columns, columnNames } from '../tables/rows.ts';
import { OPTIONAL, type ParquetColumn, type PhysicalType, REPEATED, schemaElement } from './footer.ts';
import type { ParquetState } from './state.ts';
import { binary, int32, struct, type ThriftField, ThriftReader } from './thrift.ts';

/** Codes of physical types in a schema. */
const CODES = { BOOLEAN: 0, INT64: 2, DOUBLE: 5, BYTE_ARRAY: 6 } as const;

/** A type of a column that is written; `BYTE_ARRAY` is a text. */
export type ColumnType = keyof typeof CODES;

/** A column that may have nulls. */
export function column(name: string, type: ColumnType): ParquetColumn {
  const isText = type === 'BYTE_ARRAY';
  const fields: ThriftField[] = [
    [1, int32(CODES[type])],
    [3, int32(OPTIONAL)],
    [4, binary(name)],
    // UTF8, as the converted type and as the logical type
    ...(isText
      ? ([
          [6, int32(0)],
          [10, struct([1, struct()])],
        ] as ThriftField[])
      : []),
  ];
  return {
    name,
    kind: 'value',
    type,
    length: 0,
    definition: 1,
    entry: 0,
    repetition: 0,
    optional: true,
    schema: [elementOf(fields)],
    shared: 0,
  };
}

/** Types of columns for facts about puzzles; others are texts. */
export const FACT_TYPES: Readonly<Record<string, ColumnType>> = Object.fromEntries(
  FACT_NAMES.flatMap((name) => Object.entries(factEntry(name).columns)).filter(
    ([, type]) => type !== 'BYTE_ARRAY',
  ),
);

/** Types of the other columns of a table, which are no texts. */
const TYPES: Readonly<Record<string, ColumnType>> = {
  number: 'INT64',
  count: 'INT64',
  at_limit: 'BOOLEAN',
  guesses: 'INT64',
};

/** The columns of a table of results. */
export function tableColumns(columns: Columns, hasNumberedIds = false): ParquetColumn[] {
  const types: typeof TYPES = { ...TYPES, ...FACT_TYPES, ...(hasNumberedIds && { id: 'INT64' }) };
  return columnNames(columns).map((name) => column(name, types[name] ?? 'BYTE_ARRAY'));
}

/** The columns of a result in the layout of its file. */
export function ownColumns({ columns, csv }: ParquetState, { solutions }: OutputOptions): ParquetColumn[] {
  const puzzle = columns[csv.puzzle]!;
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  // readers refuse two columns of one name; the file's own may have a type that cannot hold what a result says
  const free = (name: string) => {
    let own = name;
    for (let number = 2; names.has(own); number++) own = `${name}_${number}`;
    return own;
  };
  const like = (name: string) =>
    puzzle.kind === 'list' ? nullable(puzzle, name) : column(name, 'BYTE_ARRAY');
  return [
    ...columns.map((own, i) => (i === csv.solution && own.kind === 'list' ? nullable(own, own.name) : own)),
    ...(csv.solution < 0 ? [like(free('solution'))] : []),
    ...(csv.status < 0 ? [column(free('status'), 'BYTE_ARRAY')] : []),
    ...(solutions === 'count' && csv.count < 0 ? [column(free('count'), 'INT64')] : []),
  ];
}

/** A column of lists under a name. Its rows can be null, or empty if it is a bare repeated field, which cannot. */
function nullable(own: ParquetColumn, name: string): ParquetColumn {
  const [root, ...others] = own.schema as [string, ...string[]];
  const bytes = Buffer.from(root, 'base64');
  const renamed = new Map(new ThriftReader(bytes).fields());
  renamed.set(4, binary(name));
  // two columns may not have one id
  if (name !== own.name) renamed.delete(9);
  const isRequired = !own.optional && schemaElement(new ThriftReader(bytes)).repetition !== REPEATED;
  if (isRequired) renamed.set(3, int32(OPTIONAL));
  const added = isRequired ? 1 : 0;
  return {
    ...own,
    name,
    optional: own.optional || isRequired,
    definition: own.definition + added,
    entry: own.entry + added,
    schema: [elementOf([...renamed].sort(([a], [b]) => a - b)), ...others],
  };
}

/** An element of a schema, in base64. */
const elementOf = (fields: readonly ThriftField[]): string =>
  Buffer.from(struct(...fields)[1]).toString('base64');

/** Whether a text is a number that a column of 64-bit integers holds, and that is written like that. */
export function isWholeNumber(text: string): boolean {
  if (!/^(0|-?[1-9]\d{0,18})$/.test(text)) return false;
  // any number of 18 digits fits
  return text.length <= 18 || BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** Names of types, for the roles that a column of a type can have. */
export const IS_TEXT: ReadonlySet<PhysicalType> = new Set<PhysicalType>([
  'BYTE_ARRAY',
  'FIXED_LEN_BYTE_ARRAY',
]);
