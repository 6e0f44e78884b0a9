// The table of the records that were not solved and of solutions that are wrong.

import type { Problem } from '../../files/problems.ts';
import { OUTCOMES } from '../../solver/model/status.ts';
import { counted, numberText } from '../format.ts';
import type { OfFile, Totals } from '../page-document.ts';
import type { Concern } from './attention.ts';
import { element, SHORT, section, userText } from './element.ts';
import { type SortableColumn, type SortableTable, sortableTable } from './sortable-table.ts';

/** The records that were not solved, and the solutions that are wrong, as a table; undefined if there are none. */
export function problems(
  listed: readonly OfFile<Problem>[],
  totals: Totals,
): (Pick<SortableTable, 'element'> & { show(concern: Concern): void }) | undefined {
  if (listed.length === 0) return undefined;
  const all = OUTCOMES.reduce(
    (sum, { key }) => sum + (key === 'solved' ? 0 : totals[key]),
    totals.disagreements,
  );
  const statuses = [...new Set(listed.map(({ status }) => status))];
  const columns: SortableColumn<OfFile<Problem>>[] = [
    {
      title: 'line',
      value: ({ line, column }) => line + column / 1e6,
      shown: ({ line, column }) => (column > 0 ? `${numberText(line)}:${column}` : numberText(line)),
      isNumber: true,
    },
    { title: 'status', value: ({ status }) => status, shown: ({ status }) => badge(status) },
    { title: 'why', value: ({ reason }) => reason },
    {
      title: 'record',
      value: ({ record }) => record,
      shown: ({ record }) => (record ? element('code', { dir: 'auto', title: record }, record) : ''),
    },
  ];
  if (listed.some(({ key }) => key !== undefined)) {
    columns.unshift({
      title: 'file',
      value: ({ key = '' }) => key,
      shown: ({ key = '' }) => userText(key, SHORT),
    });
  }
  const made = sortableTable({
    caption: 'Records with problems',
    rows: listed,
    columns,
    searched: ({ line, status, reason, record, key = '' }) => `${key} ${line} ${status} ${reason} ${record}`,
    choices: new Map(statuses.map((name) => [name, ({ status }: OfFile<Problem>) => status === name])),
    isStacked: true,
  });
  const part =
    all > listed.length
      ? `${totals.files > 1 ? '' : 'The first '}${numberText(listed.length)} of ${counted(all, 'problem')}`
      : counted(all, 'problem');
  return {
    element: section('problems', part, made.element),
    show: (concern) => made.choose(statusOf(concern)),
  };
}

/** The status of problems that an item of attention is about. */
const statusOf = (concern: Concern): string =>
  concern === 'disagreements'
    ? 'disagreement'
    : (OUTCOMES.find(({ key }) => key === concern)?.name ?? concern);

/** A status in its colour. */
export const badge = (status: string): HTMLElement => element('span', { class: `badge ${status}` }, status);
