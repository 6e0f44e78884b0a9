// Units that follow from others. Three rows hold each digit three times. If two units lie within these rows and share no cell,
// the nine remaining cells hold each digit once, too. In windoku, these are the cells of rows 2 to 4 in columns 1, 5 and 9.

import { lazy } from '../../kernel/kernel.ts';

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
