// The symbols of a grid's values, and grids as lines of symbols.

import { defaultAlphabet } from '../../../core/formats/shared/alphabet.ts';

/** The symbols of a grid's values: value v is the character at v - 1. Digits, then letters from A on. */
export function symbolsFor(size: number): string {
  return defaultAlphabet(size).symbols;
}

/** The cells of a line of symbols, `.` for an empty cell; a symbol that is no value is an empty cell. Letters are valid in both cases. */
export function cellsOf(line: string, symbols: string): Uint8Array {
  return Uint8Array.from(line, (symbol) => valueFor(symbol, symbols));
}

/** The value of a symbol, 0 if it has none. */
export function valueFor(symbol: string, symbols: string): number {
  const exact = symbols.indexOf(symbol) + 1;
  if (exact > 0 || symbol === '') return exact;
  return Math.max(symbols.indexOf(symbol.toUpperCase()), symbols.indexOf(symbol.toLowerCase())) + 1;
}
