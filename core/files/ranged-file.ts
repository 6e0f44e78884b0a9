// Files whose content is read from stretches of the stored bytes, as their end says: Parquet.

import { type CsvState, columnFault, recogniseCsv } from '../formats/csv/recognise.ts';
import { formatOf } from '../formats/formats.ts';
import { textReader } from '../formats/one-text.ts';
import {
  footerBytes,
  isParquet,
  type ParquetColumn,
  ParquetFault,
  type PhysicalType,
  parseFooter,
  quotedName,
  TRAILER_BYTES,
} from '../formats/parquet/footer.ts';
import type { FileRanges } from '../formats/parquet/pages.ts';
import { IS_TEXT } from '../formats/parquet/schema.ts';
import type { ParquetState, Rows } from '../formats/parquet/state.ts';
import { mayHoldRules } from '../formats/rules/read-rules.ts';
import { headOf } from '../formats/shared/head.ts';
import { isMemberNamed, MAX_PLACE_LENGTH } from '../formats/shared/place.ts';
import { isIdName, isSearchName, type Role, roleOf } from '../formats/shared/roles.ts';
import { csvField } from '../formats/tables/rows.ts';
import { byFactRole, type FactColumnType } from '../options/facts.ts';
import { checkOptions, mergeOptions } from '../options/option-text.ts';
import { DEFAULT_OPTIONS, expandAlphabet, type PartialOptions } from '../options/options.ts';
import { readOptionsOf } from './block-reader.ts';
import { type FilePlan, RejectedFile } from './file-plan.ts';
import { HEAD_BYTES, headBytes, RECOGNISED_BYTES } from './head-extent.ts';
import { planFile, refuseMostlyBroken, withResultType } from './recognise.ts';

export type { FileRanges } from '../formats/parquet/pages.ts';
export { narrowed, offsetOfRow, type Rows, rowItems, rowsWithin } from '../formats/parquet/state.ts';

/** A stored file of which any stretch can be read. */
export interface RangedSource {
  readonly ranges: FileRanges;
  /** Key or path. */
  readonly name: string;
  /** Options from outside the file, as for planFile. */
  readonly given: readonly PartialOptions[];
}

/** Bytes of the end of a file that are read at once: the whole footer of most files. */
const TAIL_BYTES = 64 * 1024;

/** Rows from which the format of the puzzles is recognised. */
const SAMPLED_ROWS = 200;

/** Whether a file with this head is read from its end: then {@link planRanges} plans it, not planFile. */
export function needsRanges(head: Uint8Array): boolean {
  return isParquet(head);
}

/** The state of a file that is read by rows; undefined for all others. */
export function rangedState({ format, state }: Pick<FilePlan, 'format' | 'state'>): ParquetState | undefined {
  return formatOf({ format }).isRanged ? (state as ParquetState) : undefined;
}

/**
 * Decides how to solve a stored file of any format, as planFile does.
 * @throws RejectedFile if the file holds no puzzles, has an unsupported format, or requests an unknown option; OptionError;
 *   any error of `ranges`
 */
export async function planRanges({ ranges, name, given }: RangedSource): Promise<FilePlan> {
  let head = await ranges.read(0, Math.min(HEAD_BYTES, ranges.bytes));
  if (needsRanges(head)) return planParquet(ranges, given);
  for (
    let wanted = headBytes(head);
    wanted > head.length && head.length < ranges.bytes;
    wanted = headBytes(head)
  ) {
    head = await ranges.read(0, Math.min(wanted, ranges.bytes));
  }
  return planFile({ head, complete: head.length === ranges.bytes, name, given, bytes: ranges.bytes });
}

