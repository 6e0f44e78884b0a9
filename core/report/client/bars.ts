// A horizontal bar chart as a table: one row for each bin, with its label, bar, count and share. Labels of any length
// fit, and the numbers need no axis.

import { numberText, percent } from '../format.ts';
import { element, scrollable } from './element.ts';

/** Puzzles in one bin. */
export interface Bar {
  readonly label: string;
  readonly count: number;
}

export function bars(caption: string, unit: string, all: readonly Bar[]): HTMLElement {
  const total = all.reduce((sum, bar) => sum + bar.count, 0);
  const most = Math.max(...all.map((bar) => bar.count), 1);
  const rows = all.map((bar) => {
    const drawn = element('span', { class: 'bar' });
    drawn.style.width = `${(100 * bar.count) / most}%`;
    // the narrowest bar has a width, so that one puzzle of a million is visible
    if (bar.count === 0) drawn.style.visibility = 'hidden';
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, bar.label),
      element('td', { class: 'room' }, drawn),
      element('td', { class: 'number' }, numberText(bar.count)),
      element('td', { class: 'number share' }, percent(total === 0 ? 0 : bar.count / total)),
    );
  });
  const columns = [unit, '', 'puzzles', 'share'];
  const titles = columns.map((title, i) =>
    title === ''
      ? element('td', {})
      : element('th', { scope: 'col', class: i > 1 ? 'number' : undefined }, title),
  );
  return scrollable(
    caption,
    element(
      'table',
      { class: 'bars' },
      element('caption', {}, caption),
      element('thead', {}, element('tr', {}, ...titles)),
      element('tbody', {}, ...rows),
    ),
  );
}
