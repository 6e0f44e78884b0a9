/** The orders of three. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** The 1296 orders of nine columns that keep stacks together: every order of the stacks, and of the columns in each. */
const COLUMN_ORDERS: readonly Uint8Array[] = ORDERS.flatMap((stacks) =>
  ORDERS.flatMap((a) =>
    ORDERS.flatMap((b) =>
      ORDERS.map((c) =>
        Uint8Array.from([a, b, c].flatMap((within, i) => within.map((k) => stacks[i]! * 3 + k))),
      ),
    ),
  ),
);

/**
 * The canonical form of a 9x9 puzzle with one solution. Two puzzles have the same form if and only if one becomes the other by
 * renaming digits, by permuting bands, stacks, rows within a band or columns within a stack, and by transposing. Of all puzzles
 * that a puzzle becomes in this way, its form is the one whose solution reads lowest, row by row; of several with that solution,
 * the one whose givens read lowest, with 0 for empty.
 *
 * For classic rules only: most of these changes break the diagonals of an X puzzle.
 *
 * @param givens 81 digits row by row, 0 for empty
 * @param solution of the givens
 */
export function canonicalForm(givens: Uint8Array, solution: Uint8Array): Uint8Array {
  const best = new Uint8Array(81).fill(10);
  let form: Uint8Array = new Uint8Array(81).fill(10);
  const grid = new Uint8Array(81);
  const rename = new Uint8Array(10);
  for (const isTransposed of [false, true]) {
    const full = isTransposed ? transposed(solution) : solution;
    const clues = isTransposed ? transposed(givens) : givens;
    for (let first = 0; first < 9; first++) {
      for (const columns of COLUMN_ORDERS) {
        for (let i = 0; i < 9; i++) rename[full[first * 9 + columns[i]!]!] = i + 1;
        const band = first - (first % 3);
        for (let k = 1; k < 3; k++) {
          // every solution starts with 123456789 here, and the second row nearly always decides
          const second = band + ((first + k) % 3);
          if (compareSecondRow(full, second, columns, rename, best) > 0) continue;
          const rows = rowOrder(full, first, second, columns, rename);
          arrange(full, rows, columns, rename, grid);
          const order = compare(grid, best);
          if (order > 0) continue;
          const candidate = arrange(clues, rows, columns, rename, new Uint8Array(81));
          if (order < 0) best.set(grid);
          if (order < 0 || compare(candidate, form) < 0) form = candidate;
        }
      }
    }
  }
  return form;
}

/** With the first two rows and the columns given, the order of the rows that reads lowest: by their first digits, as are the bands. */
function rowOrder(
  full: Uint8Array,
  first: number,
  second: number,
  columns: Uint8Array,
  rename: Uint8Array,
): number[] {
  const band = first - (first % 3);
  const start = (row: number) => rename[full[row * 9 + columns[0]!]!]!;
  const others = [0, 3, 6]
    .filter((other) => other !== band)
    .map((other) => [other, other + 1, other + 2].sort((a, b) => start(a) - start(b)))
    .sort(([a], [b]) => start(a!) - start(b!));
  return [first, second, band * 3 + 3 - first - second, ...others.flat()];
}

/** Writes cells to `to`, with rows and columns in these orders and digits renamed. */
function arrange(
  from: Uint8Array,
  rows: readonly number[],
  columns: Uint8Array,
  rename: Uint8Array,
  to: Uint8Array,
): Uint8Array {
  for (let r = 0; r < 9; r++) {
    for (let c = 0; c < 9; c++) {
      const digit = from[rows[r]! * 9 + columns[c]!]!;
      to[r * 9 + c] = digit === 0 ? 0 : rename[digit]!;
    }
  }
  return to;
}

/** Below 0 if the row, rearranged, reads lower than the second row of `best`. */
function compareSecondRow(
  full: Uint8Array,
  row: number,
  columns: Uint8Array,
  rename: Uint8Array,
  best: Uint8Array,
): number {
  for (let i = 0; i < 9; i++) {
    const order = rename[full[row * 9 + columns[i]!]!]! - best[9 + i]!;
    if (order !== 0) return order;
  }
  return 0;
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < 81; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

function transposed(cells: Uint8Array): Uint8Array {
  return cells.map((_, i) => cells[(i % 9) * 9 + Math.floor(i / 9)]!);
}
