import { ALL_EMPTY_SYMBOLS } from '../../options/symbols.ts';
import { alphabetOf, FAMILIES, type Family } from './alphabet.ts';

const patterns = new Map<string, RegExp>();

/** Whether text, one character a cell, may be cells of a grid of `size`: empties and symbols of one alphabet. */
export function isPlausible(text: string, size: number, given?: string): boolean {
  if (given?.length === size && pattern(given).test(text)) return true;
  if (size === 9 && /^[\d.]+$/.test(text)) return true;
  return (Object.keys(FAMILIES) as Family[]).some((family) => {
    // zero as a value of a small grid is so rare that it must be asked for
    if (family === 'zeros' && size <= 9) return false;
    const symbols = alphabetOf(family, size)?.symbols;
    return symbols !== undefined && pattern(symbols).test(text);
  });
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
