// The section with outcomes: a bar divided by outcome, its legend, and the numbers of each size.

import type { SizeStatistics } from '../../files/statistics/statistics.ts';
import { OUTCOMES, type OutcomeKey } from '../../solver/model/status.ts';
import { numberText, percent } from '../format.ts';
import type { Concern } from './attention.ts';
import { type Child, element, filterButton, section, table } from './element.ts';

type Counts = Readonly<Record<OutcomeKey, number>> & { readonly puzzles: number };
type BySize = Readonly<Record<string, SizeStatistics>>;

/**
 * Outcomes of the puzzles: a bar that is divided by outcome, its legend, and the numbers of each size.
 * @param show filters the list below by the outcome of a part of the bar, or of its entry in the legend
 */
export function outcomes(
  counts: Counts,
  bySize: BySize,
  show?: (concern: Concern) => void,
): HTMLElement | undefined {
  if (counts.puzzles === 0) return undefined;
  const present = OUTCOMES.filter(({ key }) => counts[key] > 0);
  const bySizeTable = sizesTable(counts, bySize);
  // the headline has said it
  if (present.length === 1 && bySizeTable === undefined) return undefined;
  const parts = present.map(({ key, name }) => {
    const part = element('span', { class: `part ${name}` });
    // not a style attribute, which the policy of the page forbids
    part.style.flexGrow = String(counts[key] / counts.puzzles);
    if (show && key !== 'solved') {
      part.classList.add('filters');
      part.addEventListener('click', () => show(key));
    }
    return part;
  });
  const legend = present.map(({ key, name, label }) =>
    element(
      'li',
      {},
      element('span', { class: `swatch ${name}` }),
      ' ',
      show && key !== 'solved' ? filterButton(label, () => show(key)) : label,
      ' ',
      element('b', {}, numberText(counts[key])),
      ` ${percent(counts[key] / counts.puzzles)}`,
    ),
  );
  return section(
    'outcomes',
    'Outcomes',
    element('div', { class: 'divided', 'aria-hidden': 'true' }, ...parts),
    element('ul', { class: 'legend' }, ...legend),
    bySizeTable,
  );
}

/** Rows by size that add up to the total. Only a file of several sizes, or with unreadable records, needs them. */
function sizesTable(counts: Counts, bySize: BySize): HTMLElement | undefined {
  const sizes = Object.entries(bySize).sort(
    ([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1),
  );
  const shown = OUTCOMES.filter(({ key }) => counts[key] > 0).map(({ key }) => key);
  const rest = Object.fromEntries(
    shown.map((key) => [key, counts[key] - sizes.reduce((sum, [, size]) => sum + (size[key] ?? 0), 0)]),
  );
  const rows: Child[][] = sizes.map(([name, size]) => rowOf(name, shown, size));
  // reports of older versions do not count by size
  const name = shown.some((key) => key !== 'invalid' && rest[key]! > 0) ? 'unknown size' : 'no puzzle';
  if (shown.some((key) => rest[key]! > 0)) rows.push(rowOf(name, shown, rest));
  if (rows.length < 2) return undefined;
  rows.push(rowOf('all', shown, counts));
  const labels = shown.map((key) => OUTCOMES.find((outcome) => outcome.key === key)!.label);
  const made = table('Puzzles by size and outcome', ['size', 'puzzles', ...labels], rows);
  made.classList.add('sums');
  return made;
}

function rowOf(
  name: string,
  shown: readonly OutcomeKey[],
  counts: Partial<Record<OutcomeKey, number>>,
): Child[] {
  const numbers = shown.map((key) => counts[key] ?? 0);
  return [name, numbers.reduce((sum, n) => sum + n, 0), ...numbers];
}
