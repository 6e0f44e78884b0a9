import { describe, expect, test } from 'vitest';
import { solveCells } from '../../../../core/puzzle/solve-cells.ts';
import { type ExplainedStep, explain, STEP_NAMES } from '../../../../core/solver/model/explain.ts';
import { type Geometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import type { Rule } from '../../../../core/solver/model/rule-kinds.ts';
import fc from '../../../property.ts';
import { cellsOf, puzzles, textOf } from '../puzzles.ts';

const explained = (text: string, shape = geometry(9)) => {
  const cells = cellsOf(text);
  const [solution] = solveCells(cells, { variant: shape.variant }).solutions;
  return { ...explain(shape, cells, solution!), solution: solution! };
};

describe('difficulty is that of the hardest step', () => {
  test.each([
    [
      'easy',
      'naked single',
      '.2.....7..1.....8.389..1.....39782...913....7...1.4..3.5...3......25..9447.......',
    ],
    [
      'medium',
      'hidden single',
      '6.8..........1.3.413.........1..4.9.....7..61..72.1.45.12.9....8....3.....3.8.529',
    ],
    [
      'hard',
      'locked candidate',
      '..26.3....6.7.2..........5....978.1.65....89..8.......5..8..439.9834....2....5..8',
    ],
    [
      'very hard',
      'guess',
      '..76.5...15..3...2....4......1..6.2..8.97.45.7.........46....3....3..2.1312.9...5',
    ],
  ] as const)('%s: a %s', (difficulty, hardest, puzzle) => {
    const explanation = explained(puzzle);
    expect(explanation.difficulty).toBe(difficulty);
    const taken = STEP_NAMES.filter((name) => explanation.counts[name] > 0);
    expect(taken.at(-1)).toBe(hardest);
  });

  test('an empty grid begins with a guess', () => {
    // the engine decides which of the many solutions it finds first
    const [step] = explained('.'.repeat(81)).steps;
    expect(step).toEqual({ step: 'guess', row: 1, column: 1, digit: expect.any(Number) });
  });

  test('a full grid takes no step', () => {
    expect(explained('1234341221434321', geometry(4))).toMatchObject({ difficulty: 'easy', steps: [] });
  });
});

test.each<[name: string, givens: string, rule: Rule]>([
  ['cage', '1', { kind: 'cage', cells: [0, 1], value: 3 }],
  ['arrow', '1.3', { kind: 'arrow', cells: [2, 0, 1] }],
  ['thermometer', '1.3', { kind: 'thermo', cells: [0, 1, 2] }],
  ['black dot', '1', { kind: 'black', cells: [0, 1] }],
  ['even cell', '1..4', { kind: 'even', cells: [1] }],
])('a digit that breaks a rule is no candidate: %s', (_, givens, rule) => {
  // units leave several digits in r1c2
  const shape = withRules(geometry(4), [rule]);
  const { steps } = explain(shape, cellsOf(givens.padEnd(16, '.')), cellsOf('1234341221434321'));
  expect(steps[0]).toEqual({ step: 'naked single', row: 1, column: 2, digit: 2 });
});

test('X puzzles use their diagonals', () => {
  const puzzle = '...2.967.5......94......3.2...3.4518....25.363......2........6..6.4...53.53..1...';
  const { steps } = explained(puzzle, geometry(9, 'x'));
  expect(steps.some((step) => 'unit' in step && step.unit.startsWith('diagonal'))).toBe(true);
});

test.each([
  [4, 'classic'],
  [4, 'x'],
  [6, 'classic'],
  [9, 'classic'],
  [9, 'x'],
] as const)(
  'the steps of a %ix%s puzzle, taken one by one, are right and lead to its solution',
  (size, variant) => {
    const clues = { min: Math.ceil(size * size * 0.25), max: Math.ceil(size * size * 0.6) };
    fc.assert(
      fc.property(puzzles(size, variant, clues), ({ shape, cells }) => {
        const [solution] = solveCells(cells, { variant }).solutions;
        fc.pre(solution !== undefined);
        const { steps, counts } = explain(shape, cells, solution!);
        expect(textOf(replay(shape, cells, steps))).toBe(textOf(solution!));
        for (const [name, count] of Object.entries(counts)) {
          expect(steps.filter(({ step }) => step === name).length).toBe(count);
        }
      }),
      { numRuns: 40 },
    );
  },
);

/** Plays steps on sets of candidates, represented differently than in explain, and checks each claim. */
function replay(shape: Geometry, givens: Uint8Array, steps: readonly ExplainedStep[]): Uint8Array {
  const grid = new Uint8Array(shape.cells);
  const may = Array.from({ length: shape.cells }, () => new Set(range(shape.size)));
  const unitsOf = (cell: number) => shape.units.filter((unit) => unit.includes(cell));
  const place = (cell: number, digit: number) => {
    grid[cell] = digit;
    for (const unit of unitsOf(cell)) for (const peer of unit) may[peer]!.delete(digit);
    may[cell] = new Set([digit]);
  };
  for (const [cell, digit] of givens.entries()) if (digit > 0) place(cell, digit);
  for (const step of steps) {
    if (step.step === 'locked candidate') {
      const [unit, other] = [unitNamed(shape, step.unit), unitNamed(shape, step.removedFrom)];
      for (const cell of unit) {
        if (grid[cell] === 0 && may[cell]!.has(step.digit)) expect(Array.from(other)).toContain(cell);
      }
      const losing = Array.from(other).filter((cell) => !unit.includes(cell) && may[cell]!.has(step.digit));
      expect(losing).not.toEqual([]);
      for (const cell of losing) may[cell]!.delete(step.digit);
      continue;
    }
    const cell = (step.row - 1) * shape.size + step.column - 1;
    expect(grid[cell]).toBe(0);
    expect(may[cell]).toContain(step.digit);
    if (step.step === 'naked single') expect(may[cell]!.size).toBe(1);
    if (step.step === 'hidden single') {
      const others = Array.from(unitNamed(shape, step.unit)).filter((c) => may[c]!.has(step.digit));
      expect(others).toEqual([cell]);
    }
    place(cell, step.digit);
  }
  return grid;
}

function unitNamed({ units, size }: Geometry, name: string): Uint16Array {
  const [kind, number] = name.split(' ') as [string, string];
  return units[['row', 'column', 'box', 'diagonal'].indexOf(kind) * size + Number(number) - 1]!;
}

const range = (size: number) => Array.from({ length: size }, (_, i) => i + 1);
