// Recognises a table from its head: delimiter, header, and which columns hold puzzles, solutions, results and rules.

import { QUOTE } from '../../kernel/constants.ts';
import { byFactRole, FACT_ROLES } from '../../options/facts.ts';
import { MAX_SIZE, MIN_SIZE } from '../../options/options.ts';
import {
  anyOf,
  boolean,
  integer,
  listOf,
  members,
  natural,
  optional,
  type Shaped,
  text,
} from '../../options/shape.ts';
import { MARKERS } from '../../solver/model/status.ts';
import { gridIn, IN_LINK, symbolsOf, tokensIn } from '../records/recognise.ts';
import { mayBeUnknownRule, mayHoldRules, saysRule } from '../rules/read-rules.ts';
import { symbolsBySize } from '../shared/alphabet.ts';
import { bomLength } from '../shared/bytes.ts';
import { examinedOnce, type Head } from '../shared/head.ts';
import { decodedLatin1 } from '../shared/latin1.ts';
import { isStatusText } from '../shared/markers.ts';
import { isMemberNamed, MAX_PLACE_LENGTH } from '../shared/place.ts';
import { isIdName, isNumberedResult, type Role, roleOf } from '../shared/roles.ts';
import {
  areNames,
  Column,
  cellColumns,
  columnPlace,
  findPuzzles,
  gridsOfCells,
  type PuzzleColumns,
  type RuleColumn,
  type TableSample,
  type Unplaced,
  withResults,
} from './columns.ts';
import { type TextRow, textRows } from './rows.ts';

/** Most columns with rules; names can repeat. */
const MAX_RULE_COLUMNS = 100_000;

/** Number of a column; -1 for none. */
const column = integer(-1, Number.MAX_SAFE_INTEGER);

/** What recognition finds out about a table. Plain JSON. */
export const csvState = members({
  alphabets: symbolsBySize,
  empties: optional(symbolsBySize),
  /** The byte between fields. */
  delimiter: integer(0, 127),
  /** Whether the first row names the columns. */
  header: boolean,
  /** Fields of the first row. */
  columns: natural,
  /** Number of the puzzle's column, from 0, or of the first if each cell has one. */
  puzzle: natural,
  /** How many columns have a cell each, if not one has the puzzle. */
  width: optional(integer(2, MAX_SIZE ** 2)),
  /** Where the puzzles are: the name of their column, or the numbers of columns from 1. */
  place: text('a name', (name) => name.length <= MAX_PLACE_LENGTH),
  /** Set if neither a name nor the option says so. */
  byShape: optional(anyOf(true)),
  /** Numbers of the columns that the result fills; -1 for those that it adds. */
  solution: column,
  status: column,
  count: column,
  /** Numbers of the columns for facts that there are. */
  ...byFactRole(() => optional(column)),
  /** Whether quoted fields contain line breaks: such files cannot be split at every line feed. */
  multiline: boolean,
  /** Set if the table begins below the first line, which is a spreadsheet's `sep=;` or a title. */
  separated: optional(anyOf(true)),
  /** Number of the column with ids, if there is one. */
  id: optional(column),
  /** The columns that can hold rules of the puzzles, from left to right. */
  rules: optional(listOf(members<RuleColumn>({ column: natural, name: text() }), MAX_RULE_COLUMNS)),
  /** Set if a line of dashes is a rule even if it is as long as a puzzle. */
  ruled: optional(anyOf(true)),
  /** Set if puzzles are in links, which have rules, too. */
  linked: optional(anyOf(true)),
});
export type CsvState = Shaped<typeof csvState>;

const DELIMITERS = [',', ';', '\t', '|'];

/** A first line with the delimiter, as spreadsheets write it. */
const SEPARATOR_LINE = /^sep=([,;\t|])\r?\n/i;

/** Rows of the head that are examined: all of most. */
const MAX_ROWS = 5000;

/** Records whose fields are examined, evenly spaced among these. */
const SAMPLED = 200;

/** A first line that is no row as it is: a header whose names nobody knows, or a quote that any later line may close. */
const UNPAIRED: Unplaced = {
  reason: () => 'expected quotes in pairs in the first line of the table, got one more',
};

/** Whether the first line of a table without a header can be taken as it is: as a record, or as one that is broken. */
function isFirstRow(row: TextRow | undefined, hasGrids: boolean): boolean {
  if (!row || row.quotes === 'open') return !row;
  return hasGrids || (row.quotes === 'paired' && !row.fields.some((field) => field.includes('\n')));
}

const examined = examinedOnce<CsvState, Unplaced>(tableIn);

export const recogniseCsv = examined.state;

