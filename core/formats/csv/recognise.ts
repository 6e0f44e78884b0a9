import { MARKERS } from '../../solver/status.ts';
import { bomLength } from '../shared/bytes.ts';
import { isIdName, type Role, roleOf } from '../shared/column-names.ts';
import { gridIn, type SymbolsShown, symbolsOf, type TextGrid } from '../shared/field/text.ts';
import type { Head } from '../shared/head.ts';
import { isStatusText } from '../shared/status-field.ts';
import { type TextRow, textRows } from './head-rows.ts';

/** What the head tells of a table. Plain JSON. */
export interface CsvState extends SymbolsShown {
  /** The byte between fields. */
  readonly delimiter: number;
  /** Whether the first row names the columns. */
  readonly header: boolean;
  /** Fields of the first row. */
  readonly columns: number;
  /** Number of the puzzle's column, from 0. */
  readonly puzzle: number;
  /** Numbers of the columns that the result may fill; -1 for those that it adds. */
  readonly solution: number;
  readonly status: number;
  readonly count: number;
  /** Number of the column that holds how hard a puzzle is, where there is one. */
  readonly rating?: number;
  /** Whether quoted fields hold line breaks: such files cannot be cut at any line feed. */
  readonly multiline: boolean;
  /** Whether a first line such as `sep=;` says what parts fields, as spreadsheets write it. Missing where it does not. */
  readonly separated?: true;
  /** Number of the column that tells rows apart by name. Missing where none does. */
  readonly id?: number;
}

const DELIMITERS = [',', ';', '\t', '|'];

/** A first line that says what parts fields. */
const SEPARATED = /^sep=([,;\t|])\r?\n/i;

/** Rows of the head that decide. */
const MAX_ROWS = 100;

export function recogniseCsv(head: Head): CsvState | undefined {
  const text = head.text.slice(bomLength(head.bytes));
  // a row that the head cuts in two says nothing
  const whole = head.complete ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text;
  const said = SEPARATED.exec(whole);
  // all that are not there make the same rows
  const [absent] = DELIMITERS.filter((delimiter) => !whole.includes(delimiter));
  const likely = DELIMITERS.filter((one) => one === absent || whole.includes(one));
  for (const delimiter of said ? [said[1]!] : likely) {
    const state = withDelimiter(whole.slice(said?.[0].length ?? 0), delimiter, head);
    if (state) return { ...state, ...(said && { separated: true }) };
  }
  return undefined;
}

function withDelimiter(text: string, delimiter: string, head: Head): CsvState | undefined {
  const { rows, multiline } = textRows(text, delimiter, MAX_ROWS);
  const first = rows[0]?.fields;
  if (!first) return undefined;
  const grids = rows.map(({ fields }) => fields.map((field) => gridIn(field, head.alphabet)));
  const header = grids[0]!.every((grid) => grid === undefined);
  const columns = columnsOf(header ? grids.slice(1) : grids, first.length);
  const names = header ? first.map(roleOf) : [];
  if (header && !isHeader(first, names)) return undefined;
  const puzzle = puzzleColumn(names, columns, rows.length - (header ? 1 : 0), head.complete);
  if (puzzle === undefined) return undefined;
  // a table without header is one only if its rows do not simply begin with the puzzle
  if (!header && (puzzle === 0 || first.length < 2)) return undefined;
  const of = (role: Role) => names.findIndex((name, column) => name === role && column !== puzzle);
  const solution = of('solution');
  const unnamed = columns.findIndex(
    (one, column) => solution < 0 && column !== puzzle && names[column] === undefined && isFull(one),
  );
  const ids = header ? first.filter((name, column) => isIdName(name) && column !== puzzle) : [];
  const id = first.indexOf(ids.find((name) => /id$/i.test(name)) ?? ids[0] ?? '\0');
  // what an earlier run added to a table without header
  const status = header ? -1 : statusColumn(rows, first.length);
  return {
    delimiter: delimiter.charCodeAt(0),
    header,
    columns: first.length,
    puzzle,
    solution: solution >= 0 ? solution : unnamed >= 0 ? unnamed : status > puzzle + 1 ? status - 1 : -1,
    status: header ? of('status') : status,
    count: of('count'),
    ...(names.includes('rating') && { rating: of('rating') }),
    multiline,
    ...(id >= 0 && { id }),
    ...symbolsOf(columns[puzzle]!, head.alphabet),
  };
}

/** Whether a field is a marker, perhaps cut to what it replaces. */
function isMarkerOrFront(field: string): boolean {
  return field.length > 4 && MARKERS.some((marker) => marker.startsWith(field));
}

/** Whether a row without grids names columns: one of them by a usual name, or all of them by single words. */
function isHeader(fields: readonly string[], names: readonly (Role | undefined)[]): boolean {
  // nor does a result, whose markers may be cut to what they replace
  if (fields.some(isMarkerOrFront) && !(names.includes('puzzle') && names.includes('solution'))) return false;
  const areWords = fields.length > 1 && fields.every((field) => /^[a-z_]\w*$/i.test(field));
  return areWords || names.includes('puzzle') || (fields.length > 1 && names.includes('solution'));
}

/** The last column, if nothing but statuses is in it. */
function statusColumn(rows: readonly TextRow[], columns: number): number {
  const areStatuses = rows.every(({ fields }) => isStatusText(fields[columns - 1] ?? ''));
  return areStatuses ? columns - 1 : -1;
}

/** The grids of a column. */
type Column = readonly TextGrid[];

function columnsOf(rows: readonly (readonly (TextGrid | undefined)[])[], count: number): Column[] {
  return Array.from({ length: count }, (_, column) =>
    rows.map((row) => row[column]).filter((grid) => grid !== undefined),
  );
}

function emptiesIn(grids: Column): number {
  return grids.reduce((sum, { empties }) => sum + empties, 0);
}

/** Whether a column holds grids, all of them without empty cells. */
function isFull(grids: Column): boolean {
  return grids.length > 0 && grids.every(({ empties }) => empties === 0);
}

/** By name, if there are grids under it or nothing else speaks against; else the column with grids that has most empty cells. */
function puzzleColumn(
  names: readonly (Role | undefined)[],
  columns: readonly Column[],
  rows: number,
  complete: boolean,
): number | undefined {
  const named = names.indexOf('puzzle');
  if (named >= 0) {
    const nothingYet = rows === 0 && complete;
    if (columns[named]!.length > 0 || nothingYet || names.includes('solution')) return named;
  }
  const [best] = columns
    .map((grids, column) => ({ grids, column }))
    .filter(({ grids, column }) => 2 * grids.length > rows && names[column] !== 'solution')
    .map(({ grids, column }) => ({ column, empties: emptiesIn(grids) }))
    .sort((a, b) => b.empties - a.empties);
  return best?.column;
}
