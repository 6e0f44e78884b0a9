import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lines, made, sudoku, temporaryDirectory } from './command-line.ts';

test('makes puzzles one a line, the same for the same seed', async () => {
  const { stdout, code } = await sudoku(['generate', '--count', '3', '--seed', '7', '--clues', '32']);
  expect(stdout.toString()).toBe(lines(made(3, 7, 32).puzzles));
  expect(code).toBe(0);
});

test.each([
  { flags: ['--size', '6', '--variant', 'x', '--boxes', '3x2'], first: '#! sudoku variant=x boxes=3x2' },
  { flags: ['--size', '16', '--clues', '150'], first: '#! sudoku alphabet=1-9A-G' },
  { flags: ['--size', '10', '--alphabet', 'A-J'], first: '#! sudoku alphabet=A-J' },
])('says in the first line what $flags makes, so that solve needs no flags', async ({ flags, first }) => {
  const made = await sudoku(['generate', '--count', '2', ...flags]);
  expect(made.stdout.toString().split('\n')[0]).toBe(first);
  const solved = await sudoku(['solve', '--solutions', 'unique'], { stdin: made.stdout });
  expect(solved.stderr).toContain('2 puzzles: 2 solved');
  expect(solved.code).toBe(0);
});

test('writes to a file that appears when it is complete', async () => {
  const cwd = temporaryDirectory();
  const { stdout } = await sudoku(['generate', '-o', 'puzzles.txt'], { cwd });
  expect(stdout).toHaveLength(0);
  expect(readFileSync(join(cwd, 'puzzles.txt'), 'utf8')).toMatch(/^[1-9.]{81}\n$/);
});

test.each([
  [['--size', '7'], 'a 7x7 grid has no boxes: 7 is a prime number'],
  [['--size', '40'], '--size: expected a whole number from 4 to 36, got "40"'],
  [['--size', '16', '--alphabet', 'A-F'], '--alphabet: expected 16 symbols for a 16x16 grid, got 6'],
  [['--boxes', '2x3'], 'a box of 2x3 does not hold 9 cells, as a 9x9 grid needs'],
])('refuses %j', async (flags, message) => {
  const { code, stderr } = await sudoku(['generate', ...flags]);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});
