import { describe, expect, test } from 'vitest';
import { generateCells, geometry } from '../../../../core/solver/index.ts';
import { linkOf, puzzleIn } from '../../../../site/try/puzzle/link.ts';
import { Candidates, walkOf } from '../../../../site/try/puzzle/walk.ts';
import { puzzleOf } from '../../../../site/try/shared/puzzle.ts';

describe.each([
  ['9x9', geometry(9)],
  ['9x9 X', geometry(9, 'x')],
  ['6x6', geometry(6)],
  ['16x16', geometry(16)],
])('of %s puzzles', (_, shape) => {
  const clues = Math.round(shape.cells * 0.45);
  const puzzles = [...generateCells(shape, { seed: 1, clues: shape.size === 9 ? 0 : clues }).take(3)];

  test('walkOf returns steps that lead to the solution and remove none of its digits', () => {
    for (const { cells, solution } of puzzles) {
      const board = new Candidates(shape, cells);
      const { steps, isCut } = walkOf(shape, cells, solution);
      for (const step of steps) {
        for (const { cell, values } of step.removals)
          expect(values & (1 << (solution[cell]! - 1)), step.sentence).toBe(0);
        if (step.placed) expect(step.placed.value, step.sentence).toBe(solution[step.placed.cell]);
        expect(step.sentence).toMatch(/^[A-Zr].*\.$/);
        board.apply(step);
      }
      if (!isCut) expect(board.values).toEqual(solution);
    }
  });

  test.runIf(shape.size > 9)('sentences have the symbols of the grid', () => {
    const [{ cells, solution }] = puzzles as [(typeof puzzles)[number]];
    const symbols = 'ABCDEFGHIJKLMNOP';
    for (const { placed, sentence } of walkOf(shape, cells, solution, symbols).steps) {
      if (placed) expect(sentence).toMatch(new RegExp(`\\b${symbols[placed.value - 1]}\\b`));
    }
  });

  test('a link holds a puzzle with its rules and boxes', () => {
    for (const { cells } of puzzles) {
      const puzzle = puzzleOf(shape, cells);
      expect(puzzleIn(`#${linkOf(puzzle)}`)).toEqual(puzzle);
    }
  });
});

test.each([
  ['symbols that mean an empty cell', `p=${'.'.repeat(16)}&symbols=12.4`],
  ['symbols that cannot be seen', `p=${'.'.repeat(16)}&symbols=12+4`],
  ['a character of two code units', `p=${'\u{1f600}'.repeat(8)}`],
])('a link with %s holds no puzzle', (_, link) => {
  expect(puzzleIn(link)).toBeUndefined();
});
