// Generates lines of 9x9 puzzles, each with one solution: a few random ones, and equivalent puzzles.

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { generateCells, geometry } from '../../../core/solver/index.ts';

/** Number of puzzles that are generated from scratch: each takes as long as solving hundreds. */
const ORIGINALS = 40;
/** About as many clues as newspapers print. */
const CLUES = 28;
const SIZE = 9;
const CELLS = SIZE * SIZE;
const LINE_FEED = 10;

/**
 * For equivalent puzzles, digits are renamed, rows and columns are swapped within their band or stack, bands and stacks are
 * swapped, and the grid is transposed.
 */
export function makePuzzles(seed: number, count: number): Uint8Array<ArrayBuffer> {
  const puzzles = generateCells(geometry(SIZE), { seed, clues: CLUES });
  const originals = Array.from({ length: Math.min(ORIGINALS, count) }, () => puzzles.next().value.cells);
  const rng = xoroshiro128plus(seed);
  const below = (n: number) => (rng.next() >>> 0) % n;
  const bytes = new Uint8Array(count * (CELLS + 1));
  for (let p = 0, at = 0; p < count; p++) {
    const original = originals[p % originals.length]!;
    const names = [46, ...shuffled([1, 2, 3, 4, 5, 6, 7, 8, 9], below).map((digit) => 48 + digit)];
    const [rows, columns] = [lines(below), lines(below)];
    const [down, across] = below(2) === 0 ? [SIZE, 1] : [1, SIZE];
    for (const row of rows) {
      for (const column of columns) bytes[at++] = names[original[row * down + column * across]!]!;
    }
    bytes[at++] = LINE_FEED;
  }
  return bytes;
}

/** An order of rows, or of columns, that keeps the three of each band or stack together. */
function lines(below: (n: number) => number): number[] {
  return shuffled([0, 3, 6], below).flatMap((first) =>
    shuffled([0, 1, 2], below).map((second) => first + second),
  );
}

/** Shuffles in place: R. Durstenfeld, Algorithm 235, 1964. */
function shuffled(items: number[], below: (n: number) => number): number[] {
  for (let left = items.length; left > 1; left--) {
    const other = below(left);
    [items[left - 1], items[other]] = [items[other]!, items[left - 1]!];
  }
  return items;
}
