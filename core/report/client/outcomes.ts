import type { Report } from '../../files/report.ts';
import { OUTCOMES } from '../../solver/status.ts';
import { element, table } from './element.ts';
import { percent } from './headline.ts';

/** Outcomes of the puzzles, in total and by size. */
export function outcomes(report: Report): HTMLElement {
  const sizes = Object.keys(report.statistics ?? {}).sort();
  const rows = OUTCOMES.filter(({ key }) => report[key] > 0).map(({ key, name, label }) => {
    const share = report.puzzles === 0 ? 0 : report[key] / report.puzzles;
    return [
      label,
      report[key],
      element('span', { class: 'share' }, percent(share), bar(name, share)),
      ...(sizes.length > 1 ? sizes.map((size) => report.statistics[size]![key]) : []),
    ];
  });
  const columns = ['outcome', 'puzzles', 'share', ...(sizes.length > 1 ? sizes : [])];
  return element(
    'section',
    { class: 'outcomes' },
    element('h2', {}, 'Outcomes'),
    table('Puzzles by outcome', columns, rows),
  );
}

/** A bar as long as the share. Its width is not a style attribute, which the page's policy forbids. */
function bar(name: string, share: number): HTMLElement {
  const made = element('span', { class: `bar ${name}` });
  made.style.width = `${Math.max(share * 10, 0.05)}rem`;
  return made;
}
