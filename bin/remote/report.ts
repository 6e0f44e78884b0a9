import type { Identity, Rejection, Report } from '../../core/files/index.ts';
import { Exit } from '../cli/exit.ts';

/** Report on a file that the pipeline could not solve, after all tries; a redrive may replace it. */
export interface Failure {
  readonly status: 'failed';
  readonly input: Identity;
  readonly reason: string;
}

/** What stands in `<key>.report.json`. */
export type AnyReport = Report | Rejection | Failure;

/** What a file's report means for the exit code: the worst of all files counts. */
export function exitOf(report: AnyReport): Exit {
  if (report.status === 'failed') return Exit.failure;
  if (report.status === 'rejected') return Exit.usage;
  return report.solved < report.puzzles || report.disagreements > 0 ? Exit.someUnsolved : Exit.allSolved;
}
