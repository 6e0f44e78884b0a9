// Distributions of a file's puzzles by size: of givens, guesses, solutions and ratings, in a bounded number of bins.

import type { Block } from '../../formats/shared/block.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import type { Facts } from '../../solver/engine/facts.ts';
import { noOutcomes, OUTCOMES, type OutcomeKey } from '../../solver/model/status.ts';
import { isRated } from '../../solver/steps/rating.ts';
import type { BlockCounts } from './count-puzzles.ts';
import { addHardest, type BlockContext, type HardPuzzle, mergeHardest } from './hardest.ts';
import { addHighestRated, mergeHighestRated, type RatedPuzzle } from './highest-rated.ts';

/**
 * Counts by bin, without empty bins. Plain JSON, ascending since bins are numbers. Guesses and solutions have bins on a
 * logarithmic scale: bin 0 holds 0, bin 1 holds 1, bin 2 holds 2 and 3, bin 3 holds 4 to 7, and so on.
 */
export type Histogram = Record<number, number>;

/** Statistics of the puzzles of one size and variant. */
export interface SizeStatistics extends Record<OutcomeKey, number> {
  /** Puzzles by number of givens; a bin is named by its smallest number, see givensBinWidth. */
  readonly givens: Histogram;
  /** Puzzles by guesses (for large grids: conflicts), in logarithmic bins. */
  readonly guesses: Histogram;
  /** Puzzles by solutions found, in logarithmic bins. */
  readonly solutions: Histogram;
  /** Graded puzzles by ER, in tenths; absent if none was graded. */
  er?: Histogram;
  /** Puzzles that the techniques of grading could not solve; absent if there are none. */
  beyond?: number;
}

/**
 * What a report says about the puzzles, apart from their tally. Plain JSON, of bounded size for any file, and independent of how
 * the file was cut into pieces.
 */
export interface Statistics {
  /** `9x9`, or `9x9 x` with diagonals -> its puzzles, without broken records */
  readonly sizes: Record<string, SizeStatistics>;
  /** hardest first */
  hardest: HardPuzzle[];
  /** highest rating first; absent if none was graded */
  highestRated?: RatedPuzzle[];
}

export const emptyStatistics = (): Statistics => ({ sizes: {}, hardest: [] });

/** Adds a solved block. @param counts of its puzzles */
export function addStatistics(
  statistics: Statistics,
  block: Block,
  result: Pick<BatchResult, 'statuses' | 'guesses' | 'solutions' | 'facts'>,
  counts: BlockCounts,
  context: BlockContext,
): void {
  const entry = sizeEntry(statistics, context.size);
  for (let status = 0; status < OUTCOMES.length; status++) {
    entry[OUTCOMES[status]!.key] += counts.byStatus[status]!;
  }
  addCounts(entry.guesses, counts.byGuesses);
  addCounts(entry.solutions, counts.bySolutions);
  addCounts(entry.givens, counts.byGivens, givensBinWidth(block.geometry!.cells));
  const ratings = result.facts?.grade;
  if (ratings) {
    addRatings(entry, ratings);
    const rated = addHighestRated(statistics.highestRated ?? [], block, ratings, result, context);
    if (rated.length > 0) statistics.highestRated = rated;
  }
  statistics.hardest = addHardest(statistics.hardest, block, result, counts, context);
}

function addRatings(entry: SizeStatistics, ratings: NonNullable<Facts['grade']>): void {
  for (const rating of ratings) {
    if (!rating || !isRated(rating)) continue;
    if (rating.status === 'beyond') {
      entry.beyond = (entry.beyond ?? 0) + 1;
      continue;
    }
    entry.er ??= {};
    const tenths = Math.round(rating.er * 10);
    entry.er[tenths] = (entry.er[tenths] ?? 0) + 1;
  }
}

/** The entry of a size, which is created on first use. */
function sizeEntry(statistics: Statistics, size: string): SizeStatistics {
  statistics.sizes[size] ??= { ...noOutcomes(), givens: {}, guesses: {}, solutions: {} };
  return statistics.sizes[size];
}

/**
 * The sum over the pieces of a file.
 * @param pieces each with the number of line feeds of the file before it
 */
export function sumStatistics(
  pieces: readonly { readonly statistics: Statistics; readonly linesBefore: number }[],
): Statistics {
  const sum = emptyStatistics();
  for (const { statistics } of pieces) {
    for (const [size, piece] of Object.entries(statistics.sizes)) {
      const entry = sizeEntry(sum, size);
      for (const { key } of OUTCOMES) entry[key] += piece[key];
      addHistogram(entry.givens, piece.givens);
      addHistogram(entry.guesses, piece.guesses);
      addHistogram(entry.solutions, piece.solutions);
      if (piece.er) {
        entry.er ??= {};
        addHistogram(entry.er, piece.er);
      }
      if (piece.beyond) entry.beyond = (entry.beyond ?? 0) + piece.beyond;
    }
  }
  sum.hardest = mergeHardest(
    pieces.map(({ statistics, linesBefore }) =>
      linesBefore === 0
        ? statistics.hardest
        : statistics.hardest.map((puzzle) => ({ ...puzzle, line: puzzle.line + linesBefore })),
    ),
  );
  const rated = pieces.map(({ statistics: { highestRated = [] }, linesBefore }) =>
    highestRated.map((puzzle) => ({ ...puzzle, line: puzzle.line + linesBefore })),
  );
  if (rated.some((list) => list.length > 0)) sum.highestRated = mergeHighestRated(rated);
  return sum;
}

/** Adds the counts of another histogram to `sum`. */
export function addHistogram(sum: Histogram, other: Histogram): void {
  for (const [bin, count] of Object.entries(other)) sum[Number(bin)] = (sum[Number(bin)] ?? 0) + count;
}

/**
 * Adds counts to `sum`.
 * @param counts how often each number occurs, by number
 * @param width how many numbers share a bin; the smallest of them names it
 */
export function addCounts(sum: Histogram, counts: Uint32Array, width = 1): void {
  for (let number = 0; number < counts.length; number++) {
    if (counts[number] === 0) continue;
    const bin = number - (number % width);
    sum[bin] = (sum[bin] ?? 0) + counts[number]!;
  }
}

/** Most bins for givens. */
const MAX_GIVENS_BINS = 128;

/** How many numbers of givens share a bin, for grids with `cells` cells: a power of two, 1 for grids up to 9x9. */
export function givensBinWidth(cells: number): number {
  let width = 1;
  while (cells / width >= MAX_GIVENS_BINS) width *= 2;
  return width;
}
