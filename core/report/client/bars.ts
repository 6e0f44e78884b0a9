// Horizontal bar charts as tables: a row for each bin, with its label, its bars and their numbers. Labels of any length fit,
// and the numbers need no axis.

import { numberText, percent } from '../format.ts';
import { type Child, element, filterButton, scrollable } from './element.ts';

/** Puzzles in one bin. */
export interface Bar {
  readonly label: string;
  readonly count: number;
  /** Shows its puzzles in a list; absent if the list has none of them. */
  readonly show?: () => void;
}

export function bars(caption: string, unit: string, all: readonly Bar[]): HTMLElement {
  const total = all.reduce((sum, bar) => sum + bar.count, 0);
  const most = Math.max(...all.map((bar) => bar.count), 1);
  const rows = all.map(({ label, count, show }) => ({
    label,
    ...(show && { show }),
    bars: [{ share: count / most }],
    numbers: [
      element('td', { class: 'number' }, numberText(count)),
      element('td', { class: 'number share' }, percent(total === 0 ? 0 : count / total)),
    ],
  }));
  return scrollable(caption, barTable(caption, unit, [['puzzles'], ['share']], rows));
}

/** A table of bars. @param heads what the titles of the columns of numbers contain */
export function barTable(
  caption: string,
  unit: string,
  heads: readonly (readonly Child[])[],
  rows: readonly {
    readonly label: string;
    readonly bars: readonly { readonly share: number; readonly kind?: string }[];
    readonly numbers: readonly HTMLElement[];
    readonly show?: () => void;
  }[],
): HTMLElement {
  const body = rows.map(({ label, bars: shares, numbers, show }) => {
    const drawn = shares.map(({ share, kind }) => {
      const bar = element('span', { class: kind === undefined ? 'bar' : `bar ${kind}` });
      bar.style.width = `${100 * share}%`;
      // the narrowest bar has a width, so that one puzzle of a million is visible
      if (share === 0) bar.style.visibility = 'hidden';
      return bar;
    });
    const room = element('td', { class: 'room' }, ...drawn);
    // the row takes the click on its name, and those on its bar
    const name = show ? filterButton(label, () => undefined) : label;
    const row = element('tr', {}, element('th', { scope: 'row' }, name), room, ...numbers);
    if (show) {
      row.className = 'filters';
      row.addEventListener('click', show);
    }
    return row;
  });
  const titles = heads.map((head) => element('th', { scope: 'col', class: 'number' }, ...head));
  const head = element('tr', {}, element('th', { scope: 'col' }, unit), element('td', {}), ...titles);
  return element(
    'table',
    { class: 'bars' },
    element('caption', {}, caption),
    element('thead', {}, head),
    element('tbody', {}, ...body),
  );
}
