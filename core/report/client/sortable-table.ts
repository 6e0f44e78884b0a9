// A table that readers search, filter, sort and page through.

import { counted, numberText } from '../format.ts';
import { type Child, cellOf, element, scrollable } from './element.ts';
import { onPrint } from './printing.ts';

/** A column of a table that readers sort. */
export interface SortableColumn<R> {
  readonly title: string;
  /** What the column is sorted by; numbers sort from the largest. */
  readonly value: (row: R) => string | number;
  /** What is shown. @default the value */
  readonly shown?: (row: R) => Child;
  readonly isNumber?: boolean;
  /** Whether a phone has no room for it. */
  readonly isMinor?: boolean;
}

export interface SortableTableOptions<R> {
  readonly caption: string;
  readonly rows: readonly R[];
  readonly columns: readonly SortableColumn<R>[];
  /** The text that a search looks through. */
  readonly searched: (row: R) => string;
  /** Choices of rows, by name. */
  readonly choices?: ReadonlyMap<string, (row: R) => boolean>;
  /** Whether each row becomes a block of lines on a phone. */
  readonly isStacked?: boolean;
}

/** A table on the page. */
export interface SortableTable {
  readonly element: HTMLElement;
  /** Shows the rows of a choice, and moves to the table. */
  choose(name: string): void;
}

/** Rows at a time: a page of ten thousand rows would be slow and could not be read anyway. */
const PAGE_ROWS = 25;
/** Shorter tables need no search. */
const MIN_SEARCHED = 8;

/** A table with a search, choices of rows, columns to sort by, and pages. */
export function sortableTable<R>(options: SortableTableOptions<R>): SortableTable {
  const { caption, rows, columns, searched, choices = new Map<string, never>(), isStacked } = options;
  const texts = new Map(rows.map((row) => [row, searched(row).toLowerCase()]));
  let sort: { column: SortableColumn<R>; sign: 1 | -1 } | undefined;
  let from = 0;
  let pageRows = PAGE_ROWS;

  const search = element('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': `Search: ${caption}`,
  });
  const choice = element(
    'select',
    { 'aria-label': `Rows of: ${caption}` },
    ...['All', ...choices.keys()].map((name) => element('option', {}, name)),
  );
  const status = element('span', { class: 'note', role: 'status' });
  const [previous, next] = [button('Previous'), button('Next')];
  const pager = element('div', { class: 'pager' }, previous, next);
  const body = element('tbody');
  const heads = columns.map((column) => {
    const sorter = button(column.title);
    sorter.addEventListener('click', () => sortBy(column));
    return element('th', { scope: 'col', class: classOf(column) }, sorter);
  });

  function sortBy(column: SortableColumn<R>): void {
    const first = column.isNumber ? -1 : 1;
    sort = { column, sign: sort?.column === column ? (sort.sign === 1 ? -1 : 1) : first };
    for (const [i, head] of heads.entries()) {
      const isSorted = columns[i] === column;
      if (isSorted) head.setAttribute('aria-sort', sort.sign === 1 ? 'ascending' : 'descending');
      else head.removeAttribute('aria-sort');
    }
    update(0);
  }

  function selected(): readonly R[] {
    const chosen = choices.get(choice.value) ?? (() => true);
    const wanted = search.value.trim().toLowerCase();
    const found = rows.filter((row) => chosen(row) && texts.get(row)!.includes(wanted));
    return sort
      ? found.sort((a, b) => sort!.sign * compare(sort!.column.value(a), sort!.column.value(b)))
      : found;
  }

  function update(start: number): void {
    from = start;
    const found = selected();
    const shown = found.slice(from, from + pageRows);
    body.replaceChildren(...shown.map(rowElement));
    status.textContent =
      found.length === 0
        ? 'No rows match.'
        : shown.length === rows.length
          ? ''
          : pageRows === Infinity
            ? `${numberText(found.length)} of ${numberText(rows.length)} rows: ${[choice.value, search.value].join(' ').trim()}`
            : `${numberText(from + 1)}–${numberText(from + shown.length)} of ${numberText(found.length)}`;
    previous.disabled = from === 0;
    next.disabled = from + pageRows >= found.length;
    pager.hidden = found.length <= pageRows;
    toolbar.hidden = !isSearched && choice.value === 'All';
  }

  function rowElement(row: R): HTMLElement {
    const cells = columns.map((column, i) => {
      const cell = cellOf(column.shown ? column.shown(row) : column.value(row), i);
      const name = classOf(column);
      if (name) cell.className = name;
      cell.dataset.label = column.title;
      return cell;
    });
    return element('tr', {}, ...cells);
  }

  search.addEventListener('input', () => update(0));
  choice.addEventListener('change', () => update(0));
  previous.addEventListener('click', () => update(from - PAGE_ROWS));
  next.addEventListener('click', () => update(from + PAGE_ROWS));
  // paper has no pages to turn: all rows that were chosen
  let screenFrom = 0;
  onPrint((isPrinting) => {
    if (isPrinting === (pageRows === Infinity)) return;
    if (isPrinting) screenFrom = from;
    pageRows = isPrinting ? Infinity : PAGE_ROWS;
    update(isPrinting ? 0 : screenFrom);
  });
  const isSearched = rows.length >= MIN_SEARCHED;
  const toolbar = element(
    'div',
    { class: 'tools' },
    isSearched ? search : undefined,
    choices.size > 0 ? choice : undefined,
    status,
  );
  update(0);

  const head = element('thead', {}, element('tr', {}, ...heads));
  const made = element(
    'table',
    { class: isStacked ? 'stacked' : undefined },
    element('caption', {}, caption),
    head,
    body,
  );
  const box = scrollable(caption, made);
  const whole = element('div', { class: 'sortable' }, toolbar, box, pager);
  return {
    element: whole,
    choose(name) {
      choice.value = choices.has(name) ? name : 'All';
      search.value = '';
      update(0);
      whole.scrollIntoView({ block: 'start' });
      box.focus({ preventScroll: true });
    },
  };
}

/** How many rows there is no room for; undefined for none. */
export const moreRows = (omitted: number, noun: string): HTMLElement | undefined =>
  omitted > 0
    ? element('p', { class: 'note' }, `And ${counted(omitted, noun)}, which the sums include.`)
    : undefined;

const button = (text: string): HTMLButtonElement => element('button', { type: 'button' }, text);

function classOf<R>({ isNumber, isMinor }: SortableColumn<R>): string | undefined {
  return [isNumber && 'number', isMinor && 'minor'].filter(Boolean).join(' ') || undefined;
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}

/** Sorts `file2` before `file10`. */
const collator = new Intl.Collator('en', { numeric: true });
