import type { HardPuzzle } from '../../files/statistics/hardest.ts';
import { counted, element } from './element.ts';

/** Rows and columns of the boxes of a grid: square, or wider than high. */
function boxOf(size: number): { rows: number; columns: number } {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows !== 0) rows--;
  return { rows, columns: size / rows };
}

/** A puzzle as a grid: givens bold, the solution light and hidden until the reader requests it. */
export function grid(entry: HardPuzzle & { readonly puzzle: string }): HTMLElement {
  const { line, guesses, puzzle, solution, outcome } = entry;
  const size = Math.sqrt(puzzle.length);
  // for any other number, the search for boxes would never end
  if (!(Number.isInteger(size) && size > 0)) {
    throw new Error(`expected a puzzle of a square number of cells, got ${puzzle.length}`);
  }
  const { rows, columns } = boxOf(size);
  const isX = entry.size.endsWith(' x');
  const body = Array.from({ length: size }, (_, row) =>
    element(
      'tr',
      { class: row % rows === 0 ? 'top' : undefined },
      ...Array.from({ length: size }, (_, column) => {
        const cell = row * size + column;
        const diagonal = isX && (row === column || row + column === size - 1);
        const left = column % columns === 0;
        const classes = [left && 'left', diagonal && 'diagonal'].filter(Boolean).join(' ') || undefined;
        if (puzzle[cell] !== '.') return element('td', { class: classes }, element('b', {}, puzzle[cell]!));
        return element('td', { class: classes }, element('i', {}, solution?.[cell] ?? ''));
      }),
    ),
  );
  const name = `Line ${line}: ${counted(guesses, 'guess').replace('guesss', 'guesses')}`;
  const drawn = element(
    'table',
    {
      class: `grid s${size > 16 ? 'l' : size > 9 ? 'm' : 's'}`,
      'aria-label': `${entry.size} puzzle, line ${line}`,
    },
    element('tbody', {}, ...body),
  );
  const figure = element('figure', { class: 'puzzle' }, element('figcaption', {}, name), drawn);
  if (solution === undefined) {
    figure.append(
      element(
        'p',
        { class: 'note' },
        outcome === 'solved' ? 'all of its solutions are listed in the result' : outcome,
      ),
    );
    return figure;
  }
  const button = element('button', { type: 'button', 'aria-pressed': 'false' }, 'Show solution');
  button.addEventListener('click', () => {
    const isShown = drawn.classList.toggle('solved');
    button.setAttribute('aria-pressed', String(isShown));
    button.textContent = isShown ? 'Hide solution' : 'Show solution';
  });
  figure.append(button);
  return figure;
}
