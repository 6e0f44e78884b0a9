import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Geometry } from '../geometry.ts';
import { type Grade, grade } from '../grade/grade.ts';
import { ask, randomGrid, shuffled } from '../random-grid.ts';
import { Status } from '../status.ts';
import type { Miss, Order, OrderedPuzzle } from './order.ts';
import { orbitsOf } from './symmetry.ts';

/** Guesses that one test for uniqueness may cost; what costs more counts as not unique. */
const EFFORT = 1000;

/**
 * One try at an order: a random grid, clues taken away as the order says, then looked at. The number of the try, with the seed, is
 * all that chance depends on, so tries can be made anywhere and in any order.
 *
 * @returns the puzzle, or what it lacks
 */
export function attempt(order: Order, number: number): OrderedPuzzle | Miss {
  const { geometry, mask, clues, minimal } = order;
  const rng = randomFor(order.seed, number);
  const solution = randomGrid(geometry, rng);
  const cells = mask ? solution.map((digit, i) => (mask[i] ? digit : 0)) : dug(order, solution, rng);
  if (mask && !isUnique(geometry, cells)) return 'one solution';
  const count = cells.reduce((sum, digit) => sum + (digit > 0 ? 1 : 0), 0);
  if (clues && (count < clues.from || count > clues.to)) return 'clues';
  if (minimal && !isMinimal(geometry, cells)) return 'minimal';
  const puzzle = { cells, solution, clues: count };
  if (!order.er && !order.technique) return puzzle;
  const graded = grade(geometry, cells, { most: order.er?.to });
  if (graded.status !== 'graded' || (order.er && graded.er < order.er.from)) return 'er';
  if (order.technique && !isNeeded(order, cells, graded)) return 'technique';
  return { ...puzzle, grade: graded };
}

/** Takes clues away, those of an orbit together, in random order. */
function dug(
  { geometry, symmetry = 'none', clues }: Order,
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
function isNeeded({ geometry, technique }: Order, cells: Uint8Array, graded: Grade): boolean {
  if (!graded.counts.has(technique!)) return false;
  const without = grade(geometry, cells, { without: technique, most: graded.er });
  return without.status !== 'graded';
}

function isMinimal(geometry: Geometry, cells: Uint8Array): boolean {
  const rest = cells.slice();
  return cells.every((digit, cell) => {
    if (digit === 0) return true;
    rest[cell] = 0;
    const needed = ask(geometry, rest, 'unique', EFFORT).status === Status.notUnique;
    rest[cell] = digit;
    return needed;
  });
}

function isUnique(geometry: Geometry, cells: Uint8Array): boolean {
  return ask(geometry, cells, 'unique', EFFORT).status === Status.solved;
}

function randomFor(seed: number, number: number): RandomGenerator {
  const rng = xoroshiro128plusFromState([
    seed | 0,
    number | 0,
    Math.floor(number / 2 ** 32) | 0,
    0x9e3779b9 | 0,
  ]);
  // states that differ in few bits give like numbers at first
  for (let i = 0; i < 16; i++) rng.next();
  return rng;
}
