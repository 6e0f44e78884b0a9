import type { Geometry } from '../solver/geometry.ts';
import { unitName } from '../solver/unit-names.ts';

/** The first unit in which a value is given twice, in words; undefined if there is none. */
export function conflictIn(geometry: Geometry, cells: Uint8Array, symbols?: string): string | undefined {
  for (const [number, unit] of geometry.units.entries()) {
    let seen = 0n;
    for (const cell of unit) {
      const value = cells[cell]!;
      if (value === 0) continue;
      const bit = 1n << BigInt(value);
      if (seen & bit) return `two of ${symbols?.[value - 1] ?? value} in ${unitName(geometry, number)}`;
      seen |= bit;
    }
  }
  return undefined;
}
