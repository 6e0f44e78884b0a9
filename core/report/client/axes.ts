// Frames of charts: scales, gridlines and labels at round numbers, all in percent so that a chart fits any width and
// print.

import { ticks } from 'd3-array';
import { compact, numberText } from '../format.ts';
import { element, svg } from './element.ts';

/** From a value to a position in percent: a chart in percent needs no measuring and fits every width, also in print. */
export type Scale = (value: number) => number;

/** The linear scale of a horizontal axis. */
export const scaleOf =
  (from: number, to: number): Scale =>
  (value) =>
    (100 * (value - from)) / (to - from);

/** A label of the horizontal axis. */
export interface Label {
  readonly at: number;
  readonly text: string;
}

/** A drawing with a frame. */
export interface FrameOptions {
  /** pixels */
  readonly height: number;
  /** what a reader who does not see the chart hears */
  readonly description: string;
  /** values of the vertical axis, with their positions in percent from the top and their texts */
  readonly levels: readonly { readonly y: number; readonly text: string }[];
  readonly unit: string;
  readonly labels: readonly Label[];
  readonly scale: Scale;
  readonly marks: readonly SVGElement[];
}

/** A chart with both axes. The column of the vertical axis is as wide as its longest label. */
export function frame({
  height,
  description,
  levels,
  unit,
  labels,
  scale,
  marks,
}: FrameOptions): HTMLElement {
  const lines = levels.map(({ y }) =>
    svg('line', { class: 'rule', x1: '0', x2: '100%', y1: `${y}%`, y2: `${y}%` }),
  );
  const plot = svg('svg', { class: 'plot', height, 'aria-hidden': 'true' }, ...lines, ...marks);
  const longest = levels.map(({ text }) => text).reduce((a, b) => (b.length > a.length ? b : a), '');
  const vertical = levels.map(({ y, text }) => placed('top', y, text));
  const horizontal = labels.map(({ at, text }) => placed('left', scale(at), text));
  return element(
    'div',
    { class: 'frame', role: 'img', 'aria-label': description },
    element('div', { class: 'y-axis' }, element('span', { class: 'sizer' }, longest), ...vertical),
    plot,
    element('div', { class: 'x-axis' }, ...horizontal),
    element('div', { class: 'unit' }, unit),
  );
}

function placed(side: 'top' | 'left', percent: number, text: string): HTMLElement {
  const label = element('span', {}, text);
  label.style[side] = `${percent}%`;
  return label;
}

/** Levels of a vertical axis of counts, which begins at 0. Whole numbers only. */
export function countLevels(most: number): { top: number; levels: FrameOptions['levels'] } {
  const steps = ticks(0, most, 4).filter(Number.isInteger);
  const step = steps.length > 1 ? steps[1]! - steps[0]! : 1;
  const top = Math.max(1, step * Math.ceil(most / step));
  const values = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  const text = (value: number) => (top >= 100_000 ? compact(value) : numberText(value));
  return { top, levels: values.map((value) => ({ y: 100 - (100 * value) / top, text: text(value) })) };
}

/** Labels at round numbers. @param most how many fit on a phone */
export function labelsBetween(
  from: number,
  to: number,
  most: number,
  text: (value: number) => string = numberText,
): Label[] {
  return ticks(from, to, most).map((at) => ({ at, text: text(at) }));
}
