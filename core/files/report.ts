// The report of a file: its members, and its JSON, which leaves out the least important members until it fits its size
// limit.

import { formatOf } from '../formats/formats.ts';
import { checkNumber, checkObject } from '../options/describe-value.ts';
import type { Options } from '../options/options.ts';
import type { OutcomeKey } from '../solver/model/status.ts';
import { budgetFor } from './block-solver.ts';
import { checkPlanArgument, type FilePlan, InternalError, placesOf, type RejectedFile } from './file-plan.ts';
import type { Problem } from './problems.ts';
import { type HardPuzzle, withoutGrid } from './statistics/hardest.ts';
import type { RatedPuzzle } from './statistics/highest-rated.ts';
import type { SizeStatistics } from './statistics/statistics.ts';
import type { FilesWithin, Tally } from './tally.ts';

/** An input or output: an object in a bucket, or a file. */
export interface Identity {
  /** Key or path. */
  readonly key: string;
  /** Name of the object's bucket. */
  readonly bucket?: string;
  /** The object's ETag. */
  readonly etag?: string;
  /** Length as stored. */
  readonly bytes?: number;
}

/** When, by which version and where a file was processed. */
export interface Provenance {
  /** When the work ended, in UTC: `2026-11-22T19:03:44Z`. */
  readonly date?: string;
  /** Version of this package. */
  readonly version?: string;
  /** System, processor and number of processors, without names of hosts or users. */
  readonly machine?: string;
}

/** The facts of which a report is made. */
export interface ReportFacts {
  /** The file. */
  readonly input: Identity;
  /** Undefined if there is no result. */
  readonly output?: Identity;
  /** What the file's head decided. */
  readonly plan: FilePlan;
  /** Counts over the entire file. */
  readonly tally: Tally;
  /** From the first byte read to the last one written. */
  readonly seconds: number;
  /** The largest budget of a file whose options set none. @default Infinity */
  readonly maxBudget?: number | undefined;
  /** What the host measured of its own work, such as its cost. Its members become members of the report, unchanged. */
  readonly run?: object | undefined;
}

/** `<key>.report.json` of a file that was read to its end. Includes a count of puzzles for each outcome. */
export interface Report extends Readonly<Record<OutcomeKey, number>>, Provenance {
  /** The file was read to its end, whatever the outcomes of its puzzles. */
  readonly status: 'done';
  /** The file. */
  readonly input: Identity;
  /** Absent if there is no result. */
  readonly output?: Identity;
  /** Name of the format, as docs/formats.md lists it. */
  readonly format: string;
  /** Where the puzzles are: names of columns, or paths in JSON. Absent for formats that have no other values beside them. */
  readonly places?: readonly string[];
  /** Set if the values decided this, as no name did. */
  readonly placesByShape?: true;
  /** `none`, `gzip` or `zstd`. */
  readonly compression: string;
  /** Symbols of the values, if the file shows more than digits. */
  readonly alphabets: readonly string[];
  /** The options in force. */
  readonly options: Options;
  /**
   * By size: the budget of a puzzle in guesses (for large grids, conflicts), whether an option set it or not. Puzzles with rules
   * of their own are under `9x9 with rules`.
   */
  readonly budgets: Readonly<Record<string, number>>;
  /** Records, including those that are no puzzles. */
  readonly puzzles: number;
  /** Solutions in the file that differ from ours. */
  readonly disagreements: number;
  /** Solutions found in all; a puzzle may have several. */
  readonly solutions: number;
  /** Puzzles whose count or list stopped at the limit. Absent if there are none. */
  readonly atLimit?: number;
  /**
   * Unexpected errors, which are defects of this package: the records that they cost are `invalid`, and their problems begin with
   * `internal error`. Absent if there are none.
   */
  readonly internalErrors?: number;
  /** Puzzles by size. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Guesses in all; for large grids, conflicts. */
  readonly guesses: number;
  /** From the first byte read to the last one written. */
  readonly seconds: number;
  /** 0 if no time was measured. */
  readonly puzzlesPerSecond: number;
  /** The first hundred. */
  readonly problems: readonly Problem[];
  /** The files within, if the file is an archive. */
  readonly files?: FilesWithin;
  /** By size and variant, as in `sizes`. */
  readonly statistics: Readonly<Record<string, SizeStatistics>>;
  /** The hundred that took the most guesses, hardest first. */
  readonly hardest: readonly HardPuzzle[];
  /** The twelve graded puzzles with the highest ratings, highest first. Absent if none was graded. */
  readonly highestRated?: readonly RatedPuzzle[];
}

/** `<key>.report.json` of a file that is no puzzle file, or requests an unknown option or value. */
export interface Rejection extends Provenance {
  readonly status: 'rejected';
  readonly input: Identity;
  readonly reason: string;
  readonly line?: number;
  /** 1 if a defect of this package keeps the file from being solved, and not its content. */
  readonly internalErrors?: 1;
}

/** `<key>.report.json` of a file that all deliveries of a message failed to solve, or all but the last few. */
export interface Failure extends Provenance {
  readonly status: 'failed';
  readonly input: Identity;
  readonly reason: string;
  /** what to do about it */
  readonly advice: string;
  /** 1 if a defect of this package keeps the file from being solved, and not its content. Then it is not tried again. */
  readonly internalErrors?: 1;
  /** Deliveries that are still to come; their outcome replaces this report. Absent if there are none. */
  readonly deliveriesLeft?: number;
}

/** `<key>.report.json` of a file whose owner stopped the work on it. */
export interface Cancellation extends Provenance {
  readonly status: 'cancelled';
  readonly input: Identity;
  readonly reason: string;
  /** What was solved by then, and is deleted. */
  readonly until: { readonly bytes: number; readonly puzzles: number; readonly solvingSeconds: number };
}

