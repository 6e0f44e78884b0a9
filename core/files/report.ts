import { formatOf } from '../formats/formats.ts';
import type { Options } from '../options/options.ts';
import type { OutcomeKey } from '../solver/status.ts';
import type { FilePlan, RejectedFile } from './contract.ts';
import type { Effort } from './effort.ts';
import type { HardPuzzle } from './statistics/hardest.ts';
import type { SizeStatistics } from './statistics/statistics.ts';
import type { Problem, Tally } from './tally.ts';

/** One end of the work: an object in a bucket, or a file. */
export interface Identity {
  /** Key or path. */
  readonly key: string;
  readonly bucket?: string;
  readonly etag?: string;
  readonly bytes?: number;
}

/** What a report is made of. */
export interface ReportFacts {
  readonly input: Identity;
  /** Undefined where there is no result. */
  readonly output?: Identity;
  readonly plan: FilePlan;
  readonly tally: Tally;
  /** From the first byte read to the last one written. */
  readonly seconds: number;
}

/** `<key>.report.json` of a file that was read to its end. */
export interface Report extends Readonly<Record<OutcomeKey, number>>, Partial<Effort> {
  readonly status: 'done';
  readonly input: Identity;
  readonly output?: Identity;
  readonly format: string;
  readonly compression: string;
  /** Symbols of the values, where the file shows more than digits. */
  readonly alphabets: readonly string[];
  readonly options: Options;
  readonly puzzles: number;
  readonly disagreements: number;
  readonly solutions: number;
  /** Puzzles by size. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly guesses: number;
  readonly seconds: number;
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

/** `<key>.report.json` of a file that all deliveries of its message failed to solve. */
export interface Failure {
  readonly status: 'failed';
  readonly input: Identity;
  readonly reason: string;
  /** what to do about it */
  readonly advice: string;
}

/** Any of the three; a report always comes. */
export type AnyReport = Report | Rejection | Failure;

/**
 * What became of a file, as plain JSON.
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
export function report({ input, output, plan, tally, seconds }: ReportFacts): Report {
  const { problems, sizes, statistics, lines: _, ...counts } = tally;
  return {
    status: 'done',
    input,
    ...(output && { output }),
    format: plan.format,
    compression: plan.compression,
    alphabets: formatOf(plan).alphabets(plan.state),
    options: plan.options,
    ...counts,
    sizes,
    seconds: Math.round(seconds * 1000) / 1000,
    puzzlesPerSecond: seconds > 0 ? Math.round(tally.puzzles / seconds) : 0,
    problems,
    statistics: statistics.sizes,
    hardest: statistics.hardest,
  };
}

export function rejection(input: Identity, { message, line }: RejectedFile): Rejection {
  return { status: 'rejected', input, reason: message, ...(line !== undefined && { line }) };
}
