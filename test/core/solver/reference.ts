import { isAllowed } from '../../../core/solver/model/allowed.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { obeys } from './obeys.ts';

/**
 * A solver so simple that it is evidently right: it fills the next empty cell with each digit that fits, and backtracks.
 * Returns solutions in ascending order, up to the limit; none for inconsistent givens.
 * @param allowed the digits that each empty cell may have
 */
export function referenceSolutions(
  geometry: Geometry,
  givens: Uint8Array,
  limit = Infinity,
  allowed?: Uint32Array,
): Uint8Array[] {
  const grid = givens.slice();
  const unitsOf = Array.from(grid, (_, cell) => geometry.units.filter((unit) => unit.includes(cell)));
  const solutions: Uint8Array[] = [];

  const pairsOf = Array.from(grid, (_, cell) => geometry.pairs.filter(({ cells }) => cells.includes(cell)));

  const rulesOf = Array.from(grid, (_, cell) => geometry.rules.filter(({ cells }) => cells.includes(cell)));

  const fits = (cell: number, digit: number) =>
    unitsOf[cell]!.every((unit) => unit.every((other) => other === cell || grid[other] !== digit)) &&
    pairsOf[cell]!.every(({ cells, relation }) => {
      const [a, b] = cells.map((member) => (member === cell ? digit : grid[member]!)) as [number, number];
      return a === 0 || b === 0 || relation.allows(a, b);
    }) &&
    rulesOf[cell]!.every((rule) => {
      const isFilled = rule.cells.every((member) => member === cell || grid[member] !== 0);
      return !isFilled || obeys(rule, Object.assign(grid.slice(), { [cell]: digit }));
    });

  const fill = (from: number): void => {
    let cell = from;
    while (cell < grid.length && grid[cell] !== 0) cell++;
    if (cell === grid.length) {
      solutions.push(grid.slice());
      return;
    }
    for (let digit = 1; digit <= geometry.size && solutions.length < limit; digit++) {
      if (!fits(cell, digit) || (allowed && !isAllowed(allowed, cell, digit))) continue;
      grid[cell] = digit;
      fill(cell + 1);
    }
    grid[cell] = 0;
  };

  const consistent = grid.every(
    (digit, cell) => digit === 0 || (digit <= geometry.size && fits(cell, digit)),
  );
  if (consistent) fill(0);
  return solutions;
}
