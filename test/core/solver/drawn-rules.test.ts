import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import { DRAWN_NAMES, type DrawnName, type GeneratedVariant } from '../../../core/solver/drawn-names.ts';
import { type DrawnPuzzle, drawPuzzle } from '../../../core/solver/generate-matching.ts';
import { generatedShape } from '../../../core/solver/generated-variants.ts';
import { givensAreConsistent, neighboursOf } from '../../../core/solver/model/geometry.ts';
import { RULE_KINDS, type RuleKind } from '../../../core/solver/model/rule-kinds.ts';
import fc from '../../property.ts';
import { obeys } from './obeys.ts';

/** The first puzzle that is drawn from a seed. */
function drawn(size: number, variant: GeneratedVariant, seed: number): DrawnPuzzle {
  const rng = xoroshiro128plus(seed);
  for (let i = 0; i < 100; i++) {
    const puzzle = drawPuzzle({ ...generatedShape(size, variant), seed }, rng);
    if (typeof puzzle !== 'string') return puzzle;
  }
  throw new Error(`expected a puzzle, got none for ${variant}`);
}

function expectObeyed({ geometry, solution }: DrawnPuzzle): void {
  expect(geometry.unfit).toBeUndefined();
  expect(solution.includes(0)).toBe(false);
  expect(givensAreConsistent(geometry, solution)).toBe(true);
  for (const rule of geometry.rules) expect(obeys(rule, solution)).toBe(true);
}

const KINDS: Readonly<Record<Exclude<DrawnName, 'jigsaw'>, readonly RuleKind[]>> = {
  killer: ['cage'],
  arrow: ['arrow'],
  thermo: ['thermo'],
  whispers: ['whisper'],
  renban: ['renban'],
  kropki: ['white', 'black'],
  xv: ['x', 'v'],
  greater: ['greater'],
  'even-odd': ['even', 'odd'],
};

const RULED = DRAWN_NAMES.filter((name) => name !== 'jigsaw');

describe.each(RULED)('%s', (name) => {
  test.each([4, 6, 9, 12])('draws its rules, which the solution obeys, at size %i', (size) => {
    const puzzle = drawn(size, name, size);
    expectObeyed(puzzle);
    const kinds = new Set(puzzle.geometry.rules.map(({ kind }) => kind));
    expect(kinds.size).toBeGreaterThan(0);
    expect(KINDS[name]).toEqual(expect.arrayContaining([...kinds]));
  });
});

test('draws rules of all names together, which the solution obeys', () => {
  const names = fc.subarray([...RULED, 'all-dots', 'all-xv'] as const, { minLength: 1 });
  const shapes = fc.constantFrom([6], [7, 'jigsaw'], [9], [9, 'jigsaw'], [9, 'x'], [9, 'anti-knight']);
  fc.assert(
    fc.property(shapes, names, fc.nat(1000), ([size, ...others], chosen, seed) => {
      expectObeyed(drawn(size as number, [...others, ...chosen].join(',') as GeneratedVariant, seed));
    }),
    { numRuns: 40 },
  );
});

test('covers the grid with cages of 2 to 5 cells that are connected', () => {
  for (let seed = 0; seed < 20; seed++) {
    const { rules } = drawn(9, 'killer', seed).geometry;
    expect(rules.flatMap(({ cells }) => cells).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 81 }, (_, i) => i),
    );
    const single = rules.filter(({ cells }) => cells.length === 1);
    expect(single.length).toBeLessThan(2);
    for (const { cells } of rules) {
      expect(cells.length).toBeLessThanOrEqual(5);
      for (const cell of cells.length > 1 ? cells : [])
        expect(neighboursOf(cell, 9).some((other) => cells.includes(other))).toBe(true);
    }
  }
});

test('draws lines that share no cell, from cell to neighbouring cell', () => {
  for (let seed = 0; seed < 10; seed++) {
    const { rules } = drawn(9, 'arrow,thermo,whispers,renban', seed).geometry;
    const cells = rules.flatMap((rule) => rule.cells);
    expect(new Set(cells).size).toBe(cells.length);
    for (const rule of rules) {
      expect(rule.cells.length).toBeGreaterThan(2);
      for (const [i, cell] of rule.cells.slice(1).entries()) {
        const before = rule.cells[i]!;
        expect(Math.abs((cell % 9) - (before % 9))).toBeLessThan(2);
        expect(Math.abs(Math.floor(cell / 9) - Math.floor(before / 9))).toBeLessThan(2);
      }
    }
  }
});

test.each([
  ['kropki', 'all-dots'],
  ['xv', 'all-xv'],
] as const)('gives a part of the signs with %s and all with %s', (some, all) => {
  const kinds = KINDS[some];
  const countAll = ({ solution }: DrawnPuzzle) =>
    Array.from(solution.keys()).flatMap((cell) =>
      neighboursOf(cell, 9).filter(
        (other) =>
          other > cell &&
          kinds.some((kind) =>
            RULE_KINDS[kind]
              .parts({ cells: [cell, other] }, '')
              .pairs!.every(({ relation }) => relation.allows(solution[cell]!, solution[other]!)),
          ),
      ),
    ).length;
  const [part, whole] = [drawn(9, some, 1), drawn(9, all, 1)];
  expect(whole.geometry.rules).toHaveLength(countAll(whole));
  expect(whole.geometry.variant).toBe(all);
  expect(part.geometry.rules).toHaveLength(Math.ceil(countAll(part) / 2));
});

test('draws random grids also where digits cannot be renamed', () => {
  for (const variant of ['non-consecutive', 'kropki,all-dots', 'whispers'] as const) {
    const grids = Array.from({ length: 40 }, (_, seed) => drawn(6, variant, seed).solution);
    expect(new Set(grids.map(String)).size).toBeGreaterThan(20);
    // each digit occurs in each of some cells
    for (const cell of [0, 14, 35]) expect(new Set(grids.map((grid) => grid[cell])).size).toBe(6);
  }
});
