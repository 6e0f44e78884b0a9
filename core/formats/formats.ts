import { SPACE, ZERO } from '../kernel/constants.ts';
import type { Table } from '../options/options.ts';
import { csv } from './csv/index.ts';
import { grids } from './grids/index.ts';
import { json } from './json/index.ts';
import { lines } from './lines/index.ts';
import { numberLines } from './lines/number-lines.ts';
import { mayBeCells } from './shared/alphabet.ts';
import { isComment, isDigit, latin1 } from './shared/bytes.ts';
import { type Format, isSize, type OutputOptions, type Writer } from './shared/format.ts';
import type { Head, HeadLine } from './shared/head.ts';
import { csvRows, jsonlRows, type RowFormat } from './tables/rows.ts';
import { TableWriter } from './tables/writer.ts';

/** All formats, in the order of recognition: the first that recognises a file's head is its format. */
export const FORMATS: readonly Format[] = [
  json as Format,
  csv as Format,
  lines as Format,
  numberLines as Format,
  grids as Format,
];

/** @throws RangeError if no format has this name */
export function formatOf({ format: name }: { readonly format: string }): Format {
  const format = FORMATS.find((candidate) => candidate.name === name);
  if (!format)
    throw new RangeError(`expected a format of ${FORMATS.map((f) => f.name).join(', ')}, got ${name}`);
  return format;
}

const ROW_FORMATS: Readonly<Record<Table, RowFormat>> = { csv: csvRows, jsonl: jsonlRows };

/** The kind of table that a result is; undefined if it has the layout of the file. */
export function tableOf(format: Format, { output, solutions }: OutputOptions): Table | undefined {
  if (output !== 'same') return output;
  return format.holds.includes(solutions) ? undefined : 'csv';
}

/** Whether the result's rows contain the number of their puzzle, which is unknown in a piece of the file. */
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

/** A kind of file that can contain puzzles, but is not supported. */
interface Unsupported {
  readonly name: string;
  /** Advice for the user. */
  readonly instead: string;
  readonly is: (head: Head) => boolean;
}

/** Characters of a puzzle written as pencilmarks. */
const PENCILMARKS = 729;

const UNSUPPORTED: readonly Unsupported[] = [
  {
    name: 'text in UTF-16',
    instead: 'save it as UTF-8 or ASCII',
    is: ({ bytes }) => startsWith(bytes, '\xff\xfe') || startsWith(bytes, '\xfe\xff'),
  },
  {
    name: 'an array of NumPy (.npy)',
    instead: 'save it as text: numpy.savetxt(FILE, puzzles.reshape(-1, 81), "%d", "")',
    is: ({ bytes }) => startsWith(bytes, '\x93NUMPY'),
  },
  {
    name: 'a Parquet file',
    instead: 'write it as CSV',
    is: ({ bytes }) => startsWith(bytes, 'PAR1'),
  },
  {
    name: 'a tar archive',
    instead: 'unpack it, and give the files in it, by themselves or compressed with gzip or zstandard',
    is: ({ bytes }) => isTar(bytes),
  },
  {
    name: 'an XML or HTML file (OpenSudoku and others)',
    instead: 'export the puzzles as text, one a line',
    is: (head) =>
      head.text.includes('<') && /^\s*<(\?xml|!doctype|html|opensudoku|sudoku)/i.test(frontOf(head)),
  },
  {
    name: 'a MiniZinc data file',
    instead: 'keep the rows of numbers only',
    is: (head) =>
      ['[|', 'array2d'].some((sign) => head.text.includes(sign)) && /\[\||\barray2d\s*\(/.test(frontOf(head)),
  },
  {
    name: 'pencilmarks, 729 characters a puzzle',
    instead: 'write each puzzle as 81 characters',
    is: mostLines(PENCILMARKS, /^(?:[1.0][2.0][3.0][4.0][5.0][6.0][7.0][8.0][9.0]){81}(\s|$)/),
  },
  {
    name: 'a grid of candidates',
    instead: 'write one character a cell, with . or 0 for the empty ones',
    is: (head) => head.lines.filter((line) => isCandidates(head.bytes, line)).length >= 5,
  },
  {
    name: 'grids side by side',
    instead: 'write them one below the other',
    is: hasGridsSideBySide,
  },
];

/** Whether a result can hold ratings: a table can, and a file with a column for them. */
export function canHoldRatings(plan: {
  readonly format: string;
  readonly options: OutputOptions;
  readonly state: unknown;
}): boolean {
  const format = formatOf(plan);
  return tableOf(format, plan.options) !== undefined || format.hasRatings?.(plan.state) === true;
}

/** Why a file of an unsupported kind is rejected, with advice; undefined for other files. */
export function unsupportedReason(head: Head): string | undefined {
  const kind = UNSUPPORTED.find(({ is }) => is(head));
  return kind && `expected a file of plain puzzles, got ${kind.name}: ${kind.instead}`;
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, magic.length)).toString('latin1') ===
    magic
  );
}

