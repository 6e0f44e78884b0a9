// The section with distributions: a row of charts for each size of grid, of givens, guesses, solutions and ratings.

import { givensBinWidth, type Histogram, type SizeStatistics } from '../../files/statistics/statistics.ts';
import { countOrCompact, percent } from '../format.ts';
import { type Bar, bars } from './bars.ts';
import { element, section } from './element.ts';
import { type Bin, histogram, histogramSummary } from './histogram.ts';

/** What bars of givens, guesses and ratings filter: the lists of the hardest puzzles. */
export interface BarFilter {
  /** names of the bars of which a list has puzzles */
  readonly listed: ReadonlySet<string>;
  readonly show: (bar: string) => void;
}

/** Distributions of the puzzles: a row of charts for each size, those of most puzzles first. */
export function distributions(
  statistics: Readonly<Record<string, SizeStatistics>>,
  filter: BarFilter,
): HTMLElement | undefined {
  const sizes = Object.entries(statistics)
    .map(([size, figures]) => ({
      size,
      charts: chartsOf(size, figures, filter),
      puzzles: totalOf(figures.givens ?? {}),
    }))
    .filter(({ charts }) => charts.length > 0)
    .sort((a, b) => b.puzzles - a.puzzles);
  if (sizes.length === 0) return undefined;
  const rows = sizes.map(({ size, charts }) =>
    element('div', {}, element('h3', {}, size), element('div', { class: 'charts' }, ...charts)),
  );
  return section('distributions', 'How hard they are', ...rows);
}

function chartsOf(
  size: string,
  { givens, guesses, solutions, er, beyond }: SizeStatistics,
  filter: BarFilter,
): HTMLElement[] {
  const charts: HTMLElement[] = [];
  if (totalOf(er ?? {}) + (beyond ?? 0) > 0) charts.push(ratingsChart(size, er ?? {}, beyond ?? 0, filter));
  if (totalOf(guesses ?? {}) > 0) charts.push(guessesChart(size, guesses, filter));
  if (totalOf(givens ?? {}) > 0) charts.push(givensChart(size, givens, filter));
  if (lastBin(solutions ?? {}) > 1) {
    charts.push(
      chart('Solutions found', undefined, bars(`Solutions found, ${size}`, 'solutions', powers(solutions))),
    );
  }
  return charts;
}

/** A chart with its title. A distribution of one bar has none: the summary says it. */
function chart(title: string, summary: string | undefined, drawn: HTMLElement | undefined): HTMLElement {
  const caption = element('figcaption', {}, element('b', {}, title), summary && ` ${summary}`);
  return element('figure', {}, caption, drawn);
}

function guessesChart(size: string, guesses: Histogram, filter: BarFilter): HTMLElement {
  const none = (guesses[0] ?? 0) / totalOf(guesses);
  if (none === 1) return chart('Guesses', 'No puzzle required a guess.', undefined);
  const summary = `${percent(none)} required none.`;
  const drawn = powers(guesses).map((bar, bin) => ({ ...bar, ...showing(guessesBar(size, bin), filter) }));
  return chart('Guesses', summary, bars(`Guesses, ${size}`, 'guesses', drawn));
}

function givensChart(size: string, givens: Histogram, filter: BarFilter): HTMLElement {
  const bins = givensBins(size, givens);
  const shown = bins.map((bin) => ({ ...bin, ...showing(givensBar(size, bin.from + 0.5), filter) }));
  const drawn = bins.length > 1 ? histogram(`Givens, ${size}`, 'givens', shown) : undefined;
  return chart('Givens', histogramSummary(bins), drawn);
}

/** Tenths of a rating in one bar. */
const RATING_BAR = 5;

const barStart = (tenths: number): number => tenths - (tenths % RATING_BAR);

/** The ratings that share a bar: `8.0–8.4`. @param er undefined beyond the scale */
function ratingLabel(er: number | undefined): string {
  if (er === undefined) return 'above 9.5';
  const from = barStart(Math.round(er * 10));
  return `${(from / 10).toFixed(1)}–${((from + RATING_BAR - 1) / 10).toFixed(1)}`;
}

