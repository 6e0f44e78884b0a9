// Learns from single rows of the head, before they are combined to grids: symbols, signs of empty cells, and
// delimiters.

import { COLON, SEMICOLON } from '../../kernel/constants.ts';
import { ALL_EMPTY_SYMBOLS } from '../../options/options.ts';
import { isSize } from '../../solver/model/geometry.ts';
import {
  chooseAlphabet,
  countBytes,
  countSymbols,
  emptySymbolsOf,
  mayBeCells,
  newSymbolCounts,
  type SymbolCounts,
} from '../shared/alphabet.ts';
import { isComment, skipBlanks, withoutBoxDrawing } from '../shared/bytes.ts';
import { emptyRow, type FieldDelimiters, scanRow } from '../shared/cells.ts';
import type { Head, HeadLine } from '../shared/head.ts';
import { isMarker } from '../shared/markers.ts';
import { isDate } from '../shared/text-line.ts';
import type { GridsState } from './line.ts';
import { fieldStyles } from './rows.ts';

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
    const { text } = line;
    if (isComment(text) || isMarker(text) || isDate(text.trim())) continue;
    const found = rowIn(head, line, fields);
    if (!found) continue;
    const { size, numbers, symbols } = found;
    if (numbers) {
      numbered.add(size);
      countRow(size);
      for (const cell of numbers) if (/^[-*_]+$/.test(cell)) signs.add(cell[0]!);
      continue;
    }
    countSymbols(countSymbolRow(size), symbols);
    letters ||= size > 9 && /[A-WYZ]/i.test(symbols) && symbols !== text.trim();
    for (const sign of symbols.replace(/[^-*_]/g, '')) signs.add(sign);
  }
  const alphabets: Record<number, string> = {};
  const empties: Record<number, string> = {};
  for (const [size, { symbols, inSymbols, rows }] of sizes) {
    // fewer are titles, or rows of other sizes with a fault
    if (!inSymbols || 4 * rows < size) continue;
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

/** A line of the head as a row. */
interface ShownRow {
  readonly size: number;
  /** Undefined for symbols. */
  readonly numbers?: readonly string[];
  /** Empty for numbers; `.` for a blank field. */
  readonly symbols: string;
}

/** the cells of the last line, and those that are symbols */
const row = emptyRow();
const packed = Buffer.alloc(row.starts.length);
/** Separators that are cells of one alphabet. */
const COLONS = new Uint8Array(256);
COLONS[COLON] = COLONS[SEMICOLON] = 1;

/** The first way to read a line as a row with a given, in any alphabet; undefined if there is none. */
function rowIn(
  { bytes, text, alphabet }: Head,
  line: HeadLine,
  fields: FieldDelimiters,
): ShownRow | undefined {
  const end = line.start + line.length;
  const start = skipBlanks(bytes, line.start, end);
  const cells = () =>
    Array.from({ length: row.count }, (_, i) => text.slice(row.starts[i], row.ends[i]).trim());
  const asSymbols = (symbols: string) => {
    const size = symbols.length;
    const isRow = isSize(size) && HAS_GIVEN.test(symbols) && mayBeCells(symbols, size, alphabet);
    return isRow ? { size, symbols } : undefined;
  };
  for (const style of fieldStyles(fields)) {
    scanRow(bytes, start, end, style, row, undefined, fields);
    if (!isSize(row.count)) continue;
    const found = cells();
    const symbols = found.every((cell) => cell.length <= 1) ? found.map((cell) => cell || '.').join('') : '';
    const areNumbers = found.some((cell) => /^\d{2}/.test(cell));
    const isRow = (areNumbers || symbols !== '') && mayBeRow(found);
    if (isRow) return { size: row.count, symbols, ...(areNumbers && { numbers: found }) };
    if (symbols !== '' && asSymbols(symbols)) return asSymbols(symbols);
  }
  scanRow(bytes, start, end, 'numbers', row);
  const { count, starts, ends } = row;
  let longest = 0;
  for (let cell = 0; cell < count; cell++) longest = Math.max(longest, ends[cell]! - starts[cell]!);
  if (longest > 1 && isSize(count)) {
    const numbers = cells();
    if (numbers.every((cell) => NUMBER.test(cell))) return { size: count, numbers, symbols: '' };
  }
  for (const isSymbol of areColonsCells(text, start, end) ? [COLONS, undefined] : [undefined]) {
    scanRow(bytes, start, end, 'symbols', row, isSymbol);
    for (let cell = 0; cell < row.count; cell++) packed[cell] = bytes[starts[cell]!]!;
    const found = asSymbols(packed.toString('latin1', 0, row.count));
    if (found) return found;
  }
  return undefined;
}

/** Whether `:` and `;` can be cells of a line, as they do not stand between any two. */
function areColonsCells(text: string, start: number, end: number): boolean {
  const line = text.slice(start, end);
  if (!/[:;]/.test(line)) return false;
  const parts = withoutBoxDrawing(line)
    .split(/[\s|]+/)
    .filter(Boolean);
  return !parts.every((part) => /^[^:;](?:[:;][^:;])*[:;]?$/.test(part));
}

const HAS_GIVEN = /[\dA-Za-z]/;
const NUMBER = /^(\d{1,2}(\.0)?|-1|([.*_?x-])\3?|nan)$/i;

/** The delimiter of fields of which some are blank, and whether the last field has one after it. */
function fieldsIn({ text, complete }: Head): FieldDelimiters {
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
