// sigh/Interactive-Sudoku-Solver, a solver of variants in JavaScript, run from a clone of its repository.
import { pathToFileURL } from 'node:url';
import { constraintTextOf, missingInConstraints } from '../../core/formats/links/constraint-text.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';

/** A puzzle with a geometry of its own. */
export interface VariantPuzzle {
  readonly geometry: Geometry;
  readonly cells: Uint8Array;
}

/** Counts the solutions of a puzzle that has been built. */
export type Count = (limit: number) => number;

/**
 * @param folder of a clone
 * @returns a function that builds a puzzle from its text
 */
export async function interactiveSudokuSolver(folder: string): Promise<(text: string) => Count> {
  const load = (path: string) => import(pathToFileURL(`${folder}/${path}`).href);
  const { ensureGlobalEnvironment } = await load('tests/helpers/test_env.js');
  ensureGlobalEnvironment();
  const { SudokuParser } = await load('js/sudoku_parser.js');
  const { SudokuBuilder } = await load('js/solver/sudoku_builder.js');
  return (text) => {
    const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)));
    return (limit) => solver.countSolutions(limit);
  };
}

/** The constraint string of a puzzle. @throws Error for a rule that the peer does not have */
export function textFor(puzzle: VariantPuzzle): string {
  const missing = missingInConstraints(puzzle.geometry);
  if (missing !== undefined) throw new Error(`expected rules that the peer has, got ${missing}`);
  return constraintTextOf(puzzle);
}
