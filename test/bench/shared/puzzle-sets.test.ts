import { expect, test } from 'vitest';
import { lopsidedSets, puzzleOf } from '../../../bench/shared/puzzle-sets.ts';
import { solveCells } from '../../../core/puzzle/solve-cells.ts';

test('makes puzzles of 30 to 45 clues and several solutions, the same for the same seed', () => {
  const sets = Array.from(lopsidedSets(3, 4));
  expect(sets.length).toBeGreaterThan(4);
  for (const set of sets) {
    for (let i = 0; i < set.count; i++) {
      const puzzle = puzzleOf(set, i);
      const clues = puzzle.filter((digit) => digit > 0).length;
      expect(clues).toBeGreaterThanOrEqual(30);
      expect(clues).toBeLessThanOrEqual(45);
      const { count } = solveCells(puzzle, { solutions: 'count', limit: 1_000_001 });
      expect(count).toBeGreaterThanOrEqual(2);
      expect(count).toBeLessThanOrEqual(1_000_000);
    }
  }
  expect(Array.from(lopsidedSets(3, 4))).toEqual(sets);
  expect(Array.from(lopsidedSets(4, 4))).not.toEqual(sets);
});

test('leaves at least two boxes of each puzzle nearly empty', () => {
  for (const set of lopsidedSets(5, 4)) {
    for (let i = 0; i < set.count; i++) {
      const clues = new Uint8Array(9);
      for (const [cell, digit] of puzzleOf(set, i).entries())
        if (digit > 0) clues[Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3)]!++;
      expect(clues.filter((n) => n <= 2).length).toBeGreaterThanOrEqual(2);
    }
  }
});
