import { describe, expect, it } from 'vitest';
import { OptionError } from '../../../core/options/option-text.ts';
import { solveCells } from '../../../core/puzzle/solve-cells.ts';
import { type GenerateCellsOptions, generateCells } from '../../../core/solver/generate-cells.ts';
import { type Geometry, geometry, givensAreConsistent } from '../../../core/solver/model/geometry.ts';

const shapes = [
  geometry(4),
  geometry(4, 'x'),
  geometry(6),
  geometry(6, 'classic', { rows: 3, columns: 2 }),
  geometry(8, 'x'),
  geometry(9),
  geometry(9, 'x'),
  geometry(12),
];

describe.each(shapes)('generate $size x $size $variant, boxes $boxRows x $boxColumns', (shape) => {
  const puzzles = take(3, shape, { seed: 7, clues: Math.floor(shape.cells * 0.35) });

  it('makes puzzles with exactly the solution it names', () => {
    for (const { cells, solution } of puzzles) {
      expect(solution.includes(0)).toBe(false);
      expect(givensAreConsistent(shape, solution)).toBe(true);
      for (const [i, given] of cells.entries()) expect([0, solution[i]]).toContain(given);
      const found = solveCells(cells, {
        variant: shape.variant,
        boxes: { rows: shape.boxRows, columns: shape.boxColumns },
        solutions: 'unique',
      });
      expect(found.status).toBe('solved');
      expect(found.solutions[0]).toEqual(solution);
    }
  });

  it('stops at the requested number of clues', () => {
    for (const { cells, clues } of puzzles) {
      expect(cells.filter((digit) => digit !== 0).length).toBe(clues);
      expect(clues).toBeGreaterThanOrEqual(Math.floor(shape.cells * 0.35));
    }
  });
});

it('makes the same puzzles from the same seed, and others from another', () => {
  const shape = geometry(9);
  expect(take(2, shape, { seed: 1 })).toEqual(take(2, shape, { seed: 1 }));
  expect(take(1, shape, { seed: 1 })).not.toEqual(take(1, shape, { seed: 2 }));
  const [first, second] = take(2, shape, { seed: 1 });
  expect(first).not.toEqual(second);
});

it.each([
  [undefined, 'nothing'],
  [Number.NaN, 'NaN'],
  ['a', '"a"'],
  [1.5, '1.5'],
])('refuses the seed %j, which would act like another', (seed, shown) => {
  const options = { seed } as unknown as GenerateCellsOptions;
  expect(() => take(1, geometry(4), options)).toThrow(`expected a whole number as seed, got ${shown}`);
});

it('removes every clue that can be removed if no number of clues is requested', () => {
  const [puzzle] = take(1, geometry(9), { seed: 3 });
  for (const [i, given] of puzzle!.cells.entries()) {
    if (given === 0) continue;
    expect(solveCells(puzzle!.cells.with(i, 0), { solutions: 'unique' }).status).toBe('not-unique');
  }
});

function take(count: number, shape: Geometry, options: GenerateCellsOptions) {
  return generateCells(shape, options).take(count).toArray();
}

it.each([
  [{ seed: 1, cluse: 30 }, 'expected an option of seed, clues, budget, got cluse (did you mean clues?)'],
  [{ seed: 1, clues: Number.NaN }, 'expected a whole number from 0 as clues, got NaN'],
  [{ seed: 1, clues: '30' }, 'expected a whole number from 0 as clues, got "30"'],
  [{ seed: 1, budget: -1 }, 'expected a number from 0 as budget, got -1'],
])('refuses %j', (options, message) => {
  expect(() => take(1, geometry(4), options as GenerateCellsOptions)).toThrow(new OptionError(message));
});
