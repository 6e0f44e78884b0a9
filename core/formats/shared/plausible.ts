import { ALL_EMPTY_SYMBOLS } from '../../options/options.ts';
import { alphabetOf, FAMILIES, type Family } from './alphabet.ts';

const patterns = new Map<string, RegExp>();
const sizes = new Map<number, readonly RegExp[]>();

/** Whether text, one character a cell, may be cells of a grid of `size`: empties and symbols of one alphabet. */
export function isPlausible(text: string, size: number, given?: string): boolean {
  if (given?.length === size && pattern(given).test(text)) return true;
  if (size === 9 && /^[\d.]+$/.test(text)) return true;
  return patternsOf(size).some((one) => one.test(text));
}

/** The rows that may be of one alphabet, of the one that most of them are in: a title may look like a row of another. */
export function mostAlike(rows: readonly string[], size: number, given?: string): readonly string[] {
  const all = given?.length === size ? [pattern(given)] : patternsOf(size);
  return all
    .map((one) => rows.filter((row) => one.test(row)))
    .reduce((most, found) => (found.length > most.length ? found : most), []);
}

/** What rows of a size look like in each alphabet that people use. */
function patternsOf(size: number): readonly RegExp[] {
  let found = sizes.get(size);
  if (!found) {
    // zero as a value of a small grid is so rare that it must be asked for
    found = (Object.keys(FAMILIES) as Family[])
      .filter((family) => family !== 'zeros' || size > 9)
      .map((family) => alphabetOf(family, size)?.symbols)
      .filter((symbols) => symbols !== undefined)
      .map(pattern);
    sizes.set(size, found);
  }
  return found;
}

function pattern(symbols: string): RegExp {
  let found = patterns.get(symbols);
  if (!found) {
    const escaped = (symbols + ALL_EMPTY_SYMBOLS).split('').map((c) => `\\x${c.charCodeAt(0).toString(16)}`);
    found = new RegExp(`^[${escaped.join('')}]+$`, 'i');
    patterns.set(symbols, found);
  }
  return found;
}
