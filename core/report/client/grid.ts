// Draws a puzzle: its boxes or regions, its rules, givens in bold, and a solution that is hidden at first.

import type { Rule } from '../../solver/model/rule-kinds.ts';
import { element } from './element.ts';
import { rulesPicture } from './rules-picture.ts';

/** A puzzle to draw. */
export interface Drawn {
  /** a character for each cell, `.` for empty */
  readonly puzzle: string;
  readonly solution?: string | undefined;
  /** `9x9`, or `9x9 x` with diagonals */
  readonly size: string;
  readonly name: string;
  /** a symbol for each cell; equal ones are a region, in place of a box */
  readonly regions?: string | undefined;
  readonly rules?: readonly Rule[] | undefined;
  /** cells of the solution to mark; a mark shows the solution's digit in place of a given */
  readonly wrong?: ReadonlySet<number>;
}

/** Rows and columns of the boxes of a grid: square, or wider than high. */
export function boxShape(size: number): { rows: number; columns: number } {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows !== 0) rows--;
  return { rows, columns: size / rows };
}

/** A puzzle as a grid: givens bold, the solution light and hidden until the reader requests it. */
export function grid({
  puzzle,
  solution,
  size: sizeName,
  name,
  wrong,
  regions,
  rules = [],
}: Drawn): HTMLElement {
  const size = Math.sqrt(puzzle.length);
  // for any other number, the search for boxes would never end
  if (!(Number.isInteger(size) && size > 0)) {
    throw new Error(`expected a puzzle of a square number of cells, got ${puzzle.length}`);
  }
  const { rows, columns } = regions === undefined ? boxShape(size) : { rows: size, columns: size };
  const isX = sizeName.endsWith(' x');
  const body = Array.from({ length: size }, (_, row) =>
    element(
      'tr',
      { class: row % rows === 0 ? 'top' : undefined },
      ...Array.from({ length: size }, (_, column) => {
        const cell = row * size + column;
        const diagonal = isX && (row === column || row + column === size - 1);
        const left = column % columns === 0;
        const isWrong = wrong?.has(cell);
        const names = [left && 'left', diagonal && 'diagonal', isWrong && 'wrong'];
        const classes = names.filter(Boolean).join(' ') || undefined;
        if (puzzle[cell] !== '.') return element('td', { class: classes }, element('b', {}, puzzle[cell]!));
        return element('td', { class: classes }, element('i', {}, solution?.[cell] ?? ''));
      }),
    ),
  );
  const drawn = element('table', { class: 'grid', 'aria-label': name }, element('tbody', {}, ...body));
  drawn.style.setProperty('--size', String(size));
  const picture = rulesPicture({ size, regions, rules });
  if (!picture) return drawn;
  const ruled = element('div', { class: 'ruled' }, drawn, picture);
  ruled.style.setProperty('--size', String(size));
  return ruled;
}
