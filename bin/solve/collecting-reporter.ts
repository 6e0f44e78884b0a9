import type { AnyReport } from '../../core/files/index.ts';
import type { Reporter } from './reporter.ts';

/** Another reporter that also keeps the report of every file. */
export function collectingReporter(reporter: Reporter, reports: AnyReport[]): Reporter {
  return {
    interval: reporter.interval,
    progress: (progress) => reporter.progress(progress),
    file(report) {
      reports.push(report);
      reporter.file(report);
    },
    note: (text, file) => reporter.note(text, file),
    summary: (summary) => reporter.summary(summary),
    close: () => reporter.close(),
  };
}
