// Shows the steps of a solution one by one.

import { element } from '../../../core/report/client/element.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { button } from '../shared/button.ts';
import type { Drawing, Mark } from '../shared/grid.ts';
import { Candidates } from './candidates.ts';
import { chainPicture } from './chain-picture.ts';
import type { Walk, WalkStep } from './walk.ts';

export interface StepsView {
  readonly element: HTMLElement;
  /** Moves the focus to the slider, whose arrow keys lead from step to step. */
  focus(): void;
}

/** @param draw draws the board before a step, with what the step uses and changes */
export function stepsView(
  walk: Walk,
  geometry: Geometry,
  givens: Uint8Array,
  draw: (drawing: Drawing) => void,
): StepsView {
  const { steps } = walk;
  const slider = element('input', {
    type: 'range',
    min: 0,
    max: steps.length,
    value: 0,
    'aria-label': 'Step',
  });
  const bars = element('div', { class: 'bars', 'aria-hidden': 'true' }, ...steps.map(bar));
  const title = element('p', { class: 'step-title' });
  const sentence = element('p', { class: 'sentence' });
  const chains = element('div', { class: 'chains' });
  const previous = button('← Previous', { id: 'previous-step' }, () => move(-1));
  const next = button('Next →', { id: 'next-step', class: 'main' }, () => move(1));

  function show(at: number): void {
    slider.value = String(at);
    const step = steps[at];
    const said = step ? step.sentence : endOf(walk);
    const rating = step?.rating === undefined ? [] : [element('span', { class: 'rating' }, step.rating)];
    title.replaceChildren(
      element('strong', {}, step?.name ?? (walk.isCut ? 'No further step' : 'Solved')),
      ...rating,
      element('span', { class: 'position' }, step ? `${at + 1} of ${steps.length}` : ''),
    );
    sentence.textContent = said;
    chains.replaceChildren(...chainLines(step));
    const rated = step?.rating === undefined ? '' : `, rated ${step.rating}`;
    slider.setAttribute(
      'aria-valuetext',
      step ? `${at + 1} of ${steps.length}: ${step.name}${rated}. ${said}` : said,
    );
    const focused = document.activeElement;
    previous.disabled = at === 0;
    next.disabled = at === steps.length;
    // a disabled button loses the focus, and arrow keys would lead nowhere
    if ([previous, next].some((one) => one === focused && one.disabled)) slider.focus();
    for (const [i, one] of [...bars.children].entries()) one.classList.toggle('current', i === at);
    draw(drawingOf(walk, at, geometry, givens));
  }

  const move = (by: number) => show(Math.min(Math.max(Number(slider.value) + by, 0), steps.length));
  slider.addEventListener('input', () => show(Number(slider.value)));
  const view = element(
    'div',
    { class: 'steps' },
    header(walk),
    element('div', { class: 'track' }, bars, slider),
    // above the sentences, whose length differs, so that they stay where they are
    element('div', { class: 'buttons' }, previous, next),
    title,
    sentence,
    chains,
  );
  // also while a button has the focus
  view.addEventListener('keydown', (event) => {
    if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  });
  show(0);
  return { element: view, focus: () => slider.focus() };
}

/** The chains of a step, and what the colours of their arrows mean. */
export function chainLines(step: WalkStep | undefined): HTMLElement[] {
  const lines = (step?.chains ?? []).map((chain) => element('code', {}, chain));
  if (step === undefined || step.links.length === 0) return lines;
  const legend = element(
    'p',
    { class: 'note legend' },
    element('span', { class: 'on' }, 'Green'),
    ' arrows lead to what is true then, ',
    element('span', { class: 'off' }, 'red, dashed'),
    ' ones to what is not.',
  );
  return [...lines, legend];
}

/** A bar whose height is the rating. */
function bar({ rating, removals, placed }: WalkStep): HTMLElement {
  const made = element('span', { class: placed ? 'places' : removals.length > 0 ? 'removes' : '' });
  // ratings begin at 1.0 and end near 10; ungraded steps are low, and those that place nothing a little higher
  const height = rating === undefined ? (placed ? 20 : 45) : Math.min(8 + 10 * Number(rating), 100);
  made.style.setProperty('height', `${height}%`);
  return made;
}

function header({ difficulty, ratings }: Walk): HTMLElement {
  const word = `${difficulty.charAt(0).toUpperCase()}${difficulty.slice(1)}`;
  if (!ratings) return element('p', { class: 'difficulty' }, element('strong', {}, word));
  const meanings = ['hardest step', 'hardest step up to the first digit', 'first step'];
  const items = ['ER', 'EP', 'ED'].map((name, i) =>
    element(
      'div',
      {},
      element('dt', {}, name, element('span', { class: 'meaning' }, ` (${meanings[i]})`)),
      element('dd', {}, ratings[i]),
    ),
  );
  return element('div', { class: 'difficulty' }, element('strong', {}, word), element('dl', {}, ...items));
}

const endOf = ({ isCut, steps }: Walk): string =>
  isCut
    ? 'The rest needs nested forcing chains, which are not searched for.'
    : `The grid is full after ${steps.length} step${steps.length === 1 ? '' : 's'}.`;

function drawingOf({ steps }: Walk, at: number, geometry: Geometry, givens: Uint8Array): Drawing {
  const board = new Candidates(geometry, givens);
  for (const step of steps.slice(0, at)) board.apply(step);
  const values = board.values.slice();
  const { sets: candidates } = board;
  const step = steps[at];
  if (!step) return { values, candidates, hidesWritten: true };
  if (step.placed) values[step.placed.cell] = step.placed.value;
  return { values, candidates, hidesWritten: true, ...stepDrawing(step, geometry) };
}

/** What a step uses and changes, without the digits and candidates before it. */
export function stepDrawing(
  { units, pattern, removals, placed, links }: WalkStep,
  geometry: Geometry,
): Pick<Drawing, 'marks' | 'used' | 'removed' | 'overlay'> {
  const marks = new Map<number, Mark>();
  for (const unit of units) for (const cell of geometry.units[unit]!) marks.set(cell, 'unit');
  for (const { cell } of pattern) marks.set(cell, 'pattern');
  for (const { cell } of removals) marks.set(cell, 'reduced');
  if (placed) marks.set(placed.cell, 'placed');
  const setsOf = (all: WalkStep['removals']) => new Map(all.map(({ cell, values: set }) => [cell, set]));
  const overlay = chainPicture(geometry, links);
  return { marks, used: setsOf(pattern), removed: setsOf(removals), overlay };
}
