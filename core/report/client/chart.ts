import uPlot from 'uplot';
import { element, table } from './element.ts';

/** One bar of a histogram. */
export interface Bar {
  readonly label: string;
  readonly count: number;
}

const HEIGHT = 220;
const MAX_WIDTH = 720;

/** A histogram, with its numbers in a table for those who do not see it. */
export function histogram(title: string, unit: string, bars: readonly Bar[]): HTMLElement {
  const plot = element('div', {
    class: 'plot',
    role: 'img',
    'aria-label': `${title}: a histogram of the numbers below`,
  });
  const figure = element(
    'figure',
    {},
    element('figcaption', {}, title),
    plot,
    element(
      'details',
      {},
      element('summary', {}, `Numbers of “${title}”`),
      table(
        title,
        [unit, 'puzzles'],
        bars.map((bar) => [bar.label, bar.count]),
      ),
    ),
  );
  drawWhenSeen(plot, (width) => ({
    options: {
      width,
      height: HEIGHT,
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
  return figure;
}

interface Drawing {
  readonly options: uPlot.Options;
  readonly data: uPlot.AlignedData;
}

/** Draws into an element as soon as it has a width, and again when that or the colours change. */
function drawWhenSeen(plot: HTMLElement, drawing: (width: number) => Drawing): void {
  let drawn: uPlot | undefined;
  let width = 0;
  const draw = () => {
    if (width === 0) return;
    drawn?.destroy();
    const { options, data } = drawing(Math.min(width, MAX_WIDTH));
    drawn = new uPlot(options, data, plot);
  };
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry!.contentRect.width);
    if (now === width) return;
    width = now;
    draw();
  }).observe(plot);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

const axis = () => ({
  stroke: colour('--text'),
  grid: { stroke: colour('--line') },
  ticks: { stroke: colour('--line') },
});

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Positions of the bars that get a label: as many as fit. */
function labelled(bars: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((bars * 48) / Math.max(width, 1)));
  return Array.from({ length: Math.ceil(bars / step) }, (_, i) => i * step);
}
