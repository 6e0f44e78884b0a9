// The geometry by which a hard puzzle with irregular areas is searched: with a unit for each area that holds all digits, and
// for the cells that areas leave of rows or columns (the law of leftovers).
import { MAX_UNITS_OF_CELL } from '../../kernel/constants.ts';
import type { Geometry } from './geometry.ts';
import { impliedUnits } from './implied-units.ts';
import type { Group } from './rules.ts';

/** Most units: as many as a small grid has in the kernel of the large engine. */
const MAX_DERIVED = 64;

/** Size of the grids whose implied units are known. */
const IMPLIED_SIZE = 9;

const known = new WeakMap<Geometry, Geometry | undefined>();

/** Whether a grid may have units that its geometry does not name. This is quick; {@link withDerivedUnits} may take milliseconds. */
export function mayHaveDerivedUnits({ size, regions, variant, groups }: Geometry): boolean {
  const mayImply = size === IMPLIED_SIZE && (regions !== undefined || variant !== 'classic');
  return mayImply || groups.some((group) => isArea(group, size));
}

/** Whether the cells of a group hold each digit once, and that is all that it says. */
function isArea({ cells, sum }: Group, size: number): boolean {
  return cells.length === size && (sum === undefined || sum === (size * (size + 1)) / 2);
}

/**
 * The same grid with all units that it is known to have; undefined if its geometry names them all. Givens that only an implied
 * unit forbids are valid, and have no solution.
 */
export function withDerivedUnits(geometry: Geometry): Geometry | undefined {
  if (!known.has(geometry)) known.set(geometry, derived(geometry));
  return known.get(geometry);
}

function derived(geometry: Geometry): Geometry | undefined {
  const { size, units: given, groups } = geometry;
  const areas = groups.filter((group) => isArea(group, size)).map(({ cells }) => Uint16Array.from(cells));
  const named = new Map<string, Uint16Array>();
  for (const unit of [...given, ...areas]) {
    const key = unit.toSorted().join();
    // a grid without boxes has its rows as regions, too
    if (!named.has(key)) named.set(key, unit);
  }
  const units: Uint16Array[] = [];
  const counts = new Uint8Array(size * size);
  const add = (unit: Uint16Array) => {
    if (units.length === MAX_DERIVED || unit.some((cell) => counts[cell] === MAX_UNITS_OF_CELL)) return false;
    for (const cell of unit) counts[cell]!++;
    return units.push(unit) > 0;
  };
  // a given unit that is left out would be a rule less
  if (![...named.values()].every(add)) return undefined;
  const before = units.length;
  if (size === IMPLIED_SIZE) for (const unit of impliedUnits(units, MAX_DERIVED)) add(unit);
  if (units.length === before && areas.length === 0) return undefined;
  // messages name the units of the geometry itself
  return { ...geometry, units, unitNames: [], groups: groups.filter((group) => !isArea(group, size)) };
}
