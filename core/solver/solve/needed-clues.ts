// A minimal set of givens with one solution, for puzzles whose rules leave few givens to add: grows from none, by a given
// where another solution differs, until there is no other; then drops givens that later ones have made redundant.

import type { Geometry } from '../model/geometry.ts';
import { Status } from '../model/status.ts';
import { engineFor, solveOne } from './engines.ts';

/**
 * @param orbits groups of cells that get their givens together, in random order
 * @param least number of givens below which none is removed; missing ones are added
 * @param budget guesses of each search; if it is exhausted, another given is added, or a given is kept
 */
export function neededClues(
  geometry: Geometry,
  solution: Uint8Array,
  orbits: readonly (readonly number[])[],
  least: number,
  budget: number,
): Uint8Array {
  const cells = new Uint8Array(geometry.cells);
  const open = new Set(orbits);
  const given: (readonly number[])[] = [];
  const give = (orbit: readonly number[]) => {
    for (const cell of orbit) cells[cell] = solution[cell]!;
    open.delete(orbit);
    given.push(orbit);
  };
  let other = otherSolution(geometry, cells, solution, budget);
  while (other) {
    const found = other;
    give([...open].find((orbit) => orbit.some((cell) => found[cell] !== solution[cell]))!);
    other = otherSolution(geometry, cells, solution, budget);
  }
  let left = given.reduce((sum, { length }) => sum + length, 0);
  for (const orbit of open) {
    if (left >= least) break;
    give(orbit);
    left += orbit.length;
  }
  for (const orbit of given) {
    if (left - orbit.length < least) continue;
    for (const cell of orbit) cells[cell] = 0;
    if (solveOne(geometry, cells, 'unique', budget).status === Status.solved) left -= orbit.length;
    else for (const cell of orbit) cells[cell] = solution[cell]!;
  }
  return cells;
}

const NONE = new Uint8Array(0);

/** A solution other than the given one; undefined if there is none, and a grid of zeros if the budget is exhausted. */
export function otherSolution(
  geometry: Geometry,
  cells: Uint8Array,
  solution: Uint8Array,
  budget: number,
): Uint8Array | undefined {
  const listing = engineFor(geometry).list(geometry, cells, { limit: 2, budget, deadline: Infinity });
  let found: Uint8Array | undefined;
  for (;;) {
    const { done, value } = listing.next();
    if (done) return found ?? (value.status === Status.solved ? undefined : NONE);
    for (let at = 0; at < value.length; at += geometry.cells) {
      const grid = value.subarray(at, at + geometry.cells);
      if (grid.some((digit, cell) => digit !== solution[cell])) found = grid.slice();
    }
  }
}
