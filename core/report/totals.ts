// Sums over the files of a page: outcomes, statistics, dates, versions and machines.

import type { AnyReport, Report } from '../files/report.ts';
import {
  addHistogram,
  type Histogram,
  type SizeStatistics,
  sumStatistics,
} from '../files/statistics/statistics.ts';
import { noOutcomes, OUTCOMES } from '../solver/model/status.ts';
import { areOfOneFile, type Totals } from './page-document.ts';

/** Most versions or machines that a page of many files names. */
const MAX_NAMED = 3;
/** Characters of each of their names, and of a date. */
const MAX_NAME = 100;

/** Sums over files. */
export function totalsOf(reports: readonly AnyReport[]): Totals {
  const done = reports.filter((report) => report.status === 'done');
  const sum = (of: (report: Report) => number) => done.reduce((total, report) => total + of(report), 0);
  const kinds = [...OUTCOMES.map(({ key }) => key), 'disagreements'] as const;
  const dates = reports.flatMap(({ date }) => date?.slice(0, MAX_NAME) ?? []).sort();
  const pieces = done.map(({ statistics }) => ({
    statistics: { sizes: statistics as Record<string, SizeStatistics>, hardest: [] },
    linesBefore: 0,
  }));
  return {
    files: reports.length,
    ...(reports.length > 1 && areOfOneFile(reports) && { oneFile: reports[0]!.input.key.slice(-MAX_NAME) }),
    rejected: reports.filter(({ status }) => status === 'rejected').length,
    failed: reports.filter(({ status }) => status === 'failed').length,
    cancelled: reports.filter(({ status }) => status === 'cancelled').length,
    puzzles: sum(({ puzzles }) => puzzles),
    ...noOutcomes(),
    ...Object.fromEntries(OUTCOMES.map(({ key }) => [key, sum((report) => report[key])])),
    disagreements: sum(({ disagreements }) => disagreements),
    guesses: sum(({ guesses }) => guesses),
    seconds: sum(({ seconds }) => seconds),
    solutions: sum(({ solutions }) => solutions ?? 0),
    atLimit: sum(({ atLimit }) => atLimit ?? 0),
    filesWith: Object.fromEntries(
      kinds.map((kind) => [kind, done.filter((report) => report[kind] > 0).length]),
    ) as Totals['filesWith'],
    // a single report has its own
    statistics: reports.length > 1 ? sumStatistics(pieces).sizes : {},
    dates: dates.length > 1 ? [dates[0]!, dates.at(-1)!] : dates,
    versions: named(reports.map(({ version }) => version)),
    machines: named(reports.map(({ machine }) => machine)),
  };
}

/** The number of puzzles of all sizes in each bin of guesses, and of all. */
export function guessCounts(statistics: Readonly<Record<string, SizeStatistics>>): {
  bins: number[];
  total: number;
} {
  const sum: Histogram = {};
  for (const { guesses } of Object.values(statistics)) addHistogram(sum, guesses ?? {});
  const length = Math.max(-1, ...Object.keys(sum).map(Number)) + 1;
  const bins = Array.from({ length }, (_, bin) => sum[bin] ?? 0);
  return { bins, total: bins.reduce((a, b) => a + b, 0) };
}

const named = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.flatMap((value) => value?.slice(0, MAX_NAME) ?? []))].slice(0, MAX_NAMED);
