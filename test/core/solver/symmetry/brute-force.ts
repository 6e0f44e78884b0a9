/**
 * A canonical form as its definition says, by trying every symmetry: 2 x 1296 x 1296 arrangements. Arrangements whose first row
 * is not the lowest of all first rows are left out, as the form begins with that one.
 */
export function bruteForceForm(cells: Uint8Array): { form: Uint8Array; automorphisms: number } {
  const sources = [cells, transposed(cells)];
  let lowest = Infinity;
  for (const source of sources)
    for (let row = 0; row < 9; row++)
      for (const columns of LINE_ORDERS) lowest = Math.min(lowest, rowPattern(source, row, columns));

  let best: Uint8Array | undefined;
  /** the ways to map givens to the best form, as text */
  let ways = new Set<string>();
  for (const source of sources) {
    for (const columns of LINE_ORDERS) {
      const areLowest = source.subarray(0, 9).map((_, row) => +(rowPattern(source, row, columns) === lowest));
      for (const rows of LINE_ORDERS) {
        if (areLowest[rows[0]!] === 0) continue;
        const order = best ? compareTo(best, source, rows, columns) : -1;
        if (order > 0) continue;
        if (order < 0) {
          ways = new Set();
          best = renamed(source, rows, columns);
        }
        ways.add(wayOf(source === cells, rows, columns, best!));
      }
    }
  }
  return { form: best!, automorphisms: ways.size };
}

/** Which cells of a row are givens, as a number: 1 is a given, and the first cell counts most. */
function rowPattern(cells: Uint8Array, row: number, columns: readonly number[]): number {
  let pattern = 0;
  for (let i = 0; i < 9; i++) pattern = 2 * pattern + (cells[row * 9 + columns[i]!] === 0 ? 0 : 1);
  return pattern;
}

const THREE = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

const LINE_ORDERS = THREE.flatMap((bands) =>
  THREE.flatMap((a) =>
    THREE.flatMap((b) =>
      THREE.map((c) => bands.flatMap((band, i) => [a, b, c][i]!.map((k) => 3 * band + k))),
    ),
  ),
);

function transposed(cells: Uint8Array): Uint8Array {
  return cells.map((_, i) => cells[(i % 9) * 9 + Math.floor(i / 9)]!);
}

/** How an arrangement compares with a form: by the pattern of givens, then by the digits, renamed as they occur. */
function compareTo(
  form: Uint8Array,
  cells: Uint8Array,
  rows: readonly number[],
  columns: readonly number[],
): number {
  for (let i = 0, row = 0; row < 9; row++) {
    const from = rows[row]! * 9;
    for (let column = 0; column < 9; column++, i++) {
      const isGiven = cells[from + columns[column]!] !== 0;
      if (isGiven !== (form[i] !== 0)) return isGiven ? 1 : -1;
    }
  }
  const names = new Uint8Array(10);
  let last = 0;
  for (let i = 0, row = 0; row < 9; row++) {
    const from = rows[row]! * 9;
    for (let column = 0; column < 9; column++, i++) {
      const digit = cells[from + columns[column]!]!;
      if (digit !== 0 && names[digit] === 0) names[digit] = ++last;
      if (names[digit] !== form[i]) return names[digit]! - form[i]!;
    }
  }
  return 0;
}

/** The cells in this order, with digits renamed in the order in which they occur. */
function renamed(cells: Uint8Array, rows: readonly number[], columns: readonly number[]): Uint8Array {
  const names = new Map([[0, 0]]);
  return Uint8Array.from({ length: 81 }, (_, i) => {
    const digit = cells[rows[Math.floor(i / 9)]! * 9 + columns[i % 9]!]!;
    if (!names.has(digit)) names.set(digit, names.size);
    return names.get(digit)!;
  });
}

/** The cell of the puzzle that each given of the form is. */
function wayOf(
  isUpright: boolean,
  rows: readonly number[],
  columns: readonly number[],
  form: Uint8Array,
): string {
  return Array.from(form, (digit, i) => {
    if (digit === 0) return '';
    const [row, column] = [rows[Math.floor(i / 9)]!, columns[i % 9]!];
    return isUpright ? row * 9 + column : column * 9 + row;
  }).join();
}