/** Why a table cannot be read: it is not known which column has its puzzles. */
export const columnFault = examined.fault;

function tableIn(head: Head): CsvState | Unplaced | undefined {
  const from = bomLength(head.bytes);
  // ignore a row that the head cuts in two
  const end = (head.complete ? 0 : head.text.lastIndexOf('\n') + 1) || head.bytes.length;
  const text = head.text.slice(from, end);
  const bytes = head.bytes.subarray(from, end);
  const separatorLine = SEPARATOR_LINE.exec(text);
  if (separatorLine) {
    const found = withDelimiter(bytes.subarray(separatorLine[0].length), separatorLine[1]!, head);
    return found && 'delimiter' in found ? { ...found, separated: true } : found;
  }
  // all delimiters that do not occur give the same rows
  const [absent] = DELIMITERS.filter((delimiter) => !text.includes(delimiter));
  const likely = DELIMITERS.filter((one) => one === absent || text.includes(one));
  const first = firstOf(likely, (delimiter) => withDelimiter(bytes, delimiter, head));
  if (first) return first;
  // below a line without a puzzle that is no row of the table: a title above its header, or a broken record
  const below = text.indexOf('\n') + 1;
  const hasPuzzle = tokensIn(text.slice(0, below)).some((token) => gridIn(token, head.alphabet));
  if (below === 0 || hasPuzzle) return undefined;
  const found = firstOf(likely, (delimiter) => withDelimiter(bytes, delimiter, head, below));
  if (!found || !('delimiter' in found)) return found;
  // a line such as `COPY … FROM stdin;` says what is below
  const isTitle = found.header || /[:;]\s*$/.test(text.slice(0, below));
  return { ...found, ...(isTitle && { separated: true as const }) };
}

/** The first state that is found for a delimiter; otherwise why there is none. */
function firstOf(
  delimiters: readonly string[],
  find: (delimiter: string) => CsvState | Unplaced | undefined,
): CsvState | Unplaced | undefined {
  let unplaced: Unplaced | undefined;
  for (const delimiter of delimiters) {
    const found = find(delimiter);
    if (found && 'delimiter' in found) return found;
    unplaced ??= found;
  }
  return unplaced;
}

