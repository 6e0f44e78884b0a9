import { expect, test } from 'vitest';
import { type Properties, resources, templateOf, testPipeline } from './pipeline-template.ts';

const { stack, pipeline } = testPipeline();
const queries = resources(templateOf(stack), 'AWS::Logs::QueryDefinition').map(
  ([, properties]) => properties as Properties,
);

test('the stack saves queries about the function’s log, with names of their own', () => {
  const names = queries.map(({ Name }) => Name as string);
  expect(names.map((name) => name.split('/').at(-1))).toEqual([
    'function seconds by tenant',
    'files by tenant and outcome',
    'seconds of waiting by tenant',
    'all lines of one file',
  ]);
  for (const name of names) expect(name).toContain(`Test/${pipeline.serviceName}/`);
  for (const { LogGroupNames } of queries) {
    expect(LogGroupNames).toEqual([stack.resolve(pipeline.logGroup.logGroupName)]);
  }
});

test('each command of a query is on a line of its own', () => {
  for (const { QueryString } of queries) {
    const [first, ...others] = (QueryString as string).split('\n');
    for (const line of [first!, ...others.map((other) => other.slice(2))]) {
      expect(line).toMatch(/^(?:filter|stats|sort|fields) /);
    }
    expect(others.every((line) => line.startsWith('| '))).toBe(true);
  }
});
