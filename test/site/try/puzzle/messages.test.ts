// What the page to try says about a check.
import { expect, test } from 'vitest';
import { checkedMessage } from '../../../../site/try/puzzle/messages.ts';

const UNKNOWN = 'Whether the puzzle has one solution or more took too long to find out';

test.each([
  ['several', true, 'Possible', 'The puzzle has several solutions, and your digits fit one.'],
  ['several', false, 'Not possible', 'The puzzle has several solutions, but your digits fit none.'],
  ['unproven', true, 'Possible', `${UNKNOWN}, and your digits fit one.`],
  ['unproven', false, 'Not possible', `${UNKNOWN}, but your digits fit none.`],
  ['unproven', undefined, 'Not known', `${UNKNOWN}, as did whether one has your digits.`],
] as const)('a check says only what is known: %s, %s', (kind, isPossible, title, text) => {
  expect(checkedMessage({ kind, isPossible }, 1, 50, { size: 9 })).toMatchObject({ title, text });
});