/** Any report. Every file gets one. */
export type AnyReport = Report | Rejection | Failure | Cancellation;

/**
 * Builds the report of a file as plain JSON; the package's report.schema.json describes it.
 *
 * @example
 * import { openFile, planFile, report } from 'sudoku-batch';
 *
 * const head = new TextEncoder().encode('12.434..2.4343.1\n11..............\n');
 * const plan = planFile({ head, complete: true, name: 'a.txt', given: [] });
 * const solver = openFile(plan);
 * for (const pieces of [solver.push(head), solver.end()]) Array.from(pieces);
 * const { solved, invalid, sizes } = report({ input: { key: 'a.txt' }, plan, tally: solver.tally, seconds: 1 });
 * [solved, invalid]; // => [1, 1]
 * sizes; // => { '4x4': 2 }
 */
export function report(facts: ReportFacts): Report {
  checkObject(facts, 'facts', 'an object with input, plan, tally and seconds');
  const { input, output, plan, tally, seconds, run } = facts;
  checkObject(input, 'input');
  checkPlanArgument(plan);
  checkObject(tally, 'tally', 'the tally of a solver');
  checkObject(tally.sizes, 'tally.sizes');
  checkObject(tally.statistics, 'tally.statistics');
  checkNumber(seconds, 'seconds');
  const { problems, sizes, ruled: _ruled, statistics, files, lines: _, ...counts } = tally;
  return {
    status: 'done',
    input,
    ...(output && { output }),
    format: plan.format,
    ...placesOf(plan),
    compression: plan.compression,
    alphabets: formatOf(plan).alphabets?.(plan.state) ?? [],
    options: plan.options,
    budgets: budgetsOf(facts),
    ...counts,
    sizes,
    seconds: Math.round(seconds * 1000) / 1000,
    puzzlesPerSecond: seconds > 0 ? Math.round(tally.puzzles / seconds) : 0,
    ...(files && { files }),
    problems,
    statistics: statistics.sizes,
    hardest: statistics.hardest,
    ...(statistics.highestRated && { highestRated: statistics.highestRated }),
    ...run,
  };
}

function budgetsOf({ plan, tally: { sizes, ruled = {} }, maxBudget }: ReportFacts): Record<string, number> {
  const budgets: Record<string, number> = {};
  for (const [name, count] of Object.entries(sizes)) {
    const size = Number.parseInt(name, 10);
    const own = ruled[name] ?? 0;
    if (own < count) budgets[name] = budgetFor(plan.options, size, maxBudget);
    if (own > 0) budgets[`${name} with rules`] = budgetFor(plan.options, size, maxBudget, true);
  }
  return budgets;
}

export function rejection(input: Identity, error: RejectedFile): Rejection {
  const { message, line } = error;
  return {
    status: 'rejected',
    input,
    reason: message,
    ...(line !== undefined && { line }),
    ...(error instanceof InternalError && { internalErrors: 1 }),
  };
}

/** Largest report, in bytes. */
export const MAX_REPORT_BYTES = 64 * 1024;

/**
 * What is left out, step by step, of a report that is too long: the least important first. Only files of many sizes, of large
 * grids or of long broken lines come near the limit.
 */
const SHORTENINGS: readonly ((report: Report) => Report)[] = [
  withGrids(6),
  withGrids(3),
  withGrids(1),
  (report) => ({ ...report, problems: report.problems.map((problem) => ({ ...problem, record: '' })) }),
  withGrids(0),
  (report) => ({
    ...report,
    ...(report.places && { places: report.places.map((place) => place.slice(0, 100)) }),
  }),
  withFiles(25),
  (report) => ({ ...report, problems: report.problems.slice(0, 25), hardest: report.hardest.slice(0, 25) }),
  (report) => withFiles(5)({ ...report, problems: report.problems.slice(0, 5) }),
];

/** Lists the first `most` of the files in an archive only, rejected ones first. */
function withFiles(most: number): (report: Report) => Report {
  return (report) => {
    if (!report.files) return report;
    const list = report.files.list.toSorted(
      (a, b) => Number(b.status === 'rejected') - Number(a.status === 'rejected'),
    );
    return { ...report, files: { ...report.files, list: list.slice(0, most) } };
  };
}

/** Keeps the grids of the first `most` of the hardest puzzles only. */
function withGrids(most: number): (report: Report) => Report {
  return (report) => ({
    ...report,
    hardest: report.hardest.map((entry, rank) => (rank < most ? entry : withoutGrid(entry))),
  });
}

const UTF8 = new TextEncoder();

/** A report as JSON: one line for each member, problem and hard puzzle, and at most {@link MAX_REPORT_BYTES} long. */
export function formatReport(report: AnyReport): string {
  let text = '';
  for (const short of shortenedReports(report)) {
    text = format(short);
    if (UTF8.encode(text).length <= MAX_REPORT_BYTES) break;
  }
  return text;
}

/** A report, and shorter and shorter versions of it, for a reader with little room. */
export function* shortenedReports<R extends AnyReport>(report: R): Generator<R> {
  yield report;
  if (report.status !== 'done') return;
  let short: Report = report;
  for (const shorten of SHORTENINGS) {
    short = shorten(short);
    yield short as R;
  }
}

function format(report: object): string {
  const members = Object.entries(report)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${formatMember(value)}`);
  return `{\n${members.join(',\n')}\n}\n`;
}

function formatMember(value: unknown): string {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return JSON.stringify(value);
  return `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}
