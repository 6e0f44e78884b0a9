import { describe, expect, test } from 'vitest';
import { planOf, solveBytes } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';

describe('a line that was meant to be one of options rejects the file and is quoted', () => {
  test.each([
    ['#! sudoko variant=x\n', '"#! sudoko variant=x"', 1],
    ['#! SUDOKU\n', '"#! SUDOKU"', 1],
    ['#! variant=x\n', '"#! variant=x"', 1],
    ['# ! sudoku variant=x\n', '"# ! sudoku variant=x"', 1],
    ['# sudoku variant=x\n', '"# sudoku variant=x"', 1],
    ['// a\n%! Sudoku Limit=3\n', '"%! Sudoku Limit=3"', 2],
    [' #! sudoku variant=x\n', '"#! sudoku variant=x"', 1],
    ['# mine\n#! sudoku variant=x\n', '"#! sudoku variant=x" in line 2', 2],
    ['\n#! sudoku variant=x\n', '"#! sudoku variant=x" in line 2', 2],
  ])('%j', (front, got, line) => {
    expect(() => planOf(`${front}${P}\n`)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`as #! sudoku variant=x, got ${got}`),
        line,
      }),
    );
  });
});

test('an option twice rejects the file', () => {
  expect(() => planOf(`#! sudoku limit=1 limit=2\n${P}\n`)).toThrow(
    'first line: expected each option once, got limit twice',
  );
});

test.each([
  '#!/usr/bin/env sudoku\n',
  '# sudoku puzzles of May\n',
  '# solutions=unique\n',
  '# sudoku size=9\n',
])('%j is a comment', (front) => {
  expect(solveBytes(`${front}${P}\n`).tally.solved).toBe(1);
});

test('options are read after a byte-order mark, and after records a comment is a comment', () => {
  expect(planOf(`\xef\xbb\xbf#! sudoku variant=x\n${P}\n`).options.variant).toBe('x');
  expect(planOf(`${P}\n#! sudoku variant=x\n`).options.variant).toBe('classic');
});
