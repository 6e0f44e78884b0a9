import { expect, test } from 'vitest';
import { planOf, problemsOf, solveBytes } from '../solve-bytes.ts';

const NINE = '3.184...6.2..19.4..4.36......8..691..62..1..319..3...7.......5........3.9..5.3.7.';
const DONE = '371842596526719348849365721438276915762951483195438267283697154657124839914583672';

test.each([
  ['a line of HoDoKu’s library', ':0000:x:', ':::'],
  ['one of a variant of a technique', ':0711-3:5:', ':518 528:r1c1<>5::'],
  ['a number and a colon', '17: ', ''],
  ['a number', '  2 ', ''],
  ['the hash and the rating of a puzzle bank', '0000183b305c ', '  1.2'],
])('%s stays around the puzzle', (_, before, after) => {
  const file = (cells: string) => `# three\n${`${before}${cells}${after}\n`.repeat(3)}`;
  const { text, plan } = solveBytes(Buffer.from(file(NINE)).toString('latin1'));
  expect(plan).toMatchObject({ format: 'lines', splittable: true });
  expect(text).toBe(file(DONE));
});

test('reports the column within the line, and preserves the prefix', () => {
  const solved = solveBytes(`1: ${NINE}\n2: ${NINE}\n3: ${NINE.slice(1)}&\n`);
  expect(problemsOf(solved)).toEqual([expect.stringMatching(/^3:84 invalid: expected a symbol of 1-9/)]);
  expect(solved.text.split('\n')[2]).toBe(`3: ${'invalid'.padEnd(81)}`);
});

test('the first bytes of a Parquet file are no prefix', () => {
  expect(() => planOf('PAR1\x15\x04')).toThrow('got a Parquet file');
});

test.each(['1: P\n2: P\n', '1 P\n', '7) P\r\n8) P\r\n9) P', '\xef\xbb\xbf1: P\n'])(
  'short puzzles may have numbers, where all lines do: %j',
  (file) => {
    const { text, plan } = solveBytes(file.replaceAll('P', '12.434..2.4343.1'));
    expect(plan.format).toBe('lines');
    expect(text).toBe(file.replaceAll('P', '1234341221434321'));
  },
);

test('puzzles without a prefix among puzzles with one are puzzles, too', () => {
  const code = (puzzle: string) => `:0000:x:${puzzle}:::`;
  const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const empty = '.'.repeat(81);
  for (const other of [puzzle, empty]) {
    const { tally } = solveBytes(`${[other, ...Array<string>(4).fill(code(puzzle)), other].join('\n')}\n`);
    expect(tally).toMatchObject({ puzzles: 6, solved: 6 });
  }
});