/** Names of bars. */
export const givensBar = (size: string, givens: number): string =>
  `${size}, ${givensLabel(size, givens)} givens`;
export const ratingBar = (size: string, er: number | undefined): string => `${size}, ER ${ratingLabel(er)}`;
export const guessesBar = (size: string, bin: number): string =>
  `${size}, ${powerLabel(bin)} ${bin === 1 ? 'guess' : 'guesses'}`;

const showing = (bar: string, { listed, show }: BarFilter): { readonly show?: () => void } =>
  listed.has(bar) ? { show: () => show(bar) } : {};

/** Bars of half a rating, and one to the right of the scale for puzzles beyond it. */
function ratingsChart(size: string, er: Histogram, beyond: number, filter: BarFilter): HTMLElement {
  const tenths = Object.keys(er).map(Number);
  const [least, most] =
    tenths.length > 0 ? [barStart(Math.min(...tenths)), barStart(Math.max(...tenths))] : [90, 90];
  const bins: Bin[] = [];
  for (let from = least; from <= most; from += RATING_BAR) {
    const inside = tenths.filter((value) => barStart(value) === from);
    const sum = inside.reduce((total, value) => total + er[value]!, 0);
    const label = ratingLabel(from / 10);
    const shown = showing(ratingBar(size, from / 10), filter);
    bins.push({ from: from / 10, to: (from + RATING_BAR) / 10, count: sum, label, ...shown });
  }
  const title = `Ratings, ${size}`;
  if (beyond === 0)
    return chart('Rating', histogramSummary(bins), histogram(title, 'ER, Sudoku Explainer’s rating', bins));
  const end = bins.at(-1)!.to + 0.5;
  const shown = showing(ratingBar(size, undefined), filter);
  bins.push({ from: end, to: end + 0.5, count: beyond, label: ratingLabel(undefined), ...shown });
  const own = [{ at: end + 0.25, text: '>9.5' }];
  return chart(
    'Rating',
    histogramSummary(bins),
    histogram(title, 'ER, Sudoku Explainer’s rating', bins, own),
  );
}

const widthFor = (size: string): number => givensBinWidth(Number.parseInt(size, 10) ** 2);

/** All bins from the lowest to the highest, including empty ones. */
function givensBins(size: string, givens: Histogram): Bin[] {
  const width = widthFor(size);
  const starts = Object.keys(givens).map(Number);
  const [least, most] = [Math.min(...starts), Math.max(...starts)];
  return Array.from({ length: (most - least) / width + 1 }, (_, i) => {
    const from = least + i * width;
    const label = givensLabel(size, from);
    return { from: from - 0.5, to: from + width - 0.5, count: givens[from] ?? 0, label };
  });
}

/** The numbers of givens that share a bar: `24`, `40–43`. */
function givensLabel(size: string, givens: number): string {
  const width = widthFor(size);
  const from = givens - (givens % width);
  return width === 1 ? `${from}` : `${from}–${from + width - 1}`;
}

/** Bins of a logarithmic scale: 0, 1, 2–3, 4–7, … */
function powers(bins: Histogram): Bar[] {
  return Array.from({ length: lastBin(bins) + 1 }, (_, bin) => ({
    label: powerLabel(bin),
    count: bins[bin] ?? 0,
  }));
}

/** The bin of a number on the logarithmic scale. */
export const guessBin = (guesses: number): number => (guesses < 1 ? 0 : Math.floor(Math.log2(guesses)) + 1);

/** The numbers that fall into a bin of the logarithmic scale. */
export function powerLabel(bin: number): string {
  const [from, to] = [bin === 0 ? 0 : 2 ** (bin - 1), bin === 0 ? 0 : 2 ** bin - 1];
  return from === to ? countOrCompact(from) : `${countOrCompact(from)}–${countOrCompact(to)}`;
}

const lastBin = (bins: Histogram): number => Math.max(0, ...Object.keys(bins).map(Number));
const totalOf = (bins: Histogram): number => Object.values(bins).reduce((sum, n) => sum + n, 0);
