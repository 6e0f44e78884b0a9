// Candidates as text: a place for each digit of each cell, or the digits of a cell as players write them.

import { MINUS, POINT, ZERO } from '../../kernel/constants.ts';
import { MAX_SIZE, MIN_SIZE } from '../../options/options.ts';
import { allowAll, isAllowed, WORDS } from '../../solver/model/allowed.ts';
import { isSize } from '../../solver/model/geometry.ts';
import { alphabetOf, cached, decodeTable, FAMILIES, type Family, namedAlphabet } from './alphabet.ts';
import { byteSet } from './bytes.ts';
import { latin1 } from './latin1.ts';

/** Symbols of an excluded digit. */
const EXCLUDED = '.0';

const SIZES = new Map<number, number>();
for (let size = MIN_SIZE; size <= MAX_SIZE; size++) if (isSize(size)) SIZES.set(size ** 3, size);

/** Characters of the shortest pencilmarks. */
export const MIN_PENCILMARKS = MIN_SIZE ** 3;

/** The size of a grid whose pencilmarks have this number of characters; undefined if there is none. */
export function pencilmarkSize(length: number): number | undefined {
  return SIZES.get(length);
}

/** The part of a text's characters that must be in their places, beside those of excluded digits. */
const IN_PLACE = 0.8;

/**
 * The symbols of a text that is pencilmarks. Their length can be that of a larger grid with a character for each cell, as
 * 729 = 27 * 27: so nearly all characters must be in their places, and there must be about one candidate for each cell.
 * @param text as long as the pencilmarks of a grid of `size`
 * @param given symbols of the option `alphabet`
 */
export function pencilmarkSymbols(text: string, size: number, given?: string): string | undefined {
  const upper = text.toUpperCase();
  const families = Object.keys(FAMILIES) as Family[];
  const known =
    given?.length === size ? [given] : families.map((family) => alphabetOf(family, size)?.symbols);
  for (const symbols of known) {
    if (symbols === undefined) continue;
    let candidates = 0;
    let inPlace = 0;
    for (let i = 0; i < upper.length; i++) {
      const isHere = upper[i] === symbols[i % size]!.toUpperCase();
      if (!isHere && EXCLUDED.includes(upper[i]!)) continue;
      candidates++;
      if (isHere) inPlace++;
    }
    if (2 * candidates >= size * size && inPlace >= IN_PLACE * candidates) return symbols;
  }
  return undefined;
}

/** The meaning of each byte in pencilmarks: as in {@link decodeTable}, but only {@link EXCLUDED} is 0. */
export function pencilmarkTable(symbols: string): Uint8Array {
  return cached(tables, symbols, () => decodeTable(namedAlphabet(symbols), EXCLUDED));
}
const tables = new Map<string, Uint8Array>();

/** Number of the first byte that is neither the symbol of its place nor that of an excluded digit; -1 if there is none. */
export function misplacedMark(
  bytes: Uint8Array,
  start: number,
  end: number,
  size: number,
  values: Uint8Array,
): number {
  for (let at = start; at < end; ) {
    for (let value = 1; value <= size; value++, at++) {
      const found = values[bytes[at]!]!;
      if (found !== value && found !== 0) return at - start;
    }
  }
  return -1;
}

/** Reads the candidates of a cell. @param values by symbol, 0 for an excluded digit @param cell number of the cell in `allowed` */
export function readMarks(
  bytes: Uint8Array,
  start: number,
  end: number,
  values: Uint8Array,
  allowed: Uint32Array,
  cell: number,
): void {
  let [lower, upper] = [0, 0];
  for (let at = start; at < end; at++) {
    const value = values[bytes[at]!]!;
    if (value > 32) upper |= 1 << (value - 33);
    else if (value > 0) lower |= 1 << (value - 1);
  }
  allowed[WORDS * cell] = lower;
  allowed[WORDS * cell + 1] = upper;
}

/**
 * Writes a puzzle with a place for each digit of each cell, which holds the digit's symbol, or a point if it is excluded.
 * @param first number of the puzzle's first cell in `allowed`
 * @param symbols by value; entry 0 is unused
 * @param to receives the text, and is as long as it
 */
export function writePencilmarks(
  allowed: Uint32Array,
  first: number,
  symbols: Uint8Array,
  to: Uint8Array,
): void {
  const size = symbols.length - 1;
  for (let at = 0, cell = first; at < to.length; cell++) {
    for (let digit = 1; digit <= size; digit++)
      to[at++] = isAllowed(allowed, cell, digit) ? symbols[digit]! : POINT;
  }
}

/** Sizes of grids of candidates. Above 9x9, digits without separators could be one number. */
export const CANDIDATE_SIZES: readonly number[] = [4, 6, 8, 9];

/** By byte: 1 for decoration around the candidates of a cell, as players mark those that they write about. */
const DECORATION = byteSet('*#@^+~&=()[]{}<>"\'');
for (let code = 0x41; code <= 0x5a; code++) DECORATION[code] = DECORATION[code + 0x20] = 1;

/** Texts of an unsolved cell whose candidates are not written. */
const EMPTY = /^(?:[.0_?*-]|\.\.|--)$/;

/**
 * Reads the candidates of a cell: digits, of which those after a minus sign are eliminated.
 * @param allowed receives the candidates; undefined for nowhere
 * @returns how many digits are written, 0 for an empty cell; -1 if this is not a cell
 */
export function readCandidates(
  bytes: Uint8Array,
  start: number,
  end: number,
  size: number,
  allowed?: Uint32Array,
  cell = 0,
): number {
  // a text of the cell costs more than all else
  const isDigitFirst = bytes[start]! > ZERO && bytes[start]! <= ZERO + 9;
  if (!isDigitFirst && end - start <= 2 && EMPTY.test(latin1(bytes, start, end))) {
    if (allowed) allowAll(allowed, cell, size);
    return 0;
  }
  let seen = 0;
  let eliminated = 0;
  let count = 0;
  let isEliminated = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (digit === 0 || digit > size || seen & (1 << digit)) return -1;
      seen |= 1 << digit;
      count++;
      if (isEliminated) eliminated |= 1 << digit;
    } else if (byte === MINUS) isEliminated = true;
    else if (DECORATION[byte]) isEliminated = false;
    else return -1;
  }
  if (allowed) allowed[WORDS * cell]! |= (seen & ~eliminated) >>> 1;
  return count > 0 ? count : -1;
}
