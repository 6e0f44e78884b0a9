import { EMPTY_SYMBOLS, SOFT_EMPTY_SYMBOLS } from '../../options/options.ts';
import { type Alphabet, alphabetOf, type Family, namedAlphabet } from './alphabet.ts';

/** Symbols seen in grids of one size. */
export interface Symbols {
  readonly size: number;
  grids: number;
  /** occurrences by character code below 256 */
  readonly counts: Uint32Array;
}

export function noSymbols(size: number): Symbols {
  return { size, grids: 0, counts: new Uint32Array(256) };
}

/** Adds the cells of one grid, or of a row of one. */
export function countSymbols({ counts }: Symbols, text: string): void {
  for (let i = 0; i < text.length; i++) counts[text.charCodeAt(i) & 0xff]!++;
}

/** The same of cells that are a byte each. */
export function countBytes({ counts }: Symbols, bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) counts[bytes[at]!]!++;
}

/**
 * Whether grids of nothing but digits and points have no more to tell: up to 9x9, what matters of them is whether there is
 * a value among them.
 */
export function hasToldDigits({ size, counts }: Symbols): boolean {
  return size <= 9 && DIGITS.some((digit) => counts[digit]! > 0);
}

/** Codes of the digits but 0. */
const DIGITS = Uint8Array.from('123456789', (digit) => digit.charCodeAt(0));

/**
 * The alphabet that grids with these symbols are written in: the rule of docs/formats.md.
 * @param given the option `alphabet`, expanded; it holds for grids of its own length
 */
export function chooseAlphabet(symbols: Symbols, given?: string): Alphabet {
  const { size, counts } = symbols;
  if (given?.length === size) return namedAlphabet(given);
  const seen = (characters: string) => characters.split('').some((c) => counts[c.charCodeAt(0)]! > 0);
  const family = familyOf(symbols, seen);
  const lowerCase = seen(LETTERS.toLowerCase()) && !seen(LETTERS.toUpperCase());
  return alphabetOf(family, size, lowerCase) ?? alphabetOf('zeros', size, lowerCase)!;
}

/**
 * Signs of empty cells in grids with these symbols. Above 9x9, where `0` may be a value, a file that shows only `0` or
 * only others for empty means it: a grid with the other kind is in another alphabet.
 */
export function emptiesOf({ size, counts }: Symbols, alphabet: Alphabet): string {
  const signs = EMPTY_SYMBOLS + softEmptiesOf(alphabet);
  const others = signs.split('').some((sign) => counts[sign.charCodeAt(0)]! > 0);
  const zeros = counts[0x30]! > 0;
  if (size <= 9 || others === zeros) return `0${signs}`;
  return zeros ? '0' : signs;
}

/** Signs that may be empty cells and are no values of the alphabet, in any case. */
function softEmptiesOf({ symbols }: Alphabet): string {
  const values = symbols.toUpperCase();
  return SOFT_EMPTY_SYMBOLS.split('')
    .filter((sign) => !values.includes(sign.toUpperCase()))
    .join('');
}

/** Letters that are rather values than empty cells. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwyz';

function familyOf(symbols: Symbols, seen: (characters: string) => boolean): Family {
  const { size } = symbols;
  if (size <= 9) return seen(LETTERS) && !seen('123456789') ? 'letters' : 'ones';
  if (seen(':;<=>@')) return 'ascii';
  if (size <= 26 && seen(LETTERS) && !seen('123456789')) return 'letters';
  const last = alphabetOf('ones', size)?.symbols.at(-1);
  // no 36th symbol from 1 on, so 0 must be one
  if (!last) return 'zeros';
  if (seen(last + last.toLowerCase()) || !seen('0')) return 'ones';
  const isValue = (sign: string) => alphabetOf('zeros', size)!.symbols.includes(sign.toUpperCase());
  const soft = SOFT_EMPTY_SYMBOLS.split('').filter((sign) => !isValue(sign));
  return seen(EMPTY_SYMBOLS + soft.join('')) || isComplete(symbols) ? 'zeros' : 'ones';
}

/** Whether all grids are full grids of 0-9A-…: each symbol as often as a grid has rows. */
function isComplete({ size, grids, counts }: Symbols): boolean {
  return alphabetOf('zeros', size)!
    .symbols.split('')
    .every(
      (c) =>
        counts[c.charCodeAt(0)]! + (c > '9' ? counts[c.toLowerCase().charCodeAt(0)]! : 0) === grids * size,
    );
}
