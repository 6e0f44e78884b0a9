// All formats in the order of recognition, and which writer the result of a file has.

import { type FactName, requestedFacts } from '../options/facts.ts';
import type { FormatName, OutputFormat } from '../options/options.ts';
import { members } from '../options/shape.ts';
import { tablesOfFact } from '../solver/engine/facts.ts';
import { csv } from './csv/index.ts';
import { candidates, pencilmarks } from './grids/candidates/index.ts';
import { grids } from './grids/index.ts';
import { pasted } from './grids/pasted/index.ts';
import { json } from './json/index.ts';
import { lines } from './lines/index.ts';
import { jigsawLines } from './lines/jigsaw-lines.ts';
import { numberLines } from './lines/number-lines.ts';
import { links } from './links/index.ts';
import { ArrayWriter, npy } from './npy/index.ts';
import { parquet } from './parquet/index.ts';
import { isWholeNumber } from './parquet/schema.ts';
import { RECORD_MEMBERS } from './rules/members.ts';
import type { Block } from './shared/block.ts';
import type { Format, IdOf, OutputOptions, Writer } from './shared/format.ts';
import type { TextReader } from './shared/text-record.ts';
import { type Columns, csvRows, jsonlRows, type RowFormat, typedRows } from './tables/rows.ts';
import { TableWriter } from './tables/writer.ts';

/** The format of each name, in the order of recognition: the first that recognises a file's head is its format. */
const BY_NAME: Readonly<Record<FormatName, unknown>> = {
  npy,
  parquet,
  links,
  json,
  csv,
  // rows of a table with regions are jigsaws, too; its header says more, such as that it has cages
  'jigsaw-lines': jigsawLines,
  pencilmarks,
  candidates,
  lines,
  'number-lines': numberLines,
  grids,
  pasted,
};

/** All formats, in the order of recognition. */
export const FORMATS = Object.values(BY_NAME) as readonly Format[];

const refuse = (): never => {
  throw new RangeError('expected a file of puzzles, got a zip archive, which holds files');
};

/** A zip archive. It holds files, each of its own format: a solver of the archive reads them. */
const zip: Format = {
  name: 'zip',
  isArchive: true,
  recognise: () => undefined,
  state: members<object>({}),
  splittable: () => false,
  holds: ['first', 'unique', 'count', 'all'],
  reader: refuse,
  writer: refuse,
};

/** All formats of plans: those that are recognised by their records, and archives. */
export const ALL_FORMATS: readonly Format[] = [...FORMATS, zip];

/** @throws RangeError if no format has this name */
export function formatOf({ format: name }: { readonly format: string }): Format {
  const format = ALL_FORMATS.find((candidate) => candidate.name === name);
  if (!format)
    throw new RangeError(`expected a format of ${ALL_FORMATS.map((f) => f.name).join(', ')}, got ${name}`);
  return format;
}

const ROW_FORMATS: Readonly<Record<Exclude<OutputFormat, 'same' | 'npy'>, RowFormat>> = {
  csv: csvRows,
  jsonl: jsonlRows,
  parquet: typedRows,
};

/** What a result is that does not have the layout of its file: a kind of table, or an array; undefined if it has. */
export function tableOf(
  format: Format,
  { output, solutions }: OutputOptions,
): Exclude<OutputFormat, 'same'> | undefined {
  if (output !== 'same') return output;
  const { holds = ['first', 'unique'] } = format;
  return holds.includes(solutions) ? undefined : 'csv';
}

/** Whether the result's rows contain the number of their puzzle, which is unknown in a piece of the file. */
export function isNumbered(format: Format, options: OutputOptions): boolean {
  const table = tableOf(format, options);
  return (
    table !== undefined && table !== 'npy' && (options.solutions === 'count' || options.solutions === 'all')
  );
}

