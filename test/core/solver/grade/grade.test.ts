import { describe, expect, test } from 'vitest';
import { geometry } from '../../../../core/solver/geometry.ts';
import { GradeError, grade } from '../../../../core/solver/grade/grade.ts';
import { TECHNIQUE_NAMES } from '../../../../core/solver/grade/techniques.ts';
import { cellsOf } from '../puzzles.ts';
import { RATED } from './rated.ts';

const classic = geometry(9);

describe('rates as Sudoku Explainer does', () => {
  test.each(RATED)('%s: ER %d, EP %d, ED %d', (puzzle, er, ep, ed) => {
    expect(grade(classic, cellsOf(puzzle))).toMatchObject({ status: 'graded', er, ep, ed });
  });

  test('the examples above use every technique', () => {
    const used = new Set(RATED.flatMap(([puzzle]) => [...grade(classic, cellsOf(puzzle)).counts.keys()]));
    // a claiming that leaves a single at once is hardly ever without a pointing that does, too; the last is rare, see below
    expect(TECHNIQUE_NAMES.filter((name) => !used.has(name))).toEqual([
      'Direct Claiming',
      'Dynamic Forcing Chains (+)',
    ]);
  });
});

test('names the technique that was first rated highest, and counts all, easiest first', () => {
  const [puzzle] = RATED.find(([, er]) => er === 4.2)!;
  const { hardest, counts, steps } = grade(classic, cellsOf(puzzle), { path: true });
  expect(hardest).toBe('XY-Wing');
  expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(steps.length);
  const order = [...counts.keys()].map((name) => TECHNIQUE_NAMES.indexOf(name));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('the path leads from the givens to the solution', () => {
  const [puzzle] = RATED.at(-1)!;
  const { steps } = grade(classic, cellsOf(puzzle), { path: true });
  const placed = steps.filter(({ cell }) => cell !== undefined).map(({ cell }) => cell);
  expect(new Set(placed).size + puzzle.replaceAll('.', '').length).toBe(81);
});

test('a filled grid needs no step', () => {
  const filled = cellsOf('123456789456789123789123456214365897365897214897214365531642978642978531978531642');
  expect(grade(classic, filled)).toMatchObject({ status: 'filled', er: 0, steps: [] });
});

test('a deadline that has passed ends it before the next step', () => {
  const [puzzle] = RATED[0]!;
  expect(grade(classic, cellsOf(puzzle), { deadline: 0 })).toMatchObject({ status: 'interrupted' });
});

test.each([geometry(4), geometry(16)])('size $size is not graded', (shape) => {
  expect(() => grade(shape, new Uint8Array(shape.cells))).toThrow(GradeError);
  expect(() => grade(shape, new Uint8Array(shape.cells))).toThrow(/expected a 9x9 puzzle .* got/);
});
