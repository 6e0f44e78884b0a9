import type { DoneReport } from '../page-document.ts';

/** Whether the page had room for more than the report's counts. */
export function isWhole(report: object): report is DoneReport {
  return 'statistics' in report;
}
