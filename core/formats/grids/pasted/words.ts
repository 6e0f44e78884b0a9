// What stands for a cell, and which cells a stretch of words holds.

import { MAX_SIZE } from '../../../options/options.ts';
import { isSize, sizeOfCells } from '../../../solver/model/geometry.ts';
import { isOnlyMarker } from '../../shared/markers.ts';

/** A stretch of a line: a word, a text in quotes, or a bracket. Offsets are those of the text. */
export interface Token {
  /** A word or a text by what it may be: one cell, cells without separators, a marker, what joins texts, or other text. */
  readonly kind: 'cell' | 'packed' | 'marker' | 'joint' | 'text' | 'open' | 'close';
  readonly isQuoted: boolean;
  /** The cell that it is. */
  readonly plain?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** A word, or a text with its quotes. */
export function tokenOf(text: string, start: number, end: number, isQuoted: boolean): Token {
  const word = isQuoted ? text.slice(start + 1, end - 1) : text.slice(start, end);
  const plain = isQuoted && word.length <= 2 && word.trim() === '' ? '.' : plainWord(word.trim());
  const place = { start, end, isQuoted };
  if (plain !== undefined) return { kind: 'cell', plain, ...place };
  if (isPacked(word)) return { kind: 'packed', ...place };
  if (isOnlyMarker(word)) return { kind: 'marker', ...place };
  return { kind: !isQuoted && JOINS.test(word) ? 'joint' : 'text', ...place };
}

/** Whether a token is a word or a text in quotes. */
export const isWord = ({ kind }: Token): boolean => kind !== 'open' && kind !== 'close';

/** Whether a token can be part of a row. */
export const mayBeCellToken = (token: Token): boolean =>
  isWord(token) && (token.isQuoted || token.kind !== 'text');

/** A cell as it is read: a number, a symbol, or `.`. */
export interface PlainCell {
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

/** A row of a grid, an entire grid, or the marker of an earlier result. Offsets include its brackets or quotes. */
export interface PlainRow {
  readonly cells: readonly PlainCell[];
  readonly start: number;
  readonly end: number;
}

const EMPTY = /^(?:none|null|nil|na|<na>|nan|nat|undefined|nothing|missing|[.*_?-]{1,2}|-1(?:\.0{0,20})?)$/i;
const NUMBER = /^\+?(\d{1,2}(?:\.\d{0,20})?(?:e[+-]?\d{1,3})?)(?:[lufd]|ul)?$/i;
/** A number in a call, as NumPy prints `np.int64(5)`. */
const CALL = /^[A-Za-z][\w.]{0,20}\((\d{1,2})(?:\.0?)?\)$/;
const SYMBOL = /^[\w.*?-]$/;
const PACKED = /^[0-9A-Za-z.*_?:;<=>@-]{4,}$/;
/** Joins texts in quotes, or begins a line that is quoted. */
const JOINS = /^[>\\+&]+$/;
const CELL_SIGN = /[\d.*_?-]/;
/** Packed rows of letters alone are those of large grids. */
const MIN_LETTERS = 16;

/** The one cell that a word is: a number, a symbol, or `.`; undefined for all other words. */
export function plainWord(word: string): string | undefined {
  if (word.length === 1) return SYMBOL.test(word) ? word : undefined;
  if (word.length > 40) return undefined;
  if (EMPTY.test(word)) return '.';
  const number = Number((NUMBER.exec(word) ?? CALL.exec(word))?.[1] ?? 'none');
  return Number.isInteger(number) && number <= MAX_SIZE ? String(number) : undefined;
}

/** Whether a cell is a number or a sign for empty that the reader of grids does not know. */
export function isForeignCell(word: string): boolean {
  return word.length > 1 && !/^(?:[\d.]+|\W\W|__|-1)$/.test(word) && !isPacked(word);
}

/** Whether a word is a packed row of a grid, or more of a grid. */
export function isPacked(word: string): boolean {
  if (word.length > MAX_SIZE ** 2 || !PACKED.test(word)) return false;
  const isLong =
    word.length >= MIN_LETTERS && (isSize(word.length) || sizeOfCells(word.length) !== undefined);
  let signs = 0;
  for (const sign of word) if (CELL_SIGN.test(sign)) signs++;
  return isLong || 3 * signs >= 2 * word.length;
}

/**
 * The rows that a stretch of words is; none if it is something else, or has fewer than four cells. Beside a row or a grid in
 * quotes, other values are those of its record: `(35, '53..7….', 'easy')`.
 */
export function rowsOf(text: string, tokens: readonly Token[]): PlainRow[] {
  const rows: PlainRow[] = [];
  const singles: PlainCell[] = [];
  let others = 0;
  for (const { kind, isQuoted, plain, start, end } of tokens) {
    const [from, to] = isQuoted ? [start + 1, end - 1] : [start, end];
    if (plain !== undefined) singles.push({ plain, start, end });
    else if (kind === 'marker') rows.push({ cells: [], start, end });
    else if (kind === 'packed') rows.push({ cells: symbolsIn(text, from, to), start, end });
    else if (isQuoted) {
      const within = quotedRows(text, from, to);
      if (within.length === 0) others++;
      rows.push(...within);
    } else if (kind === 'text') return [];
  }
  const areQuoted = rows.every(({ start }) => /["']/.test(text[start]!));
  if (others > 0 || areQuoted) {
    const grids = rows.filter((row, i) => isGrid(row.cells.length) && !isSolution(row, rows[i - 1]));
    // a marker in the place of a puzzle, whose solution is known
    const marker = rows.findIndex(
      ({ cells }, i) => cells.length === 0 && isGrid(rows[i + 1]?.cells.length ?? 0),
    );
    const records = grids.length > 0 || marker < 0 ? grids : [rows[marker]!];
    // one text among the rows of a list is a row with a fault
    const isList = records.length === 0 && areQuoted && 2 * others < rows.length;
    if (!isList && (others > 0 || records.length > 0)) return areQuoted ? records : [];
  }
  if (rows.length === 0) {
    return singles.length < 4 ? [] : [{ cells: singles, start: singles[0]!.start, end: singles.at(-1)!.end }];
  }
  // dashes and stars begin the items of a list
  const areMarks = singles.every(({ plain }) => /^[-*]$/.test(plain));
  return areMarks || (areQuoted && singles.length < 4) ? rows : [];
}

/** Whether a grid is the solution of the one before it, in whose place a result has the same or a marker. */
function isSolution({ cells }: PlainRow, puzzle: PlainRow | undefined): boolean {
  const isEmpty = (sign: string) => '.0'.includes(sign);
  if (puzzle?.cells.length === 0) return !cells.some(({ plain }) => isEmpty(plain));
  if (puzzle?.cells.length !== cells.length) return false;
  return puzzle.cells.every(
    ({ plain }, i) => !isEmpty(cells[i]!.plain) && (isEmpty(plain) || plain === cells[i]!.plain),
  );
}

/** Whether a row has as many cells as a grid, and more than any row. */
function isGrid(cells: number): boolean {
  return cells > MAX_SIZE && sizeOfCells(cells) !== undefined;
}

/** The rows in a text between quotes, of which `\n` separates several. */
function quotedRows(text: string, from: number, to: number): PlainRow[] {
  const rows: PlainRow[] = [];
  for (let start = from; start < to; ) {
    let end = start;
    while (end < to && !text.startsWith('\\n', end)) end++;
    const cells = quotedCells(text, start, end);
    if (cells.length < 4) {
      if (text.slice(start, end).trim() !== '') return [];
    } else rows.push({ cells, start: cells[0]!.start, end: cells.at(-1)!.end });
    start = end + 2;
  }
  return rows.length === 1 ? [{ ...rows[0]!, start: from - 1, end: to + 1 }] : rows;
}

/** The cells of a text between quotes: its words, or all of its characters if blanks are cells. */
function quotedCells(text: string, start: number, end: number): PlainCell[] {
  const line = text.slice(start, end);
  if ((isSize(line.length) || sizeOfCells(line.length) !== undefined) && /^[\dA-Za-z ]*$/.test(line)) {
    const cells = symbolsIn(text, start, end);
    return cells.map((cell) => (cell.plain === ' ' ? { ...cell, plain: '.' } : cell));
  }
  const cells: PlainCell[] = [];
  let width = 0;
  for (const { 0: word, index } of line.matchAll(/[^ |,]+/g)) {
    const [first, last] = [start + index, start + index + word.length];
    const plain = plainWord(word);
    if (plain !== undefined) {
      cells.push({ plain, start: first, end: last });
      continue;
    }
    // words of a sentence have different lengths
    width ||= word.length;
    if (word.length !== width || !/^[\dA-Za-z.*_?-]+$/.test(word)) return [];
    cells.push(...symbolsIn(text, first, last));
  }
  return cells;
}

function symbolsIn(text: string, start: number, end: number): PlainCell[] {
  return Array.from({ length: end - start }, (_, i) => ({
    plain: text[start + i]!,
    start: start + i,
    end: start + i + 1,
  }));
}
