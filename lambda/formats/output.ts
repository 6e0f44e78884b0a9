import type { SolutionsWanted } from '../solver/solve.ts';
import type { Format, Writer } from './format.ts';

/** Results that are tables whatever the format of the file: one row a solution, or a puzzle. */
export type Table = 'csv' | 'jsonl';

/** What of a file's options bears on how its result is written. */
export interface OutputOptions {
  readonly output: 'same' | Table;
  readonly solutions: SolutionsWanted;
}

/** Makes the writer of a table for a file of this format. */
export type TableWriter = (format: Format, state: unknown, options: OutputOptions) => Writer;

/** Writers of tables, by name of the table. */
export const TABLES: Partial<Record<Table, TableWriter>> = {};

/** The table that a result is, or undefined if it has the layout of the file. */
export function tableOf(format: Format, { output, solutions }: OutputOptions): Table | undefined {
  if (output !== 'same') return output;
  return format.holds.includes(solutions) ? undefined : 'csv';
}

/** The writer of a file's result. @throws RangeError if there is no such table */
export function writerOf(format: Format, state: unknown, options: OutputOptions): Writer {
  const table = tableOf(format, options);
  if (!table) return format.writer(state);
  const make = TABLES[table];
  if (!make)
    throw new RangeError(`expected output ${Object.keys(TABLES).join(' or ') || 'same'}, got ${table}`);
  return make(format, state, options);
}
