import { formatOf } from '../formats/formats.ts';
import type { Options } from '../options/options.ts';
import type { OutcomeKey } from '../solver/status.ts';
import { budgetFor } from './budget.ts';
import type { FilePlan, RejectedFile } from './contract.ts';
import type { HardPuzzle } from './statistics/hardest.ts';
import type { SizeStatistics } from './statistics/statistics.ts';
import type { Problem, Tally } from './tally.ts';

/** One end of the work: an object in a bucket, or a file. */
export interface Identity {
  /** Key or path. */
  readonly key: string;
  /** Name of the object's bucket. */
  readonly bucket?: string;
  /** As S3 gives it. */
  readonly etag?: string;
  /** Length as stored. */
  readonly bytes?: number;
}

/** What a report is made of. */
export interface ReportFacts {
  /** The file. */
  readonly input: Identity;
  /** Undefined where there is no result. */
  readonly output?: Identity;
  /** What was decided from the file's head. */
  readonly plan: FilePlan;
  /** Counts of all of the file. */
  readonly tally: Tally;
  /** From the first byte read to the last one written. */
  readonly seconds: number;
  /** What the budget was at most where nobody asked for one. @default Infinity */
  readonly maxBudget?: number | undefined;
  /** What the host measured of its own work, such as its cost: appended to the report's members as it is. */
  readonly run?: object | undefined;
}

/** `<key>.report.json` of a file that was read to its end. Puzzles are counted by their outcome, too. */
export interface Report extends Readonly<Record<OutcomeKey, number>> {
  /** The file was read to its end, whatever its puzzles are. */
  readonly status: 'done';
  /** The file. */
  readonly input: Identity;
  /** Absent where there is no result. */
  readonly output?: Identity;
  /** Name of the format, as docs/formats.md lists it. */
  readonly format: string;
  /** `none`, `gzip` or `zstd`. */
  readonly compression: string;
  /** Symbols of the values, where the file shows more than digits. */
  readonly alphabets: readonly string[];
  /** What the file was solved with. */
  readonly options: Options;
  /** By size: guesses (for large grids, conflicts) that a puzzle might cost, by the option `budget` or where nobody gave it. */
  readonly budgets: Readonly<Record<string, number>>;
  /** Records, those included that are no puzzles. */
  readonly puzzles: number;
  /** Solutions in the file that differ from ours. */
  readonly disagreements: number;
  /** Solutions found in all, where more than one may be asked for. */
  readonly solutions: number;
  /** Puzzles whose count or list stopped at the limit. Missing where none did. */
  readonly atLimit?: number;
  /** Puzzles by size. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Guesses in all; for large grids, conflicts. */
  readonly guesses: number;
  /** From the first byte read to the last one written. */
  readonly seconds: number;
  /** 0 where no time was measured. */
  readonly puzzlesPerSecond: number;
  /** The first hundred. */
  readonly problems: readonly Problem[];
  /** By size and variant, as in `sizes`. */
  readonly statistics: Readonly<Record<string, SizeStatistics>>;
  /** The hundred that took most guesses, hardest first. */
  readonly hardest: readonly HardPuzzle[];
}

/** `<key>.report.json` of a file that is no puzzle file, or asks for what there is not. */
export interface Rejection {
  readonly status: 'rejected';
  readonly input: Identity;
  readonly reason: string;
  readonly line?: number;
}

/** `<key>.report.json` of a file that the deliveries of a message failed to solve: all of them, or all but the last few. */
export interface Failure {
  readonly status: 'failed';
  readonly input: Identity;
  readonly reason: string;
  /** what to do about it */
  readonly advice: string;
  /** Deliveries that are still to come, where there are any: what comes of them replaces the report. */
  readonly deliveriesLeft?: number;
}

/** Any of the three; a report always comes. */
export type AnyReport = Report | Rejection | Failure;

/**
 * What became of a file, as plain JSON; report.schema.json of the package describes it.
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
export function report({ input, output, plan, tally, seconds, maxBudget, run }: ReportFacts): Report {
  const { problems, sizes, statistics, lines: _, ...counts } = tally;
  return {
    status: 'done',
    input,
    ...(output && { output }),
    format: plan.format,
    compression: plan.compression,
    alphabets: formatOf(plan).alphabets(plan.state),
    options: plan.options,
    budgets: Object.fromEntries(
      Object.keys(sizes).map((name) => [name, budgetFor(plan.options, Number.parseInt(name, 10), maxBudget)]),
    ),
    ...counts,
    sizes,
    seconds: Math.round(seconds * 1000) / 1000,
    puzzlesPerSecond: seconds > 0 ? Math.round(tally.puzzles / seconds) : 0,
    problems,
    statistics: statistics.sizes,
    hardest: statistics.hardest,
    ...run,
  };
}

export function rejection(input: Identity, { message, line }: RejectedFile): Rejection {
  return { status: 'rejected', input, reason: message, ...(line !== undefined && { line }) };
}
