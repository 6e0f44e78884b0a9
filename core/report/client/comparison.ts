// The section that compares a few files side by side, or two reports of one file over time: their figures, the distributions of
// their guesses, and the problems that came and went.

import { OUTCOMES } from '../../solver/model/status.ts';
import { dateText, duration, mean, numberText, percent } from '../format.ts';
import { areOfOneFile, type DoneReport, guessesEach, type PageDocument, reportAt } from '../page-document.ts';
import { guessCounts } from '../totals.ts';
import { barTable } from './bars.ts';
import { powerLabel } from './distributions.ts';
import { type Child, element, SHORT, section, table, userText } from './element.ts';

/** Most files that are compared side by side. */
const MAX_COMPARED = 4;

/** Compares a few files side by side, or two reports of one file from the earlier to the later. */
export function comparison(page: PageDocument): HTMLElement | undefined {
  const done = Object.keys(page.reports)
    .map((index) => reportAt(page, Number(index)))
    .filter((report): report is DoneReport => report?.status === 'done');
  const shown = done.filter(({ puzzles }) => puzzles > 0);
  if (shown.length < 2 || page.totals.files > MAX_COMPARED) return undefined;
  if (!areOfOneFile(shown)) return section('comparison', 'Side by side', figures(shown), guesses(shown));
  // a report without a date stays where it is
  const inOrder = shown.every(({ date }) => date !== undefined)
    ? shown.toSorted((a, b) => Date.parse(a.date!) - Date.parse(b.date!))
    : shown;
  const [before, after] = inOrder as [DoneReport, DoneReport];
  const changed = inOrder.length === 2 ? [changedProblems(before, after)] : [];
  return section('comparison', 'Over time', figures(inOrder, true), ...changed, guesses(inOrder, true));
}

interface Figure {
  readonly name: string;
  readonly value: (report: DoneReport) => number | undefined;
  readonly shown?: (value: number, report: DoneReport) => Child;
  /** Whether a change is a share of the earlier value, and not a number of puzzles. */
  readonly isRate?: true;
}

/** @param isOverTime whether all are of one file: they show their dates, and two of them what has changed */
function figures(reports: readonly DoneReport[], isOverTime = false): HTMLElement {
  const present = OUTCOMES.filter(({ key }) => reports.some((report) => report[key] > 0));
  const all: Figure[] = [
    { name: 'puzzles', value: ({ puzzles }) => puzzles },
    ...present.map(({ key, label }): Figure => {
      const shown: Figure['shown'] = (count, { puzzles }) =>
        `${numberText(count)} (${percent(count / puzzles)})`;
      return { name: label, value: (report) => report[key], shown };
    }),
    { name: 'wrong solutions', value: ({ disagreements }) => disagreements },
    { name: 'guesses a puzzle', value: guessesEach, shown: mean, isRate: true },
    { name: 'time', value: ({ seconds }) => seconds, shown: duration, isRate: true },
    { name: 'puzzles a second', value: ({ puzzlesPerSecond }) => puzzlesPerSecond, isRate: true },
  ];
  const hasChange = isOverTime && reports.length === 2;
  const rows = all.map((figure) => {
    const values = reports.map(figure.value);
    const shown = values.map((value, i) =>
      value === undefined ? '–' : figure.shown ? figure.shown(value, reports[i]!) : value,
    );
    return [figure.name, ...shown, ...(hasChange ? [changeText(figure, values)] : [])];
  });
  if (isOverTime) {
    rows.unshift(['version', ...reports.map(({ version = '–' }) => version), ...(hasChange ? [''] : [])]);
  }
  const titles = titlesOf(reports, isOverTime);
  const caption = isOverTime ? 'Figures of the reports' : 'Figures of the files';
  const made = table(caption, ['', ...titles, ...(hasChange ? ['change'] : [])], rows);
  // texts beside numbers align as numbers do
  for (const cell of made.querySelectorAll('td, thead th + th')) cell.className = 'number';
  for (const [i, head] of [...made.querySelectorAll('thead th + th')].slice(0, reports.length).entries()) {
    head.replaceChildren(swatch(i), ' ', userText(titles[i]!, SHORT));
  }
  made.querySelector('thead th')!.replaceWith(element('td', {}));
  return made;
}

/** The files, or the dates of the reports of one. */
const titlesOf = (reports: readonly DoneReport[], isOverTime: boolean): string[] =>
  reports.map(({ input, date }, i) =>
    isOverTime ? (date === undefined ? `report ${i + 1}` : dateText(date)) : input.key,
  );

/** `+2`, or `−12%` of a rate; empty for no change. */
function changeText({ isRate }: Figure, [before, after]: readonly (number | undefined)[]): string {
  if (before === undefined || after === undefined || before === after) return '';
  if (isRate && before === 0) return '';
  const change = isRate ? (after - before) / before : after - before;
  const text = isRate ? percent(Math.abs(change)) : numberText(Math.abs(change));
  return `${change < 0 ? '−' : '+'}${text}`;
}

/** The records whose problem is not the same in both reports. */
function changedProblems(before: DoneReport, after: DoneReport): HTMLElement | undefined {
  const [was, is] = [before, after].map(
    ({ problems }) =>
      new Map(problems.map(({ file, line, status }) => [`${file ? `${file}, ` : ''}line ${line}`, status])),
  ) as [Map<string, string>, Map<string, string>];
  const places = [...new Set([...was.keys(), ...is.keys()])].filter(
    (place) => was.get(place) !== is.get(place),
  );
  if (places.length === 0) return undefined;
  const rows = places.map((place) => [
    userText(place, SHORT),
    was.get(place) ?? 'none',
    is.get(place) ?? 'none',
  ]);
  return element(
    'div',
    {},
    element('h3', {}, 'Problems that came and went'),
    table('Problems that came and went', ['record', 'before', 'after'], rows),
    element('p', { class: 'note' }, 'Of those that the reports list: the first hundred of each.'),
  );
}

/** The colour of a file. */
export const swatch = (i: number): HTMLElement => element('span', { class: `swatch file-${i}` });

function guesses(reports: readonly DoneReport[], isOverTime = false): HTMLElement {
  const shares = reports.map(({ statistics }) => {
    const { bins, total } = guessCounts(statistics);
    return bins.map((count) => count / total);
  });
  const bins = Math.max(...shares.map((share) => share.length));
  return sharesChart(
    `Guesses: share of the puzzles of each ${isOverTime ? 'report' : 'file'}`,
    'guesses',
    titlesOf(reports, isOverTime),
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
