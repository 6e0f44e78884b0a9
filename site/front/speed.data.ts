// The chart of the front page: how fast the engine is beside tdoku, from the first table of docs/benchmark.md. VitePress loads it
// while it builds the page.

import { readFileSync } from 'node:fs';

export default {
  watch: ['../../docs/benchmark.md'],
  load() {
    const benchmark = readFileSync(new URL('../../docs/benchmark.md', import.meta.url), 'utf8');
    const speeds = speedsOf(benchmark);
    const fastest = Number(speeds[0]!.rate.replaceAll(',', ''));
    const millions = (fastest / 1e6).toFixed(1);
    return { chart: speedChart(speeds), millions, newest: newestOf(benchmark) };
  },
};

/** A kind of puzzles, and how many times as fast as tdoku we solve it. */
interface Speed {
  readonly set: string;
  /** Puzzles a second, as the table has it; empty if it has none. */
  readonly rate: string;
  /** The median; of a row that has only a range, its low end. */
  readonly times: number;
  readonly low: number;
  readonly high: number;
  /** As the table has it: `8.34 (7.77 to 8.88)` or `1.0 to 1.4`. */
  readonly text: string;
}

/** @throws Error if the document has no such table */
export function speedsOf(benchmark: string): Speed[] {
  const rows = benchmark.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const head = rows.findIndex(([, , , title]) => title === "times tdoku's rate");
  if (head < 0)
    throw new Error("expected a table with a column times tdoku's rate in docs/benchmark.md, got none");
  const end = rows.findIndex((cells, i) => i > head && cells.length < 5);
  return rows.slice(head + 2, end).map(([, set, rate, text]) => {
    const numbers = [...text!.matchAll(/[\d.]+/g)].map(Number);
    const [times, low, high] = numbers.length === 3 ? numbers : [numbers[0], ...numbers];
    if (high === undefined) throw new Error(`expected a ratio and its range, got ${text}`);
    return { set: set!, rate: rate!, times: times!, low: low!, high, text: text! };
  });
}

/** The lowest and the highest median of the newest run, whose sentence is below the table: `2.2 to 4.5`. */
export function newestOf(benchmark: string): string {
  const [, least, most] = /our rate was ([\d.]+) to ([\d.]+) times that of tdoku/.exec(benchmark) ?? [];
  if (most === undefined) throw new Error('expected the newest run in docs/benchmark.md, got none');
  return `${Number(least).toFixed(1)} to ${Number(most).toFixed(1)}`;
}

const ROW = 44;
const BAR = 12;
const AXIS = 26;

/**
 * Draws the bars as SVG. Lengths are shares of the width, so that it fits any width with text of the same size; colours are
 * those of the page.
 */
export function speedChart(speeds: readonly Speed[]): string {
  // a unit more, for the numbers beside the bars
  const scale = Math.ceil(Math.max(...speeds.map(({ high }) => high))) + 1;
  const x = (times: number) => `${((times / scale) * 100).toFixed(2)}%`;
  const ticks = Array.from({ length: scale - 1 }, (_, i) => i + 1);
  const bottom = speeds.length * ROW;
  const bars = speeds.map(({ set, times, low, high, text }, i) => {
    const top = i * ROW;
    const middle = top + 22 + BAR / 2;
    const label = set.replace(/^about \d+ clues, |:.*/g, '');
    const value = text.replace(/ \(.*/, '');
    return `<text class="set" x="0" y="${top + 14}">${escapeText(label)}</text>
<text class="times" x="${x(high)}" dx="8" y="${middle + 5}">${escapeText(value)}</text>
<rect class="bar" x="0" y="${top + 22}" width="${x(times)}" height="${BAR}" rx="2"/>
<line class="range" x1="${x(low)}" x2="${x(high)}" y1="${middle}" y2="${middle}"/>`;
  });
  const lines = ticks.map(
    (tick) =>
      `<line class="${tick === 1 ? 'peer' : 'tick'}" x1="${x(tick)}" x2="${x(tick)}" y1="0" y2="${bottom}"/>
<text class="tick" x="${x(tick)}" y="${bottom + 16}" text-anchor="middle">${tick === 1 ? 'tdoku' : tick}</text>`,
  );
  const words = speeds.map(({ set, text }) => `${set}: ${text}`).join('; ');
  return `<svg class="speed" width="100%" height="${bottom + AXIS}" role="img" aria-labelledby="speed-title speed-words">
<title id="speed-title">Times the rate of tdoku, on one core: median and range</title>
<desc id="speed-words">${escapeText(words)}.</desc>
${lines.join('\n')}
${bars.join('\n')}
</svg>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!);
