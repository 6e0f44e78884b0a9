// The section with the hardest puzzles, by rating and by guesses: the first few drawn, all in a list.

import type { RatedPuzzle } from '../../files/statistics/highest-rated.ts';
import { counted, numberText } from '../format.ts';
import type { Lists, OfFile } from '../page-document.ts';
import { eachOnce, type OtherPlace, puzzleIdentity, type ReportedPuzzle } from '../reported-puzzle.ts';
import { copiedPuzzle, variantOfPuzzle } from './copied-puzzle.ts';
import { givensBar, guessBin, guessesBar, ratingBar } from './distributions.ts';
import { element, SHORT, scrollable, section, userText } from './element.ts';
import { grid } from './grid.ts';
import { type SortableColumn, type SortableTable, sortableTable } from './sortable-table.ts';

/** Grids that are drawn. */
const MAX_DRAWN = 6;
/** Lines of equal puzzles that are named, and files. */
const MAX_NAMED = 3;

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
  readonly key?: string;
  readonly others?: readonly OtherPlace[];
}

/** The puzzles with the highest ratings and those that took the most guesses: as grids, and a list of all. */
export function hardest(
  lists: Omit<Lists, 'problems'>,
): { readonly element: HTMLElement; show(bar: string): void } | undefined {
  const guessed = lists.hardest.filter(({ guesses }) => guesses > 0);
  const rated = lists.highestRated.map((puzzle) => ratedAsHard(puzzle, lists.hardest));
  const drawn = guessed.filter(isDrawn).map(guessedAsHard);
  if (rated.length === 0 && guessed.length === 0) return undefined;
  const made = section('hardest', 'The hardest');
  // each is drawn once
  const groups = [rated, drawn].map((all) => eachOnce(all).slice(0, MAX_DRAWN));
  const [byRating, byGuesses] = groups.map((all) => element('div', { class: 'grids' }, ...all.map(tile)));
  made.append(...solutionsButton(made, groups.flat()));
  if (rated.length > 0) made.append(element('h3', {}, 'By rating'), byRating!);
  if (drawn.length > 0) {
    if (rated.length > 0) made.append(element('h3', {}, 'By guesses'));
    made.append(byGuesses!);
  }
  const folded = [foldedRatings(lists.highestRated), foldedGuesses(guessed)].filter(
    (one) => one !== undefined,
  );
  made.append(...folded.map(({ details }) => details));
  return {
    element: made,
    show(bar) {
      const one = folded.find(({ bars }) => bars.has(bar));
      if (!one) return;
      one.details.open = true;
      one.table.choose(bar);
    },
  };
}

const barsOfGuessed = (puzzle: Lists['hardest'][number]) => [
  guessesBar(puzzle.size, guessBin(puzzle.guesses)),
  ...barOfGivens(puzzle),
];
const barsOfRated = (puzzle: Lists['highestRated'][number]) => [
  ratingBar(puzzle.size, puzzle.er),
  ...barOfGivens(puzzle),
];
/** None for a puzzle that is not in the report. */
const barOfGivens = ({ size, puzzle }: { readonly size: string; readonly puzzle?: string }) =>
  puzzle === undefined ? [] : [givensBar(size, puzzle.replaceAll('.', '').length)];

/** The bars of charts of which a list has puzzles. A single puzzle is no list. */
export function listedBars({ hardest: all, highestRated }: Omit<Lists, 'problems'>): Set<string> {
  const guessed = all.filter(({ guesses }) => guesses > 0);
  return new Set([
    ...(guessed.length > 1 ? guessed.flatMap(barsOfGuessed) : []),
    ...(highestRated.length > 1 ? highestRated.flatMap(barsOfRated) : []),
  ]);
}

