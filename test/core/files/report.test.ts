import { expect, test } from 'vitest';
import {
  emptyTally,
  type PartialOptions,
  RejectedFile,
  rejection,
  report,
  sumTallies,
} from '../../../core/files/index.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';

test('a report tells what was read, how, and what came of it', () => {
  const { plan, tally } = solveBytes(`${P}\n1.1.............\n`, { solutions: 'unique' });
  const input = { bucket: 'upload', key: 'a b.txt', etag: '1234', bytes: 34 };
  const output = { bucket: 'output', key: 'a b.txt', bytes: 34 };
  expect(report({ input, output, plan, tally, seconds: 0.25 })).toEqual({
    status: 'done',
    input,
    output,
    format: 'lines',
    compression: 'none',
    alphabets: ['1-4'],
    options: { ...plan.options, solutions: 'unique' },
    budgets: { '4x4': 10_000_000 },
    puzzles: 2,
    solved: 1,
    noSolution: 0,
    notUnique: 0,
    invalid: 1,
    unsolved: 0,
    disagreements: 0,
    solutions: 1,
    sizes: { '4x4': 2 },
    guesses: tally.guesses,
    seconds: 0.25,
    puzzlesPerSecond: 8,
    problems: [
      {
        line: 2,
        column: 0,
        status: 'invalid',
        reason: 'expected different digits in each unit, got two of 1 in row 1',
        record: '1.1.............',
      },
    ],
    statistics: tally.statistics.sizes,
    hardest: tally.statistics.hardest,
  });
});

test('a report tells what a puzzle of each size might cost', () => {
  const file = `${P}\n${'.'.repeat(256)}\n`;
  const budgets = (given: PartialOptions, maxBudget?: number) => {
    const { plan, tally } = solveBytes(file, given);
    return report({ input: { key: 'a.txt' }, plan, tally, seconds: 1, maxBudget }).budgets;
  };
  expect(budgets({ budget: 70 }, 80)).toEqual({ '4x4': 70, '16x16': 70 });
  expect(budgets({})).toEqual({ '4x4': 10_000_000, '16x16': 1_000_000 });
  const counted = { solutions: 'count', limit: 50 } as const;
  expect(budgets(counted)).toEqual({ '4x4': 10_000_100, '16x16': 1_000_100 });
  expect(budgets(counted, 2_000_000)).toEqual({ '4x4': 2_000_000, '16x16': 1_000_100 });
});

test('a rejection tells why, and on which line if one is to blame', () => {
  const input = { key: 'list.txt' };
  expect(rejection(input, new RejectedFile('expected puzzles, got a list', 3))).toEqual({
    status: 'rejected',
    input,
    reason: 'expected puzzles, got a list',
    line: 3,
  });
  expect(rejection(input, new RejectedFile('expected puzzles'))).not.toHaveProperty('line');
});

test('tallies of pieces add up; their line numbers become those of the file', () => {
  const pieces = [`${P}\n${P}\n`, `# a\n1.1.............\n`, `1.1.............`];
  const sum = sumTallies(pieces.map((piece) => solveBytes(piece).tally));
  expect(sum).toEqual(solveBytes(pieces.join('')).tally);
  expect(sum.problems.map(({ line }) => line)).toEqual([4, 5]);
  expect(sumTallies([])).toEqual(emptyTally());
});
