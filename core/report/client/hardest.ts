// The section with the hardest puzzles, by rating and by guesses: the first few drawn, all in a list.

import type { HardPuzzle } from '../../files/statistics/hardest.ts';
import type { RatedPuzzle } from '../../files/statistics/highest-rated.ts';
import type { Rule } from '../../solver/model/rule-kinds.ts';
import { counted, numberText } from '../format.ts';
import type { Lists, OfFile } from '../page-document.ts';
import { element, SHORT, section, table, userText } from './element.ts';
import { grid } from './grid.ts';

/** Grids that are drawn. */
const MAX_DRAWN = 6;
/** Lines of equal puzzles that are named. */
const MAX_LINES = 3;

/** A puzzle of either list, with the name of its file on a page of several. */
interface Hard {
  readonly line: number;
  readonly size: string;
  readonly puzzle: string;
  readonly solution?: string | undefined;
  readonly regions?: string | undefined;
  readonly rules?: readonly Rule[] | undefined;
  /** `ER 8.3`, `12 guesses` */
  readonly figure: string;
  readonly more?: string | undefined;
  readonly key?: string | undefined;
}

/** The puzzles with the highest ratings and those that took the most guesses: as grids, and a list of all. */
export function hardest(lists: Omit<Lists, 'problems'>): HTMLElement | undefined {
  const guessed = lists.hardest.filter(({ guesses }) => guesses > 0);
  const rated = lists.highestRated.map((puzzle) => ratedAsHard(puzzle, lists.hardest));
  const drawn = guessed.flatMap(({ puzzle, ...rest }) =>
    puzzle === undefined ? [] : [guessedAsHard({ ...rest, puzzle })],
  );
  if (rated.length === 0 && guessed.length === 0) return undefined;
  const made = section('hardest', 'The hardest');
  const grids = [...(rated.length > 0 ? [element('h3', {}, 'By rating'), row(rated)] : [])];
  if (drawn.length > 0)
    grids.push(...(rated.length > 0 ? [element('h3', {}, 'By guesses')] : []), row(drawn));
  if ([...rated, ...drawn].some(({ solution }) => solution !== undefined)) made.append(solutionsButton(made));
  made.append(...grids);
  if (guessed.length > MAX_DRAWN) made.append(list(guessed));
  return made;
}

function ratedAsHard(puzzle: OfFile<RatedPuzzle>, others: readonly HardPuzzle[]): Hard {
  const { er, technique } = puzzle;
  const solution = others.find((other) => other.puzzle === puzzle.puzzle)?.solution;
  return {
    ...puzzle,
    solution,
    figure: er === undefined ? 'ER above 9.5' : `ER ${er.toFixed(1)}`,
    more: technique,
  };
}

function guessedAsHard(entry: OfFile<HardPuzzle> & { readonly puzzle: string }): Hard {
  const { guesses, outcome, solution } = entry;
  const unsolved = outcome === 'solved' ? 'all of its solutions are in the result' : outcome;
  return {
    ...entry,
    figure: counted(guesses, 'guess', 'guesses'),
    more: solution === undefined ? unsolved : undefined,
  };
}

/** Equal puzzles are drawn once. */
function row(puzzles: readonly Hard[]): HTMLElement {
  const groups = Map.groupBy(puzzles, ({ puzzle }) => puzzle);
  return element('div', { class: 'grids' }, ...[...groups.values()].slice(0, MAX_DRAWN).map(tile));
}

function tile(equal: readonly Hard[]): HTMLElement {
  const [first] = equal as [Hard];
  const { figure, more, key, puzzle, size } = first;
  const here = equal.filter((other) => other.key === key);
  const lines = here.slice(0, MAX_LINES).map(({ line }) => numberText(line));
  const rest = here.length > MAX_LINES ? ', …' : '';
  const others = here.length < equal.length ? ', and in other files' : '';
  const where = `${here.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${rest}${others}`;
  const copy = element(
    'button',
    { type: 'button', 'aria-label': `Copy the puzzle of line ${first.line}` },
    'Copy',
  );
  copy.addEventListener('click', () => {
    const said = (text: string) => {
      copy.textContent = text;
    };
    navigator.clipboard.writeText(puzzle).then(
      () => said('Copied'),
      () => said('Not allowed here'),
    );
  });
  const caption = element(
    'figcaption',
    {},
    element('b', {}, figure),
    more === undefined ? undefined : element('span', {}, more),
    key === undefined ? undefined : userText(key, SHORT),
    element('span', { class: 'note' }, where),
  );
  const isLarge = puzzle.length > 144;
  const drawn = grid({ ...first, name: `${size} puzzle, line ${first.line}` });
  return element('figure', { class: isLarge ? 'puzzle large' : 'puzzle' }, caption, drawn, copy);
}

function solutionsButton(of: HTMLElement): HTMLElement {
  const button = element(
    'button',
    { type: 'button', class: 'solutions', 'aria-pressed': 'false' },
    'Show solutions',
  );
  button.addEventListener('click', () => {
    const isShown = of.classList.toggle('solved');
    button.setAttribute('aria-pressed', String(isShown));
    button.textContent = isShown ? 'Hide solutions' : 'Show solutions';
  });
  return button;
}

function list(puzzles: readonly OfFile<HardPuzzle>[]): HTMLElement {
  const isOne = puzzles[0]!.key === undefined;
  const rows = puzzles.map(({ key, line, size, guesses, outcome }) => [
    ...(isOne ? [] : [userText(key ?? '', SHORT)]),
    numberText(line),
    size,
    guesses,
    outcome,
  ]);
  const columns = [...(isOne ? [] : ['file']), 'line', 'size', 'guesses', 'outcome'];
  const title = `The ${puzzles.length} hardest by guesses`;
  return element('details', {}, element('summary', {}, title), table(title, columns, rows));
}
