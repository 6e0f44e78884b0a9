import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import {
  type AnyReport,
  formatReport,
  type PartialOptions,
  RejectedFile,
  rejection,
  report,
  sumTallies,
} from '../../../core/files/index.ts';
import schema from '../../../core/files/report.schema.json' with { type: 'json' };
import { MAX_REPORT_BYTES } from '../../../core/files/report.ts';
import { OUTCOMES } from '../../../core/solver/model/status.ts';
import { MAX_SPANS } from '../../../lambda/result/run-section.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';
const validate = new Ajv({ strict: false }).compile<AnyReport>(schema);
const faults = (value: unknown) => (validate(value) ? [] : validate.errors);

function reportOf(text: string, given: Parameters<typeof solveBytes>[1] = {}) {
  const { plan, tally } = solveBytes(text, given);
  return report({
    input: { key: 'a.txt', bytes: text.length },
    output: { key: 'b' },
    plan,
    tally,
    seconds: 1,
  });
}

test('a report describes the input, how it was read, and the outcomes', () => {
  const { plan, tally } = solveBytes(`${P}\n1.1.............\n`, { solutions: 'unique' });
  const input = { bucket: 'upload', key: 'a b.txt', etag: '1234', bytes: 34 };
  const output = { bucket: 'output', key: 'a b.txt', bytes: 34 };
  expect(report({ input, output, plan, tally, seconds: 0.25 })).toEqual({
    status: 'done',
    input,
    output,
    format: 'lines',
    compression: 'none',
    alphabets: ['1-4'],
    options: { ...plan.options, solutions: 'unique' },
    budgets: { '4x4': 10_000_000 },
    puzzles: 2,
    solved: 1,
    noSolution: 0,
    notUnique: 0,
    invalid: 1,
    unsolved: 0,
    unsupported: 0,
    disagreements: 0,
    solutions: 1,
    sizes: { '4x4': 2 },
    guesses: tally.guesses,
    seconds: 0.25,
    puzzlesPerSecond: 8,
    problems: [
      {
        line: 2,
        column: 0,
        status: 'invalid',
        reason: 'expected different digits in each unit, got two of 1 in row 1',
        record: '1.1.............',
      },
    ],
    statistics: tally.statistics.sizes,
    hardest: tally.statistics.hardest,
  });
});

test('a report has the budget of a puzzle of each size', () => {
  const file = `${P}\n${'.'.repeat(256)}\n`;
  const budgets = (given: PartialOptions, maxBudget?: number) => {
    const { plan, tally } = solveBytes(file, given);
    return report({ input: { key: 'a.txt' }, plan, tally, seconds: 1, maxBudget }).budgets;
  };
  expect(budgets({ budget: 70 }, 80)).toEqual({ '4x4': 70, '16x16': 70 });
  expect(budgets({})).toEqual({ '4x4': 10_000_000, '16x16': 1_000_000 });
  const counted = { solutions: 'count', limit: 50 } as const;
  expect(budgets(counted)).toEqual({ '4x4': 10_000_100, '16x16': 1_000_100 });
  expect(budgets(counted, 2_000_000)).toEqual({ '4x4': 2_000_000, '16x16': 1_000_100 });
});

test('puzzles with rules of their own have their budget apart', () => {
  const puzzle = '.'.repeat(16);
  const ruled = JSON.stringify({ puzzle, thermos: ['r1c1 r1c2 r1c3'] });
  const budgets = (...lines: string[]) => {
    const { plan, tally } = solveBytes(`${lines.join('\n')}\n`);
    const halves = sumTallies([tally, tally]);
    return report({ input: { key: 'a.jsonl' }, plan, tally: halves, seconds: 1 }).budgets;
  };
  const plain = JSON.stringify({ puzzle });
  expect(budgets(plain)).toEqual({ '4x4': 10_000_000 });
  expect(budgets(ruled)).toEqual({ '4x4 with rules': 1_000_000 });
  expect(budgets(plain, ruled)).toEqual({ '4x4': 10_000_000, '4x4 with rules': 1_000_000 });
});

