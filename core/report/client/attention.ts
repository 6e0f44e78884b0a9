// The section with what a reader may have to act on, the most urgent first, each with advice.

import { OUTCOMES, type OutcomeKey } from '../../solver/model/status.ts';
import { counted, numberText } from '../format.ts';
import type { Totals, UnreadStatus } from '../page-document.ts';
import { element, section } from './element.ts';

/** What a reader of the report may have to act on. */
export type Concern = Exclude<OutcomeKey, 'solved'> | 'disagreements' | UnreadStatus;

/** Whether a concern is about files without a result. */
export const isUnreadStatus = (concern: Concern): concern is UnreadStatus =>
  concern === 'rejected' || concern === 'failed' || concern === 'cancelled';

/** In the order of urgency, each with what to know or do about it. */
const CONCERNS: readonly {
  readonly concern: Concern;
  readonly tone: 'bad' | 'warn';
  readonly advice: string;
}[] = [
  { concern: 'failed', tone: 'bad', advice: 'The pipeline gave up. Fix the cause and redrive the messages.' },
  {
    concern: 'rejected',
    tone: 'bad',
    advice: 'Not a file of puzzles, or it requests an unknown option. Not retried.',
  },
  {
    concern: 'cancelled',
    tone: 'warn',
    advice: 'Its owner stopped the work on it. Upload it again to have it solved.',
  },
  {
    concern: 'disagreements',
    tone: 'bad',
    advice: 'A solution in the file breaks a rule, or is not the only one.',
  },
  { concern: 'invalid', tone: 'warn', advice: 'A digit is repeated in a unit, or the record is no puzzle.' },
  { concern: 'noSolution', tone: 'warn', advice: 'No grid fits the givens.' },
  { concern: 'notUnique', tone: 'warn', advice: 'More than one grid fits the givens.' },
  { concern: 'unsolved', tone: 'warn', advice: 'The search stopped first. A larger budget may solve them.' },
  {
    concern: 'unsupported',
    tone: 'warn',
    advice: 'They have a rule that is not known. It is never ignored.',
  },
];

/** Lists what needs attention, and where it is, or states that nothing does. */
export function attention(totals: Totals, show?: (concern: Concern) => void): HTMLElement {
  const present = CONCERNS.filter(({ concern }) => totals[concern] > 0);
  const items = present.map(({ concern, tone, advice }) => {
    const button = element('button', { type: 'button' }, 'Show');
    button.setAttribute('aria-label', `Show: ${titleOf(concern, totals)}`);
    if (show) button.addEventListener('click', () => show(concern));
    return attentionItem(tone, titleOf(concern, totals), advice, show ? button : undefined);
  });
  if (totals.atLimit > 0) items.push(limited(totals.atLimit));
  const isEmpty = totals.puzzles === 0;
  return attentionSection(
    items,
    isEmpty ? 'There was nothing to solve.' : 'Nothing. Every record is a puzzle and was solved.',
  );
}

/** Items, the most urgent first, or that there are none. */
export function attentionSection(items: readonly HTMLElement[], nothing: string): HTMLElement {
  const list = element('ul', {}, ...items);
  const none = element('p', { class: 'nothing' }, nothing);
  return section('attention', 'Needs attention', items.length > 0 ? list : none);
}

/** What a reader may have to act on, and what to know or do about it. */
export function attentionItem(
  tone: 'bad' | 'warn',
  title: string,
  advice: string,
  button?: HTMLElement,
): HTMLLIElement {
  const words = element('div', {}, element('strong', {}, title), element('p', {}, advice));
  return element('li', { class: tone }, words, button);
}

function titleOf(concern: Concern, totals: Totals): string {
  const n = totals[concern];
  const { files, filesWith } = totals;
  if (isUnreadStatus(concern)) return `${counted(n, 'file')} ${concern}`;
  const where = files > 1 ? ` in ${counted(filesWith[concern], 'file')}` : '';
  if (concern === 'disagreements') return `${counted(n, 'given solution')} wrong${where}`;
  if (concern === 'invalid') return `${counted(n, 'record')} invalid${where}`;
  return `${counted(n, 'puzzle')} ${labelOf(concern)}${where}`;
}

function limited(atLimit: number): HTMLLIElement {
  const title = `Counting stopped at the limit for ${counted(atLimit, 'puzzle')}`;
  const advice = `${numberText(atLimit)} of the numbers of solutions are lower bounds. A higher limit counts further.`;
  return attentionItem('warn', title, advice);
}

/** For people to read. */
export const labelOf = (key: OutcomeKey): string => OUTCOMES.find((outcome) => outcome.key === key)!.label;
