import { readFileSync } from 'node:fs';
import { Duration } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { type PropTable, propText, SETTINGS, withDefaults } from '../../lib/props-table.ts';

const source = readFileSync(new URL('../../lib/sudoku-pipeline-props.ts', import.meta.url), 'utf8');

test.each(Object.entries(SETTINGS as PropTable))(
  'the declaration of %s gives the default of the table',
  (name, entry) => {
    const [, said = ''] = new RegExp(`@default (.*)\\n[^@]*?readonly ${name}\\?:`).exec(source)!;
    const [, unit, count] = /^Duration\.(\w+)\((\d+)\)$/.exec(said) ?? [];
    const value = unit ? Duration[unit as 'seconds'](Number(count)) : said;
    expect(propText(value, entry.unit)).toBe(String(entry.standard ?? entry.fallback));
  },
);

test('defaults stand in for what is not given, or given as undefined', () => {
  const { timeout, memorySize, reports, maxLimit } = withDefaults({
    memorySize: 2048,
    timeout: undefined as never,
  });
  expect(timeout.toSeconds()).toBe(300);
  expect({ memorySize, reports, maxLimit }).toEqual({ memorySize: 2048, reports: true, maxLimit: undefined });
});