const TAR_HEADER = 512;
/** The checksum in a tar header: octal digits, between blanks or zero bytes. */
const CHECKSUM = { start: 148, end: 156 } as const;

/** Whether bytes begin with a tar header of any variant, by the sum of its bytes. */
function isTar(bytes: Uint8Array): boolean {
  if (bytes.length < TAR_HEADER || bytes[0] === 0) return false;
  const field = latin1(bytes, CHECKSUM.start, CHECKSUM.end).replaceAll('\0', ' ').trim();
  if (!/^[0-7]+$/.test(field)) return false;
  let sum = 0;
  for (let at = 0; at < TAR_HEADER; at++) {
    // the field itself counts as blanks
    sum += at >= CHECKSUM.start && at < CHECKSUM.end ? SPACE : bytes[at]!;
  }
  return sum === Number.parseInt(field, 8);
}

function frontOf({ lines }: Head): string {
  return lines
    .slice(0, 50)
    .map(({ text }) => text)
    .join('\n');
}

/** @param least characters of a line of the pattern */
function mostLines(least: number, pattern: RegExp): (head: Head) => boolean {
  return ({ lines }) => {
    const such = lines.filter((line) => line.length >= least && pattern.test(line.text)).length;
    return such > 0 && 2 * such > lines.filter(({ text }) => text !== '' && !isComment(text)).length;
  };
}

const SMALL_B = 0x62;
const SMALL_U = 0x75;

/** Bytes that separate cells of candidates. */
const PARTS = new Uint8Array(256);
for (const sign of ' \t\n\v\f\r\xa0|:!+') PARTS[sign.charCodeAt(0)] = 1;

/** Whether a line has nine cells of candidates in ascending order, some with at least three. */
function isCandidates(bytes: Uint8Array, line: HeadLine): boolean {
  if (!beginsWithCandidates(bytes, line.start, line.start + line.length)) return false;
  const cells = line.text.split(/[\s|:!+]+/).filter(Boolean);
  return (
    cells.length === 9 &&
    cells.every((cell) => /^[ub]?1?2?3?4?5?6?7?8?9?$/.test(cell)) &&
    cells.some((cell) => cell.length >= 3)
  );
}

/** Whether a line begins with a cell of candidates and another cell: a quick test that rules out most lines. */
function beginsWithCandidates(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && PARTS[bytes[at]!] === 1) at++;
  if (bytes[at] === SMALL_B || bytes[at] === SMALL_U) at++;
  for (let last = ZERO; at < end && isDigit(bytes[at]!) && bytes[at]! > last; at++) last = bytes[at]!;
  return at < end && PARTS[bytes[at]!] === 1;
}

/** Separators of grids side by side, which are wider than those of their cells. */
const GAP = /\s*\|\s*|\t+|\s{2,}/;

/** Lines of the head that are examined. */
const MAX_LINES = 200;
/** Bytes of the longest line with rows of several grids. */
const MAX_LENGTH = 300;

/** Whether as many consecutive lines as a grid has rows each contain rows of several grids. */
export function hasGridsSideBySide({ text: all, lines, alphabet }: Head): boolean {
  if (!/ {2}|[\t|]/.test(all)) return false;
  let run = '';
  let length = 0;
  for (const line of lines.slice(0, MAX_LINES)) {
    const rows = line.isPlain || line.length > MAX_LENGTH ? undefined : rowsIn(line.text, alphabet);
    if (!rows) {
      run = '';
      continue;
    }
    const [size, count] = [rows[0]!.length, rows.length];
    const kind = `${size} ${count}`;
    length = kind === run ? length + 1 : 1;
    run = kind;
    if (length === size) return true;
  }
  return false;
}

/** The cells of rows of equal sizes in a line; undefined if they can also be boxes of one row, or a grid in a line. */
function rowsIn(text: string, alphabet: string | undefined): string[] | undefined {
  const groups = text.trim().split(GAP);
  if (groups.length < 2) return undefined;
  // `;` separates cells, or is one
  return [/\s/g, /[\s,;]/g]
    .map((parts) => groups.map((group) => group.replace(parts, '')))
    .find((rows) => areRows(rows, alphabet));
}

function areRows(rows: readonly string[], alphabet: string | undefined): boolean {
  const size = rows[0]!.length;
  const isEach = (row: string) => row.length === size && mayBeCells(row, size, alphabet);
  // as many rows as cells in a row are one grid in a line; 16 or 36 cells with few values can be small grids
  if (!isSize(size) || rows.length === size || !rows.every(isEach)) return false;
  const root = Math.sqrt(size);
  return root % 1 !== 0 || size <= 9 || !rows.every((row) => mayBeCells(row, root));
}
