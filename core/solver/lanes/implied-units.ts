// Units that follow from others. Three rows hold each digit three times. If two units lie within them and share no cell, the
// nine cells that these leave hold each digit once, too: in windoku, rows 2 to 4 in columns 1, 5 and 9.

/** A set of 81 cells: 27 bits in each of three numbers. */
type CellSet = readonly [number, number, number];

const CELLS = 81;
const WORD = 27;

/** So many lines are combined, if they are not beside each other. */
const MAX_APART = 3;
/** So many lines beside each other are combined. */
const MAX_LINES = 5;

/**
 * Units that are left of some rows, or of some columns, without one fewer of the units.
 * @param units rows, columns, and others
 * @param limit how many units there may be together
 */
export function impliedUnits(units: readonly Uint16Array[], limit: number): Uint16Array[] {
  const sets = units.map(setOf);
  const known = new Set(sets.map(String));
  let before = 0;
  while (sets.length > before) {
    before = sets.length;
    for (const lines of LINES) {
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

/** Rows that are combined, and columns: numbers of units. */
const LINES: readonly (readonly number[])[] = Array.from({ length: 1 << 9 }, (_, set) =>
  Array.from({ length: 9 }, (_cell, i) => i).filter((i) => (set >> i) & 1),
)
  .filter((lines) => {
    const isRun = lines.at(-1)! - lines[0]! === lines.length - 1;
    return lines.length > 1 && lines.length <= (isRun ? MAX_LINES : MAX_APART);
  })
  .flatMap((rows) => [rows, rows.map((row) => row + 9)]);

/** What `count` of the units, of which none share a cell, leave of some cells. */
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
