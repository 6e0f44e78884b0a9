import type { Block } from '../../formats/shared/block.ts';
import { amount, anyOf, count, listOf, members, optional, recordOf, text } from '../../options/shape.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { isRated } from '../../solver/grade/rating.ts';
import { noOutcomes, OUTCOMES, type OutcomeKey } from '../../solver/status.ts';
import type { BlockCounts } from './count-puzzles.ts';
import { addHardest, type BlockContext, type HardPuzzle, MAX_HARDEST, mergeHardest } from './hardest.ts';
import { addCounts, addHistogram, givensBinWidth, type Histogram } from './histogram.ts';

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
  /** Puzzles beyond the highest rating of the techniques of grading. Absent if there are none. */
  beyond?: number;
}

/** What a report says about the puzzles beyond counts. Bounded for any file, and independent of how it was cut. Plain JSON. */
export interface Statistics {
  /** `9x9`, or `9x9 x` with diagonals -> its puzzles, without broken records */
  readonly sizes: Record<string, SizeStatistics>;
  /** hardest first */
  hardest: HardPuzzle[];
}

export const emptyStatistics = (): Statistics => ({ sizes: {}, hardest: [] });

/** Adds a solved block. @param counts of its puzzles */
export function addStatistics(
  statistics: Statistics,
  block: Block,
  result: Pick<BatchResult, 'statuses' | 'guesses' | 'solutions' | 'ratings'>,
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
  if (result.ratings) addRatings(entry, result.ratings);
  statistics.hardest = addHardest(statistics.hardest, block, result, counts, context);
}

function addRatings(entry: SizeStatistics, ratings: NonNullable<BatchResult['ratings']>): void {
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
  return sum;
}

const histogram = recordOf(
  text('a number', (bin) => /^\d{1,10}$/.test(bin)),
  count,
) satisfies (value: unknown, name: string) => Histogram;

const counters = Object.fromEntries(OUTCOMES.map(({ key }) => [key, count])) as Record<
  OutcomeKey,
  typeof count
>;

/** Validates statistics that were stored. */
export const checkStatistics = members<Statistics>({
  sizes: recordOf(
    text('a size', (size) => /^\d{1,2}x\d{1,2}(?: [a-z]+)?$/.test(size)),
    members<SizeStatistics>({
      ...counters,
      givens: histogram,
      guesses: histogram,
      solutions: histogram,
      er: optional(histogram),
      beyond: optional(count),
    }),
  ),
  hardest: listOf(
    members<HardPuzzle>({
      line: count,
      guesses: amount,
      size: text(),
      outcome: anyOf(...OUTCOMES.map(({ name }) => name)),
      puzzle: optional(text()),
      solution: optional(text()),
    }),
    MAX_HARDEST,
  ),
});