/** @param skipped bytes of a first line above the table */
function withDelimiter(
  front: Uint8Array,
  sign: string,
  head: Head,
  skipped = 0,
): CsvState | Unplaced | undefined {
  const delimiter = sign.charCodeAt(0);
  const bytes = front.subarray(skipped);
  // the first line rules out most files
  const first = textRows(bytes, delimiter, 1).rows[0]?.fields;
  if (!first || first.some(isCutInBrackets)) return undefined;
  const isWide = first.length >= MIN_SIZE ** 2;
  const hasGrids = first.some((field) => gridIn(field, head.alphabet) !== undefined);
  const called = hasGrids ? [] : first.map(roleOf);
  const below = () => textRows(bytes, delimiter, 1 + MAX_BELOW).rows.slice(1);
  const isNamed = !hasGrids && isHeader(first, called, below, head);
  if (!isNamed && !isWide && (hasGrids ? first.length < 2 : head.place === undefined)) return undefined;
  const { rows, multiline } = textRows(bytes, delimiter, MAX_ROWS);
  const cells = isWide ? cellColumns(first, rows.length > 1 ? rows.slice(1) : rows, head.alphabet) : [];
  if (!isNamed && !hasGrids && cells.length === 0 && !isAsked(first, head)) return undefined;
  const header =
    isNamed || (cells.length > 0 ? areNames(first, cells[0]!) : !hasGrids && isAskedName(first, head));
  const names = header ? first.map(roleOf) : [];
  const ruled = header && isRuled(rows);
  const body = rows.slice(header ? 1 : 0).filter(({ fields }) => !(ruled && isDashes(fields)));
  // the fields of a row that is too long have no known meaning
  const known = body.filter(({ fields }) => fields.length <= first.length + (fields.at(-1) === '' ? 1 : 0));
  const all = known.length > 0 ? known : body;
  const every = Math.ceil(all.length / SAMPLED);
  const records = all.filter((_, i) => i % every === 0);
  const columns = first.map((_, column) => new Column(records, column, head));
  const nameOf = (column: number) => columnName(header ? first[column]! : '', column);
  const ruleColumns = first
    .map((name, column) => ({ column, name: header ? name : nameOf(column) }))
    .filter(
      ({ name, column }) =>
        names[column] === undefined &&
        (mayHoldRules(name) || (mayBeUnknownRule(name) && saysRules(all, column, name))),
    );
  const sample = { first, nameOf, header, roles: names, rules: ruleColumns, columns, cells, records };
  const found = findPuzzles(sample, head);
  if (found === undefined || 'reason' in found) return found;
  const { column: puzzle, width, byShape } = found;
  // rows that begin with the puzzle and have no header are lines, which keep no place for one that lost its zeros
  const areLines =
    !header &&
    puzzle === 0 &&
    (width === 1
      ? columns[0]!.damaged === 0
      : width === first.length && areNumberLines(bytes, records, width));
  if (areLines && head.place === undefined) return undefined;
  const [top] = textRows(front, delimiter, 1).rows;
  const isRow = header ? skipped > 0 || top?.quotes !== 'open' : isFirstRow(top, skipped === 0 && hasGrids);
  if (!isRow && (width > 1 || columns[puzzle]!.fits)) return UNPAIRED;
  const isPuzzle = (column: number) => column >= puzzle && column < puzzle + width;
  const rules = ruleColumns.filter(({ column }) => !isPuzzle(column));
  const of = (role: Role) => names.findIndex((name, column) => name === role && !isPuzzle(column));
  const isNumbered = isNumberedResult(first);
  const isCount = (name: string) => isNumbered && name === 'number';
  const ids = header
    ? first.filter((name, column) => isIdName(name) && !isPuzzle(column) && !isCount(name))
    : [];
  const id = first.indexOf(ids.find((name) => /id$/i.test(name)) ?? ids[0] ?? '\0');
  const { solution, status, count } = resultColumns(sample, found, rules);
  const grids = width === 1 ? columns[puzzle]!.grids : gridsOfCells(records, { from: puzzle, width });
  return {
    delimiter,
    header,
    // in a table of Markdown, a separator ends each row
    columns:
      first.length -
      (header && sign === '|' && first.at(-1) === '' && isBlankColumn(columns.at(-1)!) ? 1 : 0),
    puzzle,
    ...(width > 1 && { width }),
    place: columnPlace(found, nameOf),
    ...(byShape && { byShape }),
    solution,
    status,
    count,
    ...Object.fromEntries(FACT_ROLES.map((name) => [name, of(name)]).filter(([, column]) => column !== -1)),
    multiline,
    ...(id >= 0 && { id }),
    ...(rules.length > 0 && { rules }),
    ...(ruled && { ruled }),
    ...(grids.includes(IN_LINK) && { linked: true as const }),
    ...symbolsOf(grids, head.alphabet),
  };
}

/** Whether a column says rules under a name that is not known; if it says nothing so far, it may still do so. */
function saysRules(rows: readonly TextRow[], column: number, name: string): boolean {
  const fields = rows.map((row) => row.fields[column] ?? '');
  const isBlank = fields.length > 0 && fields.every((field) => field === '' || field === '-');
  return isBlank || fields.some((field) => saysRule(name, field));
}

/** An empty cell that is none in a line of numbers. */
const EMPTY_FIELD = /^(null|none|n\/?a|)$/i;

/** Whether rows with a cell in each column are lines of numbers, which have neither quotes nor such empty cells. */
function areNumberLines(bytes: Uint8Array, rows: readonly TextRow[], columns: number): boolean {
  const isOther = ({ fields }: TextRow) =>
    fields.length >= columns && fields.some((field) => field.length !== 1 && EMPTY_FIELD.test(field));
  return !bytes.includes(QUOTE) && !rows.some(isOther);
}

/** Whether no row has a value in a column. */
const isBlankColumn = ({ fields }: Column) => fields.every((field) => field === '');

/** Whether the option names a column of a table whose first row is `first`, by its name or its number. */
function isAsked(first: readonly string[], head: Head): boolean {
  return isAskedName(first, head) || (first.length > 1 && head.place?.startsWith('#') === true);
}

const isAskedName = (first: readonly string[], { place }: Head): boolean =>
  place !== undefined && first.some((name) => isMemberNamed(decodedLatin1(name), place));

/** The name of a column, or its number from 1 where there is none. */
const columnName = (name: string, column: number): string =>
  name === '' ? `#${column + 1}` : decodedLatin1(name).slice(0, MAX_PLACE_LENGTH);

