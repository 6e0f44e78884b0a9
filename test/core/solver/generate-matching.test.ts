import { describe, expect, test } from 'vitest';
import { solveCells } from '../../../core/puzzle/solve-cells.ts';
import { generateMatching } from '../../../core/solver/generate-matching.ts';
import { gradeGivens } from '../../../core/solver/grade/grade.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import {
  type MatchingPuzzle,
  MISSES,
  type Requirements,
  type Symmetry,
} from '../../../core/solver/requirements.ts';

const classic = geometry(9);

/** The first puzzles that meet requirements. */
function matching(
  requirements: Omit<Requirements, 'geometry' | 'seed'>,
  count: number,
  seed = 1,
): MatchingPuzzle[] {
  const found: MatchingPuzzle[] = [];
  for (let i = 0; found.length < count; i++) {
    const tried = generateMatching({ geometry: classic, seed, ...requirements }, i);
    if (typeof tried !== 'string') found.push(tried);
  }
  return found;
}

const isUnique = (cells: Uint8Array) => solveCells(cells, { solutions: 'unique' }).status === 'solved';

test('a try depends on the seed and its number alone', () => {
  const requirements = { geometry: classic, seed: 5 };
  const third = generateMatching(requirements, 3);
  generateMatching({ geometry: classic, seed: 6 }, 9);
  expect(generateMatching(requirements, 3)).toEqual(third);
  expect(generateMatching(requirements, 4)).not.toEqual(third);
  expect(generateMatching({ ...requirements, seed: 6 }, 3)).not.toEqual(third);
});

test('makes minimal puzzles with one solution if nothing else is required', () => {
  for (const { cells, solution, clues } of matching({}, 3)) {
    expect(solveCells(cells, { solutions: 'unique' }).solutions).toEqual([solution]);
    expect(cells.filter((digit) => digit > 0)).toHaveLength(clues);
    expect(matching({ minimal: true }, 1)).toHaveLength(1);
    for (const [cell, digit] of cells.entries()) {
      if (digit > 0) expect(isUnique(cells.with(cell, 0))).toBe(false);
    }
  }
});

test('makes puzzles with a number of clues in the required range', () => {
  for (const { clues, cells } of matching({ clues: { from: 30, to: 33 } }, 4)) {
    expect(clues).toBeGreaterThanOrEqual(30);
    expect(clues).toBeLessThanOrEqual(33);
    expect(isUnique(cells)).toBe(true);
  }
});

describe('makes puzzles with symmetric clues', () => {
  const partners: Record<Exclude<Symmetry, 'none'>, (row: number, column: number) => [number, number]> = {
    rotational: (r, c) => [8 - r, 8 - c],
    mirror: (r, c) => [r, 8 - c],
    diagonal: (r, c) => [c, r],
  };
  test.each(Object.entries(partners))('symmetry: %s', (symmetry, partner) => {
    for (const { cells } of matching({ symmetry: symmetry as Symmetry }, 2)) {
      expect(isUnique(cells)).toBe(true);
      for (const [cell, digit] of cells.entries()) {
        const [r, c] = partner(Math.floor(cell / 9), cell % 9);
        expect(cells[r * 9 + c]! > 0).toBe(digit > 0);
      }
    }
  });
});

test('puts clues exactly where the mask has them', () => {
  const [{ cells }] = matching({ clues: { from: 36, to: 36 } }, 1) as [MatchingPuzzle];
  const mask = cells.map((digit) => (digit > 0 ? 1 : 0));
  const [made] = matching({ mask }, 1, 2) as [MatchingPuzzle];
  expect(made.cells.map((digit) => (digit > 0 ? 1 : 0))).toEqual(mask);
  expect(made.cells).not.toEqual(cells);
  expect(isUnique(made.cells)).toBe(true);
});

test('makes puzzles with a rating in the required range', () => {
  for (const { cells } of matching({ er: { from: 2.6, to: 4.2 } }, 4)) {
    const { er } = gradeGivens(classic, cells);
    expect(er).toBeGreaterThanOrEqual(2.6);
    expect(er).toBeLessThanOrEqual(4.2);
  }
});

test('makes puzzles that need the required technique, not ones that merely allow it', () => {
  for (const { cells, grade: graded } of matching({ technique: 'XY-Wing' }, 2)) {
    const without = gradeGivens(classic, cells, { without: 'XY-Wing' });
    expect(without.counts.has('XY-Wing')).toBe(false);
    expect(without.er).toBeGreaterThan(graded!.er);
  }
});

test('returns the requirement that a try did not meet', () => {
  const mask = new Uint8Array(81).fill(1, 0, 9);
  expect(generateMatching({ geometry: classic, seed: 1, mask }, 0)).toBe('one solution');
  expect(generateMatching({ geometry: classic, seed: 1, er: { from: 9.4, to: 9.5 } }, 0)).toBe('er');
  expect(MISSES).toContain(generateMatching({ geometry: classic, seed: 1, technique: 'Jellyfish' }, 0));
});
