import { type AnyReport, type Report, shortenedReports } from '../files/report.ts';
import { addHistogram, type Histogram } from '../files/statistics/statistics.ts';
import { OUTCOMES } from '../solver/status.ts';
import { type FileRow, need, type PageDocument, type PageReport, packRow } from './page-document.ts';
import { totalsOf } from './totals.ts';

/** Share of the room for rows when not all rows fit. */
const SHARE_OF_ROWS = 0.8;
/** Characters of a reason in a row. */
const MAX_REASON = 120;

/**
 * Fits reports into a page: as many rows as possible, then as many complete reports. Files that need attention come first.
 * @param room bytes of JSON
 */
export function fitDocument(reports: readonly AnyReport[], room: number): PageDocument {
  const totals = totalsOf(reports);
  const rows = reports.map(rowOf);
  const byNeed = [...reports.keys()].sort((a, b) => need(rows[b]!) - need(rows[a]!) || a - b);
  let left = room - bytesOf(totals);
  // without this bound, rows could leave no room for the report of any file
  let leftForRows = reports.length === 1 ? left : left * SHARE_OF_ROWS;
  const shown: number[] = [];
  for (const index of byNeed) {
    const size = bytesOf(packRow(rows[index]!));
    if (size > leftForRows) break;
    leftForRows -= size;
    left -= size;
    shown.push(index);
  }
  const complete = new Map<number, PageReport>();
  for (const index of shown) {
    for (const report of shortenedReports(reports[index]!)) {
      const size = bytesOf(report) + INDEX_BYTES;
      if (size > left) continue;
      left -= size;
      complete.set(index, report);
      break;
    }
  }
  shown.sort((a, b) => a - b);
  return {
    totals,
    rows: shown.map((index) => packRow(rows[index]!)),
    reports: Object.fromEntries(
      shown.flatMap((index, at) => (complete.has(index) ? [[at, complete.get(index)!]] : [])),
    ),
    omitted: reports.length - shown.length,
  };
}

function rowOf(report: AnyReport): FileRow {
  const { key } = report.input;
  if (report.status !== 'done') {
    return { key, status: report.status, reason: report.reason.slice(0, MAX_REASON) };
  }
  const { puzzles, disagreements, guesses, seconds } = report;
  const outcomes = OUTCOMES.filter((outcome) => report[outcome.key] > 0).map((outcome) => [
    outcome.key,
    report[outcome.key],
  ]);
  return {
    key,
    puzzles,
    ...Object.fromEntries(outcomes),
    ...(disagreements > 0 && { disagreements }),
    guesses,
    seconds,
    profile: profileOf(report),
  };
}

function profileOf({ statistics }: Report): string {
  const sum: Histogram = {};
  for (const { guesses } of Object.values(statistics)) addHistogram(sum, guesses ?? {});
  const total = Object.values(sum).reduce((a, b) => a + b, 0);
  const bins = Math.max(-1, ...Object.keys(sum).map(Number)) + 1;
  return Array.from({ length: bins }, (_, bin) => Math.ceil((9 * (sum[bin] ?? 0)) / total)).join('');
}

/** Of the key of a report in JSON. */
const INDEX_BYTES = 8;

const UTF8 = new TextEncoder();
/** Size within a page: with a comma, and `<` escaped. */
const bytesOf = (value: object): number => {
  const json = JSON.stringify(value);
  return UTF8.encode(json).length + 1 + 5 * (json.split('<').length - 1);
};
