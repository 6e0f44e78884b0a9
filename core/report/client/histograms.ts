import type { Report } from '../../files/report.ts';
import type { Histogram, SizeStatistics } from '../../files/statistics/statistics.ts';
import { element } from './element.ts';
import { type Bar, histogram } from './histogram.ts';

/** Distributions of the puzzles of a file: a row of histograms for each size. */
export function histograms({ statistics }: Report): HTMLElement {
  const sizes = Object.entries(statistics ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const section = element('section', { class: 'histograms' }, element('h2', {}, 'How hard they are'));
  for (const [size, figures] of sizes) {
    if (sizes.length > 1) section.append(element('h3', {}, size));
    section.append(element('div', { class: 'charts' }, ...chartsOf(size, figures)));
  }
  return section;
}

function chartsOf(size: string, { givens, guesses, solutions, er, beyond }: SizeStatistics): HTMLElement[] {
  const charts = [
    histogram(`Givens, ${size}`, 'givens', ranges(givens)),
    histogram(`Guesses, ${size}`, 'guesses', powers(guesses)),
  ];
  const most = Math.max(0, ...Object.keys(solutions).map(Number));
  if (most > 1) charts.push(histogram(`Solutions found, ${size}`, 'solutions', powers(solutions)));
  if (er !== undefined || beyond !== undefined) {
    charts.push(histogram(`Ratings, ${size}`, 'ER', ratings(er ?? {}, beyond ?? 0)));
  }
  return charts;
}

/** Tenths of a rating in one bar. */
const RATING_BAR = 5;

/** Bars of half a rating, and one for puzzles beyond the scale. */
function ratings(er: Histogram, beyond: number): Bar[] {
  const bars: Record<number, number> = {};
  for (const [tenths, count] of Object.entries(er)) {
    const from = Number(tenths) - (Number(tenths) % RATING_BAR);
    bars[from] = (bars[from] ?? 0) + count;
  }
  const starts = Object.keys(bars).map(Number);
  const [least, most] = [Math.min(...starts), Math.max(...starts)];
  const length = starts.length === 0 ? 0 : (most - least) / RATING_BAR + 1;
  const drawn = Array.from({ length }, (_, i) => {
    const from = least + i * RATING_BAR;
    const label = `${(from / 10).toFixed(1)}–${((from + RATING_BAR - 1) / 10).toFixed(1)}`;
    return { label, count: bars[from] ?? 0 };
  });
  return beyond > 0 ? [...drawn, { label: 'beyond', count: beyond }] : drawn;
}

/** All bins from the lowest to the highest, including empty ones. */
function ranges(bins: Histogram): Bar[] {
  const starts = Object.keys(bins).map(Number);
  if (starts.length === 0) return [];
  const width = binWidth(starts);
  const [least, most] = [Math.min(...starts), Math.max(...starts)];
  return Array.from({ length: (most - least) / width + 1 }, (_, i) => {
    const from = least + i * width;
    return { label: width === 1 ? `${from}` : `${from}–${from + width - 1}`, count: bins[from] ?? 0 };
  });
}

/** Bins start at multiples of a power of two. */
function binWidth(starts: readonly number[]): number {
  let width = 16;
  while (width > 1 && starts.some((start) => start % width !== 0)) width /= 2;
  return starts.length === 1 ? 1 : width;
}

/** Bins of a logarithmic scale: 0, 1, 2–3, 4–7, … */
function powers(bins: Histogram): Bar[] {
  const most = Math.max(0, ...Object.keys(bins).map(Number));
  return Array.from({ length: most + 1 }, (_, bin) => ({ label: powerLabel(bin), count: bins[bin] ?? 0 }));
}

/** The numbers that fall into a bin of the logarithmic scale. */
export function powerLabel(bin: number): string {
  const [from, to] = [bin === 0 ? 0 : 2 ** (bin - 1), bin === 0 ? 0 : 2 ** bin - 1];
  return from === to ? short(from) : `${short(from)}–${short(to)}`;
}

const short = (value: number): string =>
  value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 0 });
