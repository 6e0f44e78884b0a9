import { expect, test } from 'vitest';
import type { Variant } from '../../../../core/options/options.ts';
import { VARIANT_NAMES } from '../../../../core/options/variants.ts';
import {
  type Batch,
  type BatchMode,
  batchResult,
  type Engine,
} from '../../../../core/solver/engine/engine.ts';
import { isLanesGeometry, lanesEngine } from '../../../../core/solver/lanes/engine.ts';
import { largeEngine } from '../../../../core/solver/large/engine.ts';
import { allowAll, restrict, WORDS } from '../../../../core/solver/model/allowed.ts';
import { anyGeometry, type Geometry, geometry } from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { engineFor, solveOne } from '../../../../core/solver/solve/engines.ts';
import { casesOf } from '../../../cases.ts';
import fc from '../../../property.ts';
import { isSolution } from '../puzzles.ts';

/** Boxes, and two jigsaws. */
const REGIONS = [
  undefined,
  '112233444122233444122235444123335666115535566117555666777778996778788999788889999',
  '122233444112333445112333455122663445122666645117766655877776995888877799888899999',
];

const shapes = fc
  .tuple(fc.subarray(VARIANT_NAMES.filter((name) => name !== 'non-consecutive')), fc.constantFrom(...REGIONS))
  .map(([names, regions]) => anyGeometry(9, (names.join() || 'classic') as Variant, undefined, regions))
  .filter(isLanesGeometry);

const grids = new Map<Geometry, Uint8Array>();

/** A full grid; an empty one if none is found soon. */
function full(shape: Geometry): Uint8Array {
  const found = grids.get(shape) ?? solveOne(shape, new Uint8Array(81), 'first', 2000).solution;
  grids.set(shape, found);
  return found;
}

const places = fc.array(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 9 })), { maxLength: 30 });

/** Givens taken from a full grid, if there is one soon, and some that may break a rule; and digits that cells cannot have. */
const puzzles = fc.record({
  kept: fc.uniqueArray(fc.nat(80), { minLength: 16, maxLength: 40, size: 'max' }),
  broken: fc.option(fc.tuple(fc.nat(80), fc.integer({ min: 1, max: 10 })), { freq: 3 }),
  forbidden: places,
});

function solve(engine: Engine, batch: Batch, mode: BatchMode, budget = 1e6) {
  const result = batchResult(batch.geometry, batch.count);
  engine.solveBatch(batch, { mode, limit: 50, budget, deadline: Infinity }, result);
  return result;
}

test('agrees with the engine that learns on random combinations of variants', () => {
  const modes = fc.constantFrom<BatchMode>('first', 'unique', 'count');
  const lists = fc.array(puzzles, { minLength: 1, maxLength: 20 });
  const statuses = new Set<number>();
  fc.assert(
    fc.property(shapes, lists, modes, fc.boolean(), (shape, list, mode, isRestricted) => {
      const grid = full(shape);
      const cells = new Uint8Array(81 * list.length);
      const allowed = isRestricted ? new Uint32Array(WORDS * cells.length) : undefined;
      if (allowed) for (let cell = 0; cell < cells.length; cell++) allowAll(allowed, cell, 9);
      for (const [i, { kept, broken, forbidden }] of list.entries()) {
        for (const cell of kept) cells[81 * i + cell] = grid[cell]!;
        if (broken) cells[81 * i + broken[0]] = broken[1];
        if (allowed)
          for (const [cell, digit] of forbidden) restrict(allowed, 81 * i + cell, (other) => other !== digit);
      }
      const batch = { geometry: shape, count: list.length, cells, allowed };
      const found = solve(lanesEngine, batch, mode);
      const expected = solve(largeEngine(), batch, mode);
      expect(found.statuses).toEqual(expected.statuses);
      expect(found.counts).toEqual(expected.counts);
      for (const [i, status] of found.statuses.entries()) {
        statuses.add(status);
        const solution = found.solutions.subarray(81 * i, 81 * (i + 1));
        if (status !== Status.solved) expect(solution.every((digit) => digit === 0)).toBe(true);
        else expect(isSolution(shape, cells.subarray(81 * i, 81 * (i + 1)), solution)).toBe(true);
      }
    }),
    { numRuns: 40, seed: 9 },
  );
  expect(statuses).toEqual(new Set([Status.solved, Status.noSolution, Status.notUnique, Status.invalid]));
});

test('a full grid that only breaks a variant is invalid, and is told from one without a solution', () => {
  const classic = full(geometry(9));
  for (const variant of ['windoku', 'disjoint', 'asterisk', 'anti-knight', 'anti-king'] as const) {
    const shape = geometry(9, variant);
    const last = classic.slice();
    last.fill(0, 0, 9);
    const batch = { geometry: shape, count: 2, cells: Uint8Array.of(...classic, ...last) };
    const expected = solve(largeEngine(), batch, 'unique').statuses;
    expect(solve(lanesEngine, batch, 'unique').statuses, variant).toEqual(expected);
    expect(expected[0], variant).toBe(Status.invalid);
  }
});

test('a batch of many geometries gives each puzzle the result that it has alone', () => {
  const own: Geometry[] = [];
  const cells: number[] = [];
  // 60 has each kind with each partition
  for (let i = 0; i < casesOf(240); i++) {
    const names = (['anti-king', 'windoku', 'non-consecutive', 'classic', 'x'] as const)[i % 5]!;
    const regions = REGIONS[i % 3];
    const shape = regions ? anyGeometry(9, names, undefined, regions) : geometry(9, names);
    const solution = full(shape);
    own.push(shape);
    cells.push(...solution.map((digit, cell) => ((cell * 7 + i) % 3 === 0 ? digit : 0)));
    // one that has no solution, or breaks a rule
    const empty = cells.indexOf(0, 81 * i);
    if (i % 4 === 3) cells[empty] = (solution[empty - 81 * i]! % 9) + 1;
  }
  const batch = { geometry: geometry(9), count: own.length, cells: Uint8Array.from(cells), own };
  const found = solve(engineFor(batch.geometry, own), batch, 'count');
  const expected = solve(largeEngine(), batch, 'count');
  expect(found.statuses).toEqual(expected.statuses);
  expect(found.counts).toEqual(expected.counts);
  expect(new Set(found.statuses)).toEqual(new Set([Status.solved, Status.noSolution, Status.invalid]));
});

test('puzzles that the lanes do not solve soon are left to the engine that learns', () => {
  const shape = geometry(9, 'asterisk,anti-knight,anti-king');
  const batch = { geometry: shape, count: 1, cells: new Uint8Array(81) };
  expect(solve(lanesEngine, batch, 'first', 20_000).statuses[0]).toBe(Status.unsolved);
  expect(solve(engineFor(shape), batch, 'first').statuses[0]).toBe(Status.noSolution);
});

test('budgets and deadlines hold for both engines together', () => {
  const shape = geometry(9, 'anti-knight');
  const batch = { geometry: shape, count: 1, cells: new Uint8Array(81) };
  const result = solve(engineFor(shape), batch, 'count', 5);
  expect([result.statuses[0], result.guesses[0]]).toEqual([Status.unsolved, 5]);
  expect(solve(engineFor(shape), batch, 'count', 0).statuses[0]).toBe(Status.unsolved);
  const limits = { mode: 'count', limit: 1e9, budget: 1e9, deadline: 0 } as const;
  engineFor(shape).solveBatch(batch, limits, result);
  expect(result.statuses[0]).toBe(Status.interrupted);
});
