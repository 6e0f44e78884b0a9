import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { made, sudoku, sudokuProcess, temporaryDirectory } from './command-line.ts';

const { puzzles, solutions } = made(50);
const many = (all: string[]) => Array(20).fill(all).flat() as string[];
const meta = { tags: ['a', 'b'], sizes: [9, 16], note: 'x'.repeat(70_000) };
const document = (easy: unknown[], hard: unknown[]) => JSON.stringify({ easy, meta, levels: [{ hard }] });
const input = document(
  many(puzzles),
  many(puzzles).map((puzzle) => ({ puzzle })),
);
const expected = document(
  many(solutions),
  many(puzzles).map((puzzle, i) => ({ puzzle, solution: many(solutions)[i % 50], status: 'solved' })),
);

test.each(['1', '3', '16'])('solves all arrays of a document on %s threads', async (threads) => {
  const { code, stdout } = await sudokuProcess(['solve', '-q', '--concurrency', threads], {
    stdin: gzipSync(input),
  });
  expect(code).toBe(0);
  expect(gunzipSync(stdout).toString() === expected).toBe(true);
});

test('checks all arrays of a document', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'in.json'), input);
  writeFileSync(join(cwd, 'out.json'), expected);
  const { stderr, code } = await sudoku(['check', 'out.json', '--against', 'in.json'], { cwd });
  expect(stderr).toBe('2,000 records: 2,000 right, 0 wrong\n');
  expect(code).toBe(0);
});

test('finds a fault in the second array', async () => {
  const cwd = temporaryDirectory();
  const solved = { easy: [solutions[0]], hard: [solutions[1]] };
  writeFileSync(join(cwd, 'in.json'), JSON.stringify({ easy: [puzzles[0]], hard: [puzzles[1]] }));
  for (const [result, reason] of [
    [{ ...solved, hard: [puzzles[1]] }, /expected a solution beside the puzzle, got none/],
    [{ ...solved, hard: [] }, /expected a record for line 1 of the puzzles, got the end of the result/],
    [{ ...solved, hard: ['no-solution'] }, /expected the only solution, got no-solution/],
  ] as const) {
    writeFileSync(join(cwd, 'out.json'), JSON.stringify(result));
    const { code, stderr } = await sudoku(['check', 'out.json', '--against', 'in.json'], { cwd });
    expect(stderr).toMatch(reason);
    expect(code).toBe(1);
  }
});

test('grades, counts and lists the puzzles of all arrays', async () => {
  const stdin = JSON.stringify({ easy: [puzzles[0]], deep: { hard: [puzzles[1], { puzzle: puzzles[2] }] } });
  for (const args of [
    ['grade', '-q'],
    ['solve', '-q', '--solutions', 'count'],
    ['solve', '-q', '--solutions', 'all'],
  ]) {
    const { stdout, code } = await sudoku(args, { stdin });
    expect(stdout.toString().trim().split('\n')).toHaveLength(4);
    expect(code).toBe(0);
  }
});
