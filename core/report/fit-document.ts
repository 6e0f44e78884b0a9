// Fits reports of any number of files into the bytes of a page: first a row for each, then complete reports, the most
// important ones first.

import { type AnyReport, type Report, shortenedReports } from '../files/report.ts';
import { compareHardness, MAX_HARDEST } from '../files/statistics/hardest.ts';
import { compareRatings, MAX_RATED } from '../files/statistics/highest-rated.ts';
import { OUTCOMES } from '../solver/model/status.ts';
import {
  type DoneReport,
  type FileRow,
  type Lists,
  need,
  type OfFile,
  type PackedReport,
  type PageDocument,
  type PageReport,
  packReport,
  packRow,
} from './page-document.ts';
import { eachOnce } from './reported-puzzle.ts';
import { guessCounts, totalsOf } from './totals.ts';

/** Share of the room for rows when not all rows fit. */
const SHARE_OF_ROWS = 0.8;
/** Share of the rest for the problems of several files, and for each list of their hardest puzzles. */
const [SHARE_OF_PROBLEMS, SHARE_OF_HARDEST] = [0.4, 0.2];
/** Problems in the list of several files. */
const MAX_PROBLEMS = 100;
/** Characters of a reason in a row. */
const MAX_REASON = 120;

/**
 * Fits reports into a page: as many rows as possible, then as many complete reports. Files that need attention come first.
 * @param room bytes of JSON
 */
export function fitDocument(reports: readonly AnyReport[], room: number): PageDocument {
  const sums = totalsOf(reports);
  // of hundreds of sizes, which no file has
  const totals = bytesInPage(sums.statistics) > room * SHARE_OF_ROWS ? { ...sums, statistics: {} } : sums;
  const rows = reports.map(rowOf);
  const start = reports.length === 1 ? '' : commonStart(rows.map(({ key }) => key));
  const byNeed = [...reports.keys()].sort((a, b) => need(rows[b]!) - need(rows[a]!) || a - b);
  const shared = sharedMembers(reports);
  const pack = (report: PageReport) => packReport(report, shared);
  let left = room - bytesInPage(totals) - bytesInPage(shared) - bytesInPage([start]);
  // without this bound, rows could leave no room for the report of any file
  let leftForRows = reports.length === 1 ? left : left * SHARE_OF_ROWS;
  const shown: number[] = [];
  for (const index of byNeed) {
    const size = bytesInPage(packRow(rows[index]!, start));
    if (size > leftForRows) break;
    leftForRows -= size;
    left -= size;
    shown.push(index);
  }
  const inOrder = byNeed.map((index) => reports[index]!);
  const lists = reports.length === 1 ? NO_LISTS : listsOf(inOrder, left);
  left -= bytesInPage(lists);
  // as many reports as possible in their shortest form
  const complete = new Map<number, PackedReport>();
  for (const index of shown) {
    const shortest = pack(formsOf(reports[index]!).at(-1)!);
    const size = bytesInPage(shortest) + INDEX_BYTES;
    if (size > left) continue;
    left -= size;
    complete.set(index, shortest);
  }
  // then fuller ones, first within equal shares of the rest
  for (const isShared of [true, false]) {
    let waiting = complete.size;
    for (const [index, form] of complete) {
      const most = bytesInPage(form) + (isShared ? left / waiting-- : left);
      const fullest = formsOf(reports[index]!)
        .map(pack)
        .find((longer) => bytesInPage(longer) <= most)!;
      left -= bytesInPage(fullest) - bytesInPage(form);
      complete.set(index, fullest);
    }
  }
  shown.sort((a, b) => a - b);
  return {
    totals,
    rows: shown.map((index) => packRow(rows[index]!, start)),
    reports: Object.fromEntries(
      shown.flatMap((index, at) => (complete.has(index) ? [[at, complete.get(index)!]] : [])),
    ),
    shared,
    start,
    omitted: reports.length - shown.length,
    lists,
  };
}

