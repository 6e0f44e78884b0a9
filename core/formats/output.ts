import type { Table } from '../options/options.ts';
import type { Format, OutputOptions, Writer } from './shared/format.ts';
import { csvRows } from './tables/csv.ts';
import { jsonlRows } from './tables/jsonl.ts';
import type { RowFormat } from './tables/row.ts';
import { TableWriter } from './tables/writer.ts';

const ROW_FORMATS: Readonly<Record<Table, RowFormat>> = { csv: csvRows, jsonl: jsonlRows };

/** The table that a result is, or undefined if it has the layout of the file. */
export function tableOf(format: Format, { output, solutions }: OutputOptions): Table | undefined {
  if (output !== 'same') return output;
  return format.holds.includes(solutions) ? undefined : 'csv';
}

/** Whether the result's rows carry the number of their puzzle, which a piece of the file does not know. */
export function isNumbered(format: Format, options: OutputOptions): boolean {
  return (
    tableOf(format, options) !== undefined && (options.solutions === 'count' || options.solutions === 'all')
  );
}

/** The writer of a file's result. */
export function writerOf(format: Format, state: unknown, options: OutputOptions): Writer {
  const table = tableOf(format, options);
  if (!table) return format.writer(state, options);
  const listed = options.solutions === 'all';
  const idOf = format.ids?.(state);
  const columns = {
    listed,
    identified: idOf !== undefined,
    numbered: isNumbered(format, options),
    graded: options.grade && !listed,
    limit: listed || options.solutions === 'count' ? options.limit : Infinity,
  };
  return new TableWriter(ROW_FORMATS[table], columns, idOf);
}
