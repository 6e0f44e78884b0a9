// Puzzles with one part of the grid nearly empty and the rest nearly full. They have few candidates in most cells and many in
// some, and so need guesses of another kind than puzzles whose clues are spread evenly.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { solveCells } from '../core/puzzle/solve-cells.ts';
import { generateCells } from '../core/solver/generate-cells.ts';
import { geometry } from '../core/solver/model/geometry.ts';
import { shuffled } from '../core/solver/random-grid.ts';
import type { PuzzleSet } from './shared/puzzle-sets.ts';

const CLASSIC = geometry(9);

/** By band and stack, before random permutations: boxes that are nearly empty (-), thinned (+) or nearly full (#). */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  'one stack empty': ['-##', '-#+', '-+#'],
  'two boxes empty': ['-#+', '#-+', '++#'],
  'three boxes empty': ['--#', '-+#', '##+'],
  'a band and a stack empty': ['---', '-##', '-##'],
  'a band and a stack empty but for two boxes': ['+--', '-##', '-#+'],
  'one corner thinned': ['--+', '-+#', '+##'],
};

/** The least and the greatest share of the cells of a box that are clues. */
const SHARES: Readonly<Record<string, readonly [number, number]>> = {
  '-': [0, 0.2],
  '+': [0.2, 0.7],
  '#': [0.7, 1],
};

const CLUES = [30, 45] as const;
const SOLUTIONS = [2, 1_000_000] as const;

/** A set of `count` puzzles of 30 to 45 clues and 2 to 10^6 solutions for each shape. The same seed gives the same puzzles. */
export function* lopsidedSets(seed: number, count: number): Generator<PuzzleSet> {
  for (const [name, shape] of Object.entries(SHAPES)) {
    const cells = new Uint8Array(count * CLASSIC.cells);
    const rng = xoroshiro128plus(seed);
    const full = generateCells(CLASSIC, { seed, clues: CLASSIC.cells });
    for (let i = 0; i < count; ) {
      const puzzle = thinned(full.next().value.cells, shape, rng);
      const clues = puzzle.filter((digit) => digit > 0).length;
      if (clues < CLUES[0] || clues > CLUES[1]) continue;
      const found = solveCells(puzzle, { solutions: 'count', limit: SOLUTIONS[1] + 1 }).count;
      if (found >= SOLUTIONS[0] && found <= SOLUTIONS[1]) cells.set(puzzle, i++ * CLASSIC.cells);
    }
    yield { name, geometry: CLASSIC, count, cells };
  }
}

/** Removes clues of a full grid, from each box a random number within the bounds of the shape. */
function thinned(grid: Uint8Array, shape: readonly string[], rng: RandomGenerator): Uint8Array {
  const rows = permutedLines(rng);
  const columns = permutedLines(rng);
  const isTransposed = uniformInt(rng, 0, 1) === 1;
  const puzzle = new Uint8Array(CLASSIC.cells);
  for (let band = 0; band < 3; band++) {
    for (let stack = 0; stack < 3; stack++) {
      const [least, most] = SHARES[isTransposed ? shape[stack]![band]! : shape[band]![stack]!]!;
      const clues = uniformInt(rng, Math.round(9 * least), Math.round(9 * most));
      for (const place of shuffled(rng, 9).subarray(0, clues)) {
        const cell = rows[band * 3 + Math.floor(place / 3)]! * 9 + columns[stack * 3 + (place % 3)]!;
        puzzle[cell] = grid[cell]!;
      }
    }
  }
  return puzzle;
}

/** The lines 0 to 8 in an order that keeps bands together. */
function permutedLines(rng: RandomGenerator): number[] {
  return Array.from(shuffled(rng, 3)).flatMap((band) =>
    Array.from(shuffled(rng, 3), (line) => band * 3 + line),
  );
}
