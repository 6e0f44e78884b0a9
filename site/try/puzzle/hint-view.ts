// One hint: first what to look for and where, then why, then it can be done.

import { element } from '../../../core/report/client/element.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { cellCode } from '../../../core/solver/model/rule-kinds.ts';
import { button } from '../shared/button.ts';
import type { Drawing, Mark } from '../shared/grid.ts';
import { chainLines, stepDrawing } from './steps-view.ts';
import type { WalkStep } from './walk.ts';

export interface HintView {
  readonly element: HTMLElement;
  /** Says why the step holds, and draws it. */
  explain(): void;
}

interface Actions {
  /** Draws over the position, by default with candidates. */
  readonly draw: (drawing: Drawing, withCandidates: boolean) => void;
  readonly apply: () => void;
}

export function hintView(step: WalkStep, shape: Geometry, { draw, apply }: Actions): HintView {
  const { name, rating, sentence } = step;
  const text = element('p', {}, placeText(step, shape));
  const chains = element('div', { class: 'chains' });
  const more = button('Explain', { id: 'explain-hint', class: 'main' }, () => explain());
  const view = element(
    'div',
    { class: 'card hint' },
    element('h2', {}, name, rating === undefined ? undefined : element('span', { class: 'rating' }, rating)),
    text,
    chains,
    element('div', { class: 'buttons' }, more, button('Do it', { id: 'do-hint' }, apply)),
  );
  function explain(): void {
    text.textContent = sentence;
    chains.replaceChildren(...chainLines(step));
    const hadFocus = document.activeElement === more;
    more.remove();
    if (hadFocus) document.getElementById('do-hint')?.focus();
    draw(stepDrawing(step, shape), true);
  }
  draw({ marks: placeMarks(step, shape) }, false);
  return { element: view, explain };
}

/** Where to look. */
function placeText({ units, pattern, placed }: WalkStep, { unitNames, size }: Geometry): string {
  const cells = pattern.map(({ cell }) => cellCode(cell, size));
  if (units.length > 0) return `Look at ${listed(units.map((unit) => unitNames[unit]!))}.`;
  if (cells.length > 0) return `Look at ${listed(cells)}.`;
  return placed ? `Look at ${cellCode(placed.cell, size)}.` : 'Look at the candidates.';
}

/** Cells to look at, without what follows. */
function placeMarks({ units, pattern, placed }: WalkStep, shape: Geometry): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const unit of units) for (const cell of shape.units[unit]!) marks.set(cell, 'unit');
  if (units.length === 0) for (const { cell } of pattern) marks.set(cell, 'pattern');
  if (marks.size === 0 && placed) marks.set(placed.cell, 'pattern');
  return marks;
}

/** The most cells or units that a sentence lists. */
const MAX_LISTED = 6;

function listed(all: readonly string[]): string {
  const some = [...new Set(all)];
  if (some.length > MAX_LISTED) return 'the coloured cells';
  return some.length < 2 ? some.join('') : `${some.slice(0, -1).join(', ')} and ${some.at(-1)}`;
}
