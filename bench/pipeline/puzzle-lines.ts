// Generates large files of easy puzzles fast: most are copies of a few with their digits renamed.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { generateCells } from '../../core/solver/generate-cells.ts';
import { geometry } from '../../core/solver/model/geometry.ts';

/** Puzzles that are not copies. */
const ORIGINALS = 1000;

/** Easy: about as many clues as newspapers print. */
const CLUES = 32;

const LINE = 82;
const ZERO = 0x30;

/** Bytes of `count` easy 9x9 puzzles, 81 digits a line with 0 for empty cells, in memory that threads share. */
export function puzzleLines(count: number, seed: number): Buffer {
  const originals: Uint8Array[] = [];
  for (const { cells } of generateCells(geometry(9), { seed, clues: CLUES })) {
    if (originals.push(cells) >= Math.min(ORIGINALS, count)) break;
  }
  const rng = xoroshiro128plus(seed);
  const names = Uint8Array.from({ length: 10 }, (_, digit) => ZERO + digit);
  const bytes = Buffer.from(new SharedArrayBuffer(count * LINE)).fill('\n');
  for (let puzzle = 0; puzzle < count; puzzle++) {
    for (let i = 9; i > 1; i--) {
      const j = uniformInt(rng, 1, i);
      const name = names[i]!;
      names[i] = names[j]!;
      names[j] = name;
    }
    const cells = originals[puzzle % originals.length]!;
    for (let cell = 0; cell < 81; cell++) bytes[puzzle * LINE + cell] = names[cells[cell]!]!;
  }
  return bytes;
}