function ratedAsHard(puzzle: OfFile<RatedPuzzle>, others: Lists['hardest']): Hard {
  const { er, technique } = puzzle;
  // reports of older versions have no solutions of rated puzzles
  const same = others.find((other) => isDrawn(other) && puzzleIdentity(other) === puzzleIdentity(puzzle));
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

/** The lines of a puzzle in each file that has it: `lines 1, 2`. */
function placesOf({ key = '', line, others = [] }: Hard): [key: string, lines: string][] {
  const byKey = Map.groupBy([{ key, line }, ...others], (place) => place.key);
  return Array.from(byKey, ([name, places]) => {
    const all = [...new Set(places.map((place) => numberText(place.line)))];
    const rest = all.length > MAX_NAMED ? ', …' : '';
    return [name, `${all.length === 1 ? 'line' : 'lines'} ${all.slice(0, MAX_NAMED).join(', ')}${rest}`];
  });
}

function tile(first: Hard): HTMLElement {
  const { figure, more, key, puzzle, size, rules = [], hasCandidates } = first;
  const places = placesOf(first);
  const named = places
    .slice(0, MAX_NAMED)
    .flatMap(([name, lines]) => [
      key === undefined ? undefined : userText(name, SHORT),
      element('span', { class: 'note' }, lines),
    ]);
  const unnamed = places.length - MAX_NAMED;
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
    ...named,
    unnamed > 0 ? element('span', { class: 'note' }, `and in ${counted(unnamed, 'more file')}`) : undefined,
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
function solutionsButton(of: HTMLElement, drawn: readonly Hard[]): HTMLElement[] {
  const without = drawn.filter(({ solution }) => solution === undefined);
  if (without.length === drawn.length) return [];
  const missing =
    without.length === 0
      ? ''
      : `${numberText(without.length)} of ${numberText(drawn.length)} have none here: ${without
          .map(({ key, line }) => `${key === undefined ? '' : `${key} `}line ${numberText(line)}`)
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

interface Folded {
  readonly details: HTMLDetailsElement;
  readonly bars: ReadonlySet<string>;
  readonly table: SortableTable;
}

function foldedGuesses(rows: Lists['hardest']): Folded | undefined {
  return folded(`The ${rows.length} hardest by guesses`, rows, barsOfGuessed, [
    { title: 'guesses', value: ({ guesses }) => guesses, isNumber: true },
    { title: 'outcome', value: ({ outcome }) => outcome },
  ]);
}

function foldedRatings(rows: Lists['highestRated']): Folded | undefined {
  return folded(`The ${rows.length} hardest by rating`, rows, barsOfRated, [
    {
      title: 'ER',
      value: ({ er = Infinity }) => er,
      shown: ({ er }) => er?.toFixed(1) ?? 'above 9.5',
      isNumber: true,
    },
    { title: 'technique', value: ({ technique = '' }) => technique },
  ]);
}

/** A list that is folded until the reader opens it, or a bar of the charts filters it. */
function folded<R extends OfFile<{ readonly line: number; readonly size: string }>>(
  title: string,
  rows: readonly R[],
  barsOf: (row: R) => readonly string[],
  own: readonly SortableColumn<R>[],
): Folded | undefined {
  if (rows.length < 2) return undefined;
  const columns: SortableColumn<R>[] = [
    { title: 'line', value: ({ line }) => line, isNumber: true },
    { title: 'size', value: ({ size }) => size },
    ...own,
  ];
  if (rows[0]!.key !== undefined) {
    const filesOf = ({ key = '', others = [] }: R) => [
      ...new Set([key, ...others.map((other) => other.key)]),
    ];
    const shown = (row: R) => {
      const [first, ...rest] = filesOf(row);
      const more = rest.length > 0 ? ` and ${numberText(rest.length)} more` : '';
      return element('span', {}, userText(first!, SHORT), more);
    };
    columns.unshift({ title: 'file', value: (row) => filesOf(row).join(' '), shown });
  }
  const bars = new Set(rows.flatMap(barsOf));
  const table = sortableTable<R>({
    caption: title,
    rows,
    columns,
    searched: (row) => columns.map(({ value }) => value(row)).join(' '),
    choices: new Map([...bars].map((bar) => [bar, (row: R) => barsOf(row).includes(bar)])),
  });
  return { details: element('details', {}, element('summary', {}, title), table.element), bars, table };
}
