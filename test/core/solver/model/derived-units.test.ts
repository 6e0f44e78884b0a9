// Units that follow from irregular areas: hard puzzles keep their status with them, also if digits can change places.

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import { readLink } from '../../../../core/formats/links/link.ts';
import { batchResult } from '../../../../core/solver/engine/engine.ts';
import { givenUnitsEngine, largeEngine } from '../../../../core/solver/large/engine.ts';
import { mayHaveDerivedUnits, withDerivedUnits } from '../../../../core/solver/model/derived-units.ts';
import { anyGeometry, type Geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { randomRegions } from '../../../../core/solver/random-regions.ts';
import fc from '../../../property.ts';

/** A grid without boxes in which some of nine random regions hold each digit once. */
function withAreas(seed: number, count: number): Geometry {
  const symbols = randomRegions(9, xoroshiro128plus(seed));
  const rows = Array.from(symbols, (_, cell) => 1 + Math.floor(cell / 9)).join('');
  const rules = [...new Set(symbols)].slice(0, count).map((symbol) => ({
    kind: 'cage' as const,
    cells: Array.from(symbols, (other, cell) => (other === symbol ? cell : -1)).filter((cell) => cell >= 0),
  }));
  return withRules(anyGeometry(9, 'classic', undefined, rows), rules);
}

function solve(engine: typeof largeEngine, geometry: Geometry, cells = new Uint8Array(81), budget = 30_000) {
  const result = batchResult(geometry, 1);
  const limits = { limit: 2, budget, deadline: Number.POSITIVE_INFINITY };
  engine().solveBatch({ geometry, count: 1, cells }, { mode: 'unique', ...limits }, result);
  return { status: result.statuses[0], guesses: result.guesses[0]! };
}

test('areas become units, with the cells that they leave of lines', () => {
  const { geometry } = readLink(
    '.NoBoxes.Jigsaw~000000000000001000000011000000011100222000111332220444333220444333250444355555555',
  );
  const derived = withDerivedUnits(geometry)!;
  const texts = derived.units.map((unit) => unit.toSorted().join());
  // rows, columns, five areas, and four sets that follow; rows that stand for regions are not repeated
  expect(texts).toHaveLength(18 + 5 + 4);
  // rows 6 to 9 without the three areas in them
  expect(texts).toContain('47,48,49,50,57,58,59,66,68');
  expect(derived.groups).toEqual([]);
  const { status, guesses } = solve(largeEngine, geometry);
  expect(status).toBe(Status.noSolution);
  expect(guesses).toBeLessThan(3000);
});

test.each([
  ['boxes', anyGeometry(9, 'classic')],
  [
    'a cage of other cells or another sum',
    withRules(anyGeometry(9, 'classic'), [{ kind: 'cage', cells: [0, 1, 10] }]),
  ],
])('a grid of %s has none', (_, geometry) => {
  expect(mayHaveDerivedUnits(geometry)).toBe(false);
  expect(withDerivedUnits(geometry)).toBeUndefined();
});

describe('random areas', () => {
  test('have the same status with derived units as without', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.integer({ min: 3, max: 9 }),
        fc.array(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 9 })), { maxLength: 8 }),
        (seed, count, givens) => {
          const geometry = withAreas(seed, count);
          const cells = new Uint8Array(81);
          for (const [cell, digit] of givens) cells[cell] = digit;
          const before = solve(givenUnitsEngine, geometry, cells);
          if (before.status === Status.unsolved) return;
          expect(solve(largeEngine, geometry, cells).status).toBe(before.status);
          const derived = withDerivedUnits(geometry)!;
          // an implied unit can forbid what no rule does
          const { status } = solve(givenUnitsEngine, derived, cells);
          expect(status === Status.invalid ? Status.noSolution : status).toBe(
            before.status === Status.invalid ? Status.noSolution : before.status,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  test('have a second solution where digits can change places, and the givens in the first', () => {
    // the walk and 400 conflicts find no solution of seed 53 with six areas
    const geometry = withAreas(53, 6);
    for (const given of [[], [5], [5, 9]]) {
      const cells = new Uint8Array(81);
      for (const [i, digit] of given.entries()) cells[i] = digit;
      expect(solve(largeEngine, geometry, cells).status).toBe(Status.notUnique);
    }
  });

  // in 18, cells would be in ten units each
  test.each([2, 18, 53, 95])('take few conflicts where they took ten thousands: seed %d', (seed) => {
    for (let count = 4; count <= 9; count++) {
      const { status, guesses } = solve(largeEngine, withAreas(seed, count));
      expect([Status.notUnique, Status.noSolution]).toContain(status);
      expect(guesses).toBeLessThan(3000);
    }
  });
});
