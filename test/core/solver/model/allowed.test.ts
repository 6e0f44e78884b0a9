import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import { batchResult, type Engine } from '../../../../core/solver/engine/engine.ts';
import { lanesEngine } from '../../../../core/solver/lanes/engine.ts';
import { largeEngine } from '../../../../core/solver/large/engine.ts';
import {
  allowAll,
  allowDigit,
  allowedByGivens,
  cellWithoutDigit,
  isAllowed,
  onlyDigit,
  restricts,
  WORDS,
} from '../../../../core/solver/model/allowed.ts';
import { type Geometry, geometry } from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { randomGrid } from '../../../../core/solver/random-grid.ts';
import fc from '../../../property.ts';
import { referenceSolutions } from '../reference.ts';

const LIMITS = { budget: 1e9, deadline: Infinity };

/** The solutions up to a limit, as texts in ascending order. */
function expectedSolutions(shape: Geometry, allowed: Uint32Array, limit: number): string[] {
  const found = referenceSolutions(shape, new Uint8Array(shape.cells), limit, allowed);
  return found.map((solution) => solution.join(' '));
}

interface Case {
  readonly shape: Geometry;
  readonly allowed: Uint32Array;
}

/** Puzzles of candidates, most of them with solutions: those of a random grid, and others at random. */
function candidates(shape: Geometry, [least, most]: readonly [number, number]): fc.Arbitrary<Case> {
  return fc
    .tuple(
      fc.integer(),
      fc.double({ min: least, max: most, noNaN: true }),
      fc.double({ min: 0.95, max: 1, noNaN: true }),
    )
    .map(([seed, share, right]) => {
      const random = xoroshiro128plus(seed);
      const grid = randomGrid(shape, random)!;
      const chance = () => (random.next() >>> 0) / 2 ** 32;
      const allowed = new Uint32Array(WORDS * shape.cells);
      for (let cell = 0; cell < shape.cells; cell++) {
        for (let digit = 1; digit <= shape.size; digit++) {
          if (chance() < (grid[cell] === digit ? right : share)) allowDigit(allowed, cell, digit);
        }
      }
      return { shape, allowed };
    });
}

const SHAPES: readonly [string, Geometry, readonly [number, number]][] = [
  ['4x4', geometry(4), [0.2, 0.9]],
  ['6x6', geometry(6), [0.1, 0.5]],
  ['6x6 X', geometry(6, 'x'), [0.1, 0.6]],
  ['9x9', geometry(9), [0.05, 0.22]],
  ['9x9 X', geometry(9, 'x'), [0.05, 0.24]],
];

const ENGINES: readonly [string, Engine, (shape: Geometry) => boolean][] = [
  ['lanes', lanesEngine, ({ size }) => size === 9],
  ['large', largeEngine(), () => true],
];

describe.each(ENGINES)('engine %s', (_, engine, solves) => {
  const shapes = SHAPES.filter(([, shape]) => solves(shape));

  test.each(shapes)(
    'finds the solutions of %s candidates that a brute force finds',
    (_name, shape, share) => {
      fc.assert(
        fc.property(fc.array(candidates(shape, share), { minLength: 1, maxLength: 12 }), (cases) => {
          const count = cases.length;
          const allowed = new Uint32Array(WORDS * shape.cells * count);
          for (const [p, one] of cases.entries()) allowed.set(one.allowed, p * one.allowed.length);
          const cells = new Uint8Array(shape.cells * count);
          const result = batchResult(shape, count);
          engine.solveBatch(
            { geometry: shape, count, cells, allowed },
            { ...LIMITS, mode: 'count', limit: 20 },
            result,
          );
          for (const [p, one] of cases.entries()) {
            const expected = expectedSolutions(shape, one.allowed, 20);
            const isEmpty = cellWithoutDigit(shape, cells, one.allowed) >= 0;
            const status = isEmpty ? Status.invalid : expected.length > 0 ? Status.solved : Status.noSolution;
            expect({ status: result.statuses[p], count: result.counts[p] }).toEqual({
              status,
              count: expected.length,
            });
            if (expected.length > 0 && expected.length < 20) {
              const solution = result.solutions.subarray(p * shape.cells, (p + 1) * shape.cells).join(' ');
              expect(expected).toContain(solution);
            }
          }
        }),
        { numRuns: 12 },
      );
    },
  );

  test.each(shapes)('lists the solutions of %s candidates in ascending order', (_name, shape, share) => {
    fc.assert(
      fc.property(candidates(shape, share), ({ allowed }) => {
        const listed: string[] = [];
        const list = engine.list(shape, new Uint8Array(shape.cells), { ...LIMITS, limit: 10 }, allowed);
        for (const block of list) {
          for (let at = 0; at < block.length; at += shape.cells)
            listed.push(block.subarray(at, at + shape.cells).join(' '));
        }
        expect(listed.slice(0, 10)).toEqual(expectedSolutions(shape, allowed, 10));
      }),
      { numRuns: 12 },
    );
  });

  test('reports a given that its cell may not have as invalid, with any budget', () => {
    const shape = geometry(9);
    const cells = new Uint8Array(81);
    cells[40] = 5;
    const allowed = allowedByGivens(shape, new Uint8Array(81));
    allowed[WORDS * 40] = 0b1;
    for (const budget of [0, 1e6]) {
      const result = batchResult(shape, 1);
      const options = { mode: 'unique', limit: 2, budget, deadline: Infinity } as const;
      engine.solveBatch({ geometry: shape, count: 1, cells, allowed }, options, result);
      expect(result.statuses[0]).toBe(Status.invalid);
    }
  });

  test('forgets the candidates of a batch with the next one', () => {
    const shape = geometry(9);
    const cells = new Uint8Array(81);
    const options = { ...LIMITS, mode: 'count', limit: 5 } as const;
    const allowed = new Uint32Array(WORDS * 81);
    for (const [restriction, count] of [
      [allowed, 0],
      [undefined, 5],
    ] as const) {
      const result = batchResult(shape, 1);
      engine.solveBatch({ geometry: shape, count: 1, cells, allowed: restriction }, options, result);
      expect(result.counts[0]).toBe(count);
    }
  });
});

describe('sets of allowed digits', () => {
  test('hold digits up to 36', () => {
    const allowed = new Uint32Array(2 * WORDS);
    for (const digit of [1, 32, 33, 36]) {
      allowed.fill(0);
      allowDigit(allowed, 1, digit);
      expect(isAllowed(allowed, 1, digit)).toBe(true);
      expect(onlyDigit(allowed, 1)).toBe(digit);
      expect(onlyDigit(allowed, 0)).toBe(0);
    }
    allowAll(allowed, 0, 36);
    expect([allowed[0], allowed[1]]).toEqual([0xffffffff, 0xf]);
    allowAll(allowed, 0, 9);
    expect([allowed[0], allowed[1]]).toEqual([0x1ff, 0]);
  });

  test('restrict a puzzle only if they exclude what the givens do not', () => {
    const shape = geometry(4);
    const givens = Uint8Array.from('1000000000000000', Number);
    const allowed = allowedByGivens(shape, givens);
    expect(restricts(shape, givens, allowed)).toBe(false);
    allowed[WORDS * 1] = 0b1110;
    expect(restricts(shape, givens, allowed)).toBe(false);
    allowed[WORDS * 1] = 0b0110;
    expect(restricts(shape, givens, allowed)).toBe(true);
  });
});
