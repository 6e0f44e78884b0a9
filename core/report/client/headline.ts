// The top of a page: one number, one sentence, and a row of short facts.

import type { Totals } from '../page-document.ts';
import { type Verdict, verdictOf } from '../verdict.ts';
import { element } from './element.ts';

/** What a report of files says first. */
export function headline(totals: Totals): HTMLElement {
  const made = verdictElement(verdictOf(totals));
  made.dataset.solved = String(totals.solved);
  made.dataset.puzzles = String(totals.puzzles);
  return made;
}

/** One big number and one sentence. */
export function verdictElement({ figure, label, sentence, tone }: Verdict): HTMLElement {
  return element(
    'div',
    { class: `headline ${tone}` },
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
