// The section with the timeline of a deployed run: a bar for each chunk from its start to its end.

import { counted, duration, numberText } from '../format.ts';
import type { DoneReport } from '../page-document.ts';
import { frame, labelsBetween, scaleOf } from './axes.ts';
import { element, section, svg } from './element.ts';

type Span = readonly [begun: number, done: number];

/** Pixels of the drawing. */
const [MIN_HEIGHT, MAX_HEIGHT, ROW] = [60, 420, 14];

/** When each chunk of a file was solved: one bar each, from start to end. A slider reads them one by one. */
export function timeline({ timeline: times, chunks }: DoneReport): HTMLElement | undefined {
  if (times === undefined || times.chunks.length === 0) return undefined;
  const { planned, chunks: spans, assembled } = times;
  const number = chunks ?? spans.length;
  const end = Math.max(assembled, ...spans.map(([, done]) => done), 0.001);
  const slowest = spans.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
  const each = Math.ceil(number / spans.length);
  // of chunks that share a bar, neither number nor length is known
  const [atOnce, rest] =
    each > 1
      ? ['', `${each} neighbouring chunks share a bar.`]
      : [`, up to ${mostAtOnce(spans)} at once`, `The slowest took ${duration(lengthOf(slowest))}.`];
  const text =
    `Planned after ${duration(planned)}, solved in ${counted(number, 'chunk')}${atOnce}, ` +
    `complete after ${duration(assembled)}. ${rest}`;
  const nameOf = (row: number) => chunksOf(row, each, number);
  const bars = spans.map((span, i) => bar(span, i, spans.length, end));
  const scale = scaleOf(0, end);
  const lines = [planned, assembled].map((at) =>
    svg('line', { class: 'milestone', x1: `${scale(at)}%`, x2: `${scale(at)}%`, y1: '0', y2: '100%' }),
  );
  const drawing = frame({
    height: Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, ROW * spans.length)),
    description: `${counted(number, 'chunk')} over time: bars from start to end, which the slider below reads`,
    levels: levelsOf(spans.length, each, number),
    unit: 'seconds since the first byte was read',
    labels: labelsBetween(0, end, 6),
    scale,
    marks: [...bars, ...lines],
  });
  return section('timeline', 'Timeline', element('p', {}, text), drawing, slider(spans, bars, nameOf));
}

const lengthOf = ([begun, done]: Span): number => Math.max(0, done - begun);

function bar([begun, done]: Span, row: number, rows: number, end: number): SVGElement {
  const height = 100 / rows;
  return svg('rect', {
    class: 'mark',
    x: `${(100 * begun) / end}%`,
    // wide enough to be visible with no duration
    width: `${Math.max(0.2, (100 * lengthOf([begun, done])) / end)}%`,
    y: `${height * (row + 0.1)}%`,
    height: `${height * 0.8}%`,
  });
}

/** The first and the last chunk, and round numbers between them. */
function levelsOf(rows: number, each: number, number: number): { y: number; text: string }[] {
  const between = labelsBetween(1, number, 4).filter(
    ({ at }) => Number.isInteger(at) && at < number && at > 1,
  );
  const far = between.filter(({ at }) => number - at > number / 10 && at > number / 10);
  const shown = [...new Set([1, ...far.map(({ at }) => at), number])];
  const middle = (chunk: number) => Math.min(rows, Math.ceil(chunk / each)) - 0.5;
  return shown.map((at) => ({ y: (100 * middle(at)) / rows, text: numberText(at) }));
}

/** The chunks of a bar: `Chunk 3`, or `Chunks 9–12`. */
function chunksOf(row: number, each: number, number: number): string {
  if (each === 1) return `Chunk ${numberText(row + 1)}`;
  return `Chunks ${numberText(row * each + 1)}–${numberText(Math.min(number, (row + 1) * each))}`;
}

function mostAtOnce(spans: readonly Span[]): number {
  const events = spans.flatMap(([begun, done]) => [
    { at: begun, step: 1 },
    { at: done, step: -1 },
  ]);
  events.sort((a, b) => a.at - b.at || a.step - b.step);
  let running = 0;
  let most = 1;
  for (const { step } of events) {
    running += step;
    most = Math.max(most, running);
  }
  return most;
}

/** Selects a chunk, by pointer, touch or arrow keys, and says when it ran. */
function slider(
  spans: readonly Span[],
  bars: readonly SVGElement[],
  nameOf: (row: number) => string,
): HTMLElement {
  const input = element('input', {
    type: 'range',
    min: 1,
    max: spans.length,
    value: 1,
    'aria-label': 'Chunk',
  });
  const output = element('output');
  const select = () => {
    const index = Number(input.value) - 1;
    const span = spans[index]!;
    const text = `${nameOf(index)}: from ${duration(span[0])} to ${duration(span[1])}, ${duration(lengthOf(span))}`;
    output.textContent = text;
    input.setAttribute('aria-valuetext', text);
    for (const [i, each] of bars.entries()) each.classList.toggle('selected', i === index);
  };
  input.addEventListener('input', select);
  for (const [i, each] of bars.entries()) {
    each.addEventListener('pointerenter', () => {
      input.value = String(i + 1);
      select();
    });
  }
  select();
  return element('p', { class: 'slider' }, spans.length > 1 ? input : undefined, output);
}
