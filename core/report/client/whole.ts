import type { DoneReport } from '../page-document.ts';

/** Whether the page contains the complete report, not only its counts. */
export function isWhole(report: object): report is DoneReport {
  return 'statistics' in report;
}
