import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { oneOf } from '../../core/options/options.ts';
import { checkProps } from '../../lib/check-props.ts';
import { propsFromContext } from '../../lib/props-from-context.ts';
import { PROPS } from '../../lib/props-table.ts';
import { testApp } from './pipeline-template.ts';

const propsOf = (context: Record<string, unknown>) => propsFromContext(testApp(context).node);

test('without context every property has its default', () => {
  expect(Object.values(propsOf({})).filter((value) => value !== undefined)).toEqual([]);
});

test.each([
  ['text, as the command line gives it', String],
  ['JSON, as cdk.json gives it', (value: unknown) => value],
])('properties come from context as %s', (_, as) => {
  const context = {
    variant: 'x',
    solutions: 'all',
    limit: 5,
    output: 'csv',
    explain: true,
    budget: 0,
    reports: false,
    htmlReports: true,
    memorySize: 2048,
    timeout: 60,
    uploadConcurrency: 3,
    chunkConcurrency: 4,
    uploadExpiration: 21,
    resultExpiration: 30,
    destroyData: true,
    dashboard: true,
  };
  const entries = Object.entries(context).map(([name, value]) => [name, as(value)]);
  const { destroyData: _1, ...same } = context;
  expect(propsOf(Object.fromEntries(entries))).toEqual({
    ...same,
    timeout: Duration.seconds(60),
    uploadExpiration: Duration.days(21),
    resultExpiration: Duration.days(30),
    removalPolicy: RemovalPolicy.DESTROY,
  });
});

test.each([
  [{ timeout: '1 min' }, 'context timeout must be a whole number from 5 to 900 seconds, got 1 min'],
  [{ limit: -1 }, 'context limit must be a whole number from 1 to 4294967295, got -1'],
  [{ reports: 'off' }, 'context reports must be true or false, got off'],
])('%j is refused with what was expected', (context, message) => {
  expect(() => propsOf(context)).toThrow(new RangeError(message));
});

test('a new entry of the table is a property that context gives', () => {
  const table = { ...PROPS, colour: { kind: oneOf('red', 'green'), help: 'its colour', fallback: 'red' } };
  const { node } = testApp({ colour: 'green', limit: 7 });
  expect(propsFromContext(node, table)).toEqual({ colour: 'green', limit: 7 });
  expect(() => checkProps({ colour: 'blue' } as object, table)).toThrow(
    'colour must be red or green, got blue',
  );
});
