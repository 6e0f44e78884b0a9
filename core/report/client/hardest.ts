// The section with the hardest puzzles, by rating and by guesses: the first few drawn, all in a list.

import type { RatedPuzzle } from '../../files/statistics/highest-rated.ts';
import { counted, numberText } from '../format.ts';
import type { Lists, OfFile } from '../page-document.ts';
import { copiedPuzzle, type ReportedPuzzle, variantOfPuzzle } from './copied-puzzle.ts';
import { guessBin, powerLabel } from './distributions.ts';
import { type Child, element, SHORT, scrollable, section, userText } from './element.ts';
import { grid } from './grid.ts';
import { type SortableColumn, type SortableTable, sortableTable } from './sortable-table.ts';

/** Grids that are drawn. */
const MAX_DRAWN = 6;
/** Lines of equal puzzles that are named. */
const MAX_LINES = 3;

/** A puzzle of either list, with the name of its file on a page of several. */
interface Hard extends ReportedPuzzle {
  readonly line: number;
  readonly solution?: string | undefined;
  readonly hasCandidates?: true | undefined;
  /** `ER 8.3`, `12 guesses` */
  readonly figure: string;
  readonly more?: string | undefined;
  /** why there is no solution to show */
  readonly unsolved: string;
  readonly key?: string | undefined;
}

/** The puzzles with the highest ratings and those that took the most guesses: as grids, and a list of all. */
export function hardest(
  lists: Omit<Lists, 'problems'>,
): { readonly element: HTMLElement; show: ShowGuesses } | undefined {
  const guessed = lists.hardest.filter(({ guesses }) => guesses > 0);
  const rated = lists.highestRated.map((puzzle) => ratedAsHard(puzzle, lists.hardest));
  const drawn = guessed.filter(isDrawn).map(guessedAsHard);
  if (rated.length === 0 && guessed.length === 0) return undefined;
  const made = section('hardest', 'The hardest');
  const groups = [rated, drawn].map(equalPuzzles);
  const [byRating, byGuesses] = groups.map((all) => element('div', { class: 'grids' }, ...all.map(tile)));
  made.append(...solutionsButton(made, groups.flat()));
  if (rated.length > 0) made.append(element('h3', {}, 'By rating'), byRating!);
  if (drawn.length > 0) {
    if (rated.length > 0) made.append(element('h3', {}, 'By guesses'));
    made.append(byGuesses!);
  }
  if (guessed.length < 2) return { element: made, show: () => made.scrollIntoView({ block: 'start' }) };
  const table = list(guessed);
  const title = element('summary', {}, `The ${guessed.length} hardest by guesses`);
  const details = element('details', {}, title, table.element);
  made.append(details);
  const show: ShowGuesses = (size, bin) => {
    details.open = true;
    table.choose(barName(size, bin));
  };
  return { element: made, show };
}

/** Shows the puzzles of a bar of guesses in the list. */
export type ShowGuesses = (size: string, bin: number) => void;

const barName = (size: string, bin: number): string =>
  `${size}, ${powerLabel(bin)} ${bin === 1 ? 'guess' : 'guesses'}`;

function ratedAsHard(puzzle: OfFile<RatedPuzzle>, others: Lists['hardest']): Hard {
  const { er, technique } = puzzle;
  // reports of older versions have no solutions of rated puzzles
  const same = others.find((other) => isDrawn(other) && copiedPuzzle(other) === copiedPuzzle(puzzle));
  return {
    ...puzzle,
    solution: puzzle.solution ?? same?.solution,
    unsolved: 'its solution is not in the report',
    figure: er === undefined ? 'ER above 9.5' : `ER ${er.toFixed(1)}`,
    more: technique,
  };
}

const isDrawn = <T extends { readonly puzzle?: string }>(
  entry: T,
): entry is T & { readonly puzzle: string } => entry.puzzle !== undefined;

function guessedAsHard(entry: Lists['hardest'][number] & { readonly puzzle: string }): Hard {
  const { guesses, outcome } = entry;
  return {
    ...entry,
    figure: counted(guesses, 'guess', 'guesses'),
    unsolved: outcome === 'solved' ? 'all of its solutions are in the result' : outcome,
  };
}

/** The first groups of equal puzzles: with the same givens and the same rules. Each is drawn once. */
function equalPuzzles(puzzles: readonly Hard[]): Hard[][] {
  // of one with candidates, only a part is known
  const identity = ({ key = '', line, hasCandidates, ...puzzle }: Hard) => {
    if (hasCandidates) return `${key} ${line}`;
    const inOrder = puzzle.rules?.map((rule) => ({ rule, text: JSON.stringify(rule) }));
    inOrder?.sort((a, b) => (a.text < b.text ? -1 : 1));
    return copiedPuzzle({ ...puzzle, rules: inOrder?.map(({ rule }) => rule) });
  };
  return [...Map.groupBy(puzzles, identity).values()].slice(0, MAX_DRAWN);
}

