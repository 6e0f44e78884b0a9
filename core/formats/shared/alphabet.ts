import { ALL_EMPTY_SYMBOLS, MAX_SIZE } from '../../options/options.ts';

/** Symbols of the values of one size: value v is `symbols[v - 1]`. */
export interface Alphabet {
  /** As ranges: `1-9A-G`. */
  readonly name: string;
  readonly symbols: string;
}

/** Entries of a {@link decodeTable} that are no values. */
export const SEPARATOR = 0x40;
export const UNKNOWN = 0x80;

const SEPARATORS = ' \t\r\n,;:|';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The alphabets that people use, each without end: a size takes as many symbols as it has values. */
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

/** The alphabet of a family for a size, or undefined where it has too few symbols. */
export function alphabetOf(family: Family, size: number, lowerCase = false): Alphabet | undefined {
  const symbols = FAMILIES[family].slice(0, size);
  if (symbols.length < size) return undefined;
  return namedAlphabet(lowerCase ? symbols.toLowerCase() : symbols);
}

const known = new Map<string, Alphabet>();

/** The alphabet of these symbols; the same object for the same symbols. */
export function namedAlphabet(symbols: string): Alphabet {
  let alphabet = known.get(symbols);
  if (!alphabet) {
    alphabet = { name: inRanges(symbols), symbols };
    known.set(symbols, alphabet);
  }
  return alphabet;
}

/**
 * What each byte is in a grid of this alphabet: a value, 0 for empty, {@link SEPARATOR} or {@link UNKNOWN}.
 * Letters count in both cases unless the alphabet uses both.
 * @param empties signs of empty cells; those that are values are not
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

/** Ranges are runs of digits, of letters of one case, or of what lies between. */
function follows(symbols: string, i: number): boolean {
  const [a, b] = [symbols[i]!, symbols[i + 1]!];
  return b.charCodeAt(0) === a.charCodeAt(0) + 1 && kind(a) === kind(b) && kind(a) !== 'other';
}

function kind(symbol: string): string {
  return /\d/.test(symbol)
    ? 'digit'
    : /[a-z]/.test(symbol)
      ? 'lower'
      : /[A-Z]/.test(symbol)
        ? 'upper'
        : 'other';
}