/** The longest text that all begin with. */
function commonStart(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

/** A report, and shorter and shorter versions of it: on a page of several, the last one is without its hardest puzzles. */
function formsOf(report: AnyReport): AnyReport[] {
  const forms = [...shortenedReports(report)];
  const last = forms.at(-1)!;
  if (last.status !== 'done') return forms;
  const { highestRated: _, ...rest } = last;
  return [...forms, { ...rest, hardest: [] }];
}

/** Members that packed reports have in another way. */
const OWN = ['input', 'hardest'];
/** Bytes of the longest member that is shared. */
const MAX_SHARED = 1000;

/** The members that all files that were read have, each with the value that is the most frequent one. */
function sharedMembers(reports: readonly AnyReport[]): Partial<DoneReport> {
  const done = reports.filter((report) => report.status === 'done');
  if (done.length < 2) return {};
  const counts = new Map<string, Map<string, number>>();
  for (const report of done) {
    for (const [name, value] of Object.entries(report)) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined || text.length > MAX_SHARED || OWN.includes(name)) continue;
      const own = counts.get(name) ?? new Map<string, number>();
      counts.set(name, own.set(text, (own.get(text) ?? 0) + 1));
    }
  }
  const shared: [string, unknown][] = [];
  for (const [name, values] of counts) {
    if (!done.every((report) => Object.hasOwn(report, name))) continue;
    const [text, count] = [...values].reduce((most, each) => (each[1] > most[1] ? each : most));
    if (count > 1) shared.push([name, JSON.parse(text)]);
  }
  return Object.fromEntries(shared);
}

const NO_LISTS: Lists = { problems: [], hardest: [], highestRated: [] };

/** As many entries of all files as fit: the hardest puzzles, and problems of as many files as possible. */
function listsOf(reports: readonly AnyReport[], room: number): Lists {
  const done = reports.filter((report) => report.status === 'done');
  const entriesOf = <T extends { readonly file?: string }>(
    of: (report: Report) => readonly T[] | undefined,
  ): OfFile<T>[] =>
    done.flatMap((report) =>
      (of(report) ?? []).map((entry) => ({
        ...entry,
        key: entry.file !== undefined ? `${report.input.key}/${entry.file}` : report.input.key,
      })),
    );
  const each = shareOf(
    done.map(({ problems }) => problems.length),
    MAX_PROBLEMS,
  );
  const problems = entriesOf((report) => report.problems.slice(0, each)).slice(0, MAX_PROBLEMS);
  const hardest = eachOnce(entriesOf(({ hardest: own }) => own).sort(compareHardness));
  const highestRated = eachOnce(entriesOf(({ highestRated: own }) => own).sort(compareRatings));
  return {
    problems: fitting(problems, room * SHARE_OF_PROBLEMS),
    hardest: fitting(hardest.slice(0, MAX_HARDEST), room * SHARE_OF_HARDEST),
    highestRated: fitting(highestRated.slice(0, MAX_RATED), room * SHARE_OF_HARDEST),
  };
}

/** How many entries each of some lists may have, so that these are not more than a number: what one leaves, others take. */
function shareOf(lengths: readonly number[], most: number): number {
  let share = 1;
  const total = () => lengths.reduce((sum, length) => sum + Math.min(length, share + 1), 0);
  while (share < most && total() <= most) share++;
  return share;
}

/** The first entries, as many as fit. */
export function fitting<T extends object>(entries: readonly T[], room: number): T[] {
  let left = room;
  const end = entries.findIndex((entry) => {
    left -= bytesInPage(entry);
    return left < 0;
  });
  return end === -1 ? entries.slice() : entries.slice(0, end);
}

function rowOf(report: AnyReport): FileRow {
  const { key } = report.input;
  if (report.status !== 'done') {
    return { key, status: report.status, reason: report.reason.slice(0, MAX_REASON) };
  }
  const { puzzles, disagreements, seconds } = report;
  const guesses = guessCounts(report.statistics);
  const outcomes = OUTCOMES.filter((outcome) => report[outcome.key] > 0).map((outcome) => [
    outcome.key,
    report[outcome.key],
  ]);
  return {
    key,
    puzzles,
    ...Object.fromEntries(outcomes),
    ...(disagreements > 0 && { disagreements }),
    guesses: report.guesses,
    seconds,
    profile: guesses.bins.map((count) => Math.ceil((9 * count) / guesses.total)).join(''),
  };
}

/** Of the key of a report in JSON. */
const INDEX_BYTES = 8;

const UTF8 = new TextEncoder();
/** Size within a page: with a comma, and `<` escaped. */
export const bytesInPage = (value: object): number => {
  const json = JSON.stringify(value);
  return UTF8.encode(json).length + 1 + 5 * (json.split('<').length - 1);
};
