// The puzzles of a file as a table, a page at a time.

import { element, numberText } from '../../../core/report/client/element.ts';
import { button } from '../shared/button.ts';
import type { Puzzle } from '../shared/puzzle.ts';
import type { Row } from '../shared/rows.ts';

/** Rows of a page. */
const PAGE = 50;

export interface TableSource {
  /** rows in all */
  readonly rows: number;
  /** Whether puzzles were rated. */
  readonly hasRatings: boolean;
  /** Whether solutions were counted. */
  readonly hasCounts: boolean;
  load(from: number, count: number): Promise<Row[]>;
  /** Opens a puzzle in the grid. */
  open(puzzle: Puzzle): void;
}

/** The table with its first page, and buttons that lead to the others. Holds the rows of one page only. */
export async function puzzleTable(source: TableSource): Promise<HTMLElement> {
  const pages = Math.max(Math.ceil(source.rows / PAGE), 1);
  const columns = [
    'Number',
    'Puzzle',
    'Clues',
    'Status',
    ...(source.hasCounts ? ['Solutions'] : []),
    ...(source.hasRatings ? ['ER'] : []),
  ];
  const body = element('tbody');
  const position = element('span', { role: 'status', id: 'page-position' });
  const input = element('input', {
    type: 'number',
    id: 'page-number',
    min: 1,
    max: pages,
    value: 1,
    'aria-label': `Page, 1 to ${pages}`,
  });
  const buttons = (
    [
      ['first-page', '⇤', 'First page', () => 0],
      ['previous-page', '←', 'Previous page', () => shown - 1],
      ['next-page', '→', 'Next page', () => shown + 1],
      ['last-page', '⇥', 'Last page', () => pages - 1],
    ] as const
  ).map(([id, text, label, target]) =>
    button(text, { id, 'aria-label': label, title: label }, () => void show(target())),
  );
  const reason = element('p', { id: 'closed-puzzle', class: 'note', role: 'status' });
  const say = (text: string) => {
    reason.textContent = text;
  };
  let shown = 0;
  /** Answers that arrive after a later request are dropped. */
  let latest = 0;

  async function show(page: number): Promise<void> {
    shown = Math.min(Math.max(Math.trunc(page), 0), pages - 1);
    const request = ++latest;
    const from = shown * PAGE;
    input.value = String(shown + 1);
    const focused = document.activeElement;
    for (const [i, made] of buttons.entries()) made.disabled = i < 2 ? shown === 0 : shown === pages - 1;
    // a disabled button loses the focus
    if (buttons.some((one) => one === focused && one.disabled)) input.focus();
    body.setAttribute('aria-busy', 'true');
    const rows = await source.load(from, Math.min(PAGE, source.rows - from));
    if (request !== latest) return;
    body.replaceChildren(...rows.map((row, i) => rowOf(row, from + i + 1, source, say)));
    body.removeAttribute('aria-busy');
    say('');
    position.textContent = `${numberText(from + 1)} to ${numberText(from + rows.length)} of ${numberText(source.rows)}`;
  }

  input.addEventListener('change', () => void show(Number(input.value) - 1));
  const head = columns.map((name) => element('th', { scope: 'col' }, name));
  const table = element(
    'table',
    {},
    element('caption', {}, 'Puzzles. Choose one to open it in the grid.'),
    element('thead', {}, element('tr', {}, ...head)),
    body,
  );
  const scroll = { class: 'rows', tabindex: 0, role: 'group', 'aria-label': 'Puzzles of the file' };
  const total = element('span', {}, ` of ${numberText(pages)}`);
  const pager = element(
    'div',
    { class: 'pager', role: 'group', 'aria-label': 'Pages' },
    ...buttons.slice(0, 2),
    element('span', { class: 'page' }, input, total),
    ...buttons.slice(2),
    position,
  );
  if (source.rows > 0) await show(0);
  return element(
    'div',
    { class: 'puzzles' },
    element('div', scroll, table),
    reason,
    pages > 1 ? pager : undefined,
  );
}

/** @param say shows a sentence below the table */
function rowOf(row: Row, number: number, source: TableSource, say: (text: string) => void): HTMLElement {
  const { puzzle, line, status } = row;
  const open = () => {
    if (typeof puzzle === 'string') say(`Puzzle ${numberText(number)} does not open in the grid: ${puzzle}.`);
    else if (puzzle) source.open(puzzle);
  };
  const name = row.id === undefined ? numberText(number) : `${numberText(number)} · ${row.id}`;
  const isOpen = typeof puzzle === 'object';
  const title = isOpen ? 'Open in the grid' : puzzle;
  const opener = puzzle && element('button', { type: 'button', class: 'open', title }, line);
  // the row opens the puzzle, too: the button's own click arrives here
  const made = element(
    'tr',
    { class: puzzle ? 'opens' : undefined },
    element('th', { scope: 'row' }, name),
    element('td', {}, opener ?? element('code', {}, line)),
    element('td', { class: 'number' }, isOpen ? puzzle.cells.filter((value) => value > 0).length : ''),
    element('td', {}, element('span', { class: `status ${status === 'solved' ? 'good' : 'bad'}` }, status)),
    source.hasCounts ? element('td', { class: 'number' }, row.count) : undefined,
    source.hasRatings ? element('td', { class: 'number' }, row.rating ?? '–') : undefined,
  );
  made.addEventListener('click', open);
  return made;
}
