import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { MAX_REPORT_BYTES } from '../../../core/files/format-report.ts';
import { type AnyReport, formatReport, RejectedFile, rejection, report } from '../../../core/files/index.ts';
import schema from '../../../core/files/report.schema.json' with { type: 'json' };
import { OUTCOMES } from '../../../core/solver/status.ts';
import { MAX_SPANS } from '../../../lambda/result/run-section.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

const validate = new Ajv({ strict: false }).compile<AnyReport>(schema);
const faults = (value: unknown) => (validate(value) ? [] : validate.errors);
const P = '12.434..2.4343.1';

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

describe('the schema of reports', () => {
  test.each([
    ['of a file with problems', `${P}\n1.1.............\nno grid 1.2.3.4\n`, {}],
    ['of counts', `${P}\n................\n`, { solutions: 'count' }],
    ['of a listing', `${P}\n`, { solutions: 'all' }],
    ['of an X-sudoku with an alphabet', `${P}\n`, { variant: 'x', alphabet: '1-4' }],
  ] as const)('admits a report %s', (_, text, given) => {
    expect(faults(JSON.parse(formatReport(reportOf(text, given))))).toEqual([]);
  });

  test('admits a rejection and a failure', () => {
    const input = { key: 'list.txt' };
    expect(faults(rejection(input, new RejectedFile('expected puzzles, got a list', 3)))).toEqual([]);
    expect(faults({ status: 'failed', input, reason: 'why', advice: 'what to do' })).toEqual([]);
  });

  test('names every outcome, and admits no report without one', () => {
    for (const { key, name } of OUTCOMES) {
      const { [key]: _, ...rest } = reportOf(P);
      expect(faults(rest)).not.toEqual([]);
      expect(schema.definitions.outcome.enum).toContain(name);
    }
  });
});

test('a report is at most 64 KiB, whatever the file', () => {
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
