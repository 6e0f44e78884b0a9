import type { Geometry } from './geometry.ts';

/**
 * Whether no unit holds a digit twice and no value exceeds the size. Empty cells (0) are free.
 * @param from where the grid begins in `cells`
 */
export function givensAreConsistent(geometry: Geometry, cells: Uint8Array, from = 0): boolean {
  const { size, units } = geometry;
  for (let i = from; i < from + geometry.cells; i++) if (cells[i]! > size) return false;
  for (const unit of units) {
    // a bit for each value, 32 and above in a word of their own
    let seen = 0;
    let seenAbove = 0;
    for (let i = 0; i < size; i++) {
      const value = cells[from + unit[i]!]!;
      if (value === 0) continue;
      const bit = 1 << value;
      if (((value < 32 ? seen : seenAbove) & bit) !== 0) return false;
      if (value < 32) seen |= bit;
      else seenAbove |= bit;
    }
  }
  return true;
}
