// `check`: whether a grid solves a puzzle, or the first cell that breaks a rule.

import { cellWithoutDigit } from '../solver/model/allowed.ts';
import { brokenRule, cellName, type Geometry } from '../solver/model/geometry.ts';
import { optionsOf, type Puzzle, readPuzzle, SHAPE_OPTIONS, type ShapeOptions } from './puzzle.ts';
import { type PuzzleRules, RULE_OPTIONS, splitRules } from './rule-options.ts';

/** The first cell that breaks a rule. */
export interface Conflict {
  /** What was expected, and what came. */
  readonly reason: string;
  /** Of the cell, from 1. */
  readonly row: number;
  /** Of the cell, from 1. */
  readonly column: number;
  /** Value of the cell, 0 if it is empty. */
  readonly value: number;
  /** The unit that has the value twice, such as `row 1`, `box 3` or `diagonal 2`, or the variant whose rule is broken, such as `anti-knight`. */
  readonly unit?: string;
}

/** What a puzzle does not say about itself, and rules that it has beside its givens. */
export interface CheckOptions extends ShapeOptions, PuzzleRules {}

/** Whether a grid solves a puzzle. */
export type CheckResult =
  | {
      /** Whether the grid solves the puzzle. */ readonly isValid: true;
    }
  | {
      /** Whether the grid solves the puzzle. */
      readonly isValid: false;
      /** The first cell that breaks a rule. */
      readonly conflict: Conflict;
    };

/** The first rule that is broken, or else the first cell that can have no digit; undefined if there is none. */
export function conflictIn(
  geometry: Geometry,
  cells: Uint8Array,
  allowed?: Uint32Array,
): Conflict | undefined {
  const broken = brokenRule(geometry, cells);
  if (!broken) {
    const cell = allowed ? cellWithoutDigit(geometry, cells, allowed) : -1;
    return cell < 0
      ? undefined
      : at(
          geometry,
          cells,
          cell,
          (place, value) => `expected a candidate in ${place}, got ${value || 'none'}`,
        );
  }
  const { name, cell, reason } = broken;
  const isUnit = geometry.unitNames.includes(name);
  return {
    ...at(geometry, cells, cell, (_, value) =>
      isUnit ? `expected different digits in ${name}, got two of ${value}` : reason,
    ),
    unit: name,
  };
}

/**
 * Checks whether a grid is a solution of a puzzle: all cells filled, all givens kept, no digit twice in a unit. Both can be in
 * any form. Does not check whether there are other solutions; {@link solve} does.
 *
 * @throws as solve, for each of the two
 * @example
 * import { check } from 'sudoku-batch';
 *
 * check('12.434..2.4343.1', '1234341221434321'); // => { isValid: true }
 * check('12.434..2.4343.1', '1234341221434312').conflict.reason; // => 'expected 1 in row 4, column 4, as given; got 2'
 * check('12.434..2.4343.1', '123434122143432.').conflict.reason; // => 'expected 1 in row 4, column 4, as given; got an empty cell'
 */
export function check(puzzle: Puzzle, solution: Puzzle, options: CheckOptions = {}): CheckResult {
  const { options: others, rules } = splitRules(options);
  const shape = optionsOf(others, SHAPE_OPTIONS, RULE_OPTIONS);
  const { geometry, cells, alphabet, allowed } = readPuzzle(puzzle, shape, 'puzzle', rules);
  const { cells: filled, geometry: other } = readPuzzle(
    solution,
    // the symbols of a solution mean what those of its puzzle mean
    { ...shape, alphabet: shape.alphabet ?? alphabet?.symbols },
    'solution',
    // its size may be one that needs regions
    rules,
  );
  if (geometry.size !== other.size) {
    throw new RangeError(
      `solution: expected a grid of ${geometry.size}x${geometry.size}, as the puzzle is, got ${other.size}x${other.size}`,
    );
  }
  const conflict =
    differenceIn(geometry, cells, filled) ??
    conflictIn(geometry, filled, allowed) ??
    emptyIn(geometry, filled);
  return conflict ? { isValid: false, conflict } : { isValid: true };
}

function differenceIn(geometry: Geometry, givens: Uint8Array, solution: Uint8Array): Conflict | undefined {
  const cell = givens.findIndex((given, i) => given !== 0 && given !== solution[i]);
  if (cell < 0) return undefined;
  return at(
    geometry,
    solution,
    cell,
    (place, value) => `expected ${givens[cell]} in ${place}, as given; got ${value || 'an empty cell'}`,
  );
}

function emptyIn(geometry: Geometry, cells: Uint8Array): Conflict | undefined {
  const cell = cells.indexOf(0);
  if (cell < 0) return undefined;
  return at(geometry, cells, cell, (place) => `expected a value in ${place}, got an empty cell`);
}

/** @param reason of the place and the value of the cell */
function at(
  geometry: Geometry,
  cells: Uint8Array,
  cell: number,
  reason: (place: string, value: number) => string,
): Conflict {
  const value = cells[cell]!;
  const row = Math.floor(cell / geometry.size) + 1;
  const column = (cell % geometry.size) + 1;
  return { row, column, value, reason: reason(cellName(geometry, cell), value) };
}
