// Parquet: puzzles and solutions as texts, other columns as numbers where they are.

import { RejectedFile } from '../../core/files/file-plan.ts';
import { ParquetEncoder } from '../../core/files/result-encoding.ts';
import type { ParquetColumn } from '../../core/formats/parquet/footer.ts';
import { type ColumnType, column, FACT_TYPES, isWholeNumber } from '../../core/formats/parquet/schema.ts';
import { parquetFoot, parquetHead } from '../../core/formats/parquet/write-footer.ts';
import { isIdName, roleOf } from '../../core/formats/shared/roles.ts';
import { Sink } from '../../core/formats/shared/sink.ts';
import { openOutput } from '../files/output.ts';
import { TableRows } from './tables.ts';
import type { HeldRecords, Target } from './target.ts';

/** Columns of results that hold integers. */
const COUNTS = ['count', 'guesses', 'number'];

/** Numbers that are the same when they have been written and read. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Writes a table whose columns and types are those of the first puzzles. @throws UsageError or FailureError */
export async function parquetTarget(path: string): Promise<Target> {
  const output = await openOutput(path);
  const rows = new TableRows(',', false);
  const sink = new Sink();
  let columns: ParquetColumn[] | undefined;
  let encoder: ParquetEncoder | undefined;
  const begin = async (names: readonly string[], typeOf: (name: string) => ColumnType) => {
    columns = names.map((name) => column(name, typeOf(name)));
    encoder = new ParquetEncoder(columns);
    await output.write(parquetHead());
  };
  const flush = async () => {
    for await (const piece of encoder!.push(sink.take())) await output.write(piece);
  };
  return {
    omitted: rows.omitted,
    async write(held) {
      rows.prepare(held);
      if (!columns) await begin(rows.names, (name) => typeIn(held, name));
      const typed = columns!.filter(({ type }) => type !== 'BYTE_ARRAY');
      for (const record of held.records) {
        checkTypes(held, record, typed);
        rows.puzzle(sink, held, record);
        if (sink.isFull) await flush();
      }
    },
    columns: (names, hasSolutions) => rows.columns(names, hasSolutions),
    async commit() {
      if (!columns) await begin(rows.names, () => 'BYTE_ARRAY');
      await flush();
      for await (const piece of encoder!.end()) await output.write(piece);
      await output.write(parquetFoot(columns!, [encoder!.facts]));
      await output.commit();
    },
    discard: () => output.discard(),
  };
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
function checkTypes(held: HeldRecords, record: number, typed: readonly ParquetColumn[]): void {
  for (const { name, type } of typed) {
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