function tile(equal: readonly Hard[]): HTMLElement {
  const [first] = equal as [Hard];
  const { figure, more, key, puzzle, size, rules = [], hasCandidates } = first;
  const here = equal.filter((other) => other.key === key);
  const all = [...new Set(here.map(({ line }) => numberText(line)))];
  const lines = all.slice(0, MAX_LINES);
  const rest = all.length > MAX_LINES ? ', …' : '';
  const others = here.length < equal.length ? ', and in other files' : '';
  const where = `${all.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${rest}${others}`;
  const copy = element(
    'button',
    { type: 'button', 'aria-label': `Copy the puzzle of line ${first.line}` },
    'Copy',
  );
  copy.addEventListener('click', () => {
    const said = (text: string) => {
      copy.textContent = text;
    };
    navigator.clipboard.writeText(copiedPuzzle(first)).then(
      () => said('Copied'),
      () => said('Not allowed here'),
    );
  });
  const caption = element(
    'figcaption',
    {},
    element('b', {}, figure),
    more === undefined ? undefined : element('span', {}, more),
    variantOfPuzzle(first) && element('span', {}, variantOfPuzzle(first)),
    first.solution === undefined ? element('span', {}, first.unsolved) : undefined,
    hasCandidates && element('span', {}, 'with candidates of its own, which are not shown'),
    key === undefined ? undefined : userText(key, SHORT),
    element('span', { class: 'note' }, where),
  );
  const isLarge = puzzle.length > 144 || rules.length > 0;
  const name = `${size} puzzle, line ${first.line}`;
  const drawn = grid({ ...first, name });
  return element(
    'figure',
    { class: ['puzzle', isLarge && 'large', rules.length > 0 && 'with-rules'].filter(Boolean).join(' ') },
    caption,
    rules.length > 0 ? scrollable(name, drawn) : drawn,
    hasCandidates ? undefined : copy,
  );
}

/** Shows the solutions of the puzzles that are drawn, and says for which there are none. */
function solutionsButton(of: HTMLElement, drawn: readonly (readonly Hard[])[]): HTMLElement[] {
  const without = drawn.filter(([first]) => first!.solution === undefined);
  if (without.length === drawn.length) return [];
  const missing =
    without.length === 0
      ? ''
      : `${numberText(without.length)} of ${numberText(drawn.length)} have none here: ${without
          .map(
            ([first]) => `${first!.key === undefined ? '' : `${first!.key} `}line ${numberText(first!.line)}`,
          )
          .join(', ')}.`;
  const status = element('span', { class: 'note', role: 'status' });
  const button = element(
    'button',
    { type: 'button', class: 'solutions', 'aria-pressed': 'false' },
    'Show solutions',
  );
  button.addEventListener('click', () => {
    const isShown = of.classList.toggle('solved');
    button.setAttribute('aria-pressed', String(isShown));
    button.textContent = isShown ? 'Hide solutions' : 'Show solutions';
    status.textContent = isShown ? missing : '';
  });
  return [element('p', {}, button, ' ', status)];
}

/** All of them, which a bar of the charts of guesses filters. */
function list(puzzles: Lists['hardest']): SortableTable {
  type Row = Lists['hardest'][number];
  const column = (title: string, value: (row: Row) => string | number, shown?: (row: Row) => Child) => ({
    ...{ title, value, isNumber: title === 'line' || title === 'guesses' },
    ...(shown && { shown }),
  });
  const columns: SortableColumn<Row>[] = [
    column('line', ({ line }) => line),
    column('size', ({ size }) => size),
    column('guesses', ({ guesses }) => guesses),
    column('outcome', ({ outcome }) => outcome),
  ];
  if (puzzles[0]!.key !== undefined) {
    columns.unshift(
      column(
        'file',
        ({ key = '' }) => key,
        ({ key = '' }) => userText(key, SHORT),
      ),
    );
  }
  const named = puzzles.map((row) => [barName(row.size, guessBin(row.guesses)), row] as const);
  const bars = [...Map.groupBy(named, ([name]) => name)].map(([name, entries]) => {
    const rows = new Set(entries.map(([, row]) => row));
    return [name, (row: Row) => rows.has(row)] as const;
  });
  return sortableTable<Row>({
    caption: 'The hardest by guesses',
    rows: puzzles,
    columns,
    searched: ({ key = '', line, size, guesses, outcome }) => `${key} ${line} ${size} ${guesses} ${outcome}`,
    choices: new Map(bars),
  });
}
