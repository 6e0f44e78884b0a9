import { expect, test } from 'vitest';
import { lines, made, NO_SOLUTION, sudoku } from './command-line.ts';
import { THREADS } from './thread-counts.ts';

const { puzzles, solutions } = made(20, 3, 40);

test('removes givens until each is needed, on any number of threads the same ones', async () => {
  const stdin = `puzzle,solution,note\n${lines(puzzles.map((puzzle, i) => `${puzzle},${solutions[i]},n${i}`))}`;
  const runs = await Promise.all(
    THREADS.map((n) => sudoku(['minimise', '--concurrency', `${n}`], { stdin })),
  );
  for (const run of runs) expect(run).toEqual(runs[0]);
  const { stdout, stderr, code } = runs[0]!;
  expect(stderr).toMatch(/^20 puzzles: 20 minimised\n\d+ givens removed\n$/);
  expect(code).toBe(0);
  const rows = stdout.toString().trimEnd().split('\n').slice(1);
  for (const [i, row] of rows.entries()) {
    const [puzzle, solution, note] = row.split(',');
    expect([solution, note]).toEqual([solutions[i], `n${i}`]);
    expect(Array.from(puzzle!).every((sign, c) => sign === '.' || sign === puzzles[i]![c])).toBe(true);
  }
  const selected = await sudoku(['select', '--where', 'minimal=true and status=solved'], { stdin: stdout });
  expect(selected.stderr).toBe('20 puzzles: 20 selected\n');
  const again = await sudoku(['minimise'], { stdin: stdout });
  expect(again.stdout).toEqual(stdout);
  expect(again.stderr).toBe('20 puzzles: 20 were minimal\n');
});

test('leaves other records as they are, and exits with 1', async () => {
  const stdin = `${NO_SOLUTION}\nbroken\n[1]\n${'1...'.repeat(4)}\n`;
  const { stdout, stderr, code } = await sudoku(['minimise'], { stdin });
  expect(stdout.toString()).toBe(stdin);
  expect(stderr).toContain('1 without one solution');
  expect(code).toBe(1);
});

test('keeps the punctuation of a JSON array', async () => {
  const { stdout } = await sudoku(['minimise'], { stdin: JSON.stringify(puzzles) });
  expect(JSON.parse(stdout.toString())).toHaveLength(20);
});
