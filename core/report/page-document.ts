import type { AnyReport, Failure, Rejection, Report } from '../files/report.ts';
import { noOutcomes, OUTCOMES, type OutcomeKey } from '../solver/status.ts';

/** Members about its own work that a deployed pipeline adds, if the page shows them. */
export interface RunMembers {
  /** number of chunks in which the file was solved */
  readonly chunks?: number;
  /** highest memory of one process */
  readonly peakMemoryMiB?: number;
  /** by billing category */
  readonly requests?: { readonly s3Writes: number; readonly s3Reads: number; readonly sqs: number };
  /** estimated by list prices */
  readonly cost?: {
    readonly dollars: number;
    readonly invocations: number;
    readonly lambdaSeconds: number;
    readonly memoryMiB: number;
  };
  /** in seconds since the first byte was read */
  readonly timeline?: {
    readonly planned: number;
    readonly chunks: readonly (readonly [begun: number, done: number])[];
    readonly assembled: number;
  };
}

/** The report of a file that was read completely. */
export type DoneReport = Report & RunMembers;

/** A report's counts, for a page without room for the complete report. */
export type ReportRow =
  | Omit<DoneReport, 'problems' | 'statistics' | 'hardest' | 'timeline'>
  | Rejection
  | Failure;

/** Whether a page contains the complete report, not only its counts. */
export function isComplete(report: object): report is DoneReport {
  return 'statistics' in report;
}

/** The data of a page. */
export interface PageDocument {
  /** over all files, including omitted ones */
  readonly totals: Totals;
  readonly reports: readonly (DoneReport | ReportRow)[];
  /** number of files without room on the page */
  readonly omitted: number;
}

export interface Totals extends Readonly<Record<OutcomeKey, number>> {
  readonly files: number;
  /** files without a result */
  readonly unread: number;
  readonly puzzles: number;
}

/** Share of the room for rows when not all rows fit. */
const SHARE_OF_ROWS = 0.7;

/**
 * Fits reports into a page: as many rows as possible, then as many complete reports as there is room for, in their order.
 * @param room bytes of JSON
 */
export function fitDocument(reports: readonly AnyReport[], room: number): PageDocument {
  const totals = totalsOf(reports);
  const complete = reports.map(bytesOf);
  if (sum(complete) <= room) return { totals, reports, omitted: 0 };
  const rows = reports.map(rowOf);
  const sizes = rows.map(bytesOf);
  const fitting = prefixWithin(sizes, room * SHARE_OF_ROWS);
  let left = room - sum(sizes.slice(0, fitting));
  const shown = rows.slice(0, fitting).map((row, i) => {
    const more = complete[i]! - sizes[i]!;
    if (more > left) return row;
    left -= more;
    return reports[i]!;
  });
  return { totals, reports: shown, omitted: reports.length - fitting };
}

function rowOf(report: AnyReport): ReportRow {
  if (report.status !== 'done') return report;
  const { problems: _, statistics: __, hardest: ___, timeline: ____, ...row }: DoneReport = report;
  return row;
}

function totalsOf(reports: readonly AnyReport[]): Totals {
  const totals = { files: reports.length, unread: 0, puzzles: 0, ...noOutcomes() };
  for (const report of reports) {
    if (report.status !== 'done') totals.unread++;
    else {
      totals.puzzles += report.puzzles;
      for (const { key } of OUTCOMES) totals[key] += report[key];
    }
  }
  return totals;
}

/** How many of the first items have a sum of at most `most`. */
function prefixWithin(sizes: readonly number[], most: number): number {
  let taken = 0;
  let count = 0;
  while (count < sizes.length && taken + sizes[count]! <= most) taken += sizes[count++]!;
  return count;
}

const UTF8 = new TextEncoder();
/** Size within a page: with a comma, and `<` escaped. */
const bytesOf = (report: object): number => {
  const json = JSON.stringify(report);
  return UTF8.encode(json).length + 1 + 5 * (json.split('<').length - 1);
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
