// The graded puzzles of a file with the highest ratings, merged like the list of the hardest.

import type { Block } from '../../formats/shared/block.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import type { Facts } from '../../solver/engine/facts.ts';
import { Status } from '../../solver/model/status.ts';
import { isRated } from '../../solver/steps/rating.ts';
import { type BlockContext, cellsText } from './hardest.ts';

/** One of the graded puzzles of a file with the highest ratings. */
export interface RatedPuzzle {
  /** name of its file in an archive */
  readonly file?: string;
  /** its first line in the file, or in the piece that was read; 1-based */
  readonly line: number;
  /** `9x9`, `9x9 x` */
  readonly size: string;
  /** Sudoku Explainer's rating; absent if the puzzle is beyond the techniques of grading */
  readonly er?: number;
  /** the technique of the step that was rated `er` */
  readonly technique?: string;
  /** its cells row by row, as in {@link HardPuzzle} */
  readonly puzzle: string;
  /** likewise; absent if none was found, or all solutions were listed */
  readonly solution?: string;
}

/** Length of the list. */
export const MAX_RATED = 12;

/** Orders the highest rating first; equal ones by their place in the file. */
export const compareRatings = (a: RatedPuzzle, b: RatedPuzzle): number =>
  (a.er ?? Infinity) === (b.er ?? Infinity) ? a.line - b.line : (b.er ?? Infinity) - (a.er ?? Infinity);

/** Adds the highest rated puzzles of a graded block to a list of those before it. */
export function addHighestRated(
  list: readonly RatedPuzzle[],
  { cells, geometry, lines: linesOf }: Block,
  ratings: NonNullable<Facts['grade']>,
  { statuses, solutions }: Pick<BatchResult, 'statuses' | 'solutions'>,
  { size, lines, isListed }: BlockContext,
): RatedPuzzle[] {
  const rated = list.slice();
  for (const [p, rating] of ratings.entries()) {
    if (!rating || !isRated(rating)) continue;
    const { er, hardest: technique } = rating;
    const place = { line: lines + linesOf[p]! + 1, size };
    const figures = rating.status === 'beyond' ? {} : { er, ...(technique && { technique }) };
    const range = [p * geometry!.cells, (p + 1) * geometry!.cells] as const;
    const isFound = statuses[p] === Status.solved && !isListed;
    const solution = isFound ? { solution: cellsText(solutions, ...range) } : {};
    rated.push({ ...place, ...figures, puzzle: cellsText(cells, ...range), ...solution });
  }
  return mergeHighestRated([rated]);
}

/** The highest rated puzzles of several pieces of a file: the same list as for the undivided file. */
export function mergeHighestRated(pieces: readonly (readonly RatedPuzzle[])[]): RatedPuzzle[] {
  return pieces.flat().sort(compareRatings).slice(0, MAX_RATED);
}
