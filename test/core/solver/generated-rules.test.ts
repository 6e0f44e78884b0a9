import { describe, expect, test } from 'vitest';
import type { GeneratedVariant } from '../../../core/solver/drawn-names.ts';
import { namedVariants } from '../../../core/solver/drawn-names.ts';
import { batchResult } from '../../../core/solver/engine/engine.ts';
import { generateMatching } from '../../../core/solver/generate-matching.ts';
import { generatedShape } from '../../../core/solver/generated-variants.ts';
import { type Geometry, givensAreConsistent } from '../../../core/solver/model/geometry.ts';
import { Status } from '../../../core/solver/model/status.ts';
import { whyImpossible } from '../../../core/solver/requirement-faults.ts';
import type { MatchingPuzzle, Requirements } from '../../../core/solver/requirements.ts';
import { engineFor } from '../../../core/solver/solve/engines.ts';
import { ALL_CASES } from '../../cases.ts';
import { obeys } from './obeys.ts';
import { referenceSolutions } from './reference.ts';

/** The first puzzles with rules of their own. */
function puzzles(
  size: number,
  variant: GeneratedVariant,
  count: number,
  more: Partial<Requirements> = {},
): MatchingPuzzle[] {
  const requirements = { ...generatedShape(size, variant), seed: 1, ...more };
  const made: MatchingPuzzle[] = [];
  for (let i = 0; made.length < count && i < 200; i++) {
    const tried = generateMatching(requirements, i);
    if (typeof tried !== 'string') made.push(tried);
  }
  expect(made).toHaveLength(count);
  return made;
}

function statusOf(geometry: Geometry, cells: Uint8Array): Status {
  const result = batchResult(geometry, 1);
  const options = { mode: 'unique', limit: 2, budget: 1e6, deadline: Infinity } as const;
  engineFor(geometry).solveBatch({ geometry, count: 1, cells }, options, result);
  return result.statuses[0] as Status;
}

const SMALL: readonly [number, GeneratedVariant][] = [
  [4, 'killer'],
  [4, 'thermo'],
  [4, 'arrow'],
  [4, 'whispers'],
  [4, 'renban'],
  [4, 'kropki'],
  [4, 'all-dots'],
  [4, 'xv'],
  [4, 'all-xv'],
  [4, 'greater'],
  [4, 'even-odd'],
  [4, 'jigsaw,killer,kropki'],
  [5, 'jigsaw'],
  [5, 'jigsaw,killer'],
  [5, 'jigsaw,all-dots,thermo'],
  [6, 'kropki,non-consecutive'],
  [6, 'thermo,even-odd,greater'],
];

describe.each(SMALL)('puzzles of %i cells a side with %s', (size, variant) => {
  test('have the solution that a plain search finds, and no other', () => {
    for (const { geometry, cells, solution } of puzzles(size, variant, 5))
      expect(referenceSolutions(geometry, cells, 2)).toEqual([solution]);
  });

  test('are minimal on request: without any given, there are several solutions', () => {
    for (const { geometry, cells } of puzzles(size, variant, 3, { minimal: true })) {
      for (const [cell, given] of cells.entries())
        if (given > 0) expect(referenceSolutions(geometry, cells.with(cell, 0), 2)).toHaveLength(2);
    }
  });
});

const LARGE: readonly [number, GeneratedVariant][] = [
  [9, 'jigsaw'],
  [9, 'killer'],
  [9, 'arrow'],
  [9, 'thermo'],
  [9, 'whispers'],
  [9, 'renban'],
  [9, 'kropki'],
  [9, 'kropki,all-dots'],
  [9, 'xv,all-xv'],
  [9, 'greater'],
  [9, 'even-odd,x'],
  [9, 'jigsaw,killer'],
  [9, 'arrow,thermo,whispers,renban'],
  [9, 'windoku,kropki'],
  [9, 'anti-knight,killer'],
  [7, 'jigsaw,killer'],
  [8, 'jigsaw,anti-knight'],
  [11, 'jigsaw,greater'],
  [12, 'kropki,all-dots'],
  [16, 'greater'],
];

test.each(LARGE)(
  'puzzles of %i cells a side with %s have one solution, which obeys their rules',
  (size, variant) => {
    const [first, second] = puzzles(size, variant, 2);
    expect(
      first!.cells.every((digit, cell) => digit === second!.cells[cell]) &&
        first!.geometry === second!.geometry,
    ).toBe(false);
    for (const { geometry, cells, solution } of [first!, second!]) {
      expect(statusOf(geometry, cells)).toBe(Status.solved);
      expect(givensAreConsistent(geometry, solution)).toBe(true);
      expect(geometry.rules.every((rule) => obeys(rule, solution))).toBe(true);
      for (const [cell, digit] of cells.entries()) expect([0, solution[cell]]).toContain(digit);
    }
  },
);

test('killers need no givens', () => {
  const made = puzzles(9, 'killer', 20);
  expect(made.filter(({ clues }) => clues === 0).length).toBeGreaterThan(15);
});

test('a required number of clues, a mask and a symmetry hold with rules, too', () => {
  for (const { clues } of puzzles(9, 'killer', 2, { clues: { from: 20, to: 22 } })) {
    expect(clues).toBeGreaterThanOrEqual(20);
    expect(clues).toBeLessThanOrEqual(22);
  }
  const mask = Uint8Array.from({ length: 81 }, (_, cell) => (cell % 3 === 0 ? 1 : 0));
  for (const { cells } of puzzles(9, 'kropki', 1, { mask })) expect(cells.map(Math.sign)).toEqual(mask);
  for (const { cells } of puzzles(9, 'thermo', 2, { symmetry: 'rotational' }))
    expect(cells.map(Math.sign)).toEqual(cells.map(Math.sign).reverse());
});

test.each<[number, GeneratedVariant, Partial<Requirements>, string]>([
  [4, 'anti-king', {}, 'got anti-king, which a 4x4 grid cannot have'],
  [4, 'anti-king,killer', {}, 'got anti-king, which a 4x4 grid cannot have'],
  [4, 'jigsaw,anti-king', {}, 'got anti-king, which a 4x4 grid has with none of 30 random partitions'],
  [9, 'jigsaw', { clues: { from: 5, to: 7 } }, 'expected 8 clues or more'],
  [
    9,
    'killer',
    { er: { from: 2, to: 3 } },
    'expected no rating and no technique with rules that are drawn; got killer',
  ],
])('refuses %i cells a side, %s, %j', (size, variant, more, reason) => {
  expect(whyImpossible({ ...generatedShape(size, variant), ...more })).toContain(reason);
});

// a search of seconds
test.runIf(ALL_CASES)('refuses variants that no grid can have together', () => {
  expect(whyImpossible(generatedShape(9, 'windoku,non-consecutive'))).toContain(
    'got windoku,non-consecutive, which a 9x9 grid cannot have',
  );
});

test.each<[number, GeneratedVariant, string]>([
  [9, 'jigsaw,disjoint', 'disjoint: expected a grid of boxes'],
  [7, 'killer', '7 is a prime number'],
])('refuses the grid of %i cells a side with %s', (size, variant, reason) => {
  expect(() => generatedShape(size, variant)).toThrow(reason);
});

test('rules that are drawn have the names of members, too', () => {
  expect(namedVariants('regions,cages,x,dots')).toEqual(namedVariants('jigsaw,killer,x,kropki'));
  expect(namedVariants('even,odd')).toEqual(namedVariants('even-odd'));
  expect(namedVariants('cages,sandwich')).toBeUndefined();
});
