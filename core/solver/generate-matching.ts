// One try at a puzzle that meets requirements. It depends only on the seed and its number, so threads can make tries in
// any order.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type DrawnPuzzle, drawPuzzle } from './draw-puzzle.ts';
import { gradeGivens } from './grade/grade.ts';
import { Status } from './model/status.ts';
import { shuffled } from './random-grid.ts';
import { type MatchingPuzzle, type Miss, orbitsOf, type Requirements } from './requirements.ts';
import { solveOne } from './solve/engines.ts';
import { dropGivens, isMinimal, neededClues } from './solve/minimal.ts';
import type { Grade } from './steps/rating.ts';

/** Guesses that one test for uniqueness may cost; a puzzle whose test would cost more counts as not unique. */
const EFFORT = 1000;

/** The same for puzzles with rules of their own: the last givens that can go take by far the most guesses. */
const RULES_EFFORT = 100;
/** … and if no given may be redundant. */
const MINIMAL_EFFORT = 10_000;

/**
 * Tries once to generate a puzzle that meets requirements: makes a random grid, removes clues, and tests the rest. The result
 * depends only on the seed and the number of the try, so tries can be made in any thread and in any order.
 *
 * @returns the puzzle, or the requirement that it does not meet
 */
export function generateMatching(requirements: Requirements, number: number): MatchingPuzzle | Miss {
  const { mask, clues, minimal, er, technique } = requirements;
  const rng = randomFor(requirements.seed, number);
  const drawn = drawPuzzle(requirements, rng);
  if (typeof drawn === 'string') return drawn;
  const { geometry, solution } = drawn;
  const cells = mask
    ? solution.map((digit, i) => (mask[i] ? digit : 0))
    : giveClues(requirements, drawn, rng);
  if (mask && solveOne(geometry, cells, 'unique', EFFORT).status !== Status.solved) return 'one solution';
  const count = cells.reduce((sum, digit) => sum + (digit > 0 ? 1 : 0), 0);
  if (clues && (count < clues.from || count > clues.to)) return 'clues';
  if (minimal && !isMinimal(geometry, cells, { budget: MINIMAL_EFFORT })) return 'minimal';
  const puzzle = { geometry, cells, solution, clues: count };
  if (!er && !technique) return puzzle;
  const graded = gradeGivens(geometry, cells, { maxRating: er?.to });
  if (graded.status !== 'graded' || (er && graded.er < er.from)) return 'er';
  if (technique && !isNeeded(requirements, cells, graded)) return 'technique';
  return { ...puzzle, grade: graded };
}

/** Clues without which there are several solutions, those of an orbit together. */
function giveClues(
  { symmetry = 'none', clues, minimal }: Requirements,
  { geometry, solution }: DrawnPuzzle,
  rng: RandomGenerator,
): Uint8Array {
  const orbits = orbitsOf(geometry, symmetry);
  const least = clues ? uniformInt(rng, clues.from, clues.to) : 0;
  const order = Array.from(shuffled(rng, orbits.length), (i) => orbits[i]!);
  if (geometry.rules.length > 0)
    return neededClues(geometry, solution, order, least, minimal ? MINIMAL_EFFORT : RULES_EFFORT);
  const cells = solution.slice();
  dropGivens(geometry, cells, order, least, EFFORT);
  return cells;
}

/** Whether the puzzle is rated higher, or not solved at all, without the technique. */
function isNeeded({ geometry, technique }: Requirements, cells: Uint8Array, graded: Grade): boolean {
  if (!graded.counts.has(technique!)) return false;
  const without = gradeGivens(geometry, cells, { without: technique, maxRating: graded.er });
  return without.status !== 'graded';
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
