// The pages of one file and of several: their headlines and their sections in order. A section that fails does not take the
// others with it.

import type { AnyReport } from '../../files/report.ts';
import { compact, countOrCompact, dateText, duration, mean, numberText } from '../format.ts';
import {
  type DoneReport,
  guessesEach,
  type PageDocument,
  type PageReport,
  type Totals,
} from '../page-document.ts';
import { totalsOf } from '../totals.ts';
import { type PageVerdict, verdictOf } from '../verdict.ts';
import { aboutFile, aboutFiles, dollarText } from './about.ts';
import { archive, byFile } from './archive.ts';
import { attention, type Concern } from './attention.ts';
import { comparison } from './comparison.ts';
import { distributions } from './distributions.ts';
import { element, LONG, userText } from './element.ts';
import { files } from './files.ts';
import { hardest, listedBars } from './hardest.ts';
import { outcomes } from './outcomes.ts';
import { problems } from './problems.ts';
import { timeline } from './timeline.ts';

/** All sections of the report of one file. @param isOneOfSeveral so that its lists may have been left out */
export function sectionsOf(report: PageReport, isOneOfSeveral: boolean): Node[] {
  const totals = totalsOf([report]);
  if (report.status !== 'done') return [headline(totals), reasonOf(report)];
  let table: ReturnType<typeof problems>;
  const show = report.problems.length > 0 ? (concern: Concern) => table?.show(concern) : undefined;
  const parts: (() => Node | undefined)[] = [
    () => tilesOf(report),
    () => attention(totals, show),
    () => archive(report.files),
    () => outcomes(report, report.statistics, show),
    () => {
      table = problems(byFile(report.problems), totals);
      return table?.element;
    },
    ...hardness(report.statistics, {
      highestRated: byFile(report.highestRated ?? []),
      hardest: byFile(report.hardest),
    }),
    () => (isOneOfSeveral && report.hardest.length === 0 ? withoutHardest(report) : undefined),
    () => timeline(report),
    () => aboutFile(report),
  ];
  return [headline(totals), ...drawnSafely(parts)];
}

/** The distributions, whose bars of guesses filter the list of the hardest puzzles below them. */
function hardness(
  statistics: Parameters<typeof distributions>[0],
  lists: Parameters<typeof hardest>[0],
): (() => Node | undefined)[] {
  let below: ReturnType<typeof hardest>;
  const filter = {
    listed: listedBars(lists),
    show: (bar: string) => below?.show(bar),
  };
  return [
    () => distributions(statistics, filter),
    () => {
      below = hardest(lists);
      return below?.element;
    },
  ];
}

/** The sections that there are. One that fails, because the report is of another version, does not affect the others. */
export function drawnSafely(parts: readonly (() => Node | undefined)[]): Node[] {
  return parts.flatMap((part) => {
    try {
      return part() ?? [];
    } catch (error) {
      const text = `A part of this report cannot be drawn: ${(error as Error).message}`;
      return element('p', { class: 'fault' }, text);
    }
  });
}

/** When, where and how a file was solved, in one line under its name. */
export function subtitle(
  { date, version, machine }: Pick<AnyReport, 'date' | 'version' | 'machine'>,
  what = 'Sudoku report',
): HTMLElement {
  const known = [date && dateText(date), machine, version && `sudoku-batch ${version}`];
  const parts = known.flatMap((text) => (text ? [' · ', userText(text, LONG)] : []));
  return element('p', { class: 'subtitle' }, what, ...parts);
}

function tilesOf(report: DoneReport): HTMLElement {
  const { puzzles, solved, solutions, seconds, puzzlesPerSecond, cost, peakMemoryMiB, chunks } = report;
  return tiles([
    ['puzzles', numberText(puzzles)],
    ['time', duration(seconds)],
    ['puzzles a second', puzzlesPerSecond > 0 ? compact(puzzlesPerSecond) : undefined],
    ['solutions found', solutions > solved ? countOrCompact(solutions) : undefined],
    guessesTile(report),
    ['chunks', chunks !== undefined && chunks > 1 ? numberText(chunks) : undefined],
    ['memory', peakMemoryMiB === undefined ? undefined : `${numberText(peakMemoryMiB)} MiB`],
    ['cost', cost && dollarText(cost.dollars)],
  ]);
}

/** Guesses on average, and of which puzzles if these are not all. */
function guessesTile(counts: Parameters<typeof guessesEach>[0]): readonly [string, string | undefined] {
  const each = guessesEach(counts);
  const isAll = counts.invalid === 0 && counts.unsupported === 0;
  return [isAll ? 'guesses a puzzle' : 'guesses a valid puzzle', each === undefined ? undefined : mean(each)];
}

function withoutHardest({ guesses }: DoneReport): HTMLElement | undefined {
  const text =
    'A page of many files has no room for the hardest puzzles of this one. Its own report has them.';
  return guesses > 0 ? element('p', { class: 'note fault' }, text) : undefined;
}

function reasonOf(report: Exclude<PageReport, DoneReport>): HTMLElement {
  const where = 'line' in report && report.line !== undefined ? `Line ${report.line}: ` : '';
  return element(
    'div',
    { class: 'reason' },
    element('p', {}, element('bdi', {}, `${where}${report.reason}`)),
    'advice' in report ? element('p', {}, element('b', {}, 'Advice: '), report.advice) : undefined,
  );
}

/** All sections about several files together. */
export function overview(page: PageDocument): Node[] {
  const { totals, lists } = page;
  const table = files(page);
  const problemTable = problems(lists.problems, totals);
  const show = (concern: Concern) => table.show(concern);
  const parts: (() => Node | undefined)[] = [
    () => tilesOfFiles(page),
    () => attention(totals, show),
    () => outcomes(totals, totals.statistics, show),
    () => table.element,
    () => comparison(page),
    () => problemTable?.element,
    ...hardness(totals.statistics, lists),
    () => aboutFiles(totals),
  ];
  return [headline(totals), ...drawnSafely(parts)];
}

function tilesOfFiles({ totals }: PageDocument): HTMLElement {
  const { files: number, puzzles, solved, solutions, seconds } = totals;
  return tiles([
    [totals.oneFile === undefined ? 'files' : 'reports', numberText(number)],
    ['puzzles', numberText(puzzles)],
    [
      totals.oneFile === undefined ? 'time of all files' : 'time of all reports',
      seconds > 0 ? duration(seconds) : undefined,
    ],
    ['puzzles a second', seconds > 0 && puzzles > 0 ? compact(puzzles / seconds) : undefined],
    ['solutions found', solutions > solved ? countOrCompact(solutions) : undefined],
    guessesTile(totals),
  ]);
}

/** What a report of files says first. */
function headline(totals: Totals): HTMLElement {
  const made = verdictElement(verdictOf(totals));
  made.dataset.solved = String(totals.solved);
  made.dataset.puzzles = String(totals.puzzles);
  return made;
}

/** One big number and one sentence. */
export function verdictElement({ figure, label, sentence, tone }: PageVerdict): HTMLElement {
  return element(
    'div',
    { class: `headline ${tone}` },
    element('p', { class: 'figure' }, element('strong', {}, figure), label === '' ? undefined : ` ${label}`),
    element('p', { class: 'sentence' }, sentence),
  );
}

/** A row of short facts, each a number and what it is. Those without a number are left out. */
export function tiles(facts: readonly (readonly [name: string, value: string | undefined])[]): HTMLElement {
  const shown = facts.filter(([, value]) => value !== undefined);
  return element(
    'dl',
    { class: 'tiles' },
    ...shown.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  );
}
