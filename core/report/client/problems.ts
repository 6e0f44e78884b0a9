import type { Report } from '../../files/report.ts';
import { OUTCOMES } from '../../solver/status.ts';
import { counted, element, table } from './element.ts';

/** The first records that were not solved, in the order of the file. */
export function problems(report: Report): HTMLElement | undefined {
  const { problems: listed } = report;
  if (listed.length === 0) return undefined;
  const all = OUTCOMES.reduce(
    (sum, { key }) => sum + (key === 'solved' ? 0 : report[key]),
    report.disagreements,
  );
  const title =
    all > listed.length
      ? `The first ${listed.length} of ${counted(all, 'problem')}`
      : counted(all, 'problem');
  const rows = listed.map(({ line, column, status, reason, record }) => [
    column > 0 ? `${line}:${column}` : line,
    status,
    reason,
    record ? element('code', {}, record) : undefined,
  ]);
  return element(
    'section',
    { class: 'problems' },
    element('h2', {}, title),
    table('Records that were not solved', ['line', 'status', 'why', 'record'], rows),
  );
}
