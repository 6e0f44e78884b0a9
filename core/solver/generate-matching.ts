import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { solveOne } from './engines.ts';
import type { Geometry } from './geometry.ts';
import { grade } from './grade/grade.ts';
import type { Grade } from './grade/rating.ts';
import { isMinimal } from './minimal.ts';
import { randomGrid, shuffled } from './random-grid.ts';
import { type MatchingPuzzle, type Miss, orbitsOf, type Requirements } from './requirements.ts';
import { Status } from './status.ts';

/** Guesses that one test for uniqueness may cost; a puzzle whose test would cost more counts as not unique. */
const EFFORT = 1000;

/**
 * Tries once to generate a puzzle that meets requirements: makes a random grid, removes clues, and tests the rest. The result
 * depends only on the seed and the number of the try, so tries can be made in any thread and in any order.
 *
 * @returns the puzzle, or the requirement that it does not meet
 */
export function generateMatching(requirements: Requirements, number: number): MatchingPuzzle | Miss {
  const { geometry, mask, clues, minimal, er, technique } = requirements;
  const rng = randomFor(requirements.seed, number);
  const solution = randomGrid(geometry, rng);
  const cells = mask
    ? solution.map((digit, i) => (mask[i] ? digit : 0))
    : removeClues(requirements, solution, rng);
  if (mask && !isUnique(geometry, cells)) return 'one solution';
  const count = cells.reduce((sum, digit) => sum + (digit > 0 ? 1 : 0), 0);
  if (clues && (count < clues.from || count > clues.to)) return 'clues';
  if (minimal && !isMinimal(geometry, cells, { budget: EFFORT })) return 'minimal';
  const puzzle = { cells, solution, clues: count };
  if (!er && !technique) return puzzle;
  const graded = grade(geometry, cells, { maxRating: er?.to });
  if (graded.status !== 'graded' || (er && graded.er < er.from)) return 'er';
  if (technique && !isNeeded(requirements, cells, graded)) return 'technique';
  return { ...puzzle, grade: graded };
}

/** Removes clues in random order, those of an orbit together, as long as the puzzle has only one solution. */
function removeClues(
  { geometry, symmetry = 'none', clues }: Requirements,
  solution: Uint8Array,
  rng: RandomGenerator,
): Uint8Array {
  const cells = solution.slice();
  const orbits = orbitsOf(geometry, symmetry);
  const least = clues ? uniformInt(rng, clues.from, clues.to) : 0;
  let left = geometry.cells;
  for (const i of shuffled(rng, orbits.length)) {
    const orbit = orbits[i]!;
    if (left - orbit.length < least) continue;
    for (const cell of orbit) cells[cell] = 0;
    if (isUnique(geometry, cells)) left -= orbit.length;
    else for (const cell of orbit) cells[cell] = solution[cell]!;
  }
  return cells;
}

/** Whether the puzzle is rated higher, or not solved at all, without the technique. */
function isNeeded({ geometry, technique }: Requirements, cells: Uint8Array, graded: Grade): boolean {
  if (!graded.counts.has(technique!)) return false;
  const without = grade(geometry, cells, { without: technique, maxRating: graded.er });
  return without.status !== 'graded';
}

function isUnique(geometry: Geometry, cells: Uint8Array): boolean {
  return solveOne(geometry, cells, 'unique', EFFORT).status === Status.solved;
}

function randomFor(seed: number, number: number): RandomGenerator {
  const rng = xoroshiro128plusFromState([
    seed | 0,
    number | 0,
    Math.floor(number / 2 ** 32) | 0,
    0x9e3779b9 | 0,
  ]);
  // states that differ in few bits give similar numbers at first
  for (let i = 0; i < 16; i++) rng.next();
  return rng;
}
