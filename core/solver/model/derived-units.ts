// The geometry by which a hard puzzle with irregular areas is searched: with a unit for each area that holds all digits, and
// for the cells that areas leave of rows or columns (the law of leftovers).

import { MAX_UNITS_OF_CELL } from '../../kernel/constants.ts';
import { lazy } from '../../kernel/kernel.ts';
import type { Geometry } from './geometry.ts';
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

// Units that follow from others. Three rows hold each digit three times. If two units lie within these rows and share no cell,
// the nine remaining cells hold each digit once, too. In windoku, these are the cells of rows 2 to 4 in columns 1, 5 and 9.

/** A set of 81 cells: 27 bits in each of three numbers. */
type CellSet = readonly [number, number, number];

const CELLS = 81;
const WORD = 27;

/** Most lines that are combined if they are not adjacent. */
const MAX_APART = 3;
/** Most adjacent lines that are combined. */
const MAX_LINES = 5;

/**
 * The nine cells that remain of N rows, or of N columns, without N - 1 units that lie within them and share no cell.
 * @param units the nine rows, the nine columns, and all others, as lists of cells
 * @param limit the most units, given and implied
 */
export function impliedUnits(units: readonly Uint16Array[], limit: number): Uint16Array[] {
  const sets = units.map(setOf);
  const known = new Set(sets.map(String));
  let before = 0;
  while (sets.length > before) {
    before = sets.length;
    for (const lines of combinations()) {
      const all = lines.map((line) => sets[line]!).reduce(union);
      const within = sets.filter((set, i) => !lines.includes(i) && isWithin(set, all));
      for (const left of remainders(all, within, lines.length - 1)) {
        const key = String(left);
        if (known.has(key) || sets.length >= limit) continue;
        known.add(key);
        sets.push(left);
      }
    }
  }
  return sets.slice(units.length).map(cellsOf);
}

/** All combinations of rows, and of columns, as numbers of units. */
const combinations = lazy((): readonly (readonly number[])[] =>
  Array.from({ length: 1 << 9 }, (_, set) =>
    Array.from({ length: 9 }, (_cell, i) => i).filter((i) => (set >> i) & 1),
  )
    .filter((lines) => {
      const isRun = lines.at(-1)! - lines[0]! === lines.length - 1;
      return lines.length > 1 && lines.length <= (isRun ? MAX_LINES : MAX_APART);
    })
    .flatMap((rows) => [rows, rows.map((row) => row + 9)]),
);

/** For each choice of `count` units that share no cell: the cells that they leave. */
function* remainders(cells: CellSet, units: readonly CellSet[], count: number): Generator<CellSet> {
  if (count === 0) {
    yield cells;
    return;
  }
  for (const [i, unit] of units.entries()) {
    if (isWithin(unit, cells)) yield* remainders(without(cells, unit), units.slice(i + 1), count - 1);
  }
}

function setOf(unit: Uint16Array): CellSet {
  const words: [number, number, number] = [0, 0, 0];
  for (const cell of unit) words[Math.floor(cell / WORD)]! |= 1 << (cell % WORD);
  return words;
}

function cellsOf(set: CellSet): Uint16Array {
  const all = Uint16Array.from({ length: CELLS }, (_, cell) => cell);
  return all.filter((cell) => (set[Math.floor(cell / WORD)]! >> (cell % WORD)) & 1);
}

const union = (a: CellSet, b: CellSet): CellSet => [a[0] | b[0], a[1] | b[1], a[2] | b[2]];
const without = (a: CellSet, b: CellSet): CellSet => [a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2]];
const isWithin = (a: CellSet, b: CellSet) => ((a[0] & ~b[0]) | (a[1] & ~b[1]) | (a[2] & ~b[2])) === 0;
