import { COLON, COMMA, MINUS, PIPE, PLUS, SEMICOLON, TAB } from '../../kernel/constants.ts';
import { sizeOfCells } from '../../solver/geometry.ts';
import { MARKERS } from '../../solver/status.ts';
import { gridIn, IN_LINK, symbolsOf, type TextGrid, tokensIn } from '../records/recognise.ts';
import { hasRegions, mayHoldRules } from '../rules/read-rules.ts';
import type { FileSymbols } from '../shared/alphabet.ts';
import { bomLength, isBlank, isComment, skipBlanks } from '../shared/bytes.ts';
import type { Head } from '../shared/head.ts';
import { isMarker, isStatusText } from '../shared/markers.ts';
import { isIdName, type Role, roleOf } from '../shared/roles.ts';

/** What recognition finds out about a table. Plain JSON. */
export interface CsvState extends FileSymbols {
  /** The byte between fields. */
  readonly delimiter: number;
  /** Whether the first row names the columns. */
  readonly header: boolean;
  /** Fields of the first row. */
  readonly columns: number;
  /** Number of the puzzle's column, from 0. */
  readonly puzzle: number;
  /** Numbers of the columns that the result fills; -1 for those that it adds. */
  readonly solution: number;
  readonly status: number;
  readonly count: number;
  /** Numbers of the {@link OWN_COLUMNS} that there are. */
  readonly rating?: number;
  readonly canonical?: number;
  readonly minimal?: number;
  /** Whether quoted fields contain line breaks: such files cannot be split at every line feed. */
  readonly multiline: boolean;
  /** Set if the table begins below the first line, which is a spreadsheet's `sep=;` or a title. */
  readonly separated?: true;
  /** Number of the column with ids, if there is one. */
  readonly id?: number;
  /** The columns that can hold rules of the puzzles, from left to right. */
  readonly rules?: readonly RuleColumn[];
  /** Set if a line of dashes is a rule even if it is as long as a puzzle. */
  readonly ruled?: true;
  /** Set if puzzles are in links, which have rules, too. */
  readonly linked?: true;
}

/** A column with rules: its number from 0, and its name. */
export interface RuleColumn {
  readonly column: number;
  readonly name: string;
}

/** Columns for what options can request about each puzzle. */
export const OWN_COLUMNS = ['rating', 'canonical', 'minimal'] as const satisfies readonly Role[];

const DELIMITERS = [',', ';', '\t', '|'];

/** A first line with the delimiter, as spreadsheets write it. */
const SEPARATOR_LINE = /^sep=([,;\t|])\r?\n/i;

/** Rows of the head that are examined. */
const MAX_ROWS = 100;

