import type { Geometry } from '../geometry.ts';
import { unitName } from '../unit-names.ts';

/** Two units that share more than one cell. */
export interface Crossing {
  readonly a: number;
  readonly b: number;
  readonly shared: readonly number[];
}

export interface Tables {
  /** numbers of each cell's units */
  readonly unitsOf: readonly (readonly number[])[];
  /** the other cells of each cell's units, without repeats */
  readonly peersOf: readonly (readonly number[])[];
  readonly crossings: readonly Crossing[];
  /** of each unit: `row 1`, `box 3`, … */
  readonly names: readonly string[];
}

const known = new Map<Geometry, Tables>();

export function tablesOf(geometry: Geometry): Tables {
  let tables = known.get(geometry);
  if (!tables) {
    tables = makeTables(geometry);
    known.set(geometry, tables);
  }
  return tables;
}

function makeTables(geometry: Geometry): Tables {
  const { units, cells } = geometry;
  const unitsOf: number[][] = Array.from({ length: cells }, () => []);
  for (const [u, unit] of units.entries()) for (const cell of unit) unitsOf[cell]!.push(u);
  const peersOf = unitsOf.map((own, cell) => {
    const peers = new Set(own.flatMap((u) => Array.from(units[u]!)));
    peers.delete(cell);
    return [...peers];
  });
  const crossings: Crossing[] = [];
  for (const [a, unit] of units.entries()) {
    const crossed = new Set(Array.from(unit).flatMap((cell) => unitsOf[cell]!));
    for (const b of crossed) {
      const shared = Array.from(unit).filter((cell) => unitsOf[cell]!.includes(b));
      if (a !== b && shared.length > 1) crossings.push({ a, b, shared });
    }
  }
  const names = units.map((_, u) => unitName(geometry, u));
  return { unitsOf, peersOf, crossings, names };
}
