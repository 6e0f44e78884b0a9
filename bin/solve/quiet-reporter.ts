import type { Reporter } from './reporter.ts';
import { describeRejection } from './text-reporter.ts';

/** Tells only what went wrong. Standard error is not asked for before: to make its stream takes longer than solving some thousand puzzles. */
export function quietReporter(): Reporter {
  return {
    interval: undefined,
    progress() {},
    file(report) {
      if (report.status === 'rejected') process.stderr.write(`${describeRejection(report)}\n`);
    },
    note() {},
    summary() {},
    close() {},
  };
}
