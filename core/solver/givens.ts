import type { Geometry } from './geometry.ts';

/** Whether no unit holds a digit twice and no value exceeds the size. Empty cells (0) are free. */
export function givensAreConsistent(geometry: Geometry, cells: Uint8Array): boolean {
  const { size, units } = geometry;
  for (let i = 0; i < geometry.cells; i++) if (cells[i]! > size) return false;
  const seenIn = new Uint16Array(size + 1);
  for (let u = 0; u < units.length; u++) {
    for (const cell of units[u]!) {
      const digit = cells[cell]!;
      if (digit === 0) continue;
      // marks of earlier units differ, so the table needs no clearing
      if (seenIn[digit] === u + 1) return false;
      seenIn[digit] = u + 1;
    }
  }
  return true;
}
