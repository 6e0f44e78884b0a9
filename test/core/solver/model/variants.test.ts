import { describe, expect, test } from 'vitest';
import type { Variant } from '../../../../core/options/options.ts';
import { VARIANT_NAMES, type VariantName } from '../../../../core/options/variants.ts';
import { batchResult, type Engine } from '../../../../core/solver/engine/engine.ts';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { largeEngine } from '../../../../core/solver/large/engine.ts';
import {
  type Geometry,
  GeometryError,
  geometry,
  givensAreConsistent,
} from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { engineFor } from '../../../../core/solver/solve/engines.ts';
import fc from '../../../property.ts';
import { plainEngine } from '../plain/engine.ts';
import { isSolution, textOf } from '../puzzles.ts';
import { referenceSolutions } from '../reference.ts';

/** The units that a variant adds to a grid, drawn with a symbol for each. */
function drawn(variant: VariantName, size = 9): string[] {
  const cells = Array.from({ length: size * size }, () => '.');
  for (const [i, unit] of geometry(size, variant)
    .units.slice(3 * size)
    .entries())
    for (const cell of unit) cells[cell] = 'ABCDEFGHI'[i]!;
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size).join(''));
}

/** The cells that a variant relates to one cell. */
function relatedTo(variant: VariantName, size: number, row: number, column: number): string[] {
  const cell = row * size + column;
  const cells = geometry(size, variant).pairs.flatMap(({ cells: [a, b] }) =>
    a === cell ? [b] : b === cell ? [a] : [],
  );
  return cells.map((other) => `${Math.floor(other / size) - row},${(other % size) - column}`).sort();
}

describe('a variant', () => {
  test.each<[VariantName, string]>([
    ['x', 'B.......A .B.....A. ..B...A.. ...B.A... ....B.... ...A.B... ..A...B.. .A.....B. A.......B'],
    ['windoku', '......... .AAA.BBB. .AAA.BBB. .AAA.BBB. ......... .CCC.DDD. .CCC.DDD. .CCC.DDD. .........'],
    [
      'center-dot',
      '......... .A..A..A. ......... ......... .A..A..A. ......... ......... .A..A..A. .........',
    ],
    ['asterisk', '......... ....A.... ..A...A.. ......... .A..A..A. ......... ..A...A.. ....A.... .........'],
    ['disjoint', 'ABCABCABC DEFDEFDEF GHIGHIGHI ABCABCABC DEFDEFDEF GHIGHIGHI ABCABCABC DEFDEFDEF GHIGHIGHI'],
  ])('%s adds units', (variant, picture) => {
    // the diagonals share the middle
    const expected =
      variant === 'x' ? picture.replaceAll('A', '?').replaceAll('B', 'A').replaceAll('?', 'B') : picture;
    const middle = variant === 'x' ? expected.replace('....A....', '....B....') : expected;
    expect(drawn(variant).join(' ')).toBe(middle);
  });

  test.each<[VariantName, string[]]>([
    ['anti-knight', ['-1,-2', '-1,2', '-2,-1', '-2,1', '1,-2', '1,2', '2,-1', '2,1']],
    ['anti-king', ['-1,-1', '-1,1', '1,-1', '1,1']],
    ['non-consecutive', ['-1,0', '0,-1', '0,1', '1,0']],
  ])('%s relates cells', (variant, steps) => {
    expect(relatedTo(variant, 9, 4, 4)).toEqual(steps.sort());
    const inCorner = steps.filter((step) => !step.includes('-')).sort();
    expect(relatedTo(variant, 9, 0, 0)).toEqual(inCorner);
  });

  test.each<[VariantName, number, string]>([
    ['windoku', 6, 'windoku: expected a grid of square boxes, such as 9x9, got 6x6 with boxes of 2x3'],
    ['asterisk', 16, 'asterisk: expected a grid of 9x9 cells with boxes of 3x3, got 16x16 with boxes of 4x4'],
    [
      'center-dot',
      4,
      'center-dot: expected a grid of boxes with a cell in the middle, such as 9x9, got 4x4 with boxes of 2x2',
    ],
  ])('%s does not fit each grid', (variant, size, message) => {
    expect(() => geometry(size, variant)).toThrow(new GeometryError(message));
  });

  test('can be combined with others, in any order', () => {
    expect(geometry(9, 'windoku,x')).toBe(geometry(9, 'x,windoku'));
    expect(geometry(9, 'x,windoku').variant).toBe('x,windoku');
    expect(geometry(9, 'x,windoku').units).toHaveLength(27 + 2 + 4);
  });
});

/** All combinations of variants that fit a grid. */
function combinations(size: number): Geometry[] {
  const fitting = VARIANT_NAMES.filter((name) => {
    try {
      return geometry(size, name) !== undefined;
    } catch {
      return false;
    }
  });
  return Array.from({ length: 2 ** fitting.length }, (_, set) =>
    geometry(size, (fitting.filter((_name, i) => (set >> i) & 1).join(',') || 'classic') as Variant),
  );
}

function count(engine: Engine, shape: Geometry, cells: Uint8Array, limit: number) {
  const result = batchResult(shape, 1);
  const options = { mode: 'count', limit, budget: 1e6, deadline: Infinity } as const;
  engine.solveBatch({ geometry: shape, count: 1, cells }, options, result);
  return { status: result.statuses[0], count: result.counts[0], solution: result.solutions };
}

describe.each([
  { name: 'large', engine: largeEngine() },
  { name: 'plain', engine: plainEngine },
])('the $name engine', ({ engine }) => {
  test('counts and lists all 4x4 grids of each combination of variants', () => {
    for (const shape of combinations(4)) {
      const empty = new Uint8Array(16);
      const truth = referenceSolutions(shape, empty).map(textOf);
      expect(count(engine, shape, empty, 1000).count, shape.variant).toBe(truth.length);
      const limits = { limit: 1000, budget: 1e6, deadline: Infinity };
      const listed = Array.from(engine.list(shape, empty, limits), (block) => textOf(block).match(/.{16}/g)!);
      expect(listed.flat(), shape.variant).toEqual(truth);
    }
  });

  test('agrees with the reference on 6x6 grids of random combinations, with some random givens', () => {
    const shapes = combinations(6);
    const givens = fc.array(fc.tuple(fc.nat(35), fc.integer({ min: 1, max: 6 })), {
      minLength: 4,
      maxLength: 9,
    });
    fc.assert(
      fc.property(fc.constantFrom(...shapes), givens, (shape, list) => {
        const cells = new Uint8Array(36);
        for (const [cell, digit] of list) cells[cell] = digit;
        const found = count(engine, shape, cells, 20);
        const truth = referenceSolutions(shape, cells, 20);
        expect(found.count).toBe(truth.length);
        expect(found.status === Status.invalid).toBe(!givensAreConsistent(shape, cells));
      }),
      { numRuns: 150, seed: 6 },
    );
  });
});

test.each<Variant>([
  'windoku',
  'disjoint',
  'center-dot,asterisk',
  'anti-knight',
  'x,anti-king',
  'non-consecutive',
  'anti-knight,anti-king',
])('generated 9x9 puzzles of %s have one solution in each engine', (variant) => {
  const shape = geometry(9, variant);
  for (const { cells, solution } of generateCells(shape, { seed: 9 }).take(2)) {
    expect(isSolution(shape, cells, solution)).toBe(true);
    expect(givensAreConsistent(shape, solution)).toBe(true);
    for (const engine of [engineFor(shape), plainEngine]) {
      expect(count(engine, shape, cells, 2)).toMatchObject({ status: Status.solved, count: 1, solution });
    }
  }
});
