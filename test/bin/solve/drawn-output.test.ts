import { expect, test } from 'vitest';
import { drawRuledGrid, drawRuledSolution } from '../../../bin/solve/drawn-output.ts';
import { anyGeometry, geometry, withRules } from '../../../core/solver/model/geometry.ts';
import { planOf } from '../../core/formats/solve-bytes.ts';

const plain = (text: string) => text;
const SOLUTION = Array.from('1234341221434321');

test('cages have borders and sums, lines go from cell to cell, and shapes surround digits', () => {
  const shape = withRules(geometry(4), [
    { kind: 'cage', cells: [0, 1, 4], value: 6 },
    { kind: 'thermo', cells: [2, 3] },
    { kind: 'arrow', cells: [5, 10] },
    { kind: 'white', cells: [8, 9] },
    { kind: 'black', cells: [12, 8] },
    { kind: 'greater', cells: [13, 14] },
    { kind: 'even', cells: [15] },
    { kind: 'odd', cells: [7] },
  ]);
  expect(drawRuledGrid(shape, SOLUTION, 80, plain)).toBe(
    [
      '┌6──────┬───────┐',
      '│ 1   2 │(3)═ 4 │',
      '│    ╌╌╌│       │',
      '│ 3 ┆(4)│ 1  {2}│',
      '├───────╲───────┤',
      '│ 2 ○ 1 │ 4*  3 │',
      '│ ●     │       │',
      '│ 4   3 > 2  [1]│',
      '└───────┴───────┘',
      '',
    ].join('\n'),
  );
});

test('a jigsaw has the borders of its regions', () => {
  const shape = anyGeometry(4, 'classic', undefined, '1112122233343444');
  expect(drawRuledGrid(shape, SOLUTION, 80, plain)?.split('\n').slice(0, 5)).toEqual([
    '┌───────────┬───┐',
    '│ 1   2   3 │ 4 │',
    '│   ┌───────┘   │',
    '│ 3 │ 4   1   2 │',
    '├───┴───────┬───┤',
  ]);
});

test('what is wider than the terminal is not drawn', () => {
  expect(drawRuledGrid(geometry(4), SOLUTION, 17, plain)).toBeDefined();
  expect(drawRuledGrid(geometry(4), SOLUTION, 16, plain)).toBeUndefined();
});

test('numbers of two digits take the blank before them', () => {
  const shape = geometry(16);
  const texts = Array.from({ length: 256 }, (_, cell) => `${(cell % 16) + 1}`);
  for (const line of drawRuledGrid(shape, texts, 80, plain)!.split('\n').slice(0, -1))
    expect(line).toHaveLength(65);
});

test('a record is drawn with its rules, and a marker is not', () => {
  const record = `{"puzzle":"${'.'.repeat(16)}","cages":[{"sum":3,"cells":["r1c1","r1c2"]}]}`;
  const drawn = (result: string) => drawRuledSolution(record, result, planOf(record), 80);
  expect(drawn(JSON.stringify({ solution: SOLUTION.join('') }))).toContain('┌3──');
  expect(drawn(JSON.stringify({ solution: [SOLUTION.slice(0, 4), SOLUTION.slice(4)] }))).toContain('┌3──');
  expect(drawn(JSON.stringify({ solution: 'no-solution' }))).toBeUndefined();
  const classic = '12.434..2.4343.1';
  expect(drawRuledSolution(classic, `${SOLUTION.join('')}\n`, planOf(classic), 80)).toBeUndefined();
});