export function recogniseCsv(head: Head): CsvState | undefined {
  const text = head.text.slice(bomLength(head.bytes));
  // ignore a row that the head cuts in two
  const whole = head.complete ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text;
  const separatorLine = SEPARATOR_LINE.exec(whole);
  // all delimiters that do not occur give the same rows
  const [absent] = DELIMITERS.filter((delimiter) => !whole.includes(delimiter));
  const likely = DELIMITERS.filter((one) => one === absent || whole.includes(one));
  if (separatorLine) {
    const state = withDelimiter(whole.slice(separatorLine[0].length), separatorLine[1]!, head);
    return state && { ...state, separated: true };
  }
  const found = firstOf(likely, (delimiter) => withDelimiter(whole, delimiter, head));
  if (found) return found;
  // below a line without a puzzle that is no row of the table: a title above its header, or a broken record
  const end = whole.indexOf('\n') + 1;
  const hasPuzzle = tokensIn(whole.slice(0, end)).some((token) => gridIn(token, head.alphabet));
  if (end === 0 || hasPuzzle) return undefined;
  const below = whole.slice(end);
  const state = firstOf(likely, (delimiter) => withDelimiter(below, delimiter, head));
  return state && { ...state, ...(state.header && { separated: true }) };
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withDelimiter(text: string, delimiter: string, head: Head): CsvState | undefined {
  // the first line rules out most files
  const first = textRows(text, delimiter, 1).rows[0]?.fields;
  if (!first) return undefined;
  const header = first.every((field) => gridIn(field, head.alphabet) === undefined);
  const names = header ? first.map(roleOf) : [];
  if (header ? !isHeader(first, names) : first.length < 2) return undefined;
  const { rows, multiline } = textRows(text, delimiter, MAX_ROWS);
  const ruled = header && isRuled(rows);
  const records = header ? rows.slice(1).filter(({ fields }) => !ruled || !isDashes(fields)) : rows;
  const columns = first.map((_, column) => new Column(records, column, head.alphabet));
  const named = header ? first.map((name, column) => ({ column, name })) : [];
  const ruleColumns = named.filter(({ name, column }) => names[column] === undefined && mayHoldRules(name));
  const puzzle = puzzleColumn(names, columns, ruleColumns, records.length, head.complete);
  if (puzzle === undefined) return undefined;
  // rows that begin with the puzzle and have no header are lines
  if (!header && puzzle === 0) return undefined;
  const rules = ruleColumns.filter(({ column }) => column !== puzzle);
  const of = (role: Role) => names.findIndex((name, column) => name === role && column !== puzzle);
  const solution = of('solution');
  const unnamed = columns.findIndex(
    (one, column) =>
      solution < 0 && column !== puzzle && names[column] === undefined && !isIn(rules, column) && one.isFull,
  );
  const ids = header ? first.filter((name, column) => isIdName(name) && column !== puzzle) : [];
  const id = first.indexOf(ids.find((name) => /id$/i.test(name)) ?? ids[0] ?? '\0');
  // an earlier run adds a status to a table without a header
  const status = header ? -1 : statusColumn(rows, first.length);
  return {
    delimiter: delimiter.charCodeAt(0),
    header,
    columns: first.length,
    puzzle,
    solution: solution >= 0 ? solution : unnamed >= 0 ? unnamed : status > puzzle + 1 ? status - 1 : -1,
    status: header ? of('status') : status,
    count: of('count'),
    ...Object.fromEntries(OWN_COLUMNS.map((name) => [name, of(name)]).filter(([, column]) => column !== -1)),
    multiline,
    ...(id >= 0 && { id }),
    ...(rules.length > 0 && { rules }),
    ...(ruled && { ruled }),
    ...(columns[puzzle]!.grids.includes(IN_LINK) && { linked: true as const }),
    ...symbolsOf(columns[puzzle]!.grids, head.alphabet),
  };
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

/** Whether a row without grids is a header: one field is a common name of a puzzle or solution, or all are single words. */
function isHeader(fields: readonly string[], names: readonly (Role | undefined)[]): boolean {
  // a row of an earlier result is not a header, even if its markers are cut
  if (fields.some(isMarkerOrFront) && !(names.includes('puzzle') && names.includes('solution'))) return false;
  const areWords = fields.length > 1 && fields.every((field) => /^[a-z_]\w*$/i.test(field));
  return areWords || names.includes('puzzle') || (fields.length > 1 && names.includes('solution'));
}

/** The last column, if it holds only statuses; else -1. */
function statusColumn(rows: readonly TextRow[], columns: number): number {
  const areStatuses = rows.every(({ fields }) => isStatusText(fields[columns - 1] ?? ''));
  return areStatuses ? columns - 1 : -1;
}

/** A column. Its grids are found on demand: names usually identify columns. */
class Column {
  readonly #rows: readonly TextRow[];
  readonly #column: number;
  readonly #alphabet: string | undefined;
  #grids: readonly TextGrid[] | undefined;

  constructor(rows: readonly TextRow[], column: number, alphabet: string | undefined) {
    this.#rows = rows;
    this.#column = column;
    this.#alphabet = alphabet;
  }

  get grids(): readonly TextGrid[] {
    this.#grids ??= this.#fields
      .map((field) => gridIn(field, this.#alphabet))
      .filter((grid) => grid !== undefined);
    return this.#grids;
  }

  get #fields(): string[] {
    return this.#rows.map(({ fields }) => fields[this.#column]).filter((field) => field !== undefined);
  }

  /** Whether it holds nothing but markers of an earlier run. */
  get areMarkers(): boolean {
    return this.#fields.length > 0 && this.#fields.every(isMarker);
  }

  /** Empty cells of all grids. */
  get empties(): number {
    return this.grids.reduce((sum, { empties }) => sum + empties, 0);
  }

  /** Whether it holds complete grids, and otherwise only blanks and statuses. */
  get isFull(): boolean {
    const others = this.#fields.filter((field) => field.trim() !== '' && !isStatusText(field));
    return (
      this.grids.length > 0 &&
      this.grids.every(({ empties }) => empties === 0) &&
      // the result overwrites this column: a single field that happens to look like a grid is not enough
      others.length === this.grids.length
    );
  }
}

const isIn = (rules: readonly RuleColumn[], column: number) => rules.some((one) => one.column === column);

/**
 * Finds the puzzle's column: by name, if it has grids or nothing contradicts it; else the one whose grids have most empty cells.
 * With regions, grids can have sizes that others have not.
 */
function puzzleColumn(
  names: readonly (Role | undefined)[],
  columns: readonly Column[],
  rules: readonly RuleColumn[],
  rows: number,
  complete: boolean,
): number | undefined {
  const named = names.indexOf('puzzle');
  if (named >= 0) {
    const nothingYet = rows === 0 && complete;
    const { grids, areMarkers } = columns[named]!;
    if (grids.length > 0 || areMarkers || nothingYet || names.includes('solution')) return named;
    if (rules.some(({ name }) => hasRegions(name))) return named;
  }
  const [best] = columns
    .map((one, column) => ({ one, column }))
    .filter(
      ({ one, column }) =>
        names[column] !== 'solution' && !isIn(rules, column) && 2 * one.grids.length > rows,
    )
    .map(({ one, column }) => ({ column, empties: one.empties }))
    .sort((a, b) => b.empties - a.empties);
  return best?.column;
}

/** A row of the head. */
export interface TextRow {
  /** 1-based number of its first line. */
  readonly line: number;
  readonly fields: readonly string[];
}

export interface TextRows {
  readonly rows: readonly TextRow[];
  /** Whether a quoted field contains a line break. */
  readonly multiline: boolean;
}

/** Matches what trimming removes; most rows have none. */
const BLANK = /\s/;

/** The first rows of a text, without comments and blank lines. An unclosed quote ends with its line. */
export function textRows(text: string, delimiter: string, most: number): TextRows {
  const rows: TextRow[] = [];
  let multiline = false;
  let line = 1;
  for (let at = 0; at < text.length && rows.length < most; ) {
    const lineFeed = text.indexOf('\n', at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const first = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
    if (isComment(first) || first.trim() === '' || isRuleText(first) || isRowCount(first.trim())) {
      line++;
      at = end + 1;
      continue;
    }
    if (!first.includes('"')) {
      const fields = first.split(delimiter);
      rows.push({ line: line++, fields: BLANK.test(first) ? fields.map((field) => field.trim()) : fields });
      at = end + 1;
      continue;
    }
    const row = fieldsFrom(text, at, delimiter, false) ?? fieldsFrom(text, at, delimiter, true)!;
    rows.push({ line, fields: row.fields });
    const breaks = text.slice(at, row.end).split('\n').length - 1;
    multiline ||= breaks > 0;
    line += breaks + 1;
    at = row.end + 1;
  }
  return { rows, multiline };
}

/** As {@link isRule}, for text with one character a byte. */
function isRuleText(line: string): boolean {
  const text = line.trim();
  return mayBeRule(text.charCodeAt(0)) && isRule(Buffer.from(text, 'latin1'), 0, text.length);
}

/** Fields up to a line feed outside of quotes, or up to the next one; undefined if a quote is not closed. */
function fieldsFrom(text: string, from: number, delimiter: string, oneLine: boolean) {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\n' && (!quoted || oneLine)) break;
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[at++];
      else quoted = false;
    } else if (character === '"' && field === '') quoted = true;
    else if (character === delimiter) {
      fields.push(field);
      field = '';
    } else field += character;
  }
  if (quoted && !oneLine) return undefined;
  fields.push(field.replace(/\r$/, ''));
  return { fields: fields.map((value) => value.trim()), end: at };
}

const EQUALS = 61;

/** Shorter dashes can be a missing value. */
const MIN_LENGTH = 3;

/**
 * Whether a line is a rule between the rows of a table: `|---|:---|` in Markdown, `----+----` from psql, or `+====+====+`.
 * Dashes without separators can be a puzzle of empty cells, if a grid has as many.
 * @param start of the first byte that is not blank
 * @param ruled whether such dashes are a rule in this table
 */
export function isRule(bytes: Uint8Array, start: number, end: number, ruled = false): boolean {
  let stretches = 0;
  let dashes = 0;
  let parts = 0;
  for (let at = start; at < end; ) {
    at = skipBlanks(bytes, at, end);
    if (at === end) break;
    if (PARTS[bytes[at]!]) {
      parts++;
      at++;
      continue;
    }
    const first = at;
    if (bytes[at] === COLON) at++;
    const sign = bytes[at];
    if (sign !== MINUS && sign !== EQUALS) return false;
    while (at < end && bytes[at] === sign) at++;
    if (at < end && bytes[at] === COLON) at++;
    if (at - first < MIN_LENGTH || (at < end && !PARTS[bytes[at]!] && !isBlank(bytes[at]!))) return false;
    stretches++;
    if (sign === MINUS) dashes = at - first;
  }
  return stretches > 0 && (parts > 0 || ruled || sizeOfCells(dashes) === undefined);
}

/** The number of rows below a table, as psql, sqlcmd and mysql print it. */
const ROW_COUNT = /^(?:\(\d{1,15} rows?(?: affected)?\)|\d{1,15} rows? in set(?: \([\d.a-z ]{1,40}\))?)$/;

/** Whether a line states the number of rows. */
export function isRowCount(line: string): boolean {
  return ROW_COUNT.test(line);
}

/** Whether a rule can begin with this byte. */
export function mayBeRule(byte: number): boolean {
  return BEGINS[byte] === 1;
}

const PARTS = new Uint8Array(256);
for (const sign of [PIPE, PLUS, COMMA, SEMICOLON, TAB]) PARTS[sign] = 1;

const BEGINS = new Uint8Array(256);
for (const sign of [PIPE, PLUS, COLON, MINUS, EQUALS]) BEGINS[sign] = 1;
