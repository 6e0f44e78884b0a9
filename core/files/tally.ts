import { type Marker, noOutcomes, OUTCOMES, type OutcomeKey } from '../solver/status.ts';
import { MAX_HARDEST } from './statistics/hardest.ts';
import { emptyStatistics, type Statistics, sumStatistics } from './statistics/statistics.ts';

/** A record that was not solved, and why. */
export interface Problem {
  /** 1-based, in the file or piece that was read */
  readonly line: number;
  /** 1-based; 0 where no column is to blame */
  readonly column: number;
  /** its outcome, or that the file's own solution is another one */
  readonly status: Marker | 'disagreement';
  /** what was expected, what came */
  readonly reason: string;
  /** what stands there: the record's first line, or the front of it, 160 bytes at most */
  readonly record: string;
}

/** Bytes of a record that a problem shows. */
export const MAX_SHOWN = 160;

/** Problems kept by a report; all are counted. */
export const MAX_PROBLEMS = 100;

/** Counts over a file or a piece of one, those of each outcome among them. Plain JSON. */
export interface Tally extends Record<OutcomeKey, number> {
  /** records, those included that are no puzzles */
  puzzles: number;
  /** solutions brought by the file that differ from ours */
  disagreements: number;
  /** for large grids, conflicts */
  guesses: number;
  /** solutions found in all, where more than one may be asked for */
  solutions: number;
  /** puzzles whose count or list stopped at the limit; missing where none did */
  atLimit?: number;
  /** line feeds read; what turns a piece's line numbers into the file's */
  lines: number;
  /** puzzles by size, '9x9' or '9x9 x' -> count */
  sizes: Record<string, number>;
  /** the first hundred in the order of the file */
  problems: Problem[];
  /** distributions, and the hardest */
  statistics: Statistics;
}

export function emptyTally(): Tally {
  return {
    puzzles: 0,
    ...noOutcomes(),
    disagreements: 0,
    guesses: 0,
    solutions: 0,
    lines: 0,
    sizes: {},
    problems: [],
    statistics: emptyStatistics(),
  };
}

/** Guesses of the last of a full list of the hardest: a later puzzle takes more if it is to be among them. -1 while there is room. */
export function listedGuesses({ statistics: { hardest } }: Tally): number {
  return hardest.length < MAX_HARDEST ? -1 : hardest.at(-1)!.guesses;
}

/** Sum of a file's pieces, given in the order of the file. Line numbers become the file's. */
export function sumTallies(pieces: Iterable<Tally>): Tally {
  const sum = emptyTally();
  const statistics: { statistics: Statistics; linesBefore: number }[] = [];
  for (const piece of pieces) {
    statistics.push({ statistics: piece.statistics, linesBefore: sum.lines });
    for (const problem of piece.problems.slice(0, MAX_PROBLEMS - sum.problems.length)) {
      sum.problems.push({ ...problem, line: problem.line + sum.lines });
    }
    for (const [size, count] of Object.entries(piece.sizes)) sum.sizes[size] = (sum.sizes[size] ?? 0) + count;
    for (const key of COUNTERS) sum[key] += piece[key];
    if (piece.atLimit) sum.atLimit = (sum.atLimit ?? 0) + piece.atLimit;
  }
  sum.statistics = sumStatistics(statistics);
  return sum;
}

const COUNTERS = [
  'puzzles',
  ...OUTCOMES.map(({ key }) => key),
  'disagreements',
  'guesses',
  'solutions',
  'lines',
] as const satisfies (keyof Tally)[];
