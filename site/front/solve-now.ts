// The puzzle on the front page: a grid to type into, and a button that solves it with the library.

import { lineOf } from '../../core/formats/shared/alphabet.ts';
import { element } from '../../core/report/client/element.ts';
import { geometry } from '../../core/solver/model/geometry.ts';
import { button } from '../try/shared/button.ts';
import { type Grid, makeGrid } from '../try/shared/grid.ts';
import { missingFeature } from '../try/shared/simd.ts';
import { cellsOf } from '../try/shared/symbols.ts';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SHAPE = geometry(9);
const DIGITS = '123456789';

/** Builds the grid and its buttons into an element. The solver is loaded when it is needed first. */
export function mount(root: HTMLElement): void {
  const frame = element('div', { class: 'frame' });
  const state = element('p', { class: 'state', role: 'status' });
  let grid = start(cellsOf(PUZZLE, DIGITS));

  function start(cells: Uint8Array): Grid {
    const made = makeGrid({
      geometry: SHAPE,
      cells,
      label: 'A 9x9 puzzle that you can change',
      onChange: () => state.replaceChildren(),
      onPaste: (text) => {
        const line = text.replaceAll(/[^\d.]/g, '');
        if (line.length === SHAPE.cells) grid = start(cellsOf(line, DIGITS));
        else state.textContent = `Expected ${SHAPE.cells} digits or dots, got ${line.length}.`;
      },
    });
    frame.replaceChildren(made.element);
    state.textContent = 'Type into the grid, or paste a puzzle.';
    return made;
  }

  async function solve(): Promise<void> {
    const missing = missingFeature();
    if (missing !== undefined) {
      state.textContent = missing;
      return;
    }
    const { solve: solveLine } = await import('../../core/puzzle/solve.ts');
    const line = lineOf(grid.cells());
    // compiles the kernel, which is not to be timed
    solveLine(line);
    const begin = performance.now();
    const { status, solution } = solveLine(line);
    const milliseconds = performance.now() - begin;
    if (solution) grid.draw({ values: cellsOf(solution, DIGITS) });
    state.textContent = OUTCOMES[status]?.(milliseconds) ?? `The result is: ${status}.`;
  }

  root.replaceChildren(
    frame,
    element(
      'div',
      { class: 'digits', role: 'group', 'aria-label': 'Digits' },
      ...Array.from(DIGITS, (digit) => button(digit, {}, () => grid.type(Number(digit)))),
      button('⌫', { 'aria-label': 'Clear the cell' }, () => grid.type(0)),
    ),
    element(
      'div',
      { class: 'buttons' },
      button('Solve', { class: 'main' }, () => void solve()),
      button('Clear', {}, () => {
        grid = start(new Uint8Array(SHAPE.cells));
      }),
      state,
    ),
  );
}

const OUTCOMES: Readonly<Record<string, (milliseconds: number) => string>> = {
  solved: (milliseconds) =>
    `The only solution, found in ${milliseconds < 1 ? 'under 1' : Math.round(milliseconds)} ms.`,
  'not-unique': () => 'This is one of several solutions.',
  'no-solution': () => 'This puzzle has no solution.',
  invalid: () => 'Two equal digits see each other.',
};
