import { describe, expect, test } from 'vitest';
import type { GeneratedVariant } from '../../../../core/solver/drawn-names.ts';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { generateMatching } from '../../../../core/solver/generate-matching.ts';
import { generatedShape } from '../../../../core/solver/generated-variants.ts';
import { type Geometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import type { Rule } from '../../../../core/solver/model/rule-kinds.ts';
import { canonicalForms } from '../../../../core/solver/symmetry/canonical.ts';
import { equivalenceKey, gridForm } from '../../../../core/solver/symmetry/equivalence.ts';
import { applySymmetry, cellsMoved, randomSymmetry } from '../../../../core/solver/symmetry/symmetry.ts';
import fc from '../../../property.ts';
import { cellsOf } from '../puzzles.ts';
import { belowFrom, moved, turned } from './moved-puzzles.ts';

const keyOf = (shape: Geometry, cells: Uint8Array) =>
  Buffer.from(equivalenceKey(shape, cells)!).toString('latin1');

describe('a puzzle is equivalent to those that symmetries make of it', () => {
  test.each<[number, GeneratedVariant, renames: boolean]>([
    [4, 'classic', true],
    [6, 'classic', true],
    [8, 'classic', true],
    [9, 'classic', true],
    [12, 'classic', true],
    [16, 'classic', true],
    [9, 'killer', false],
    [9, 'thermo,arrow', false],
    [6, 'whispers', false],
    [9, 'renban,kropki', false],
    [9, 'greater,even-odd', false],
    [9, 'jigsaw,killer', false],
  ])('%i cells a side with %s: bands, stacks, rows, columns, rules', (size, variant, renames) => {
    const requirements = { ...generatedShape(size, variant), seed: 3 };
    for (let i = 0, made = 0; made < 3; i++) {
      const puzzle = generateMatching(requirements, i);
      if (typeof puzzle === 'string') continue;
      made++;
      const { geometry: shape, cells } = puzzle;
      const drawn = randomSymmetry(belowFrom(i), shape);
      const digits = renames ? drawn.digits : drawn.digits.toSorted();
      const [other, otherCells] = moved(shape, cells, { ...drawn, digits });
      expect(keyOf(other, otherCells)).toBe(keyOf(shape, cells));
    }
  });

  test.each<[number, GeneratedVariant]>([
    [9, 'x'],
    [9, 'windoku'],
    [9, 'anti-knight'],
    [9, 'anti-king,x'],
    [9, 'non-consecutive'],
    [9, 'asterisk'],
    [9, 'center-dot'],
    [9, 'disjoint'],
    [9, 'jigsaw'],
    [9, 'x,thermo'],
    [16, 'x'],
  ])('%i cells a side with %s: turns and reflections', (size, variant) => {
    const requirements = { ...generatedShape(size, variant), seed: 4 };
    for (let i = 0, made = 0; made < 3; i++) {
      const puzzle = generateMatching(requirements, i);
      if (typeof puzzle === 'string') continue;
      made++;
      const { geometry: shape, cells } = puzzle;
      const [other, otherCells] = moved(shape, cells, turned(size, belowFrom(i)));
      expect(keyOf(other, otherCells)).toBe(keyOf(shape, cells));
    }
  });
});

/** All arrangements of four lines that keep pairs together. */
const LINES = [
  [0, 1, 2, 3],
  [1, 0, 2, 3],
  [0, 1, 3, 2],
  [1, 0, 3, 2],
].flatMap((lines) => [lines, [...lines.slice(2), ...lines.slice(0, 2)]]);

/** The lowest of all puzzles that the symmetries of 4x4 make of one; digits are named in the order in which they occur. */
function bruteForce(cells: Uint8Array): string {
  let lowest = '';
  for (const isTransposed of [false, true])
    for (const rows of LINES)
      for (const columns of LINES) {
        const from = cellsMoved({
          isTransposed,
          rows: Uint8Array.from(rows),
          columns: Uint8Array.from(columns),
        });
        const names = new Map([[0, 0]]);
        const text = Array.from(from, (cell) => {
          const digit = cells[cell]!;
          if (!names.has(digit)) names.set(digit, names.size);
          return names.get(digit);
        }).join('');
        if (lowest === '' || text < lowest) lowest = text;
      }
  return lowest;
}

test('two 4x4 puzzles are equivalent if and only if one of all symmetries makes one of the other', () => {
  const grids = fc
    .uniqueArray(fc.nat(15), { minLength: 0, maxLength: 6 })
    .map((givens) => cellsOf('1234341221434321').map((digit, cell) => (givens.includes(cell) ? digit : 0)));
  fc.assert(
    fc.property(grids, grids, (one, other) => {
      const areSame = bruteForce(one) === bruteForce(other);
      expect(keyOf(geometry(4), one) === keyOf(geometry(4), other)).toBe(areSame);
    }),
    { numRuns: 400 },
  );
});

test.each<[name: string, one: Rule, other: Rule]>([
  ['the sum of a cage', { kind: 'cage', cells: [0, 1], value: 3 }, { kind: 'cage', cells: [0, 1], value: 4 }],
  [
    'the cells of a cage',
    { kind: 'cage', cells: [0, 1], value: 5 },
    { kind: 'cage', cells: [0, 5], value: 5 },
  ],
  ['a kind of dot', { kind: 'white', cells: [0, 1] }, { kind: 'black', cells: [0, 1] }],
  ['the length of a line', { kind: 'thermo', cells: [0, 1] }, { kind: 'thermo', cells: [0, 1, 2] }],
  ['a parity', { kind: 'even', cells: [0] }, { kind: 'odd', cells: [0] }],
])('puzzles that differ in %s are not equivalent', (_, one, other) => {
  const cells = new Uint8Array(16);
  expect(keyOf(withRules(geometry(4), [one]), cells)).not.toBe(keyOf(withRules(geometry(4), [other]), cells));
});

test('digits are not renamed where a rule depends on their values', () => {
  const shape = withRules(geometry(4), [{ kind: 'cage', cells: [0, 1], value: 5 }]);
  const [one, other] = [cellsOf(`${'.'.repeat(15)}1`), cellsOf(`${'.'.repeat(15)}2`)];
  expect(keyOf(shape, one)).not.toBe(keyOf(shape, other));
  expect(keyOf(geometry(4), one)).toBe(keyOf(geometry(4), other));
});

test.each([
  [9, 'classic'],
  [16, 'classic'],
  [9, 'x'],
  [16, 'x'],
  [9, 'anti-knight'],
] as const)('empty grids of %i cells a side, %s, have a key, too', (size, variant) => {
  const shape = geometry(size, variant);
  expect(equivalenceKey(shape, new Uint8Array(shape.cells))).toBeDefined();
});

test.each([4, 6, 8, 9, 10, 12, 14, 15, 16])(
  'a grid of %i cells a side with few givens has a form',
  (size) => {
    const shape = geometry(size);
    for (const givens of [0, 1, 2, size]) {
      const cells = Uint8Array.from({ length: shape.cells }, (_, c) =>
        c % (size + 1) === 0 && c < givens * (size + 1) ? 1 + (c % size) : 0,
      );
      expect(gridForm(shape, cells)).toBeDefined();
    }
  },
);

describe('the canonical form of a grid', () => {
  test.each([4, 6, 8, 9, 10, 12, 16] as const)(
    'of %i cells a side is that of all equivalent ones, and one of them',
    (size) => {
      const shape = geometry(size);
      const [made] = generateCells(shape, { seed: 5 }).take(1);
      fc.assert(
        fc.property(fc.nat(1e6), fc.nat(shape.cells), (seed, kept) => {
          const below = belowFrom(seed);
          const cells = made!.solution.map((digit) => (below(shape.cells) < kept ? digit : 0));
          const { form, symmetry, automorphisms } = gridForm(shape, cells)!;
          expect(applySymmetry(cells, symmetry)).toEqual(form);
          const other = gridForm(shape, applySymmetry(cells, randomSymmetry(below, shape)))!;
          expect(other.form).toEqual(form);
          expect(other.automorphisms).toBe(automorphisms);
        }),
        { numRuns: 12 },
      );
    },
  );

  test('of 9x9 has as many automorphisms as the kernel finds', () => {
    const [made] = generateCells(geometry(9), { seed: 6 }).take(1);
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(81), (seed, kept) => {
        const below = belowFrom(seed);
        const cells = made!.solution.map((digit) => (below(81) < kept ? digit : 0));
        expect(gridForm(geometry(9), cells)!.automorphisms).toBe(canonicalForms(cells).automorphisms[0]);
      }),
      { numRuns: 60 },
    );
  });
});

test('regular grids have a key, although all their cells look alike', () => {
  for (const [size, box] of [
    [9, 3],
    [16, 4],
  ] as const) {
    const cells = Uint8Array.from({ length: size ** 2 }, (_, cell) => {
      const [row, column] = [Math.floor(cell / size), cell % size];
      return ((box * (row % box) + Math.floor(row / box) + column) % size) + 1;
    });
    expect(keyOf(geometry(size), cells)).toBe(keyOf(geometry(size), cells.toReversed()));
  }
});

test('a large empty grid has no key, as its search would be long', () => {
  expect(equivalenceKey(geometry(36), new Uint8Array(36 ** 2))).toBeUndefined();
});
