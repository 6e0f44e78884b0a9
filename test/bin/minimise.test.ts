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
  expect(again.stderr).toBe('20 puzzles: 0 minimised, 20 were minimal\n');
});

test('leaves other records as they are, and exits with 1', async () => {
  const stdin = `${NO_SOLUTION}\n.1\n..1\n${'1...'.repeat(4)}\n`;
  const { stdout, stderr, code } = await sudoku(['minimise'], { stdin });
  expect(stdout.toString()).toBe(stdin);
  expect(stderr).toBe('4 puzzles: 0 minimised, 2 invalid, 2 without one solution\n');
  expect(code).toBe(1);
});

test('keeps the punctuation of a JSON array', async () => {
  const { stdout } = await sudoku(['minimise'], { stdin: JSON.stringify(puzzles) });
  expect(JSON.parse(stdout.toString())).toHaveLength(20);
});

const numbers = (puzzle: string, between: string) =>
  Array.from(puzzle, (symbol) => (symbol === '.' ? '0' : `${Number.parseInt(symbol, 36)}`)).join(between);

test.each<[string, string, (puzzle: string) => string, string[]]>([
  ['4x4 puzzles', '1.3434122.434321', (p) => `${p}\n`, []],
  ['X', '1234341243212143', (p) => `${p}\n`, ['--variant', 'x']],
  ['other boxes', '142536253614361425415263526341634152', (p) => `${p}\n`, ['--boxes', '3x2']],
  ['rows', '1234341221434321', (p) => `${p.replace(/.{4}/g, '$&\n')}`, []],
  ['numbers in a field of a table', '1.3434122.434321', (p) => `id,puzzle\n7,${numbers(p, ';')}\n`, []],
  ['numbers in JSON', '1.3434122.434321', (p) => `{"id":1,"grid":[${numbers(p, ', ')}]}\n`, []],
  ['letters', 'A.CDCDABB.DCDCBA', (p) => `#! sudoku alphabet=A-D\n${p}\n`, []],
])('minimises %s, and preserves all else', async (_, puzzle, fileOf, flags) => {
  const stdin = fileOf(puzzle);
  const { stdout, stderr, code } = await sudoku(['minimise', ...flags], { stdin });
  expect(stderr).toMatch(/^1 puzzle: 1 minimised\n\d+ givens removed\n$/);
  expect(code).toBe(0);
  expect(stdout.toString().replace(/[.0]/g, '')).toHaveLength(
    stdin.replace(/[.0]/g, '').length - Number(/(\d+) givens/.exec(stderr)![1]),
  );
  const again = await sudoku(['select', '--where', 'minimal', ...flags], { stdin: stdout });
  expect(again.stderr).toBe('1 puzzle: 1 selected\n');
});

test('rows of numbers stay aligned', async () => {
  // 10x10: the rows of a full grid
  const row = (shift: number) => Array.from({ length: 10 }, (_, c) => ((c + shift) % 10) + 1);
  const shifts = [0, 5, 1, 6, 2, 7, 3, 8, 4, 9];
  const text = `${shifts
    .map((shift) =>
      row(shift)
        .map((v) => String(v).padStart(2))
        .join(' '),
    )
    .join('\n')}\n`;
  const { stdout, code } = await sudoku(['minimise', '-q'], { stdin: text });
  expect(code).toBe(0);
  const rows = stdout.toString().trimEnd().split('\n');
  expect(new Set(rows.map((line) => line.length))).toEqual(new Set([29]));
});

test('says if the budget is spent before all givens are decided', async () => {
  const { stdout, stderr, code } = await sudoku(['minimise', '--budget', '0'], {
    stdin: lines([puzzles[0]!]),
  });
  expect(stderr).toContain('1 undecided');
  expect(stdout).toHaveLength(82);
  expect(code).toBe(1);
});
