import type { Report } from '../../files/report.ts';

/** Whether the page had room for more than the report's counts. */
export function isWhole(report: object): report is Report {
  return 'statistics' in report;
}
