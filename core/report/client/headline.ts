import type { ReportRow, Totals } from '../page-document.ts';
import { count, counted, element, seconds as shownSeconds } from './element.ts';

/** The headline: how much was solved, and how fast. */
export function headline(report: Extract<ReportRow, { status: 'done' }>): HTMLElement {
  const { puzzlesPerSecond, seconds, disagreements } = report;
  const rate = puzzlesPerSecond > 0 ? ` · ${count(puzzlesPerSecond)} puzzles a second` : '';
  const wrong = disagreements > 0 ? ` · ${counted(disagreements, 'solution')} of the file found wrong` : '';
  return shown(report, `${shownSeconds(seconds)}${rate}${wrong}`);
}

/** A percentage, rounded to 0 or 100 only if exact. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0001) return 'under 0.01 %';
  if (share < 1 && share > 0.9999) return 'over 99.99 %';
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: 2 })} %`;
}

/** The headline over several files. */
export function totalsHeadline({ files, unread, ...totals }: Totals): HTMLElement {
  const more = unread > 0 ? `, ${count(unread)} of them without a result` : '';
  return shown(totals, `${counted(files, 'file')}${more}`);
}

function shown({ puzzles, solved }: Pick<Totals, 'puzzles' | 'solved'>, more: string): HTMLElement {
  const share = puzzles === 0 ? '' : ` (${percent(solved / puzzles)})`;
  const figure = { class: 'figure', 'data-solved': solved, 'data-puzzles': puzzles };
  return element(
    'div',
    { class: 'headline' },
    element('p', figure, `${count(solved)} of ${counted(puzzles, 'puzzle')} solved${share}`),
    element('p', {}, more),
  );
}
