import { expect, test } from 'vitest';
import { emptyTally, sumTallies } from '../../../core/files/index.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';

test('a tally counts puzzles, outcomes, lines, sizes and solutions', () => {
  const { tally } = solveBytes(`${P}\n# c\n\n123....4........\n1.1.............\n${P}1\n`, {
    solutions: 'unique',
  });
  expect(tally).toMatchObject({
    puzzles: 4,
    solved: 1,
    noSolution: 1,
    invalid: 2,
    lines: 6,
    sizes: { '4x4': 3 },
    solutions: 1,
  });
});

test('a tally lists the first hundred problems and counts all', () => {
  const { tally } = solveBytes(`${P}\n${'1.1.............\n'.repeat(250)}`);
  expect(tally.problems).toHaveLength(100);
  expect(tally.problems[99]).toMatchObject({ line: 101 });
  expect(tally.invalid).toBe(250);
});

test('tallies of pieces add up, and their line numbers become those of the file', () => {
  const pieces = [`${P}\n${P}\n`, `# a\n1.1.............\n`, `1.1.............`];
  const sum = sumTallies(pieces.map((piece) => solveBytes(piece).tally));
  expect(sum).toEqual(solveBytes(pieces.join('')).tally);
  expect(sum.problems.map(({ line }) => line)).toEqual([4, 5]);
  expect(sumTallies([])).toEqual(emptyTally());
});
