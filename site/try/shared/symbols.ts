// The symbols of a grid's values, and grids as lines of symbols.

import { alphabetOf } from '../../../core/formats/shared/alphabet.ts';

/** The symbols of a grid's values: value v is the character at v - 1. Digits, then letters from A on. */
export function symbolsFor(size: number): string {
  return (alphabetOf('ones', size) ?? alphabetOf('zeros', size)!).symbols;
}

/** A grid as a line of symbols, `.` for an empty cell. */
export function lineOf(cells: Uint8Array, symbols: string): string {
  return Array.from(cells, (value) => (value === 0 ? '.' : symbols[value - 1])).join('');
}

/** The cells of such a line; a symbol that is no value is an empty cell. Letters are valid in both cases. */
export function cellsOf(line: string, symbols: string): Uint8Array {
  return Uint8Array.from(line, (symbol) => valueFor(symbol, symbols));
}

/** The value of a symbol, 0 if it has none. */
export function valueFor(symbol: string, symbols: string): number {
  const exact = symbols.indexOf(symbol) + 1;
  if (exact > 0 || symbol === '') return exact;
  return Math.max(symbols.indexOf(symbol.toUpperCase()), symbols.indexOf(symbol.toLowerCase())) + 1;
}
