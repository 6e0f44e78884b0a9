import { describe, expect, test } from 'vitest';
import { generateCells, geometry } from '../../../../core/solver/index.ts';
import { cellCode } from '../../../../core/solver/model/rule-kinds.ts';
import { Candidates } from '../../../../site/try/puzzle/candidates.ts';
import { linkOf, puzzleIn } from '../../../../site/try/puzzle/link.ts';
import { nextStep, walkOf } from '../../../../site/try/puzzle/walk.ts';
import { geometryOf, puzzleOf } from '../../../../site/try/shared/puzzle.ts';

const EMPTY = '.'.repeat(81);

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
  [
    'symbols that mean an empty cell',
    `p=${'.'.repeat(16)}&symbols=12.4`,
    'symbols: expected 4 different ones, got 12.4',
  ],
  [
    'symbols that cannot be seen',
    `p=${'.'.repeat(16)}&symbols=12+4`,
    'symbols: expected 4 different ones, got 12 4',
  ],
  ['a character of two code units', `p=${'\u{1f600}'.repeat(16)}`, 'p: expected symbols of 1234'],
  ['no cells', 'variant=x', 'expected p, the cells of a puzzle, got none'],
  ['cells twice', `p=${'.'.repeat(16)}&p=${'.'.repeat(16)}`, 'expected p once, got it 2 times'],
  ['cells that are no square', 'p=12', 'p: expected as many cells as a square has, got 2'],
  [
    'a digit that the grid does not have',
    `p=5${'.'.repeat(15)}`,
    'p: expected symbols of 1234, or . for an empty cell, got 5 in r1c1',
  ],
  [
    'an unknown part',
    `p=${'.'.repeat(16)}&pencil=1`,
    'expected p, the cells of a puzzle, and its rules, got pencil',
  ],
  ['an unknown variant', `p=${'.'.repeat(81)}&variant=y`, 'variant: expected names such as'],
  ['boxes of another size', `p=${'.'.repeat(36)}&boxes=3x3`, 'a box of 3x3 does not hold 6 cells'],
  [
    'boxes that are no numbers',
    `p=${'.'.repeat(36)}&boxes=wide`,
    'boxes: expected rows and columns such as 2x3, got wide',
  ],
  [
    'an unknown rule',
    `p=${'.'.repeat(81)}&sandwich=3`,
    'expected p, the cells of a puzzle, and its rules, got sandwich',
  ],
  ['a rule outside of the grid', `p=${'.'.repeat(16)}&cages=3+r1c1+r9c9`, 'cages: expected'],
  ['regions that are too few', `p=${'.'.repeat(16)}&regions=1111`, 'regions: expected'],
])('a link with %s says so', (_, link, fault) => {
  expect(puzzleIn(link)).toEqual(expect.stringContaining(fault));
});

test('cells alone are a link', () => {
  expect(puzzleIn('#12.434..2.4343.1')).toEqual(puzzleIn('p=12.434..2.4343.1'));
  expect(puzzleIn('#12')).toBe('p: expected as many cells as a square has, got 2');
  expect(puzzleIn('#12.434..2.4343.q')).toMatch(/got q in r4c4$/);
  expect(puzzleIn('#garbage')).toBe('expected p, the cells of a puzzle, got garbage');
  expect(puzzleIn('')).toBeUndefined();
});

test('a query is a link, whatever other programs have added to it', () => {
  expect(puzzleIn('?p=12.434..2.4343.1&utm_source=mail&fbclid=1')).toEqual(puzzleIn('p=12.434..2.4343.1'));
  expect(puzzleIn('?p=12.434..2.4343.1&varient=x')).toMatch(/got varient$/);
});

test.each([
  [`p=${EMPTY}&cages=3+r1c1+r1c2`, ['Cage'], ['r1c1', 'r1c2']],
  [`p=${EMPTY}&arrows=r1c1+r1c2+r1c3`, ['Arrow'], ['r1c1', 'r1c2', 'r1c3']],
  [`p=${EMPTY}&thermos=r1c1+r1c2`, ['Thermometer'], ['r1c1', 'r1c2']],
  [`p=${EMPTY}&dots=black+r1c1+r1c2`, ['Black dot'], ['r1c1', 'r1c2']],
  [`p=5${EMPTY.slice(1)}&variant=non-consecutive`, ['Non-consecutive neighbours'], ['r1c1']],
])('a step of the rule in %s has its name, and its cells', (link, [title], cells) => {
  const puzzle = puzzleIn(link);
  if (typeof puzzle !== 'object') throw new Error(puzzle);
  const shape = geometryOf(puzzle);
  const step = nextStep(shape, puzzle.cells, new Uint8Array(81).fill(1), new Uint32Array(81))!;
  expect(step.name).toBe(title);
  const shown = step.pattern.map(({ cell }) => cellCode(cell, 9));
  for (const cell of cells) expect(shown).toContain(cell);
});

describe('the next step', () => {
  const shape = geometry(9);
  const puzzles = [...generateCells(shape, { seed: 3, clues: 0 }).take(5)];

  test('leads from any position to the solution, one step after the other', () => {
    for (const { cells, solution } of puzzles) {
      const filled = cells.slice();
      const removed = new Uint32Array(81);
      for (
        let step = nextStep(shape, filled, solution, removed);
        step;
        step = nextStep(shape, filled, solution, removed)
      ) {
        for (const { cell, values } of step.removals) removed[cell]! |= values;
        if (step.placed) filled[step.placed.cell] = step.placed.value;
      }
      expect(filled).toEqual(solution);
    }
  });

  test.each([16, 25, 36])('leads to the solution of a puzzle with %i rows', (size) => {
    const large = geometry(size);
    const { solution } = [...generateCells(large, { seed: 5, clues: large.cells }).take(1)][0]!;
    const filled = solution.map((value, cell) => (cell % 11 === 0 || cell < size ? 0 : value));
    const removed = new Uint32Array(large.cells);
    for (
      let step = nextStep(large, filled, solution, removed);
      step;
      step = nextStep(large, filled, solution, removed)
    ) {
      if (step.placed) filled[step.placed.cell] = step.placed.value;
      else for (const { cell, values } of step.removals) removed[cell]! |= values;
    }
    expect(filled).toEqual(solution);
  });

  test('is none that has been done already', () => {
    const found = puzzles.flatMap(({ cells, solution }) => {
      const at = walkOf(shape, cells, solution).steps;
      const first = at.findIndex(({ placed }) => !placed);
      return first < 0 ? [] : [{ solution, at: at.slice(0, first + 1), cells }];
    });
    expect(found.length).toBeGreaterThan(0);
    for (const { cells, solution, at } of found) {
      const filled = cells.slice();
      for (const { placed } of at) if (placed) filled[placed.cell] = placed.value;
      const step = at.at(-1)!;
      const removed = new Uint32Array(81);
      expect(nextStep(shape, filled, solution, removed)).toEqual(step);
      for (const { cell, values } of step.removals) removed[cell]! |= values;
      expect(nextStep(shape, filled, solution, removed)!.sentence).not.toBe(step.sentence);
    }
  });
});
