import { PIPE, POINT, SPACE, TAB } from '../../kernel/constants.ts';
import { ALL_EMPTY_SYMBOLS } from '../../options/options.ts';
import { isSize } from '../../solver/geometry.ts';
import {
  chooseAlphabet,
  countBytes,
  countSymbols,
  emptySymbolsOf,
  mayBeCells,
  newSymbolCounts,
  type SymbolCounts,
} from '../shared/alphabet.ts';
import { bomLength, isComment, isDigit, withoutBoxDrawing } from '../shared/bytes.ts';
import type { Fields } from '../shared/cells.ts';
import type { Head, HeadLine } from '../shared/head.ts';
import { isMarker } from '../shared/markers.ts';
import { isDate } from '../shared/text-line.ts';
import type { GridsState } from './line.ts';

/** What single rows show, before they are combined to grids. */
export type RowsShown = Pick<
  GridsState,
  'alphabets' | 'empties' | 'separated' | 'delimiter' | 'trailing' | 'signs' | 'size'
>;

/** What the rows of one size show. */
interface Shown {
  rows: number;
  readonly symbols: SymbolCounts;
  /** Whether any of them has symbols, not numbers. */
  inSymbols: boolean;
}

const NOTHING_SHOWN: Shown = { rows: 0, symbols: newSymbolCounts(0), inSymbols: false };

/** Examines the lines of the head one by one. */
export function symbolsIn(head: Head): RowsShown {
  const sizes = new Map<number, Shown>();
  const signs = new Set<string>();
  const fields = fieldsIn(head);
  const numbered = new Set<number>();
  let letters = false;
  const untrimmed = fields.delimiter === TAB ? untrimmedLines(head) : [];
  let last: Shown | undefined;
  /** Counts one more row of a size. */
  const countRow = (size: number): Shown => {
    if (last?.symbols.size !== size) {
      last = sizes.get(size) ?? { rows: 0, symbols: newSymbolCounts(size), inSymbols: false };
      sizes.set(size, last);
    }
    last.rows++;
    return last;
  };
  /** Counts one more row of symbols of a size. @returns the counts to add its symbols to */
  const countSymbolRow = (size: number): SymbolCounts => {
    const shown = countRow(size);
    shown.inSymbols = true;
    return shown.symbols;
  };
  for (const line of head.lines) {
    // a shortcut for nearly all rows of small grids
    if (line.isPlain && line.length <= 9 && isSize(line.length)) {
      countBytes(countSymbolRow(line.length), head.bytes, line.start, line.start + line.length);
      continue;
    }
    const plain = fields.delimiter === 0 ? plainRow(head.bytes, line) : undefined;
    if (plain) {
      countBytes(countSymbolRow(plain.length), plain, 0, plain.length);
      continue;
    }
    const { text, number } = line;
    if (isComment(text) || isMarker(text) || isDate(text.trim())) continue;
    // a tab at the end means one more blank field
    const row = withoutBoxDrawing(fields.delimiter === TAB ? (untrimmed[number - 1] ?? text) : text);
    const numbers = numbersInFields(row, fields) ?? numbersIn(row);
    if (numbers) {
      numbered.add(numbers.length);
      countRow(numbers.length);
      for (const cell of numbers) if (/^[-*_]+$/.test(cell)) signs.add(cell[0]!);
      continue;
    }
    const symbols = cellsIn(row, fields, head.alphabet);
    if (!symbols) continue;
    const size = symbols.length;
    countSymbols(countSymbolRow(size), symbols);
    letters ||= size > 9 && /[A-WYZ]/i.test(symbols) && symbols !== text.trim();
    for (const sign of symbols.replace(/[^-*_]/g, '')) signs.add(sign);
  }
  const alphabets: Record<number, string> = {};
  const empties: Record<number, string> = {};
  for (const [size, { symbols, inSymbols }] of sizes) {
    if (!inSymbols) continue;
    symbols.grids = Math.floor(total(symbols) / (size * size));
    const alphabet = chooseAlphabet(symbols, head.alphabet);
    alphabets[size] = alphabet.symbols;
    empties[size] = emptySymbolsOf(symbols, alphabet);
    // if 0 is a value, cells are symbols
    letters ||= size > 9 && /^0|:/.test(alphabet.symbols) && !numbered.has(size);
  }
  const { size } = [...sizes.values()].reduce((a, b) => (b.rows > a.rows ? b : a), NOTHING_SHOWN).symbols;
  return {
    alphabets,
    empties,
    separated: letters ? 'symbols' : 'numbers',
    // frames of `_` are rare
    signs: [...signs.add('_')].join(''),
    size,
    ...fields,
  };
}

/** The lines with the blanks before their ends. */
function untrimmedLines({ text, bytes }: Head): string[] {
  return text.slice(bomLength(bytes)).split(/\r?\n/);
}