async function planParquet(ranges: FileRanges, given: readonly PartialOptions[]): Promise<FilePlan> {
  const options = mergeOptions(
    given.map((one) => checkOptions(one)),
    DEFAULT_OPTIONS,
  );
  if (options.format !== undefined && options.format !== 'parquet') {
    throw new RejectedFile(`expected ${options.format}, as the option format says, got a Parquet file`);
  }
  const footer = await asRejection(readFooter(ranges));
  refuseNestedRules(footer.columns);
  const rows = { from: 0, to: Math.min(footer.rows, SAMPLED_ROWS) };
  const names = footer.columns.map(headerName).join(',');
  let sample = Buffer.from(`${names},padding\n`);
  const columns = footer.columns.map((own) =>
    own.kind === 'copied' ? { ...own, kind: 'blank' as const } : own,
  );
  for await (const piece of rowContent({ ...footer, columns }, ranges, rows)) {
    sample = Buffer.concat([sample, piece]);
    if (sample.length >= RECOGNISED_BYTES) break;
  }
  const { alphabet: symbols, puzzle } = options;
  const alphabet = symbols === undefined ? undefined : expandAlphabet(symbols);
  const place = puzzle === undefined ? undefined : await placeIn(footer.columns, puzzle);
  const readText = textReader(readOptionsOf(options));
  const head = headOf(sample, rows.to === footer.rows, '', { alphabet, place, requested: 'csv', readText });
  const realName = (column: number) => footer.columns[column]!.name;
  const unplaced = columnFault(head);
  if (unplaced) throw new RejectedFile(unplaced.reason(realName));
  const found = recogniseCsv(head);
  if (!found || found.width || !canHoldPuzzles(footer.columns[found.puzzle]))
    throw await noPuzzleColumn(footer.columns);
  const csv = {
    ...found,
    place: realName(found.puzzle).slice(0, MAX_PLACE_LENGTH),
    header: false,
    multiline: true,
  };
  const state: ParquetState = {
    csv,
    ...footer,
    columns: copiedUnlessRead(footer.columns, csv),
    bytes: ranges.bytes,
  };
  const plan = { format: 'parquet', compression: 'none' as const, options, splittable: true, state };
  const content = sample.subarray(sample.indexOf('\n') + 1);
  refuseMostlyBroken(plan, content);
  return withResultType(plan, content);
}

/** What the end of a file says about it. @throws ParquetFault */
export async function readFooter(ranges: FileRanges) {
  const { bytes } = ranges;
  const tail = await ranges.read(Math.max(0, bytes - TAIL_BYTES), bytes);
  const length = footerBytes(tail.subarray(tail.length - TRAILER_BYTES), bytes);
  const start = bytes - TRAILER_BYTES - length;
  const footer =
    length + TRAILER_BYTES <= tail.length
      ? tail.subarray(tail.length - TRAILER_BYTES - length, tail.length - TRAILER_BYTES)
      : await ranges.read(start, start + length);
  return parseFooter(footer, start);
}

/** The rows of a file as CSV without a header. @throws RejectedFile if they are damaged; any error of `ranges` */
export async function* rowContent(
  state: Pick<ParquetState, 'columns' | 'groups'>,
  ranges: FileRanges,
  rows: Rows,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { parquetContent } = await import('../formats/parquet/content.ts');
  try {
    yield* parquetContent(state, ranges, rows);
  } catch (error) {
    throw asRejected(error);
  }
}

function asRejected(error: unknown): unknown {
  return error instanceof ParquetFault ? new RejectedFile(error.message) : error;
}

async function asRejection<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw asRejected(error);
  }
}

/** Lists that are neither puzzles nor solutions nor rules stay as they are. */
function copiedUnlessRead(
  columns: readonly ParquetColumn[],
  { puzzle, solution }: CsvState,
): ParquetColumn[] {
  return columns.map((column, i) => {
    const isRead = i === puzzle || i === solution || mayHoldRules(column.name);
    return column.kind === 'list' && !isRead ? { ...column, kind: 'copied' } : column;
  });
}

