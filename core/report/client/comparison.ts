import { OUTCOMES } from '../../solver/status.ts';
import { isComplete, type PageDocument } from '../page-document.ts';
import { counted, element, table } from './element.ts';
import { guessesCompared } from './guesses-compared.ts';

/** Compares several reports, one row each. */
export function comparison({ reports, omitted }: PageDocument): HTMLElement {
  const rows = reports.map((report, index) => {
    const name = element('a', { href: `#report-${index}` }, report.input.key);
    if (report.status !== 'done') return [name, report.status];
    const { puzzles, seconds, puzzlesPerSecond, guesses } = report;
    return [
      isComplete(report) ? name : report.input.key,
      'done',
      puzzles,
      ...OUTCOMES.map(({ key }) => report[key]),
      puzzles === 0 ? '' : (guesses / puzzles).toLocaleString('en', { maximumFractionDigits: 1 }),
      seconds.toLocaleString('en', { maximumFractionDigits: 3 }),
      puzzlesPerSecond,
    ];
  });
  const labels = OUTCOMES.map(({ label }) => label);
  const columns = ['file', 'status', 'puzzles', ...labels, 'guesses a puzzle', 'seconds', 'puzzles a second'];
  return element(
    'section',
    { class: 'comparison' },
    element('h2', {}, 'Files'),
    table('Comparison of the files', columns, rows),
    guessesCompared(reports.filter(isComplete)),
    omitted > 0 ? element('p', { class: 'note' }, `and ${counted(omitted, 'file')} more`) : undefined,
  );
}
