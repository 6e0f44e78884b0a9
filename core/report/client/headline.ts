import type { Totals } from '../page-document.ts';
import { verdictOf } from '../verdict.ts';
import { element } from './element.ts';

/** One big number and one sentence. */
export function headline(totals: Totals): HTMLElement {
  const { figure, label, sentence, tone } = verdictOf(totals);
  return element(
    'div',
    { class: `headline ${tone}`, 'data-solved': totals.solved, 'data-puzzles': totals.puzzles },
    element('p', { class: 'figure' }, element('strong', {}, figure), label === '' ? undefined : ` ${label}`),
    element('p', { class: 'sentence' }, sentence),
  );
}

/** A row of short facts, each a number and what it is. Those without a number are left out. */
export function tiles(facts: readonly (readonly [name: string, value: string | undefined])[]): HTMLElement {
  const shown = facts.filter(([, value]) => value !== undefined);
  return element(
    'dl',
    { class: 'tiles' },
    ...shown.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  );
}
