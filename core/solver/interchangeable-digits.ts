// Digits that no given and no rule tells apart: a solution with two of them exchanged is another solution. A search for one
// solution may therefore fix their order in a unit, which spares it the same contradiction under other names.
import type { Geometry } from './geometry.ts';
import { areRenamable } from './rules.ts';

/**
 * The givens with a whole unit: it has all digits that are given, and its other cells have the rest in ascending order.
 * Undefined if there is no such unit, or the rest is a single digit.
 * @param cells givens of a puzzle that no other candidates restrict
 */
export function withFixedUnit(geometry: Geometry, cells: Uint8Array): Uint8Array | undefined {
  const { size, units, pairs, groups, sums, digits } = geometry;
  const areNamed = groups.some(({ sum, consecutive }) => sum !== undefined || consecutive);
  if (areNamed || sums.length + digits.length > 0 || !areRenamable(pairs)) return undefined;
  const given = new Set(cells.subarray(0, geometry.cells));
  given.delete(0);
  if (given.size > size - 2) return undefined;
  const unit = units.find((members) => new Set(members.map((cell) => cells[cell]!)).size === given.size + 1);
  if (!unit) return undefined;
  const rest = Array.from({ length: size }, (_, i) => i + 1).filter((digit) => !given.has(digit));
  const fixed = cells.slice(0, geometry.cells);
  let next = 0;
  for (const cell of unit) if (fixed[cell] === 0) fixed[cell] = rest[next++]!;
  return fixed;
}
