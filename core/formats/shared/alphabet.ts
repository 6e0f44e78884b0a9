// Symbols of values and of empty cells: the alphabets in use, which of them a file has, and tables for reading and
// writing them.

import {
  ALL_EMPTY_SYMBOLS,
  EMPTY_SYMBOLS,
  MAX_SIZE,
  MIN_SIZE,
  SOFT_EMPTY_SYMBOLS,
} from '../../options/options.ts';
import { recordOf, type Shape, text as textShape } from '../../options/shape.ts';

/** The symbols of the values of grids of one size: value v is `symbols[v - 1]`. */
export interface Alphabet {
  /** As ranges: `1-9A-G`. */
  readonly name: string;
  readonly symbols: string;
}

/** The symbols of grids up to 9x9, as most files have them: their cells are read and written four or sixteen at a time. */
export const DIGITS = '123456789';

/** Entries of a {@link decodeTable} for bytes that are not values. */
export const SEPARATOR = 0x40;
export const UNKNOWN = 0x80;

const SEPARATORS = ' \t\r\n,;:|';

/** Whether a byte ends the cells before it, in most alphabets. */
export function isSeparator(byte: number): boolean {
  return SEPARATORS.includes(String.fromCharCode(byte));
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The alphabets in common use; a grid takes as many of the symbols as it has values. */
export const FAMILIES = {
  /** 1 to 9, then A is 10: `1-9A-G` */
  ones: `123456789${LETTERS}`,
  /** 0 is the first value, A the eleventh: `0-9A-F` */
  zeros: `0123456789${LETTERS}`,
  /** A is 1: `A-P` */
  letters: LETTERS,
  /** what follows the digits in ASCII: `1-9:;<=>?@` */
  ascii: String.fromCharCode(...Array.from({ length: MAX_SIZE }, (_, i) => 0x31 + i)),
} as const;
export type Family = keyof typeof FAMILIES;

/** The alphabet of a family for a size; undefined if it has too few symbols. */
export function alphabetOf(family: Family, size: number, lowerCase = false): Alphabet | undefined {
  const symbols = FAMILIES[family].slice(0, size);
  if (symbols.length < size) return undefined;
  return namedAlphabet(lowerCase ? symbols.toLowerCase() : symbols);
}

const defaults: Alphabet[] = [];

/** The alphabet of grids whose symbols do not show another. */
export function defaultAlphabet(size: number): Alphabet {
  defaults[size] ??= (alphabetOf('ones', size) ?? alphabetOf('zeros', size))!;
  return defaults[size];
}

/** A grid as a line: a symbol for each cell, `.` for an empty one. */
export function lineOf(
  cells: Uint8Array,
  { symbols }: Pick<Alphabet, 'symbols'> = defaultAlphabet(Math.sqrt(cells.length)),
): string {
  let line = '';
  for (const value of cells) line += value === 0 ? '.' : symbols[value - 1]!;
  return line;
}

/** Values that are kept at most: a process can meet any number of alphabets, and a file any number of variants. */
const MAX_KEPT = 256;

/** The value that follows from a key, such as the symbols of an alphabet: kept, or made. */
export function cached<Key, Value>(kept: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = kept.get(key);
  if (value === undefined) {
    value = make();
    if (kept.size === MAX_KEPT) kept.clear();
    kept.set(key, value);
  }
  return value;
}

const namedAlphabets = new Map<string, Alphabet>();

/** The alphabet of these symbols. */
export function namedAlphabet(symbols: string): Alphabet {
  return cached(namedAlphabets, symbols, () => ({ name: inRanges(symbols), symbols }));
}

/**
 * The meaning of each byte in a grid of this alphabet: a value, 0 for an empty cell, {@link SEPARATOR} or {@link UNKNOWN}.
 * Letters are valid in both cases unless the alphabet uses both.
 * @param empties symbols of empty cells; values take precedence
 */
export function decodeTable(alphabet: Alphabet, empties = ALL_EMPTY_SYMBOLS): Uint8Array {
  const table = new Uint8Array(256).fill(UNKNOWN);
  const set = (symbols: string, value: number) => {
    for (const symbol of symbols) table[symbol.charCodeAt(0)] = value;
  };
  set(SEPARATORS, SEPARATOR);
  set(empties, 0);
  for (const [i, symbol] of alphabet.symbols.split('').entries()) {
    set(symbol.toLowerCase() + symbol.toUpperCase(), i + 1);
  }
  for (const [i, symbol] of alphabet.symbols.split('').entries()) set(symbol, i + 1);
  return table;
}

function inRanges(symbols: string): string {
  let name = '';
  for (let i = 0; i < symbols.length; ) {
    let end = i;
    while (end + 1 < symbols.length && follows(symbols, end)) end++;
    name += end - i >= 2 ? `${symbols[i]}-${symbols[end]}` : symbols.slice(i, end + 1);
    i = end + 1;
  }
  return name;
}

/** Whether a range can continue: both are digits, or letters of one case, and neighbours in ASCII. */
function follows(symbols: string, i: number): boolean {
  const isNext = symbols.charCodeAt(i + 1) === symbols.charCodeAt(i) + 1;
  return isNext && /^(\d\d|[a-z]{2}|[A-Z]{2})$/.test(symbols.slice(i, i + 2));
}

/** An alphabet as tables for reading and writing bytes. */
export interface SymbolTable {
  readonly alphabet: Alphabet;
  /** The {@link decodeTable}. */
  readonly values: Uint8Array;
  /** The byte of each value; entry 0 is unused. */
  readonly symbols: Uint8Array;
  /** Whether each value is written as its own digit. */
  readonly areDigits: boolean;
}

const symbolTables = new Map<string, SymbolTable>();

function symbolTableOf(alphabet: Alphabet, empties = ALL_EMPTY_SYMBOLS): SymbolTable {
  return cached(symbolTables, `${alphabet.symbols}\0${empties}`, () => ({
    alphabet,
    values: decodeTable(alphabet, empties),
    symbols: Uint8Array.from(`\0${alphabet.symbols}`, (c) => c.charCodeAt(0)),
    areDigits: DIGITS.startsWith(alphabet.symbols),
  }));
}

/** A file's alphabets by size: those found in its head, and the default ones for sizes that first occur later. */
export class SymbolTables {
  readonly #symbols: Readonly<Record<number, string>>;
  readonly #empties: Readonly<Record<number, string>>;
  readonly #known: (SymbolTable | undefined)[] = [];

  /**
   * @param symbolsBySize symbols of the values
   * @param emptiesBySize symbols of empty cells, where they are not the default ones
   */
  constructor(
    symbolsBySize: Readonly<Record<number, string>>,
    emptiesBySize: Readonly<Record<number, string>> = {},
  ) {
    this.#symbols = symbolsBySize;
    this.#empties = emptiesBySize;
  }

  of(size: number): SymbolTable {
    let symbolTable = this.#known[size];
    if (!symbolTable) {
      const own = this.#symbols[size];
      const alphabet = own ? namedAlphabet(own) : defaultAlphabet(size);
      symbolTable = symbolTableOf(alphabet, this.#empties[size]);
      this.#known[size] = symbolTable;
    }
    return symbolTable;
  }
}

const patternsBySymbols = new Map<string, RegExp>();
const patternsBySize = new Map<number, readonly RegExp[]>();

/** Whether each character of a text can be a cell of a grid of `size`: empty cells and symbols of one alphabet. */
export function mayBeCells(text: string, size: number, given?: string): boolean {
  if (given?.length === size && patternOf(given).test(text)) return true;
  if (size === 9 && /^[\d.]+$/.test(text)) return true;
  return patternsOf(size).some((one) => one.test(text));
}

/** The rows in the alphabet that most of them share: a title may look like a row in another alphabet. */
export function rowsOfOneAlphabet(rows: readonly string[], size: number, given?: string): readonly string[] {
  const all = given?.length === size ? [patternOf(given)] : patternsOf(size);
  return all
    .map((one) => rows.filter((row) => one.test(row)))
    .reduce((most, found) => (found.length > most.length ? found : most), []);
}

/** A pattern of rows of a size for each alphabet in common use. */
function patternsOf(size: number): readonly RegExp[] {
  return cached(patternsBySize, size, () =>
    // zero as a value of a small grid is so rare that it requires the option `alphabet`
    (Object.keys(FAMILIES) as Family[])
      .filter((family) => family !== 'zeros' || size > 9)
      .map((family) => alphabetOf(family, size)?.symbols)
      .filter((symbols) => symbols !== undefined)
      .map(patternOf),
  );
}

function patternOf(symbols: string): RegExp {
  return cached(patternsBySymbols, symbols, () => {
    const escaped = (symbols + ALL_EMPTY_SYMBOLS).split('').map((c) => `\\x${c.charCodeAt(0).toString(16)}`);
    return new RegExp(`^[${escaped.join('')}]+$`, 'i');
  });
}

/** Names of a file's alphabets, for the report. */
export function alphabetNames({ alphabets }: { readonly alphabets: Record<number, string> }): string[] {
  return Object.values(alphabets).map((symbols) => namedAlphabet(symbols).name);
}

/** A file's symbols of values, and of empty cells, by size. */
export interface FileSymbols {
  readonly alphabets: Record<number, string>;
  /** Missing in state stored by an older version. */
  readonly empties?: Record<number, string>;
}

const symbolText = textShape('printable ASCII', (value) => /^[ -~]{0,95}$/.test(value));
const sizeName = textShape(`a size from ${MIN_SIZE} to ${MAX_SIZE}`, (value) => {
  return /^\d{1,2}$/.test(value) && Number(value) >= MIN_SIZE && Number(value) <= MAX_SIZE;
});

/** Checks symbols by size, as part of a format's stored state. */
export const symbolsBySize: Shape<Record<number, string>> = recordOf(sizeName, symbolText);

/** How often each symbol occurs in grids of one size. */
export interface SymbolCounts {
  readonly size: number;
  grids: number;
  /** occurrences by character code below 256 */
  readonly counts: Uint32Array;
}

export function newSymbolCounts(size: number): SymbolCounts {
  return { size, grids: 0, counts: new Uint32Array(256) };
}

/** Counts one more grid of a size. @returns the counts to add its symbols to */
export function countGrid(sizes: Map<number, SymbolCounts>, size: number): SymbolCounts {
  const counts = cached(sizes, size, () => newSymbolCounts(size));
  counts.grids++;
  return counts;
}

/** Adds the cells of one grid, or of a row of one. */
export function countSymbols({ counts }: SymbolCounts, text: string): void {
  for (let i = 0; i < text.length; i++) counts[text.charCodeAt(i) & 0xff]!++;
}

/** As {@link countSymbols}, for cells of one byte each. */
export function countBytes({ counts }: SymbolCounts, bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) counts[bytes[at]!]!++;
}

/**
 * Whether counting more digits and points cannot change the choice of an alphabet: up to 9x9, only the presence of a
 * value among them matters.
 */
export function digitsSuffice({ size, counts }: SymbolCounts): boolean {
  return size <= 9 && occurs(counts, DIGITS);
}

/** Whether one of these characters has been counted. */
function occurs(counts: Uint32Array, characters: string): boolean {
  for (let i = 0; i < characters.length; i++) if (counts[characters.charCodeAt(i)]! > 0) return true;
  return false;
}

/**
 * The alphabet that these symbols belong to, by the rule of docs/formats.md.
 * @param given the option `alphabet`, expanded; it applies to grids of its own length
 */
export function chooseAlphabet(symbols: SymbolCounts, given?: string): Alphabet {
  const { size, counts } = symbols;
  if (given?.length === size) return namedAlphabet(given);
  const seen = (characters: string) => occurs(counts, characters);
  const family = familyOf(symbols, seen);
  const lowerCase = seen(VALUE_LETTERS.toLowerCase()) && !seen(VALUE_LETTERS.toUpperCase());
  return alphabetOf(family, size, lowerCase) ?? alphabetOf('zeros', size, lowerCase)!;
}

/**
 * Symbols of empty cells in grids with these symbols. Above 9x9, where `0` can be a value, a file uses either `0` or
 * other symbols for empty cells, if its head shows only one kind: a grid with the other kind has another alphabet.
 */
export function emptySymbolsOf({ size, counts }: SymbolCounts, alphabet: Alphabet): string {
  const signs = EMPTY_SYMBOLS + softEmptiesOf(alphabet);
  const others = occurs(counts, signs);
  const zeros = occurs(counts, '0');
  if (size <= 9 || others === zeros) return `0${signs}`;
  return zeros ? '0' : signs;
}

/** The alphabets and empty cells of a file, by the symbols counted in its head. */
export function fileSymbols(counts: Iterable<SymbolCounts>, given?: string): Required<FileSymbols> {
  const alphabets: Record<number, string> = {};
  const empties: Record<number, string> = {};
  for (const symbols of counts) {
    const alphabet = chooseAlphabet(symbols, given);
    alphabets[symbols.size] = alphabet.symbols;
    empties[symbols.size] = emptySymbolsOf(symbols, alphabet);
  }
  return { alphabets, empties };
}

/** Symbols that can be empty cells because the alphabet has them in neither case. */
function softEmptiesOf({ symbols }: Alphabet): string {
  const values = symbols.toUpperCase();
  return SOFT_EMPTY_SYMBOLS.split('')
    .filter((sign) => !values.includes(sign.toUpperCase()))
    .join('');
}

/** Letters that are values rather than empty cells. */
const VALUE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwyz';

function familyOf(symbols: SymbolCounts, seen: (characters: string) => boolean): Family {
  const { size } = symbols;
  if (size <= 9) return seen(VALUE_LETTERS) && !seen('123456789') ? 'letters' : 'ones';
  if (seen(':;<=>@')) return 'ascii';
  if (size <= 26 && seen(VALUE_LETTERS) && !seen('123456789')) return 'letters';
  const last = alphabetOf('ones', size)?.symbols.at(-1);
  // the family `ones` has too few symbols, so 0 must be a value
  if (!last) return 'zeros';
  if (seen(last + last.toLowerCase()) || !seen('0')) return 'ones';
  const isValue = (sign: string) => alphabetOf('zeros', size)!.symbols.includes(sign.toUpperCase());
  const soft = SOFT_EMPTY_SYMBOLS.split('').filter((sign) => !isValue(sign));
  return seen(EMPTY_SYMBOLS + soft.join('')) || isComplete(symbols) ? 'zeros' : 'ones';
}

/** Whether all grids are complete in 0-9A-…: each symbol occurs as often as a grid has rows. */
function isComplete({ size, grids, counts }: SymbolCounts): boolean {
  return alphabetOf('zeros', size)!
    .symbols.split('')
    .every(
      (c) =>
        counts[c.charCodeAt(0)]! + (c > '9' ? counts[c.toLowerCase().charCodeAt(0)]! : 0) === grids * size,
    );
}