/** The columns that the result fills, beside the puzzle. */
function resultColumns(
  { first, header, roles, columns, records }: TableSample,
  found: PuzzleColumns,
  rules: readonly RuleColumn[],
): { solution: number; status: number; count: number } {
  const { column: puzzle, width } = found;
  const isPuzzle = (column: number) => column >= puzzle && column < puzzle + width;
  const of = (role: Role) => roles.findIndex((name, column) => name === role && !isPuzzle(column));
  // an earlier run adds a status, and perhaps a count after it, to a table without a header
  const added = header ? undefined : addedColumns(records, first.length);
  const { status, count } = added ?? { status: of('status'), count: of('count') };
  if (width > 1) return { solution: -1, status, count };
  const isResult = (column: number) => {
    if (header) return roles[column] === 'solution' && columns[column]!.holdsResults;
    const isEarlier = column === status - 1;
    const mayBe = isEarlier || columns[column]!.grids.length > 0;
    if (!mayBe || rules.some((rule) => rule.column === column)) return false;
    const results = withResults(records, { column, width: 1 }, found).length;
    return isEarlier ? 2 * results >= records.length : results === records.length;
  };
  const solution = columns.findIndex((_, column) => column !== puzzle && isResult(column));
  return { solution, status, count };
}

/**
 * Whether a line of dashes below the header is a rule: database clients underline a single column to the width of its
 * fields. It is not a rule if other rows begin with a field that contains dashes, which then are empty cells.
 */
function isRuled([, below, ...others]: readonly TextRow[]): boolean {
  if (!below || !isDashes(below.fields)) return false;
  const puzzles = others.filter(({ fields }) => !isDashes(fields));
  return puzzles.length > 0 && puzzles.every(({ fields }) => !fields[0]!.includes('-'));
}

function isDashes(fields: readonly string[]): boolean {
  return fields.length === 1 && /^-+$/.test(fields[0]!);
}

/** Whether a field is a marker, perhaps cut to the width of a record. */
function isMarkerOrFront(field: string): boolean {
  return field.length > 4 && MARKERS.some((marker) => marker.startsWith(field));
}

/** Whether a delimiter cuts a text in brackets in two, as in `VALUES (1, 2)`: then it is none of a table. */
function isCutInBrackets(field: string): boolean {
  return field.split(/[([{]/).length !== field.split(/[)\]}]/).length;
}

/** Rows below the first one that show whether it is a header. */
const MAX_BELOW = 20;

/** A number too short for a grid, as rows are numbered. */
const SHORT_NUMBER = /^\d{1,9}$/;

/** A name: short, and no puzzle that something has damaged. */
const isName = (field: string) =>
  /^[a-z_ ]*$/i.test(field) || (field.length <= 60 && !/[\d.*_-]{10}/.test(field));

/**
 * Whether a row without grids is a header: one field is a common name of a puzzle or solution; or the rows below have as many
 * fields, and puzzles in a column for which this one has a name that is no value of the column. Where rows are numbered, a header
 * has no number.
 */
function isHeader(
  fields: readonly string[],
  names: readonly (Role | undefined)[],
  below: () => readonly TextRow[],
  head: Head,
): boolean {
  // a row of an earlier result is not a header, even if its markers are cut
  if (fields.some(isMarkerOrFront) && !(names.includes('puzzle') && names.includes('solution'))) return false;
  if (names.includes('puzzle')) return true;
  if (fields.length < 2) return false;
  if (names.includes('solution')) return true;
  const given = fields.filter((field) => field !== '');
  if (!given.every(isName) || new Set(given).size < given.length) return false;
  const rows = below();
  // a delimiter may end the rows
  const isRow = (row: TextRow) =>
    row.fields.length === fields.length ||
    (row.fields.length === fields.length + 1 && row.fields.at(-1) === '');
  if (2 * rows.filter(isRow).length <= rows.length) return false;
  const valuesOf = (column: number) => rows.map((row) => row.fields[column] ?? '');
  if (fields.some((field, column) => field !== '' && valuesOf(column).includes(field))) return false;
  if (SHORT_NUMBER.test(fields[0]!) && valuesOf(0).every((value) => SHORT_NUMBER.test(value))) return false;
  return fields.some((field, column) => field !== '' && new Column(rows, column, head).shape !== undefined);
}

/** A count of solutions, of which there may be more. */
const COUNT = /^\d+\+?$/;

/** The last column, if it holds only statuses, or the last two, if counts follow these; else -1. Rows that are too short say nothing. */
function addedColumns(rows: readonly TextRow[], columns: number): { status: number; count: number } {
  const whole = rows.filter(({ fields }) => fields.length >= columns);
  const isEach = (column: number, test: (field: string) => boolean) =>
    whole.length > 0 && whole.every(({ fields }) => test(fields[column] ?? ''));
  const count = isEach(columns - 1, (field) => COUNT.test(field)) ? columns - 1 : -1;
  const status = count < 0 ? columns - 1 : count - 1;
  return isEach(status, isStatusText) ? { status, count } : { status: -1, count: -1 };
}
