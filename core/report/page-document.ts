// The data of a page of reports, which the page's script draws: complete reports, packed rows of all files, and their
// totals.

import type { Problem } from '../files/problems.ts';
import type { Cancellation, Failure, Rejection, Report } from '../files/report.ts';
import type { HardPuzzle } from '../files/statistics/hardest.ts';
import type { RatedPuzzle } from '../files/statistics/highest-rated.ts';
import type { SizeStatistics } from '../files/statistics/statistics.ts';
import { noOutcomes, OUTCOMES, type OutcomeKey } from '../solver/model/status.ts';
import { counted } from './format.ts';
import type { OtherPlace } from './reported-puzzle.ts';

/** Members about its own work that a deployed pipeline adds to the report of a file that it solved. */
export interface RunMembers {
  /** number of chunks in which the file was solved */
  readonly chunks?: number;
  /** spent solving, over all chunks */
  readonly solvingSeconds?: number;
  /** highest memory of one process */
  readonly peakMemoryMiB?: number;
  /** sent to S3 and SQS for the file, by billing category */
  readonly requests?: { readonly s3Writes: number; readonly s3Reads: number; readonly sqs: number };
  /** estimated by list prices of one region */
  readonly cost?: {
    /** of the requests and the function's time */
    readonly dollars: number;
    /** of the function, for this file */
    readonly invocations: number;
    /** of the function, billed, whatever its memory */
    readonly lambdaSeconds: number;
    /** configured for the function */
    readonly memoryMiB: number;
  };
  /** of a file that was cut, in seconds since the first byte was read */
  readonly timeline?: {
    /** the file was cut into chunks */
    readonly planned: number;
    /** begun and done, in the order of the file; if they are many, neighbours share an entry */
    readonly chunks: readonly (readonly [begun: number, done: number])[];
    /** the result was complete */
    readonly assembled: number;
  };
}

/** The report of a file that was read completely. */
export type DoneReport = Report & RunMembers;
/** Any report, with the members of a deployed pipeline. */
export type PageReport = DoneReport | Rejection | Failure | Cancellation;

/** How a file without a result ended. */
export type UnreadStatus = Exclude<PageReport['status'], 'done'>;

/** What the table of files says about one file. */
export interface FileRow extends Partial<Readonly<Record<OutcomeKey, number>>> {
  readonly key: string;
  /** absent if `done` */
  readonly status?: UnreadStatus;
  /** of a file without a result, shortened */
  readonly reason?: string;
  readonly puzzles?: number;
  readonly disagreements?: number;
  readonly guesses?: number;
  readonly seconds?: number;
  /** share of the puzzles in each bin of guesses, in ninths: a digit for each bin */
  readonly profile?: string;
}

/** A row in few bytes, because a page may have a thousand: without names of members, and without numbers that follow. */
export type PackedRow =
  | readonly [key: string, status: UnreadStatus, reason: string]
  | readonly [key: string, puzzles: number, guesses: number, seconds: number, profile: string, ...Problems];

/** Absent if all puzzles are solved and no given solution is wrong. */
type Problems = readonly [disagreements: number, ...outcomes: number[]] | readonly [];

/** @param start of the keys of all rows, which the packed ones lack */
export function packRow(row: FileRow, start: string): PackedRow {
  const key = row.key.slice(start.length);
  const { status, reason = '', puzzles = 0, guesses = 0, seconds = 0, profile = '' } = row;
  if (status !== undefined) return [key, status, reason];
  const problems: Problems =
    need(row) === 0 ? [] : [row.disagreements ?? 0, ...OUTCOMES.map((outcome) => row[outcome.key] ?? 0)];
  return [key, puzzles, guesses, seconds, profile, ...problems];
}

export function unpackRow(packed: PackedRow, start: string): FileRow {
  if (typeof packed[1] === 'string') {
    const [key, status, reason] = packed as Extract<PackedRow, { length: 3 }>;
    return { key: start + key, status, reason };
  }
  const [key, puzzles, guesses, seconds, profile, disagreements = 0, ...counts] = packed as Exclude<
    PackedRow,
    { length: 3 }
  >;
  const outcomes = Object.fromEntries(OUTCOMES.map((outcome, i) => [outcome.key, counts[i] ?? 0]));
  return {
    ...{ key: start + key, puzzles, guesses, seconds, profile, disagreements, ...outcomes },
    ...(counts.length === 0 && { solved: puzzles }),
  };
}

/** A report without shared members, a key that its row has, zeros of its statistics, and an empty list of hardest puzzles. */
export type PackedReport =
  | (Partial<Omit<DoneReport, 'statistics'>> & {
      readonly statistics?: Readonly<Record<string, Partial<SizeStatistics>>>;
    })
  | Rejection
  | Failure
  | Cancellation;

