// sigh/Interactive-Sudoku-Solver, a solver of variants in JavaScript, run from a clone of its repository.
import { pathToFileURL } from 'node:url';
import { constraintTextOf, missingInConstraints } from '../../core/formats/links/constraint-text.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import type { Pair } from '../../core/solver/model/rules.ts';

/** A puzzle with a geometry of its own. */
export interface VariantPuzzle {
  readonly geometry: Geometry;
  readonly cells: Uint8Array;
  /** As its source has it. */
  readonly solution: Uint8Array;
}

/** Name of pairs that no rule or variant of ours stands for: neighbours without a mark. */
export const UNMARKED = 'unmarked';

/** Counts the solutions of a puzzle that has been built. */
export type Count = (limit: number) => number;

/**
 * @param folder of a clone
 * @returns a function that builds a puzzle
 * @throws Error for a rule that the peer does not have
 */
export async function interactiveSudokuSolver(folder: string): Promise<(puzzle: VariantPuzzle) => Count> {
  const load = (path: string) => import(pathToFileURL(`${folder}/${path}`).href);
  const { ensureGlobalEnvironment } = await load('tests/helpers/test_env.js');
  ensureGlobalEnvironment();
  const { SudokuParser } = await load('js/sudoku_parser.js');
  const { SudokuBuilder } = await load('js/solver/sudoku_builder.js');
  const { SudokuConstraint } = await load('js/sudoku_constraint.js');
  const pairText = ({ cells, relation }: Pair, size: number) => {
    const names = cells.map((cell) => `R${Math.floor(cell / size) + 1}C${(cell % size) + 1}`);
    return `.Pair~${SudokuConstraint.Pair.fnToKey(relation.allows, size)}~~${names.join('~')}`;
  };
  const textFor = (puzzle: VariantPuzzle) => {
    const { pairs, size } = puzzle.geometry;
    const missing = missingInConstraints(puzzle.geometry);
    if (missing !== undefined) throw new Error(`expected rules that the peer has, got ${missing}`);
    const unmarked = pairs.filter(({ rule }) => rule === UNMARKED);
    return constraintTextOf(puzzle) + unmarked.map((pair) => pairText(pair, size)).join('');
  };
  return (puzzle) => {
    const solver = SudokuBuilder.build(
      SudokuBuilder.resolveConstraint(SudokuParser.parseText(textFor(puzzle))),
    );
    return (limit) => solver.countSolutions(limit);
  };
}
