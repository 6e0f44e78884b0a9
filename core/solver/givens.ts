import type { Geometry } from './geometry.ts';

/**
 * Whether no unit holds a digit twice and no value exceeds the size. Empty cells (0) are free.
 * @param from where the grid begins in `cells`
 */
export function givensAreConsistent(geometry: Geometry, cells: Uint8Array, from = 0): boolean {
  const { size, units } = geometry;
  for (let i = from; i < from + geometry.cells; i++) if (cells[i]! > size) return false;
  for (const unit of units) {
    // a bit for each value, 32 and above in a word of their own; no branch, as nobody can tell which cells are empty
    let seen = 0;
    let seenAbove = 0;
    let twice = 0;
    for (let i = 0; i < size; i++) {
      const value = cells[from + unit[i]!]!;
      const above = -(value >>> 5);
      const bit = 1 << value;
      twice |= (seen & bit & ~above & ~1) | (seenAbove & bit & above);
      seen |= bit & ~above;
      seenAbove |= bit & above;
    }
    if (twice !== 0) return false;
  }
  return true;
}