/** @param shared members that are left out where they are equal */
export function packReport(report: PageReport, shared: Partial<DoneReport>): PackedReport {
  if (report.status !== 'done') return report;
  const statistics = Object.entries(report.statistics).map(([size, figures]) => {
    const filled = Object.entries(figures as object).filter(([, value]) => value !== 0);
    return [size, Object.fromEntries(filled)] as const;
  });
  const isOwn = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(shared, name) || JSON.stringify(shared[name as 'input']) !== JSON.stringify(value);
  const { input, hardest, ...own } = Object.fromEntries(
    Object.entries(report).filter(isOwn),
  ) as Partial<DoneReport>;
  return {
    ...(input && Object.keys(input).length > 1 && { input }),
    ...own,
    ...(own.statistics && { statistics: Object.fromEntries(statistics) }),
    ...(hardest && hardest.length > 0 && { hardest }),
  };
}

/** Whether a report is that of a file without a result. */
const isUnread = <R extends { readonly status?: string }>(
  report: R,
): report is Extract<R, { readonly status: UnreadStatus }> =>
  report.status !== undefined && report.status !== 'done';

/** The report of a row; undefined if it had no room. */
export function reportAt(
  { reports, shared, rows, start }: PageDocument,
  index: number,
): PageReport | undefined {
  const packed = reports[index];
  if (packed === undefined || isUnread(packed)) return packed;
  const { statistics = {}, ...own } = packed;
  const filled = Object.entries(statistics).map(
    ([size, figures]) => [size, { ...noOutcomes(), ...figures }] as const,
  );
  return {
    ...{ input: { key: unpackRow(rows[index]!, start).key }, hardest: [] },
    ...shared,
    ...own,
    ...(packed.statistics && { statistics: Object.fromEntries(filled) }),
  } as unknown as DoneReport;
}

/** The data of a page. */
export interface PageDocument {
  /** over all files, including omitted ones */
  readonly totals: Totals;
  /** of the keys of all rows */
  readonly start: string;
  /** the files of the table, in their order */
  readonly rows: readonly PackedRow[];
  /** reports by the index of their row, as many as fit, without members that are equal to the shared ones */
  readonly reports: Readonly<Record<number, PackedReport>>;
  /** members of the reports of files that were read: the values that most of them have */
  readonly shared: Partial<DoneReport>;
  /** number of files without room on the page */
  readonly omitted: number;
  /** of several files */
  readonly lists: Lists;
}

/** An entry of a list, with the key of its file on a page of several, and where else the same puzzle is. */
export type OfFile<T> = T & { readonly key?: string; readonly others?: readonly OtherPlace[] };

/** The entries of all files, including those whose report is omitted. */
export interface Lists {
  readonly problems: readonly OfFile<Problem>[];
  readonly hardest: readonly OfFile<HardPuzzle>[];
  readonly highestRated: readonly OfFile<RatedPuzzle>[];
}

export interface Totals extends Readonly<Record<OutcomeKey, number>> {
  /** number of reports */
  readonly files: number;
  /** the key of the file if several reports are of one, as at different times */
  readonly oneFile?: string;
  readonly rejected: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly puzzles: number;
  readonly disagreements: number;
  readonly guesses: number;
  /** of all files together, whether they were solved at the same time or not */
  readonly seconds: number;
  readonly solutions: number;
  readonly atLimit: number;
  /** number of files with at least one puzzle of an outcome, or with a wrong solution */
  readonly filesWith: Readonly<Record<OutcomeKey | 'disagreements', number>>;
  /** by size */
  readonly statistics: Readonly<Record<string, SizeStatistics>>;
  /** the first and the last date, without those that are missing */
  readonly dates: readonly string[];
  /** without repetitions, and not more than a few */
  readonly versions: readonly string[];
  readonly machines: readonly string[];
}

/**
 * Guesses of a puzzle on average: of those that were searched, which invalid and unsupported ones are not. Undefined if there
 * are none.
 */
export function guessesEach({
  guesses = 0,
  puzzles = 0,
  invalid = 0,
  unsupported = 0,
}: Pick<FileRow, 'guesses' | 'puzzles' | 'invalid' | 'unsupported'>): number | undefined {
  const searched = puzzles - invalid - unsupported;
  return searched > 0 ? guesses / searched : undefined;
}

/** Whether all reports are of one file. */
export function areOfOneFile(reports: readonly Pick<PageReport, 'input'>[]): boolean {
  const nameOf = ({ input: { bucket, key } }: Pick<PageReport, 'input'>) => `${bucket ?? ''} ${key}`;
  return reports.every((report) => nameOf(report) === nameOf(reports[0]!));
}

/** What a page of several files has as its title: `2 files`, or `2 reports of a.txt`. */
export const overviewName = ({ files, oneFile }: Pick<Totals, 'files' | 'oneFile'>): string =>
  oneFile === undefined ? counted(files, 'file') : `${counted(files, 'report')} of ${oneFile}`;

/** How much a file needs attention. */
export function need({ status, puzzles = 0, solved = 0, disagreements = 0 }: FileRow): number {
  if (status !== undefined) return 3;
  return disagreements > 0 ? 2 : solved < puzzles ? 1 : 0;
}
