import type uPlot from 'uplot';
import type { Report } from '../../files/report.ts';
import { addHistogram, type Histogram } from '../../files/statistics/statistics.ts';
import { table } from './element.ts';
import { percent } from './headline.ts';
import { powerLabel } from './histograms.ts';
import { axis, colour, figure, PLOT_HEIGHT } from './plot.ts';

/** Most lines that a reader can distinguish. */
const MAX_LINES = 6;
const DASHES = [[], [8, 4], [2, 3], [12, 3, 2, 3], [5, 2], [1, 5]];

/** Compares the difficulty of several files: the distribution of guesses in each. */
export function guessesCompared(reports: readonly Report[]): HTMLElement | undefined {
  const files = reports.filter(({ puzzles }) => puzzles > 0).slice(0, MAX_LINES);
  if (files.length < 2) return undefined;
  const shares = files.map(sharesOf);
  const bins = Math.max(...shares.map((share) => share.length));
  const title =
    files.length < reports.length ? `Guesses of the first ${files.length} files` : 'Guesses of the files';
  const labels = Array.from({ length: bins }, (_, bin) => powerLabel(bin));
  const numbers = table(
    title,
    ['guesses', ...files.map(({ input }) => input.key)],
    labels.map((label, bin) => [label, ...shares.map((share) => percent(share[bin] ?? 0))]),
  );
  return figure(title, 'lines', numbers, (width) => ({
    options: {
      width,
      height: PLOT_HEIGHT + 60,
      legend: { live: false, markers: { width: 3 } },
      cursor: { show: false },
      scales: { x: { time: false, range: [-0.3, bins - 0.7] }, y: { range: [0, 1] } },
      axes: [
        {
          ...axis(),
          label: 'guesses',
          incrs: [1, 2, 4],
          space: 56,
          values: (_: uPlot, at: number[]) => at.map((bin) => labels[bin] ?? ''),
        },
        {
          ...axis(),
          size: 64,
          values: (_: uPlot, at: number[]) => at.map((share) => `${Math.round(share * 100)} %`),
        },
      ],
      series: [
        { label: 'guesses' },
        ...files.map(({ input }, i) => ({
          label: input.key.slice(-60),
          stroke: colour(['--accent', '--good', '--bad', '--warn', '--text', '--quiet'][i]!),
          dash: DASHES[i]!,
          width: 2,
        })),
      ],
    },
    data: [labels.map((_, bin) => bin), ...shares.map((share) => labels.map((_, bin) => share[bin] ?? 0))],
  }));
}

function sharesOf({ statistics }: Report): number[] {
  const sum: Histogram = {};
  for (const { guesses } of Object.values(statistics)) addHistogram(sum, guesses);
  const total = Object.values(sum).reduce((a, b) => a + b, 0);
  const bins = Math.max(0, ...Object.keys(sum).map(Number)) + 1;
  return Array.from({ length: bins }, (_, bin) => (total === 0 ? 0 : (sum[bin] ?? 0) / total));
}
