import type { Identity, Rejection, Report } from '../../core/files/index.ts';
import {
  anyOf,
  count,
  members,
  object,
  optional,
  parseJson,
  ShapeError,
  text,
} from '../../core/options/shape.ts';
import { OUTCOMES } from '../../core/solver/status.ts';
import { Exit, FailureError } from '../cli/exit.ts';

/** Report on a file that the pipeline could not solve, after all tries; a redrive may replace it. */
export interface Failure {
  readonly status: 'failed';
  readonly input: Identity;
  readonly reason: string;
  /** Deliveries that are still to come, where there are any. */
  readonly deliveriesLeft?: number;
}

/** What stands in `<key>.report.json`. */
export type AnyReport = Report | Rejection | Failure;

/** What stands in place of a report is none. */
export class BadReport extends FailureError {}

const checkStatus = members<Pick<AnyReport, 'status'>>({ status: anyOf('done', 'rejected', 'failed') });
const checkInput = members({ input: members({ key: text(), etag: text() }) });
const checkReason = members({ reason: text() });
const checkCounts = members({
  puzzles: count,
  ...Object.fromEntries([...OUTCOMES.map(({ key }) => key), 'disagreements'].map((key) => [key, count])),
  output: optional(members({ key: text() })),
});

/**
 * Reads a report, and checks what the commands use of it.
 * @param name where it stands, for the message
 * @throws BadReport
 */
export function parseReport(json: string, name: string): AnyReport {
  try {
    const report = object(parseJson(json, name), name);
    const { status } = checkStatus(report, name);
    checkInput(report, name);
    (status === 'done' ? checkCounts : checkReason)(report, name);
    return report as unknown as AnyReport;
  } catch (error) {
    if (error instanceof ShapeError) throw new BadReport(`expected a report: ${error.message}`);
    throw error;
  }
}

/**
 * Milliseconds from one delivery of a message to the next at most: the visibility timeout of a pipeline whose function has
 * the longest timeout and batch window.
 */
const MAX_PAUSE = 5_700_000;

/**
 * Whether nothing else is to come by itself. A failure that has deliveries left is replaced by what comes of them; but
 * where no function is free for them, the message goes to the dead letters without a word, and nobody should wait for it.
 * @param at when the report was written
 */
export function isFinal(report: AnyReport, at: Date | undefined): boolean {
  const left = report.status === 'failed' ? (report.deliveriesLeft ?? 0) : 0;
  return Date.now() - Number(at ?? 0) >= left * MAX_PAUSE;
}

/** What a file's report means for the exit code: the worst of all files counts. */
export function exitOf(report: AnyReport): Exit {
  if (report.status === 'failed') return Exit.failure;
  if (report.status === 'rejected') return Exit.usage;
  return report.solved < report.puzzles || report.disagreements > 0 ? Exit.someUnsolved : Exit.allSolved;
}
