import uPlot from 'uplot';
import { table } from './element.ts';
import { axis, colour, figure, PLOT_HEIGHT } from './plot.ts';

/** One bar of a histogram. */
export interface Bar {
  readonly label: string;
  readonly count: number;
}

/** A histogram. @param unit of the bars' labels */
export function histogram(title: string, unit: string, bars: readonly Bar[]): HTMLElement {
  const numbers = table(
    title,
    [unit, 'puzzles'],
    bars.map((bar) => [bar.label, bar.count]),
  );
  return figure(title, 'a histogram', numbers, (width) => ({
    options: {
      width,
      height: PLOT_HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-0.6, bars.length - 0.4] },
        y: { range: (_: unknown, __: number, most: number) => [0, Math.max(most * 1.05, 1)] },
      },
      axes: [
        {
          ...axis(),
          label: unit,
          splits: (u: uPlot) => labelled(bars.length, u.bbox.width / devicePixelRatio),
          values: (_: uPlot, at: number[]) => at.map((i) => bars[i]?.label ?? ''),
        },
        {
          ...axis(),
          size: 64,
          values: (_: uPlot, at: number[]) =>
            at.map((value) => (Number.isInteger(value) ? value.toLocaleString('en') : '')),
        },
      ],
      series: [
        {},
        {
          fill: colour('--accent'),
          stroke: colour('--accent'),
          paths: uPlot.paths.bars!({ size: [0.8, 60] }),
          points: { show: false },
        },
      ],
    },
    data: [bars.map((_, i) => i), bars.map((bar) => bar.count)],
  }));
}

/** Positions of labelled bars: as many as fit. */
function labelled(bars: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((bars * 48) / Math.max(width, 1)));
  return Array.from({ length: Math.ceil(bars / step) }, (_, i) => i * step);
}
