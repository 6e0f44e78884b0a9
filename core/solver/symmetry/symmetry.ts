// The symmetries of 9x9 sudoku as values: drawn at random and applied to cells.

import { canHaveFact, type Geometry } from '../model/geometry.ts';

/** Whether puzzles of a shape have a canonical form: X has none, as most symmetries break its diagonals. */
export function hasCanonicalForm(geometry: Geometry): boolean {
  return canHaveFact('canonical', geometry);
}

/**
 * A symmetry of 9x9 sudoku, which makes valid puzzles of valid ones. There are 2 x 6^8 ways to move the cells and 9! ways to
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

/**
 * Applies a symmetry to the 81 cells of a puzzle.
 * @param to where the result is stored
 */
export function applySymmetry(
  cells: Uint8Array,
  { isTransposed, rows, columns, digits }: GridSymmetry,
  to: Uint8Array = new Uint8Array(81),
): Uint8Array {
  const [rowStep, columnStep] = isTransposed ? [1, 9] : [9, 1];
  let at = 0;
  for (let row = 0; row < 9; row++) {
    const from = rows[row]! * rowStep;
    for (let column = 0; column < 9; column++)
      to[at++] = digits[cells[from + columns[column]! * columnStep]!]!;
  }
  return to;
}

/**
 * Draws a symmetry; all are equally likely.
 * @param below returns a random integer from 0 to its argument, exclusive
 */
export function randomSymmetry(below: (limit: number) => number): GridSymmetry {
  const rows = randomLines(below);
  const columns = randomLines(below);
  const names = randomOrder(9, below);
  return {
    isTransposed: below(2) === 1,
    rows,
    columns,
    digits: Uint8Array.from([0, ...names.map((name) => name + 1)]),
  };
}

/** Nine lines in a random order that keeps bands together. */
function randomLines(below: (limit: number) => number): Uint8Array {
  const bands = randomOrder(3, below);
  return Uint8Array.from(bands.flatMap((band) => randomOrder(3, below).map((line) => 3 * band + line)));
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
