import { describe, expect, test } from 'vitest';
import { geometry } from '../../../../core/solver/geometry.ts';
import { grade } from '../../../../core/solver/grade/grade.ts';
import { attempt } from '../../../../core/solver/order/attempt.ts';
import {
  MISSES,
  type Order,
  type OrderedPuzzle,
  type Symmetry,
} from '../../../../core/solver/order/order.ts';
import { solve } from '../../../../core/solver/solve.ts';

const classic = geometry(9);

/** The first puzzles that meet an order. */
function met(order: Omit<Order, 'geometry' | 'seed'>, count: number, seed = 1): OrderedPuzzle[] {
  const found: OrderedPuzzle[] = [];
  for (let i = 0; found.length < count; i++) {
    const tried = attempt({ geometry: classic, seed, ...order }, i);
    if (typeof tried !== 'string') found.push(tried);
  }
  return found;
}

const isUnique = (cells: Uint8Array) => solve(cells, { solutions: 'unique' }).status === 'solved';

test('a try depends on seed and number alone', () => {
  const order = { geometry: classic, seed: 5 };
  const third = attempt(order, 3);
  attempt({ geometry: classic, seed: 6 }, 9);
  expect(attempt(order, 3)).toEqual(third);
  expect(attempt(order, 4)).not.toEqual(third);
  expect(attempt({ ...order, seed: 6 }, 3)).not.toEqual(third);
});

test('without wishes a puzzle is minimal, with one solution', () => {
  for (const { cells, solution, clues } of met({}, 3)) {
    expect(solve(cells, { solutions: 'unique' }).solutions).toEqual([solution]);
    expect(cells.filter((digit) => digit > 0)).toHaveLength(clues);
    expect(met({ minimal: true }, 1)).toHaveLength(1);
    for (const [cell, digit] of cells.entries()) {
      if (digit > 0) expect(isUnique(cells.with(cell, 0))).toBe(false);
    }
  }
});

test('clues', () => {
  for (const { clues, cells } of met({ clues: { from: 30, to: 33 } }, 4)) {
    expect(clues).toBeGreaterThanOrEqual(30);
    expect(clues).toBeLessThanOrEqual(33);
    expect(isUnique(cells)).toBe(true);
  }
});

describe('symmetry of the clues', () => {
  const partners: Record<Exclude<Symmetry, 'none'>, (row: number, column: number) => [number, number]> = {
    rotational: (r, c) => [8 - r, 8 - c],
    mirror: (r, c) => [r, 8 - c],
    diagonal: (r, c) => [c, r],
  };
  test.each(Object.entries(partners))('%s', (symmetry, partner) => {
    for (const { cells } of met({ symmetry: symmetry as Symmetry }, 2)) {
      expect(isUnique(cells)).toBe(true);
      for (const [cell, digit] of cells.entries()) {
        const [r, c] = partner(Math.floor(cell / 9), cell % 9);
        expect(cells[r * 9 + c]! > 0).toBe(digit > 0);
      }
    }
  });
});

test('a mask says which cells have clues', () => {
  const [{ cells }] = met({ clues: { from: 36, to: 36 } }, 1) as [OrderedPuzzle];
  const mask = cells.map((digit) => (digit > 0 ? 1 : 0));
  const [made] = met({ mask }, 1, 2) as [OrderedPuzzle];
  expect(made.cells.map((digit) => (digit > 0 ? 1 : 0))).toEqual(mask);
  expect(made.cells).not.toEqual(cells);
  expect(isUnique(made.cells)).toBe(true);
});

test('ratings', () => {
  for (const { cells } of met({ er: { from: 2.6, to: 4.2 } }, 4)) {
    const { er } = grade(classic, cells);
    expect(er).toBeGreaterThanOrEqual(2.6);
    expect(er).toBeLessThanOrEqual(4.2);
  }
});

test('a technique is needed, not merely possible', () => {
  for (const { cells, grade: graded } of met({ technique: 'XY-Wing' }, 2)) {
    const without = grade(classic, cells, { without: 'XY-Wing' });
    expect(without.counts.has('XY-Wing')).toBe(false);
    expect(without.er).toBeGreaterThan(graded!.er);
  }
});

test('a miss is named', () => {
  const mask = new Uint8Array(81).fill(1, 0, 9);
  expect(attempt({ geometry: classic, seed: 1, mask }, 0)).toBe('one solution');
  expect(attempt({ geometry: classic, seed: 1, er: { from: 9.4, to: 9.5 } }, 0)).toBe('er');
  expect(MISSES).toContain(attempt({ geometry: classic, seed: 1, technique: 'Jellyfish' }, 0));
});
