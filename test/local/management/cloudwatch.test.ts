// The log of the local cloud: which lines a filter pattern selects.
import { expect, test } from 'vitest';
import { LogStore } from '../../../local/management/cloudwatch.ts';

const LINES = [
  { message: 'failed', key: 'a/x.txt' },
  { message: 'failed', key: 'b.txt' },
  { message: 'solved', key: 'a/x.txt' },
  { message: 'failed' },
];

test.each([
  ['', [0, 1, 2, 3]],
  ['{ $.message = "failed" }', [0, 1, 3]],
  ['{ $.key = "a/*" }', [0, 2]],
  ['{ $.key = "a/*" && $.message = "failed" }', [0]],
  ['{ $.key = "*" && $.message = "failed" }', [0, 1]],
  ['{ $.key = "b.txt" && $.message = "solved" }', []],
])('the log returns the lines that a pattern selects: %s', async (filterPattern, expected) => {
  const logs = new LogStore();
  for (const line of LINES) logs.add(JSON.stringify(line));
  const { events } = (await logs.filter('log')({ logGroupName: 'log', filterPattern })) as {
    events: { message: string }[];
  };
  expect(events.map(({ message }) => message)).toEqual(expected.map((i) => JSON.stringify(LINES[i])));
});
