import { noOutcomes, OUTCOMES, type OutcomeKey } from '../../solver/status.ts';
import { type HardPuzzle, mergeHardest } from './hardest.ts';
import { addHistogram, type Histogram } from './histogram.ts';

/** What is told of the puzzles of one size and variant. */
export interface SizeStatistics extends Record<OutcomeKey, number> {
  /** Puzzles by number of givens; a bin is the least number of it, see givensBinWidth. */
  readonly givens: Histogram;
  /** Puzzles by guesses (for large grids: conflicts); bins as logBin has them. */
  readonly guesses: Histogram;
  /** Puzzles by solutions found; likewise. */
  readonly solutions: Histogram;
  /** Graded puzzles by ER, in tenths; absent where none was graded. */
  er?: Histogram;
  /** Those that need more than the techniques of grading: above its highest rating. Absent where there are none. */
  beyond?: number;
}

/** What a report tells of the puzzles beyond counts. Bounded, whatever the file; the same however it was cut. Plain JSON. */
export interface Statistics {
  /** `9x9`, or `9x9 x` with diagonals -> its puzzles, without records that are none */
  readonly sizes: Record<string, SizeStatistics>;
  /** hardest first */
  hardest: HardPuzzle[];
}

export const emptyStatistics = (): Statistics => ({ sizes: {}, hardest: [] });

/** Entry of a size, made where there is none yet. */
export function statisticsOf(statistics: Statistics, size: string): SizeStatistics {
  statistics.sizes[size] ??= { ...noOutcomes(), givens: {}, guesses: {}, solutions: {} };
  return statistics.sizes[size];
}

/**
 * Sum over the pieces of a file.
 * @param pieces each with the line feeds of the file before it
 */
export function sumStatistics(
  pieces: readonly { readonly statistics: Statistics; readonly linesBefore: number }[],
): Statistics {
  const sum = emptyStatistics();
  for (const { statistics } of pieces) {
    for (const [size, piece] of Object.entries(statistics.sizes)) {
      const entry = statisticsOf(sum, size);
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
