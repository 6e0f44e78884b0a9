// Draws a histogram, vertical bars over a scale of numbers, and puts it in words.

import { counted, numberText } from '../format.ts';
import { countLevels, frame, type Label, labelsBetween, scaleOf } from './axes.ts';
import { element, filterButton, svg, table } from './element.ts';

/** Puzzles in an interval of numbers. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly label: string;
  /** Shows its puzzles in a list; absent if the list has none of them. */
  readonly show?: () => void;
}

const HEIGHT = 180;
/** Labels of the horizontal axis that fit on a phone. */
const MAX_LABELS = 7;
/** Space between bars, in percent of a bar. */
const GAP = 12;

/** A histogram: vertical bars over a scale of numbers. @param own labels of bars that stand apart from the scale */
export function histogram(
  title: string,
  unit: string,
  bins: readonly Bin[],
  own: readonly Label[] = [],
): HTMLElement {
  const [from, to] = [Math.min(...bins.map((bin) => bin.from)), Math.max(...bins.map((bin) => bin.to))];
  const { top, levels } = countLevels(Math.max(...bins.map((bin) => bin.count)));
  const scale = scaleOf(from, to);
  const marks = bins.map((bin) => {
    const width = scale(bin.to) - scale(bin.from);
    const height = (100 * bin.count) / top;
    const drawn = svg(
      'rect',
      {
        class: bin.show ? 'mark filters' : 'mark',
        x: `${scale(bin.from) + (width * GAP) / 200}%`,
        width: `${(width * (100 - GAP)) / 100}%`,
        y: `${100 - height}%`,
        height: `${height}%`,
      },
      svg('title', {}, `${bin.label}: ${counted(bin.count, 'puzzle')}`),
    );
    if (bin.show) drawn.addEventListener('click', bin.show);
    return drawn;
  });
  const apart = Math.min(Infinity, ...own.map(({ at }) => at));
  const numbered = labelsBetween(from, to, MAX_LABELS).filter(
    ({ at }) => Number.isInteger(at) && at < apart - (to - from) / MAX_LABELS,
  );
  const chart = frame({
    height: HEIGHT,
    description: `${title}: a histogram of the numbers below`,
    levels,
    unit,
    labels: [...numbered, ...own],
    scale,
    marks,
  });
  const numbers = table(
    title,
    [unit, 'puzzles'],
    bins
      .filter((bin) => bin.count > 0)
      .map((bin) => [bin.show ? filterButton(bin.label, bin.show) : bin.label, bin.count]),
  );
  const details = element('details', {}, element('summary', {}, `Numbers of “${title}”`), numbers);
  return element('div', {}, chart, details);
}

/** Median, least and most: `Median 24, from 21 to 27.` */
export function histogramSummary(bins: readonly Bin[]): string {
  const filled = bins.filter((bin) => bin.count > 0);
  const total = filled.reduce((sum, bin) => sum + bin.count, 0);
  let before = 0;
  const median = filled.find((bin) => {
    before += bin.count;
    return before * 2 >= total;
  })!;
  const [first, last] = [filled[0]!, filled.at(-1)!];
  if (first === last) return `${total === 1 ? 'One puzzle' : `All ${numberText(total)}`}: ${first.label}.`;
  return `Median ${median.label}, from ${first.label} to ${last.label}.`;
}
