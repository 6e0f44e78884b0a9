import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newestOf, speedChart, speedsOf } from '../../site/front/speed.data.ts';

const benchmark = readFileSync('docs/benchmark.md', 'utf8');
const speeds = speedsOf(benchmark);
const runs = readFileSync('bench/runs/lanes.md', 'utf8');

test('the chart of the front page has all rows of the benchmark, also those without a median', () => {
  expect(speeds.length).toBeGreaterThan(6);
  expect(speeds.filter(({ text }) => !text.includes('('))).toMatchObject([
    { times: 3.19, low: 3.19, high: 4.19, text: '3.19 to 4.19, by shape' },
  ]);
});

test('its medians and ranges are those of the raw runs', () => {
  const medians = speeds.map(({ text }) => text).filter((text) => text.includes('('));
  expect(medians.length).toBeGreaterThan(6);
  expect(medians.filter((text) => !runs.includes(text))).toEqual([]);
});

test('it has its numbers as words, and as lengths in proportion', () => {
  const svg = speedChart([
    { set: 'easy: made', rate: '5', times: 4, low: 3, high: 5, text: '4 (3 to 5)' },
    { set: '<hard>', rate: '', times: 1, low: 1, high: 2, text: '1 to 2' },
  ]);
  expect(svg).toContain('<desc id="speed-words">easy: made: 4 (3 to 5); &lt;hard&gt;: 1 to 2.</desc>');
  expect([...svg.matchAll(/<rect [^>]*width="([^"]*)"/g)].map(([, width]) => width)).toEqual([
    '66.67%',
    '16.67%',
  ]);
});

test('a document without the table is an error', () => {
  expect(() => speedsOf('# Benchmark')).toThrow("expected a table with a column times tdoku's rate");
  expect(() => newestOf('# Benchmark')).toThrow('expected the newest run');
});

describe('the figures of README', () => {
  const readme = readFileSync('README.md', 'utf8');
  const millions = (value: number) => (value / 1e6).toFixed(1);

  test('are the rate of the engine, and that of the command line in its picture', () => {
    const engine = Number(speeds[0]!.rate.replaceAll(',', ''));
    expect(readme).toContain(`the engine solves ${millions(engine)} million easy puzzles a second`);
    const [, rate] = /alt="[^"]* ([\d.]+)M puzzles a second/.exec(readme)!;
    expect(readme).toContain(
      `The command line solved the file below at ${millions(Number(rate) * 1e6)} million a second`,
    );
  });

  test("are the least and the most of tdoku's rate in the newest run, whatever the set", () => {
    const newest = runs
      .split(/^## (?=\d)/m)
      .slice(1)
      .filter((run) => /^\| \S+ \| tdoku \|/m.test(run))
      .sort((a, b) => dateOf(b) - dateOf(a))[0]!;
    const ratios = [...newest.matchAll(/^\| \S+ \| tdoku \|.*?puzzles \| ([\d.]+) \(/gm)].map(([, ratio]) =>
      Number(ratio),
    );
    expect(ratios.length).toBeGreaterThan(2);
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(1));
    expect(newestOf(benchmark)).toBe(`${least} to ${most}`);
    expect(readme).toMatch(
      new RegExp(
        `the engine was ${least} times \\([^)]*\\) to ${most} times \\([^)]*\\) as fast as \\[tdoku`,
      ),
    );
  });

  test('are those of the chart, for puzzles with one solution, in an undisturbed run', () => {
    const medians = speeds.slice(0, 5).map(({ times }) => times);
    expect(speeds[5]!.set).toContain('solutions');
    const [least, most] = [Math.min(...medians), Math.max(...medians)].map((times) => times.toFixed(1));
    expect(readme).toContain(`; undisturbed, ${least} to ${most} times (`);
  });
});

/** The date with which a section begins; of a span of days, the last. */
const dateOf = (section: string) => Date.parse(/\d+ \w+ \d{4}/.exec(section)![0]);
