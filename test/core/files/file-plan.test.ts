import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkPlan, planFile } from '../../../core/files/index.ts';
import { exampleFiles } from '../../example-files.ts';

const EXAMPLES = new URL('../../../examples/', import.meta.url);

const plans = exampleFiles().flatMap((name) => {
  try {
    const head = readFileSync(new URL(name, EXAMPLES)).subarray(0, 4096);
    const given = [{ boxes: { rows: 2, columns: 3 }, budget: 7, explain: true } as const];
    return [{ name, plan: planFile({ head, complete: false, name, given }) }];
  } catch {
    // a file without puzzles
    return [];
  }
});

test('the examples cover all formats', () => {
  expect(new Set(plans.map(({ plan }) => plan.format))).toEqual(
    new Set([
      'npy',
      'json',
      'csv',
      'lines',
      'number-lines',
      'jigsaw-lines',
      'links',
      'grids',
      'pencilmarks',
      'candidates',
      'pasted',
    ]),
  );
});

test.each(plans)('checkPlan restores the plan of $name from JSON', ({ plan }) => {
  const stored = JSON.parse(JSON.stringify(plan)) as unknown;
  expect(checkPlan(stored, 'plan')).toEqual(stored);
});