/** The cells of a line, one character each, if it can be a row with a given; `.` for blank fields. */
function cellsIn(row: string, fields: Fields, given: string | undefined): string | undefined {
  const packed = row.replace(/[\s|,!]/g, '');
  if (!/[\dA-Za-z]/.test(packed)) return undefined;
  const stripped = packed.replace(/[:;]/g, '');
  // `:` and `;` separate cells, unless they are cells
  const parts = row.split(/[\s|]+/).filter(Boolean);
  const isSeparated = packed !== stripped && parts.every((part) => /^[^:;](?:[:;][^:;])*[:;]?$/.test(part));
  const inFields = fieldsOf(row, fields).map((field) => field || '.');
  const candidates = isSeparated ? [stripped] : [packed, stripped];
  // delimiters beside blank fields are not cells
  if (inFields.every((field) => field.length === 1)) {
    if (inFields.length > 1 && isSize(inFields.length) && mayBeRow(inFields)) return inFields.join('');
    candidates.unshift(inFields.join(''));
  }
  return candidates.find((cells) => isSize(cells.length) && mayBeCells(cells, cells.length, given));
}

/** Cells of a line that is certainly a row of numbers, as some cell has two characters. */
function numbersIn(row: string): string[] | undefined {
  const cells = row.split(/[\s|,;!]+/).filter(Boolean);
  const areNumbers =
    isSize(cells.length) &&
    cells.some((cell) => cell.length >= 2) &&
    cells.every((cell) => /^(\d{1,2}(\.0)?|-1|([.*_?x-])\3?|nan)$/i.test(cell));
  return areNumbers ? cells : undefined;
}

/** As {@link numbersIn}, between delimiters or pipes, with blank fields. */
function numbersInFields(row: string, fields: Fields): string[] | undefined {
  const cells = fieldsOf(row, fields);
  const isRow = isSize(cells.length) && mayBeRow(cells) && cells.some((cell) => /^\d{2}/.test(cell));
  return isRow ? cells : undefined;
}

/** The fields between delimiters, or between pipes if the line has one at each end that is not a delimiter. */
function fieldsOf(row: string, { delimiter, trailing }: Fields): string[] {
  const between = delimiter === PIPE ? undefined : /^\s*\|(.*)\|\s*$/.exec(row)?.[1];
  if (between !== undefined) return between.split('|').map((field) => field.trim());
  if (delimiter === 0) return [''];
  const fields = row.split(String.fromCharCode(delimiter)).map((field) => field.trim());
  return trailing && fields.at(-1) === '' ? fields.slice(0, -1) : fields;
}

/** The delimiter of fields of which some are blank, and whether the last field has one after it. */
function fieldsIn({ text, complete }: Head): Fields {
  let best = { delimiter: 0, trailing: false, rows: 0 };
  const likely = [',', ';', '\t', '|'].filter((sign) => text.includes(sign));
  const lines = likely.length > 0 ? text.split(/\r?\n/) : [];
  if (!complete) lines.pop();
  for (const delimiter of likely) {
    const rows = lines.map((line) => line.split(delimiter).map((field) => field.trim())).filter(mayBeRow);
    // these are pipes around each cell
    if (delimiter === '|' && rows.every((fields) => fields[0] === '' && fields.at(-1) === '')) continue;
    const isOneLess = rows.every((fields) => isSize(fields.length - 1));
    const trailing = isOneLess && rows.every((fields) => fields.at(-1) === '');
    // a delimiter at the start of every line is an indent
    const indented = !trailing && isOneLess && rows.every((fields) => fields[0] === '');
    const blank = rows.filter((fields) =>
      fields.slice(indented ? 1 : 0, trailing ? -1 : undefined).includes(''),
    );
    if (blank.length > best.rows && !indented) {
      best = { delimiter: delimiter.charCodeAt(0), trailing, rows: blank.length };
    }
  }
  const { delimiter, trailing } = best;
  return { delimiter, trailing };
}

const CELL = new RegExp(`^(?:\\d{1,2}(?:\\.0)?|[A-Za-z:;<=>@]|[${ALL_EMPTY_SYMBOLS.replace('-', '')}-])?$`);

/** Whether fields can be a row with a given, and perhaps a delimiter after it. */
function mayBeRow(fields: string[]): boolean {
  const fits = isSize(fields.length) || isSize(fields.length - 1);
  return (
    fits && fields.some((field) => /[\dA-Za-z]/.test(field)) && fields.every((field) => CELL.test(field))
  );
}

function total({ counts }: SymbolCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Cells of a plain row. */
const CELLS = 9;

/** the cells of the last row */
const cells = new Uint8Array(CELLS);

/**
 * The cells of a row of a 9x9 grid in the most common notation: digits and points, with a digit among them, separated by
 * blanks and bars or not at all, without a bar at its ends. Undefined for any other line. Valid until the next call.
 */
export function plainRow(bytes: Uint8Array, { start, length }: HeadLine): Uint8Array | undefined {
  let at = start;
  const end = start + length;
  while (at < end && bytes[at] === SPACE) at++;
  if (bytes[at] === PIPE || bytes[end - 1] === PIPE) return undefined;
  let count = 0;
  let digits = 0;
  let parts = 0;
  for (let isWithin = false; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === SPACE || byte === PIPE) {
      isWithin = false;
      continue;
    }
    if (isDigit(byte)) digits++;
    else if (byte !== POINT) return undefined;
    if (count === CELLS) return undefined;
    cells[count++] = byte;
    if (!isWithin) parts++;
    isWithin = true;
  }
  // as many parts as a row has cells can be numbers of several digits
  const mayBeNumbers = parts < CELLS && isSize(parts);
  return count === CELLS && digits > 0 && !mayBeNumbers ? cells : undefined;
}
