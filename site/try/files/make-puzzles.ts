// Generates lines of 9x9 puzzles, each with one solution: a few random ones, and equivalent puzzles.

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { GridText } from '../../../core/formats/shared/grid-text.ts';
import { generateCells, geometry } from '../../../core/solver/index.ts';
import { applySymmetry, randomSymmetry } from '../../../core/solver/symmetry/symmetry.ts';

/** Number of puzzles that are generated from scratch: each takes as long as solving hundreds. */
const ORIGINALS = 40;
/** About as many clues as newspapers print. */
const CLUES = 28;
const SHAPE = geometry(9);
const LINE_FEED = 10;

export function makePuzzles(seed: number, count: number): Uint8Array<ArrayBuffer> {
  const puzzles = generateCells(SHAPE, { seed, clues: CLUES });
  const originals = Array.from({ length: Math.min(ORIGINALS, count) }, () => puzzles.next().value.cells);
  const rng = xoroshiro128plus(seed);
  const below = (limit: number) => (rng.next() >>> 0) % limit;
  const text = new GridText(SHAPE);
  const cells = new Uint8Array(SHAPE.cells);
  const bytes = new Uint8Array(count * (SHAPE.cells + 1)).fill(LINE_FEED);
  for (let p = 0; p < count; p++) {
    applySymmetry(originals[p % originals.length]!, randomSymmetry(below), cells);
    bytes.set(text.cells(cells), p * (SHAPE.cells + 1));
  }
  return bytes;
}
