import { expect, test } from 'vitest';
import { firstGrid } from '../../../bin/local/run.ts';

const ROWS = [
  '756319842',
  '481725639',
  '329864157',
  '635142978',
  '142987365',
  '978653214',
  '814596723',
  '567238491',
  '293471586',
];
const DRAWN = `7 5 6 | 3 1 9 | 8 4 2
4 8 1 | 7 2 5 | 6 3 9
3 2 9 | 8 6 4 | 1 5 7
------+-------+------
6 3 5 | 1 4 2 | 9 7 8
1 4 2 | 9 8 7 | 3 6 5
9 7 8 | 6 5 3 | 2 1 4
------+-------+------
8 1 4 | 5 9 6 | 7 2 3
5 6 7 | 2 3 8 | 4 9 1
2 9 3 | 4 7 1 | 5 8 6`;

test.each([
  ['one line', `no-solution\n${ROWS.join('')}\n`],
  ['nine lines', ROWS.join('\n')],
  ['nine lines after a size, with line ends of Windows', `3\r\n${ROWS.join('\r\n')}\r\n`],
  ['numbers with spaces', ROWS.map((row) => row.split('').join(' ')).join('\n')],
  ['its own drawing', DRAWN],
  ['after an unsolved grid', `${'.'.repeat(9)}\n${ROWS[0]}\n\n${ROWS.join('\n')}`],
])('draws the first grid of a text: %s', (_, text) => {
  expect(firstGrid(text)).toBe(DRAWN);
});

test('returns nothing for a text without a solved grid', () => {
  expect(firstGrid('')).toBeUndefined();
  expect(firstGrid(ROWS.slice(1).join('\n'))).toBeUndefined();
});
