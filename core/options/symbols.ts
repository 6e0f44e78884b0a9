import { type Kind, Unfit } from './kinds.ts';
import { MAX_SIZE, MIN_SIZE } from './sizes.ts';

/** What an empty cell may be and a value never is; `0` is either. */
export const EMPTY_SYMBOLS = '.*_-';

/** What an empty cell may be where the alphabet does not have it. */
export const SOFT_EMPTY_SYMBOLS = 'xX?';

/** All signs of empty cells. */
export const ALL_EMPTY_SYMBOLS = `0${EMPTY_SYMBOLS}${SOFT_EMPTY_SYMBOLS}`;

/** An alphabet in ranges, checked: `1-9A-G`. */
export const symbols: Kind<string> = {
  placeholder: 'symbols',
  parse(text) {
    try {
      expandAlphabet(text);
    } catch (error) {
      if (error instanceof AlphabetError) throw new Unfit(error.expected);
      throw error;
    }
    return text;
  },
  text: (value) => value,
};

/**
 * Symbols of an alphabet written in ranges: `1-9A-G` is sixteen.
 * @throws AlphabetError unless it is 4 to 36 different printable ASCII characters that can stand for values
 */
export function expandAlphabet(ranges: string): string {
  let expanded = '';
  for (let i = 0; i < ranges.length; i++) {
    const from = ranges.charCodeAt(i);
    const isRange = ranges[i + 1] === '-' && i + 2 < ranges.length;
    const to = isRange ? ranges.charCodeAt(i + 2) : from;
    if (to < from) throw new AlphabetError(ranges, `range ${ranges.slice(i, i + 3)} runs backwards`);
    for (let code = from; code <= to; code++) expanded += String.fromCharCode(code);
    if (isRange) i += 2;
  }
  for (const [i, symbol] of expanded.split('').entries()) {
    if (symbol <= ' ' || symbol > '~') throw new AlphabetError(ranges, 'a symbol is not printable ASCII');
    if (`${EMPTY_SYMBOLS},"#|`.includes(symbol)) {
      throw new AlphabetError(ranges, `'${symbol}' cannot be a value: it means an empty cell or parts cells`);
    }
    if (expanded.indexOf(symbol) !== i) throw new AlphabetError(ranges, `'${symbol}' occurs twice`);
  }
  if (expanded.length < MIN_SIZE || expanded.length > MAX_SIZE) {
    throw new AlphabetError(ranges, `it has ${expanded.length} symbols`);
  }
  return expanded;
}

/** An alphabet that cannot be used. */
export class AlphabetError extends Error {
  override readonly name = 'AlphabetError';
  /** What would have done, and what about this one does not. */
  readonly expected: string;
  constructor(alphabet: string, why: string) {
    const expected = `an alphabet of ${MIN_SIZE} to ${MAX_SIZE} symbols such as 1-9A-G, 0-9A-F or A-P (${why})`;
    super(`expected ${expected}, got ${alphabet}`);
    this.expected = expected;
  }
}
