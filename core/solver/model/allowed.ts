// Digits that the cells of a puzzle may have, beside its givens. They are 64-bit sets in two words each: bit d - 1 of the lower
// word for digit d up to 32, and bit d - 33 of the upper word for the others.

import { MAX_SIZE } from '../../kernel/constants.ts';
import type { Geometry } from './geometry.ts';

/** Words of a cell, the lower one first. */
export const WORDS = 2;

/** Whether a cell may have a digit. @param cell number of the cell in the array, over all its puzzles */
export function isAllowed(allowed: Uint32Array, cell: number, digit: number): boolean {
  const word = allowed[WORDS * cell + ((digit - 1) >>> 5)]!;
  return ((word >>> ((digit - 1) & 31)) & 1) === 1;
}

/** The digits that a cell may have, in ascending order. */
export function digitsAllowed(allowed: Uint32Array, cell: number, size: number): number[] {
  return Array.from({ length: size }, (_, i) => i + 1).filter((digit) => isAllowed(allowed, cell, digit));
}

/** Adds a digit to those that a cell may have. */
export function allowDigit(allowed: Uint32Array, cell: number, digit: number): void {
  allowed[WORDS * cell + ((digit - 1) >>> 5)]! |= 1 << ((digit - 1) & 31);
}

/** By rule: the digits up to the largest that it allows, as the words of a cell. Rules of a kind share their function. */
const wordsByRule = new WeakMap<(digit: number) => boolean, Uint32Array>();

/** The digits that a rule allows, as the words of a cell. */
export function wordsAllowedBy(allows: (digit: number) => boolean): Uint32Array {
  let words = wordsByRule.get(allows);
  if (!words) {
    words = new Uint32Array(WORDS);
    for (let digit = 1; digit <= MAX_SIZE; digit++) if (allows(digit)) allowDigit(words, 0, digit);
    wordsByRule.set(allows, words);
  }
  return words;
}

/** Removes the digits that a rule does not allow from those that a cell may have. */
export function restrict(allowed: Uint32Array, cell: number, allows: (digit: number) => boolean): void {
  const words = wordsAllowedBy(allows);
  for (let word = 0; word < WORDS; word++) allowed[WORDS * cell + word]! &= words[word]!;
}

/** Lets a cell have all digits of a grid. */
export function allowAll(allowed: Uint32Array, cell: number, size: number): void {
  allowed[WORDS * cell] = 0xffffffff >>> Math.max(0, 32 - size);
  allowed[WORDS * cell + 1] = size > 32 ? 0xffffffff >>> (64 - size) : 0;
}

/** The only digit that a cell may have; 0 if there are several, or none. */
export function onlyDigit(allowed: Uint32Array, cell: number): number {
  const [lower, upper] = [allowed[WORDS * cell]!, allowed[WORDS * cell + 1]!];
  const word = lower || upper;
  if (word === 0 || (word & (word - 1)) !== 0 || (lower !== 0 && upper !== 0)) return 0;
  return 32 - Math.clz32(word) + (lower === 0 ? 32 : 0);
}

/** The sets of some puzzles of an array; undefined if cells are not restricted. */
export function allowedAt(
  allowed: Uint32Array | undefined,
  { cells }: Geometry,
  first: number,
  count = 1,
): Uint32Array | undefined {
  return allowed?.subarray(WORDS * first * cells, WORDS * (first + count) * cells);
}

/** The first cell of a puzzle that can have no digit: not its given, or none at all. -1 if there is no such cell. */
export function cellWithoutDigit({ cells }: Geometry, givens: Uint8Array, allowed: Uint32Array): number {
  for (let cell = 0; cell < cells; cell++) {
    const given = givens[cell]!;
    const isPossible =
      given > 0
        ? isAllowed(allowed, cell, given)
        : (allowed[WORDS * cell]! | allowed[WORDS * cell + 1]!) !== 0;
    if (!isPossible) return cell;
  }
  return -1;
}

/**
 * Whether the allowed digits say more than the givens: an empty cell lacks a digit that is not given in one of its units.
 * Where they do not, the puzzle is a classic one with its candidates written out.
 */
export function restricts(
  { cells, size, units }: Geometry,
  givens: Uint8Array,
  allowed: Uint32Array,
): boolean {
  const seen = new Uint32Array(WORDS * cells);
  for (const unit of units) {
    let [lower, upper] = [0, 0];
    for (const cell of unit) {
      const given = givens[cell]!;
      if (given > 32) upper |= 1 << (given - 33);
      else if (given > 0) lower |= 1 << (given - 1);
    }
    for (const cell of unit) {
      seen[WORDS * cell]! |= lower;
      seen[WORDS * cell + 1]! |= upper;
    }
  }
  const all = new Uint32Array(WORDS);
  allowAll(all, 0, size);
  for (let cell = 0; cell < cells; cell++) {
    if (givens[cell] !== 0) continue;
    for (let word = 0; word < WORDS; word++) {
      const at = WORDS * cell + word;
      if ((all[word]! & ~(seen[at]! | allowed[at]!)) !== 0) return true;
    }
  }
  return false;
}

/** The digits that the cells of a puzzle with givens may have: its given, or all of them. */
export function allowedByGivens({ cells, size }: Geometry, givens: Uint8Array): Uint32Array {
  const allowed = new Uint32Array(WORDS * cells);
  for (let cell = 0; cell < cells; cell++) {
    const given = givens[cell]!;
    if (given > 0) allowDigit(allowed, cell, given);
    else allowAll(allowed, cell, size);
  }
  return allowed;
}
