// The symmetries of sudoku as values: drawn at random and applied to cells.

import { canHaveFact, type Geometry } from '../model/geometry.ts';
import { areRenamable } from '../model/rules.ts';

/** Whether puzzles of a shape have a canonical form: classic ones up to 16x16. */
export function hasCanonicalForm(geometry: Geometry): boolean {
  return canHaveFact('canonical', geometry);
}

/**
 * A symmetry of sudoku, which makes valid puzzles of valid ones. Of 9x9, there are 2 x 6^8 ways to move the cells and 9! ways to
 * rename the digits.
 */
export interface GridSymmetry {
  /** whether rows are exchanged with columns first */
  readonly isTransposed: boolean;
  /** then, for each row of the result, the row that it is made of, from 0; the same for columns. Bands and stacks stay together. */
  readonly rows: Uint8Array;
  readonly columns: Uint8Array;
  /** the digit of the result for each digit; 0 for 0 */
  readonly digits: Uint8Array;
}

/** For each cell of the result of a symmetry, the cell that it is made of. */
export function cellsMoved({
  isTransposed,
  rows,
  columns,
}: Pick<GridSymmetry, 'isTransposed' | 'rows' | 'columns'>): Uint16Array {
  const size = rows.length;
  const [rowStep, columnStep] = isTransposed ? [1, size] : [size, 1];
  const from = new Uint16Array(size * size);
  let at = 0;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      from[at++] = rows[row]! * rowStep + columns[column]! * columnStep;
  return from;
}

/**
 * Applies a symmetry to the cells of a puzzle.
 * @param to where the result is stored
 */
export function applySymmetry(
  cells: Uint8Array,
  symmetry: GridSymmetry,
  to: Uint8Array = new Uint8Array(cells.length),
): Uint8Array {
  const { digits } = symmetry;
  const from = cellsMoved(symmetry);
  for (let at = 0; at < from.length; at++) to[at] = digits[cells[from[at]!]!]!;
  return to;
}

/** Whether a solution with renamed digits is a solution, too: no rule depends on the values of digits. */
export function isRenamable({ pairs, groups, sums, digits }: Geometry): boolean {
  const hasValues = groups.some(({ sum, consecutive }) => sum !== undefined || consecutive);
  return areRenamable(pairs) && !hasValues && sums.length + digits.length === 0;
}

/** How a symmetry moves cells. */
export type CellMove = Omit<GridSymmetry, 'digits'>;

/** Turns and reflections that keep units and the pairs of variants: eight for most, none of the others. The first changes nothing. */
export function turnsKeeping({ size, units, pairs }: Pick<Geometry, 'size' | 'units' | 'pairs'>): CellMove[] {
  const inOrder = Uint8Array.from({ length: size }, (_, line) => line);
  const orders = [inOrder, inOrder.toReversed()];
  const turns = [false, true].flatMap((isTransposed) =>
    orders.flatMap((rows) => orders.map((columns) => ({ isTransposed, rows, columns }))),
  );
  const parts = [
    ...units.map((cells) => ['unit', cells] as const),
    ...pairs.map(({ relation, cells }) => [relation.name, cells] as const),
  ];
  const textOf = (name: string, cells: Iterable<number>) =>
    `${name} ${[...cells].sort((a, b) => a - b).join()}`;
  const known = new Set(parts.map(([name, cells]) => textOf(name, cells)));
  return turns.filter((turn) => {
    const from = cellsMoved(turn);
    return parts.every(([name, cells]) =>
      known.has(
        textOf(
          name,
          Array.from(cells, (cell) => from[cell]!),
        ),
      ),
    );
  });
}

/** Rows and columns of a box, and their product. */
type BoxShape = Pick<Geometry, 'size' | 'boxRows' | 'boxColumns'>;

/**
 * Draws a symmetry of a grid with boxes; all are equally likely.
 * @param below returns a random integer from 0 to its argument, exclusive
 */
export function randomSymmetry(
  below: (limit: number) => number,
  { size, boxRows, boxColumns }: BoxShape = { size: 9, boxRows: 3, boxColumns: 3 },
): GridSymmetry {
  const rows = randomLines(size, boxRows, below);
  const columns = randomLines(size, boxColumns, below);
  const names = randomOrder(size, below);
  return {
    // exchanged rows and columns would turn the boxes, too
    isTransposed: boxRows === boxColumns && below(2) === 1,
    rows,
    columns,
    digits: Uint8Array.from([0, ...names.map((name) => name + 1)]),
  };
}

/** Lines in a random order that keeps bands, each of so many lines, together. */
function randomLines(size: number, height: number, below: (limit: number) => number): Uint8Array {
  const bands = randomOrder(size / height, below);
  return Uint8Array.from(
    bands.flatMap((band) => randomOrder(height, below).map((line) => height * band + line)),
  );
}

/**
 * 0 to length - 1 in random order.
 * @param below returns a random integer from 0 to its argument, exclusive
 */
export function randomOrder(length: number, below: (limit: number) => number): number[] {
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
