import { amount, anyOf, count, listOf, members, optional, recordOf, text } from '../options/shape.ts';
import { OUTCOMES, type OutcomeKey } from '../solver/status.ts';
import { type HardPuzzle, MAX_HARDEST } from './statistics/hardest.ts';
import type { Histogram } from './statistics/histogram.ts';
import type { SizeStatistics, Statistics } from './statistics/statistics.ts';
import { MAX_PROBLEMS, type Problem } from './tally.ts';

const outcomes = OUTCOMES.map(({ name }) => name);
const markers = outcomes.filter((name) => name !== 'solved');

/** Checks the problems of a tally that was stored. */
export const checkProblems = listOf(
  members<Problem>({
    line: count,
    column: count,
    status: anyOf(...markers, 'disagreement'),
    reason: text(),
    record: text(),
  }),
  MAX_PROBLEMS,
);

const histogram = recordOf(
  text('a number', (bin) => /^\d{1,10}$/.test(bin)),
  count,
) satisfies (value: unknown, name: string) => Histogram;

const counters = Object.fromEntries(OUTCOMES.map(({ key }) => [key, count])) as Record<
  OutcomeKey,
  typeof count
>;

/** Checks the statistics of a tally that was stored. */
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
      outcome: anyOf(...outcomes),
      puzzle: optional(text()),
      solution: optional(text()),
    }),
    MAX_HARDEST,
  ),
});
