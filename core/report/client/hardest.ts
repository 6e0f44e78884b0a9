import type { Report } from '../../files/report.ts';
import { element, table } from './element.ts';
import { grid } from './grid.ts';

/** The puzzles with most guesses: draws the first ones and lists all. */
export function hardest(report: Report): HTMLElement | undefined {
  const listed = report.hardest ?? [];
  if (listed.length === 0) return undefined;
  const drawn = listed.flatMap(({ puzzle, ...rest }) =>
    puzzle === undefined ? [] : [grid({ ...rest, puzzle })],
  );
  return element(
    'section',
    { class: 'hardest' },
    element('h2', {}, 'The hardest'),
    element('div', { class: 'grids' }, ...drawn),
    element(
      'details',
      {},
      element('summary', {}, `The ${listed.length} hardest by guesses`),
      table(
        'The hardest puzzles',
        ['line', 'size', 'guesses', 'outcome'],
        listed.map(({ line, size, guesses, outcome }) => [line, size, guesses, outcome]),
      ),
    ),
  );
}
