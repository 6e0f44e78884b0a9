import { expect, test } from 'vitest';
import { openFile, type PartialOptions, type Reached } from '../../../core/files/index.ts';
import { lines, made } from '../../bin/command-line.ts';
import { planOf } from '../formats/solve-bytes.ts';

/** All that is told while a file is solved. */
function told(file: string, given: PartialOptions): { told: Reached[]; solutions: number; puzzles: number } {
  const reached: Reached[] = [];
  const solver = openFile(planOf(file, given), { onProgress: (so) => void reached.push(so) });
  for (const output of [solver.push(Buffer.from(file)), solver.end()]) Array.from(output);
  return { told: reached, ...solver.tally };
}

const FULL = made(1).solutions[0]!;
const EMPTY_ROWS = lines([FULL, '.'.repeat(81)]);

test.each<[string, string, PartialOptions]>([
  ['a count', EMPTY_ROWS, { solutions: 'count', limit: 6_000_000 }],
  ['a count of X', EMPTY_ROWS, { solutions: 'count', limit: 4_000_000, variant: 'x' }],
  ['a count of a large grid', lines(['.'.repeat(256)]), { solutions: 'count', limit: 200_000 }],
  ['a list', EMPTY_ROWS, { solutions: 'all', limit: 600_000, output: 'csv' }],
])('tells how far it is within one puzzle: %s', (_, file, given) => {
  const { told: reached, solutions } = told(file, given);
  const found = reached.map((so) => so.solutions).filter((n) => n < solutions);
  expect(new Set(found).size).toBeGreaterThan(1);
  expect(found).toEqual([...found].sort((a, b) => a - b));
  expect(reached.every(({ puzzles }) => puzzles <= 2)).toBe(true);
});

test('tells how many puzzles of a buffer are graded', () => {
  const { told: reached, puzzles } = told(lines(made(150, 3, 25).puzzles), { grade: true, output: 'csv' });
  const done = reached.map((so) => so.puzzles).filter((n) => n > 0 && n < puzzles);
  expect(done.length).toBeGreaterThan(0);
  expect(done).toEqual([...done].sort((a, b) => a - b));
});
