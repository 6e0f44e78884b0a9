import { afterEach, expect, test, vi } from 'vitest';
import { openFile, type PartialOptions, type Reached } from '../../../core/files/index.ts';
import { lines, made } from '../../bin/command-line.ts';
import { planOf } from '../formats/solve-bytes.ts';

afterEach(() => void vi.restoreAllMocks());

/** All progress reports while a file is solved, on a clock on which each look takes 60 ms. */
function reportsOf(file: string, given: PartialOptions) {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 60));
  const reports: Reached[] = [];
  const solver = openFile(planOf(file, given), { onProgress: (reached) => void reports.push(reached) });
  for (const output of [solver.push(Buffer.from(file)), solver.end()]) Array.from(output);
  return { reports, ...solver.tally };
}

const FULL = made(1).solutions[0]!;
const EMPTY_ROWS = lines([FULL, '.'.repeat(81)]);

test.each<[string, string, PartialOptions]>([
  ['a count', EMPTY_ROWS, { solutions: 'count', limit: 600_000 }],
  ['a count of X', EMPTY_ROWS, { solutions: 'count', limit: 400_000, variant: 'x' }],
  ['a count of a large grid', lines(['.'.repeat(256)]), { solutions: 'count', limit: 20_000 }],
  ['a list', EMPTY_ROWS, { solutions: 'all', limit: 60_000, output: 'csv' }],
])('progress is reported within a single puzzle: %s', (_, file, given) => {
  const { reports, solutions } = reportsOf(file, given);
  const found = reports.map((reached) => reached.solutions).filter((n) => n < solutions);
  expect(new Set(found).size).toBeGreaterThan(1);
  expect(found).toEqual([...found].sort((a, b) => a - b));
  expect(reports.every(({ puzzles }) => puzzles <= 2)).toBe(true);
});

test('progress is reported for each graded puzzle of a buffer', () => {
  const { reports, puzzles } = reportsOf(lines(made(150, 3, 25).puzzles), { grade: true, output: 'csv' });
  const done = reports.map((reached) => reached.puzzles).filter((n) => n > 0 && n < puzzles);
  expect(done.length).toBeGreaterThan(0);
  expect(done).toEqual([...done].sort((a, b) => a - b));
});