/** The columns of a table of results. */
export function columnsOf(format: Format, state: unknown, options: OutputOptions): Columns {
  const listed = options.solutions === 'all';
  return {
    listed,
    identified: format.ids?.(state) !== undefined,
    numbered: isNumbered(format, options),
    facts: listed ? [] : requestedFacts(options),
    rules: rulesOf(format, state, options),
    typed: tableOf(format, options) === 'parquet',
  };
}

/** The rules for which a table has columns: those of the file's records, and those that its options give to all puzzles. */
function rulesOf(format: Format, state: unknown, { variant, regions }: OutputOptions): Columns['rules'] {
  const own = format.rules?.(state) ?? [];
  const isSaid = { variant: variant !== 'classic' || regions !== undefined, regions: regions !== undefined };
  return RECORD_MEMBERS.filter((name) => own.includes(name) || isSaid[name as keyof typeof isSaid] === true);
}

/** What the front of a file decides about a result of one type. */
export interface ResultType {
  /** Of an array: rows of each grid. */
  readonly gridSize?: number | undefined;
  /** Of a Parquet file: whether ids are numbers. */
  readonly hasNumberedIds?: true | undefined;
}

/**
 * The writer of a file's result.
 * @param records that an earlier writer has written
 * @param readText finds the puzzle in a text, for tables; see {@link openWriter}
 */
export function writerOf(
  format: Format,
  state: unknown,
  options: OutputOptions,
  { gridSize = 9, hasNumberedIds }: ResultType = {},
  records = 0,
  readText?: TextReader,
): Writer {
  const table = tableOf(format, options);
  if (!table) return format.writer(state, options);
  if (table === 'npy') return new ArrayWriter(gridSize);
  const { solutions, limit } = options;
  const bounded = solutions === 'all' || solutions === 'count' ? limit : Infinity;
  const idOf = format.ids?.(state);
  return new TableWriter(
    ROW_FORMATS[table],
    { ...columnsOf(format, state, options), limit: bounded },
    { idOf: idOf && hasNumberedIds ? numberedIds(idOf) : idOf, unquoted: format.unquoted, readText },
    records,
  );
}

/** The same ids, without those that are no numbers. */
function numberedIds(idOf: IdOf): IdOf {
  const numbered: IdOf = (block, record) => {
    const id = idOf(block, record);
    return id && isWholeNumber(id) ? id : undefined;
  };
  return Object.assign(numbered, idOf);
}

/** Why a puzzle of a block has no place in the result, as the front of the file has decided what that holds. */
export type PlaceFault = (block: Block, p: number) => string | undefined;

/** What finds the puzzles without a place in a result of one type; undefined if all have one. */
export function placeFaultOf(
  format: Format,
  state: unknown,
  options: OutputOptions,
  { gridSize, hasNumberedIds }: ResultType,
): PlaceFault | undefined {
  const table = tableOf(format, options);
  if (table === 'npy' && gridSize !== undefined) {
    return ({ geometry }) => {
      const size = geometry!.size;
      return size === gridSize
        ? undefined
        : `expected a grid of ${gridSize}x${gridSize}, as the first one in an array, got ${size}x${size}`;
    };
  }
  const idOf = table === 'parquet' && hasNumberedIds ? format.ids?.(state) : undefined;
  return (
    idOf &&
    ((block, p) => {
      if (idOf.wholeAt && idOf.wholeAt(block, p) >= 0) return undefined;
      const id = idOf(block, p);
      if (!id || isWholeNumber(id)) return undefined;
      const got = JSON.stringify(id.slice(0, 40));
      return `expected a whole number as id, as at the front of the file, got ${got}: output=csv and jsonl hold any`;
    })
  );
}

/** Whether a result has a place for a fact about each puzzle: some tables have one, and files with a column for it. */
export function canHoldFact(
  name: FactName,
  plan: { readonly format: string; readonly options: OutputOptions; readonly state: unknown },
): boolean {
  const format = formatOf(plan);
  if (plan.options.solutions === 'all') return false;
  const table = tableOf(format, plan.options);
  if (table) return tablesOfFact(name).includes(table);
  return format.facts?.(plan.state).includes(name) === true;
}
