import { expect, test } from 'vitest';
import { solveCells } from '../../../core/puzzle/solve-cells.ts';
import { cellsOf, textOf } from '../solver/puzzles.ts';

/** An X-sudoku that has very many solutions under classic rules. */
const X_PUZZLE = cellsOf('....41......6....5.....7.9.....1.3...5......1.2.........18...76.7......2........3');

test('solve returns the first solution by default', () => {
  const result = solveCells(X_PUZZLE, { variant: 'x' });
  expect(result).toMatchObject({ status: 'solved', count: 1 });
  expect(textOf(result.solutions[0]!)).toBe(
    '293541768748692135615387294864715329357269481129438657531824976476953812982176543',
  );
});

test('unique tells a puzzle with one solution from one with more', () => {
  expect(solveCells(X_PUZZLE, { variant: 'x', solutions: 'unique' }).status).toBe('solved');
  expect(solveCells(X_PUZZLE, { solutions: 'unique' })).toMatchObject({
    status: 'not-unique',
    count: 2,
    solutions: [],
  });
});

test('all lists every solution in ascending order', () => {
  const { solutions, count } = solveCells(new Uint8Array(16), { solutions: 'all' });
  expect(count).toBe(288);
  expect(textOf(solutions[0]!)).toBe('1234341221434321');
  expect(textOf(solutions[287]!)).toBe('4321214334121234');
});

test('a count goes to the limit, which is 1000 unless given', () => {
  expect(solveCells(X_PUZZLE, { solutions: 'count' })).toMatchObject({ status: 'solved', count: 1000 });
  expect(solveCells(X_PUZZLE, { solutions: 'count', limit: 1 }).count).toBe(1);
});

test.each<[string, () => unknown, string]>([
  [
    'a number of cells that is no square',
    () => solveCells(new Uint8Array(80)),
    'expected size * size cells, such as 81, got 80',
  ],
  [
    'an array',
    () => solveCells(Array(16).fill(0) as never),
    'cells: expected a Uint8Array, got an array of 16 elements',
  ],
  [
    'another variant',
    () => solveCells(new Uint8Array(16), { variant: 'y' as never }),
    'options.variant: expected classic, or names with commas of x, windoku, disjoint, center-dot, asterisk, anti-knight, anti-king, non-consecutive, all-dots or all-xv, got "y"',
  ],
  [
    'other solutions',
    () => solveCells(new Uint8Array(16), { solutions: 'some' as never }),
    'options.solutions: expected first, unique, count or all, got "some"',
  ],
  [
    'a limit of none',
    () => solveCells(new Uint8Array(16), { solutions: 'all', limit: Number.NaN }),
    'options.limit: expected a whole number from 1 to 4294967295, got "NaN"',
  ],
  [
    'an option of files',
    () => solveCells(new Uint8Array(16), { output: 'csv' } as never),
    'options: expected an option of variant, solutions, limit, boxes, budget, regions, cages, arrows, thermos, whispers, renban, dots, xv, greater, even, odd, deadline, got "output"',
  ],
])('%s is refused, with what was expected: plain JavaScript has no types', (_, call, message) => {
  expect(call).toThrow(message);
});

test('a grid can have rules of its own, as the options of solve', () => {
  const count = (cells: number, rules: object) =>
    solveCells(new Uint8Array(cells), { solutions: 'count', ...rules }).count;
  expect(count(16, { thermos: [['r1c1', 'r1c2', 'r1c3', 'r1c4']] })).toBe(12);
  expect(count(16, { variant: 'x', thermos: 'r1c1 r1c2 r1c3 r1c4' })).toBe(2);
  expect(count(16, { regions: '1111222233334444' })).toBe(576);
  expect(solveCells(new Uint8Array(25), { regions: '1222211123144335544355543' }).status).toBe('solved');
  expect(solveCells(new Uint8Array(16), { cages: '9 r1c1 r1c2' }).status).toBe('invalid');
  expect(() => solveCells(new Uint8Array(25))).toThrow('boxes');
});