/** To copy rules without reading them would solve other puzzles. @throws RejectedFile */
function refuseNestedRules(columns: readonly ParquetColumn[]): void {
  const nested = columns.find(({ kind, name }) => kind === 'copied' && mayHoldRules(name));
  if (!nested) return;
  throw new RejectedFile(
    `expected the rules of puzzles as texts, got the nested column ${quotedName(nested.name)}: write it as JSON, or rename it if it holds no rules`,
  );
}

const canHoldPuzzles = (column: ParquetColumn | undefined) =>
  column?.kind === 'list' || (column?.kind === 'value' && IS_TEXT.has(column.type));

/** Whether a column has single values of one of these types. */
const holds =
  (...types: PhysicalType[]) =>
  ({ kind, type }: ParquetColumn) =>
    kind === 'value' && types.includes(type);

/** Types of columns that can hold the values of a type: texts can hold any. */
const HOLDERS: Readonly<Record<FactColumnType, readonly PhysicalType[]>> = {
  BYTE_ARRAY: ['BYTE_ARRAY'],
  BOOLEAN: ['BYTE_ARRAY', 'BOOLEAN'],
  INT64: ['BYTE_ARRAY', 'INT32', 'INT64'],
  DOUBLE: ['BYTE_ARRAY', 'FLOAT', 'DOUBLE'],
};

/** Roles that a column has by its name only if its type can hold what a result writes there. */
const FITS: Readonly<Record<Role, (column: ParquetColumn) => boolean>> = {
  puzzle: canHoldPuzzles,
  solution: (column) => column.kind === 'list' || holds('BYTE_ARRAY')(column),
  status: holds(...HOLDERS.BYTE_ARRAY),
  count: holds(...HOLDERS.INT64),
  ...byFactRole(({ type }) => holds(...HOLDERS[type])),
};

/** The name of a column in the header from which CSV recognises the roles of columns. */
function headerName(column: ParquetColumn, index: number, columns: readonly ParquetColumn[]): string {
  const role = roleOf(unnumbered(column.name, columns));
  if (role !== undefined) return FITS[role](column) ? role : `column_${index}`;
  if (mayHoldRules(column.name)) return csvField(column.name.replace(/\s+/g, ' '));
  return (isIdName(column.name) || isSearchName(column.name)) && column.kind === 'value'
    ? column.name.trim().replace(/\W+/g, '_')
    : `column_${index}`;
}

/** The name of a column; without its number, if an earlier result has it because a column of the file has its own name. */
function unnumbered(name: string, columns: readonly ParquetColumn[]): string {
  const [, own] = /^(solution|status|count)_\d+$/.exec(name) ?? [];
  return own !== undefined && columns.some((other) => other.name.toLowerCase() === own) ? own : name;
}

/** The number from 1 of the column that the option names, as CSV knows it. @throws RejectedFile if there is none */
async function placeIn(columns: readonly ParquetColumn[], asked: string): Promise<string> {
  const called = columns.findIndex(({ name }) => isMemberNamed(name, asked));
  const at = called >= 0 ? called : Number(/^#(\d{1,7})$/.exec(asked)?.[1] ?? 0) - 1;
  if (canHoldPuzzles(columns[at])) return `#${at + 1}`;
  throw await noPuzzleColumn(columns, `${asked}, as the option puzzle says`);
}

/** Names in a message, at most. */
const MAX_LISTED = 20;

async function noPuzzleColumn(
  columns: readonly ParquetColumn[],
  named = 'named puzzle or alike',
): Promise<RejectedFile> {
  const { describeColumn } = await import('../formats/parquet/content.ts');
  const listed = columns.slice(0, MAX_LISTED).map(describeColumn).join(', ');
  const more = columns.length > MAX_LISTED ? ` and ${columns.length - MAX_LISTED} more` : '';
  return new RejectedFile(
    `expected a column of puzzles, ${named}, as texts or lists of numbers; the Parquet file has ${listed}${more}`,
  );
}
