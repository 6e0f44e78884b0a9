// Parquet: puzzles and solutions as texts, other columns as numbers where they are.

import type { Codec } from '../../core/files/compression.ts';
import { RejectedFile } from '../../core/files/file-plan.ts';
import { ParquetEncoder } from '../../core/files/result-encoding.ts';
import type { ParquetColumn } from '../../core/formats/parquet/footer.ts';
import { type ColumnType, column, FACT_TYPES, isWholeNumber } from '../../core/formats/parquet/schema.ts';
import { parquetFoot, parquetHead } from '../../core/formats/parquet/write-footer.ts';
import { isIdName, roleOf } from '../../core/formats/shared/roles.ts';
import { openOutput } from '../files/output.ts';
import { TableRows } from './tables.ts';
import type { HeldRecords, Target } from './target.ts';
import { encodedTarget, type TextWriter } from './text-target.ts';

/** Columns of results that hold integers. */
const COUNTS = ['count', 'guesses', 'number'];

/** Numbers that are the same when they have been written and read. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Writes a table whose columns and types are those of the first puzzles. @throws UsageError or FailureError */
export async function parquetTarget(path: string): Promise<Target> {
  const rows = new TableRows(',', false);
  let columns: ParquetColumn[] | undefined;
  let encoder: ParquetEncoder | undefined;
  let isBegun = false;
  const begin = (typeOf: (name: string) => ColumnType) => {
    columns ??= rows.names.map((name) => column(name, typeOf(name)));
    encoder ??= new ParquetEncoder(columns);
  };
  const writer: TextWriter = {
    omitted: rows.omitted,
    prepare(held) {
      rows.prepare(held);
      begin((name) => typeIn(held, name));
    },
    puzzle(sink, held, record) {
      checkTypes(held, record, columns!);
      rows.puzzle(sink, held, record);
    },
    columns: (names, hasSolutions) => rows.columns(names, hasSolutions),
    end: () => begin(() => 'BYTE_ARRAY'),
  };
  const codec: Codec = {
    async *push(bytes) {
      if (!isBegun) yield parquetHead();
      isBegun = true;
      yield* encoder!.push(bytes);
    },
    async *end() {
      yield* encoder!.end();
      yield parquetFoot(columns!, [encoder!.facts]);
    },
    close() {},
  };
  return encodedTarget(await openOutput(path), writer, codec);
}

/** The type of a column of which these are the first values. */
function typeIn(held: HeldRecords, name: string): ColumnType {
  if (name === 'puzzle' || name === 'solution') return 'BYTE_ARRAY';
  const known: ColumnType | undefined =
    COUNTS.includes(name) || (isIdName(name) && areWhole(held, name))
      ? 'INT64'
      : (FACT_TYPES[name] ?? (roleOf(name) === 'rating' || held.areJson ? 'DOUBLE' : undefined));
  if (known === undefined) return 'BYTE_ARRAY';
  let hasValue = false;
  for (const record of held.records) {
    const text = textOf(held, record, name);
    hasValue ||= text !== '';
    if (!fits(text, known)) return 'BYTE_ARRAY';
  }
  return hasValue ? known : 'BYTE_ARRAY';
}

function areWhole(held: HeldRecords, name: string): boolean {
  for (const record of held.records) {
    const text = textOf(held, record, name);
    if (text !== '' && !isWholeNumber(text)) return false;
  }
  return true;
}

/** @throws RejectedFile for a value that a column cannot hold */
function checkTypes(held: HeldRecords, record: number, columns: readonly ParquetColumn[]): void {
  for (const { name, type } of columns) {
    if (type === 'BYTE_ARRAY') continue;
    const text = textOf(held, record, name);
    if (fits(text, type as ColumnType)) continue;
    const expected = type === 'BOOLEAN' ? 'true or false' : type === 'INT64' ? 'an integer' : 'a number';
    throw new RejectedFile(
      `expected ${expected} in the column ${JSON.stringify(name)}, as in the first records, got ${JSON.stringify(text.slice(0, 40))}: convert to another format, such as csv`,
      held.lines[record]! + 1,
    );
  }
}

/** A value as text; empty if there is none. */
function textOf({ fields, areJson }: HeldRecords, record: number, name: string): string {
  const value = fields(record).get(name) ?? '';
  return areJson && value === 'null' ? '' : value;
}

function fits(text: string, type: ColumnType): boolean {
  if (text === '') return true;
  if (type === 'BOOLEAN') return text === 'true' || text === 'false';
  return type === 'INT64' ? isWholeNumber(text) : NUMBER.test(text);
}
