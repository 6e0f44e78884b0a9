import type uPlot from 'uplot';
import type { DoneReport } from '../page-document.ts';
import { element, seconds, table } from './element.ts';
import { axis, colour, figure, PLOT_HEIGHT } from './plot.ts';

/** When each chunk of a file was solved: one line each, from start to end. */
export function timeline({ timeline: times, chunks }: DoneReport): HTMLElement | undefined {
  if (times === undefined || times.chunks.length === 0) return undefined;
  const { planned, chunks: spans, assembled } = times;
  const title = 'Chunks over time';
  const rows = spans.map(([begun, done], i) => [i + 1, seconds(begun), seconds(done)]);
  const shared = chunks !== undefined && chunks > spans.length;
  const numbers = table(title, [shared ? 'chunks' : 'chunk', 'begun', 'done'], rows);
  return element(
    'section',
    { class: 'timeline' },
    element('h2', {}, 'Timeline'),
    element(
      'p',
      {},
      `Planned after ${seconds(planned)}, solved in ${chunks ?? spans.length} chunks, complete after ${seconds(assembled)}.`,
      shared ? ' Neighbouring chunks share a line.' : undefined,
    ),
    figure(title, 'lines', numbers, (width) => drawing(times, width)),
  );
}

const RIGHT = 12;

function drawing({ planned, chunks, assembled }: NonNullable<DoneReport['timeline']>, width: number) {
  const end = Math.max(assembled, ...chunks.map(([, done]) => done), 0.001);
  const height = Math.min(480, Math.max(PLOT_HEIGHT, 80 + 8 * chunks.length));
  const options: uPlot.Options = {
    width,
    height,
    padding: [8, RIGHT, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [0, end * 1.02] },
      // the first chunk at the top
      y: { dir: -1, range: [0, chunks.length + 1] },
    },
    axes: [
      { ...axis(), label: 'seconds' },
      {
        ...axis(),
        label: 'chunk',
        values: (_: uPlot, at: number[]) =>
          at.map((n) => (Number.isInteger(n) && n > 0 && n <= chunks.length ? String(n) : '')),
      },
    ],
    // the axes cover everything that the hook draws
    series: [{}, { show: true, paths: () => null, points: { show: false } }],
    hooks: { draw: [(u: uPlot) => draw(u, { planned, chunks, assembled })] },
  };
  return {
    options,
    data: [
      [0, end],
      [1, chunks.length],
    ] as uPlot.AlignedData,
  };
}

function draw(u: uPlot, { planned, chunks, assembled }: NonNullable<DoneReport['timeline']>): void {
  const { ctx } = u;
  const [x, y] = [(t: number) => u.valToPos(t, 'x', true), (n: number) => u.valToPos(n, 'y', true)];
  ctx.save();
  const thick = Math.min(12 * devicePixelRatio, Math.max(1, Math.abs(y(1) - y(0)) * 0.7));
  ctx.fillStyle = colour('--accent');
  for (const [i, [begun, done]] of chunks.entries()) {
    // wide enough to be visible with no duration
    ctx.fillRect(x(begun), y(i + 1) - thick / 2, Math.max(1, x(done) - x(begun)), thick);
  }
  ctx.fillStyle = colour('--good');
  for (const time of [planned, assembled]) ctx.fillRect(x(time), u.bbox.top, devicePixelRatio, u.bbox.height);
  ctx.restore();
}
