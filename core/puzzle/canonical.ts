// `canonical`: the canonical form of one classic puzzle, and the symmetry that leads to it.

import { lineOf } from '../formats/shared/alphabet.ts';
import { GeometryError } from '../solver/model/geometry.ts';
import { type CanonicalForms, symmetryOf } from '../solver/symmetry/canonical.ts';
import { classicForms } from '../solver/symmetry/equivalence.ts';
import { hasCanonicalForm } from '../solver/symmetry/symmetry.ts';
import { type Conflict, conflictIn } from './conflict.ts';
import { optionsOf, type Puzzle, readGivens, SHAPE_OPTIONS, type ShapeOptions } from './puzzle.ts';

/** The canonical form of a puzzle. */
export type CanonicalResult =
  | {
      /** The outcome. */
      readonly status: 'canonical';
      /** A symbol for each cell, `.` for empty; above 9 letters from `A`. Equal for two puzzles if and only if a symmetry makes one of the other. */
      readonly form: string;
      /** In how many different ways symmetries map the givens to themselves; 1 for most puzzles. */
      readonly automorphisms: number;
      /** Whether the symmetry that makes the form exchanges rows with columns first. */
      readonly isTransposed: boolean;
      /** Then, for each row of the form, the row that it is made of, from 1. */
      readonly rows: readonly number[];
      /** For each column of the form, the column that it is made of, from 1. */
      readonly columns: readonly number[];
      /** For each digit of the puzzle, from 1, its digit in the form. */
      readonly digits: readonly number[];
    }
  | {
      /** Two equal givens in a unit. */
      readonly status: 'invalid';
      /** Where they are. */
      readonly conflict: Conflict;
    }
  | {
      /** The search for the form would be long, which no puzzle is known to need. */
      readonly status: 'not-found';
    };

/** A canonical form, and the symmetry that makes it of the puzzle. */
export type CanonicalForm = Omit<Extract<CanonicalResult, { status: 'canonical' }>, 'status'>;

/**
 * Finds the canonical form of a classic puzzle or full grid, from 4x4 to 16x16. Symmetries exchange bands, stacks, rows within a
 * band, columns within a stack, and, where boxes are square, rows with columns, and rename digits. All puzzles that they make of
 * one have the same form, which is one of them. Of 9x9 with 3x3 boxes, it is the lowest (minlex): the one whose pattern of givens
 * reads lowest, row by row, with 0 for an empty cell and 1 for a given; of several with that pattern, the one whose digits read
 * lowest. Of other sizes, it is no particular one, and another version of this library may choose another.
 *
 * @param puzzle in any form
 * @throws GeometryError if the puzzle is not classic or larger than 16x16; otherwise as solve
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
      `puzzle: expected a classic one of 4x4 to 16x16, as no other puzzle has a canonical form, got ${variant} ${size}x${size} with ${boxRows}x${boxColumns}`,
    );
  }
  const conflict = conflictIn(geometry, cells);
  if (conflict) return { status: 'invalid', conflict };
  const forms = classicForms(geometry, cells);
  return forms.automorphisms[0] === 0
    ? { status: 'not-found' }
    : { status: 'canonical', ...canonicalFormAt(forms, 0) };
}

/** The canonical form of the puzzle with an index. */
export function canonicalFormAt(forms: CanonicalForms, index: number): CanonicalForm {
  const { isTransposed, rows, columns, digits } = symmetryOf(forms, index);
  const fromOne = (lines: Uint8Array) => Array.from(lines, (line) => line + 1);
  return {
    form: lineOf(forms.forms.subarray(index * forms.size ** 2, (index + 1) * forms.size ** 2)),
    automorphisms: forms.automorphisms[index]!,
    isTransposed,
    rows: fromOne(rows),
    columns: fromOne(columns),
    digits: [...digits.subarray(1)],
  };
}
