import uPlot from 'uplot';
import { element } from './element.ts';

/** Pixels. */
export const PLOT_HEIGHT = 220;
const MAX_WIDTH = 720;

/** A chart, with its numbers in a table for readers who cannot see it. */
export function figure(
  title: string,
  kind: string,
  numbers: HTMLElement,
  drawing: (width: number) => Drawing,
): HTMLElement {
  const label = `${title}: ${kind} of the numbers below`;
  const plot = element('div', { class: 'plot', role: 'img', 'aria-label': label });
  drawWhenSeen(plot, drawing);
  const details = element('details', {}, element('summary', {}, `Numbers of “${title}”`), numbers);
  return element('figure', {}, element('figcaption', {}, title), plot, details);
}

export interface Drawing {
  readonly options: uPlot.Options;
  readonly data: uPlot.AlignedData;
}

/** Draws into an element when it has a width, and again when the width or the colours change. */
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

export const axis = () => ({
  stroke: colour('--text'),
  grid: { stroke: colour('--line') },
  ticks: { stroke: colour('--line') },
});

export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