test('a rejection has the reason, and the line if the error concerns a single one', () => {
  const input = { key: 'list.txt' };
  expect(rejection(input, new RejectedFile('expected puzzles, got a list', 3))).toEqual({
    status: 'rejected',
    input,
    reason: 'expected puzzles, got a list',
    line: 3,
  });
  expect(rejection(input, new RejectedFile('expected puzzles'))).not.toHaveProperty('line');
});

describe('report.schema.json', () => {
  test.each([
    ['of a file with problems', `${P}\n1.1.............\nno grid 1.2.3.4\n`, {}],
    ['of a table', `id,quiz\n1,${P}\n`, {}],
    ['of a table whose places its values decide', `id,q\n1,${P}\n`, {}],
    ['of counts', `${P}\n................\n`, { solutions: 'count' }],
    ['of a listing', `${P}\n`, { solutions: 'all' }],
    ['of an X-sudoku with an alphabet', `${P}\n`, { variant: 'x', alphabet: '1-4' }],
  ] as const)('accepts a report %s', (_, text, given) => {
    expect(faults(JSON.parse(formatReport(reportOf(text, given))))).toEqual([]);
  });

  test('accepts a rejection and a failure', () => {
    const input = { key: 'list.txt' };
    expect(faults(rejection(input, new RejectedFile('expected puzzles, got a list', 3)))).toEqual([]);
    expect(faults({ status: 'failed', input, reason: 'why', advice: 'what to do' })).toEqual([]);
  });

  test('names every outcome, and rejects a report without a count for one', () => {
    for (const { key, name } of OUTCOMES) {
      const { [key]: _, ...rest } = reportOf(P);
      expect(faults(rest)).not.toEqual([]);
      expect(schema.definitions.outcome.enum).toContain(name);
    }
  });
});

test('a report states where the puzzles are, where there is more than puzzles', () => {
  expect(reportOf(`id,quiz\n1,${P}\n`).places).toEqual(['quiz']);
  expect(reportOf(`id,q\n1,${P}\n`)).toMatchObject({ places: ['q'], placesByShape: true });
  expect(reportOf(`{"easy":["${P}"],"hard":[{"quiz":"${P}"}]}`).places).toEqual(['easy[]', 'hard[].quiz']);
  for (const name of ['places', 'placesByShape']) {
    expect(reportOf(`${P}\n`)).not.toHaveProperty(name);
    expect(faults({ ...reportOf(P), [name]: 'q' })).not.toEqual([]);
  }
});

test('the names of places are shortened in a report that would be too long', () => {
  const places = Array.from({ length: 16 }, (_, i) => `${i}${'é"'.repeat(2000)}`);
  const text = formatReport({ ...reportOf(P), places });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
  expect(JSON.parse(text)).toMatchObject({ places: places.map((place) => place.slice(0, 100)) });
});

test('a report is shortened to at most 64 KiB and still matches the schema', () => {
  const grid = (size: number) => '.'.repeat(size * size);
  const large = Array.from({ length: 12 }, () => grid(36)).join('\n');
  const broken = Array.from({ length: 200 }, (_, i) => `${'é"'.repeat(200)}${i}`).join('\n');
  const sizes = [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20].map(grid).join('\n');
  const span: [number, number] = [10_000.001, 20_000.002];
  const timeline = {
    planned: 9999.999,
    chunks: Array.from({ length: MAX_SPANS }, () => span),
    assembled: 1e5,
  };
  const long = reportOf(`${sizes}\n${large}\n${`${P}\n`.repeat(300)}${broken}\n`, { budget: 0 });
  const text = formatReport(Object.assign(long, { timeline }));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
  const { problems, hardest } = JSON.parse(text);
  expect(problems.length).toBeGreaterThan(0);
  expect(hardest.length).toBeGreaterThan(0);
  expect(faults(JSON.parse(text))).toEqual([]);
});
