// `canonical`: the minlex form of one classic 9x9 puzzle, and the symmetry that leads to it.

import { lineOf } from '../formats/shared/alphabet.ts';
import { GeometryError } from '../solver/model/geometry.ts';
import { type CanonicalForms, canonicalForms, symmetryOf } from '../solver/symmetry/canonical.ts';
import { hasCanonicalForm } from '../solver/symmetry/symmetry.ts';
import { type Conflict, conflictIn } from './conflict.ts';
import { optionsOf, type Puzzle, readGivens, SHAPE_OPTIONS, type ShapeOptions } from './puzzle.ts';

/** The canonical form of a puzzle. */
export type CanonicalResult =
  | {
      /** The outcome. */
      readonly status: 'canonical';
      /** 81 symbols, `.` for empty. Equal for two puzzles if and only if a symmetry makes one of the other. */
      readonly form: string;
      /** In how many different ways symmetries map the givens to themselves; 1 for most puzzles. */
      readonly automorphisms: number;
      /** Whether the symmetry that makes the form exchanges rows with columns first. */
      readonly isTransposed: boolean;
      /** Then, for each row of the form, the row that it is made of, from 1. */
      readonly rows: readonly number[];
      /** For each column of the form, the column that it is made of, from 1. */
      readonly columns: readonly number[];
      /** For each digit of the puzzle, from 1 to 9, its digit in the form. */
      readonly digits: readonly number[];
    }
  | {
      /** Two equal givens in a unit. */
      readonly status: 'invalid';
      /** Where they are. */
      readonly conflict: Conflict;
    };

/** A canonical form, and the symmetry that makes it of the puzzle. */
export type CanonicalForm = Omit<Extract<CanonicalResult, { status: 'canonical' }>, 'status'>;

/**
 * Finds the canonical (minlex) form of a classic 9x9 puzzle or full grid. Symmetries exchange bands, stacks, rows within a band,
 * columns within a stack, and rows with columns, and rename digits. Of all puzzles that they make of one, the form is the one
 * whose pattern of givens reads lowest, row by row, with 0 for an empty cell and 1 for a given; of several with that pattern, the
 * one whose digits read lowest.
 *
 * @param puzzle in any form
 * @throws GeometryError if the puzzle is not classic 9x9 with 3x3 boxes; otherwise as solve
 * @example
 * import { canonical } from 'sudoku-batch';
 *
 * const { form, automorphisms } = canonical('.'.repeat(40) + '5' + '.'.repeat(40));
 * form === '.'.repeat(80) + '1'; // => true
 * automorphisms; // => 1
 */
export function canonical(puzzle: Puzzle, options: ShapeOptions = {}): CanonicalResult {
  const { geometry, cells } = readGivens(puzzle, optionsOf(options, SHAPE_OPTIONS));
  if (!hasCanonicalForm(geometry)) {
    const { size, variant, boxRows, boxColumns } = geometry;
    throw new GeometryError(
      `puzzle: expected classic 9x9 with 3x3 boxes, as no other puzzle has a canonical form, got ${variant} ${size}x${size} with ${boxRows}x${boxColumns}`,
    );
  }
  const conflict = conflictIn(geometry, cells);
  if (conflict) return { status: 'invalid', conflict };
  return { status: 'canonical', ...canonicalFormAt(canonicalForms(cells), 0) };
}

/** The canonical form of the puzzle with an index. */
export function canonicalFormAt(forms: CanonicalForms, index: number): CanonicalForm {
  const { isTransposed, rows, columns, digits } = symmetryOf(forms, index);
  const fromOne = (lines: Uint8Array) => Array.from(lines, (line) => line + 1);
  return {
    form: lineOf(forms.forms.subarray(index * 81, (index + 1) * 81)),
    automorphisms: forms.automorphisms[index]!,
    isTransposed,
    rows: fromOne(rows),
    columns: fromOne(columns),
    digits: [...digits.subarray(1)],
  };
}
