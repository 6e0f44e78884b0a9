// The section that compares a few files side by side: their figures, and the distributions of their guesses.

import { OUTCOMES } from '../../solver/model/status.ts';
import { duration, mean, numberText, percent } from '../format.ts';
import type { DoneReport, PageDocument } from '../page-document.ts';
import { guessCounts } from '../totals.ts';
import { barTable } from './bars.ts';
import { powerLabel } from './distributions.ts';
import { type Child, element, SHORT, section, table, userText } from './element.ts';

/** Most files that are compared side by side. */
const MAX_COMPARED = 4;

/** Compares a few files side by side: their figures, and the distributions of their guesses. */
export function comparison({ totals, reports }: PageDocument): HTMLElement | undefined {
  const done = Object.values(reports).filter((report): report is DoneReport => report.status === 'done');
  const shown = done.filter(({ puzzles }) => puzzles > 0);
  if (shown.length < 2 || totals.files > MAX_COMPARED) return undefined;
  return section('comparison', 'Side by side', figures(shown), guesses(shown));
}

function figures(reports: readonly DoneReport[]): HTMLElement {
  const row = (name: string, of: (report: DoneReport) => Child): Child[] => [name, ...reports.map(of)];
  const rows = [
    row('puzzles', ({ puzzles }) => puzzles),
    ...OUTCOMES.filter(({ key }) => reports.some((report) => report[key] > 0)).map(({ key, label }) =>
      row(label, (report) => `${numberText(report[key])} (${percent(report[key] / report.puzzles)})`),
    ),
    row('wrong solutions', ({ disagreements }) => disagreements),
    row('guesses a puzzle', (report) => mean(report.guesses / report.puzzles)),
    row('time', ({ seconds }) => duration(seconds)),
    row('puzzles a second', ({ puzzlesPerSecond }) => puzzlesPerSecond),
  ];
  const made = table('Figures of the files', ['', ...reports.map(({ input }) => input.key)], rows);
  // texts beside numbers align as numbers do
  for (const cell of made.querySelectorAll('td, thead th + th')) cell.className = 'number';
  for (const [i, head] of [...made.querySelectorAll('thead th + th')].entries()) {
    head.replaceChildren(swatch(i), ' ', userText(reports[i]!.input.key, SHORT));
  }
  made.querySelector('thead th')!.replaceWith(element('td', {}));
  return made;
}

/** The colour of a file. */
export const swatch = (i: number): HTMLElement => element('span', { class: `swatch file-${i}` });

function guesses(reports: readonly DoneReport[]): HTMLElement {
  const shares = reports.map(({ statistics }) => {
    const { bins, total } = guessCounts(statistics);
    return bins.map((count) => count / total);
  });
  const bins = Math.max(...shares.map((share) => share.length));
  return sharesChart(
    'Guesses: share of the puzzles of each file',
    'guesses',
    reports.map(({ input }) => input.key),
    Array.from({ length: bins }, (_, bin) => ({
      label: powerLabel(bin),
      shares: shares.map((share) => share[bin] ?? 0),
    })),
  );
}

/** A bar chart as a table, with a bar for each file in each row. */
export function sharesChart(
  title: string,
  unit: string,
  files: readonly string[],
  bins: readonly { readonly label: string; readonly shares: readonly number[] }[],
): HTMLElement {
  const most = Math.max(...bins.flatMap(({ shares }) => shares));
  const rows = bins.map(({ label, shares }) => ({
    label,
    bars: shares.map((share, i) => ({ share: share / most, kind: `file-${i}` })),
    numbers: shares.map((share) => element('td', { class: 'number' }, percent(share))),
  }));
  const heads = files.map((file, i) => [swatch(i), element('span', { class: 'hidden' }, file)]);
  return element(
    'figure',
    {},
    element('figcaption', {}, element('b', {}, title)),
    barTable(title, unit, heads, rows),
  );
}
