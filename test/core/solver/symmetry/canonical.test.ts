import { describe, expect, test } from 'vitest';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { geometry } from '../../../../core/solver/model/geometry.ts';
import { canonicalForms, symmetryOf } from '../../../../core/solver/symmetry/canonical.ts';
import { applySymmetry, randomSymmetry } from '../../../../core/solver/symmetry/symmetry.ts';
import fc from '../../../property.ts';
import { cellsOf, textOf } from '../puzzles.ts';
import { bruteForceForm } from './brute-force.ts';

const MOST_CANONICAL_GRID =
  '123456789456789123789123456231564897564897231897231564312645978645978312978312645';

const made = generateCells(geometry(9), { seed: 3 });
const SOLVED = Array.from({ length: 12 }, () => made.next().value);

/** Grids that have some of the cells of a grid: all, none, and any number between. */
const grids = fc
  .record({
    grid: fc.constantFrom(MOST_CANONICAL_GRID, ...SOLVED.map(({ solution }) => textOf(solution))),
    holes: fc.uniqueArray(fc.nat(80), { maxLength: 81, size: 'max' }),
  })
  .map(({ grid, holes }) => cellsOf(grid).map((digit, i) => (holes.includes(i) ? 0 : digit)));

const symmetries = fc
  .infiniteStream(fc.nat(362_880 - 1))
  .map((numbers) => randomSymmetry((limit) => numbers.next().value! % limit));

test('all puzzles that symmetries make of one have the same form and as many automorphisms', () => {
  fc.assert(
    fc.property(grids, symmetries, (cells, symmetry) => {
      const [one, other] = [canonicalForms(cells), canonicalForms(applySymmetry(cells, symmetry))];
      expect(textOf(other.forms)).toBe(textOf(one.forms));
      expect(other.automorphisms[0]).toBe(one.automorphisms[0]);
    }),
  );
});

test('the symmetry of a puzzle makes its form of it', () => {
  fc.assert(
    fc.property(grids, (cells) => {
      const result = canonicalForms(cells);
      const symmetry = symmetryOf(result, 0);
      expect(textOf(applySymmetry(cells, symmetry))).toBe(textOf(result.forms));
      expect(symmetry.digits.toSorted().join('')).toBe('0123456789');
    }),
  );
});

/** Grids of which 18 to 40 cells are left: the brute force tries too many arrangements of others. */
const puzzles = fc
  .record({
    grid: fc.constantFrom(MOST_CANONICAL_GRID, ...SOLVED.map(({ solution }) => textOf(solution))),
    givens: fc.uniqueArray(fc.nat(80), { minLength: 18, maxLength: 40, size: 'max' }),
  })
  .map(({ grid, givens }) => cellsOf(grid).map((digit, i) => (givens.includes(i) ? digit : 0)));

test('form and automorphisms are those of the definition, found by trying every symmetry', () => {
  fc.assert(
    fc.property(puzzles, symmetries, (grid, symmetry) => {
      const cells = applySymmetry(grid, symmetry);
      const { forms, automorphisms } = canonicalForms(cells);
      const expected = bruteForceForm(cells);
      expect(textOf(forms)).toBe(textOf(expected.form));
      expect(automorphisms[0]).toBe(expected.automorphisms);
    }),
    { numRuns: 24 },
  );
});

describe('the form of', () => {
  test.each([
    ['the grid with most symmetries', MOST_CANONICAL_GRID, MOST_CANONICAL_GRID, 648],
    ['the empty grid', '.'.repeat(81), '.'.repeat(81), 1],
    ['a single given', `${'.'.repeat(40)}7${'.'.repeat(40)}`, `${'.'.repeat(80)}1`, 1],
    [
      'two givens on a diagonal, which transposition maps to themselves',
      `5${'.'.repeat(39)}7${'.'.repeat(40)}`,
      `${'.'.repeat(53)}1${'.'.repeat(23)}2...`,
      2,
    ],
    [
      'a puzzle of 17 clues',
      '.....1....4......3......2........71........5.6..2....5.3.......2........7..81....',
      undefined,
      1,
    ],
  ])('%s', (_, puzzle, form, automorphisms) => {
    const result = canonicalForms(cellsOf(puzzle));
    if (form) expect(textOf(result.forms)).toBe(form);
    else expect(textOf(result.forms)).toBe(textOf(bruteForceForm(cellsOf(puzzle)).form));
    expect(result.automorphisms[0]).toBe(automorphisms);
  });
});

test('forms of many puzzles in a call are those of one at a time', () => {
  // more than the kernel takes at once
  const count = 3000;
  const cells = new Uint8Array(count * 81);
  for (let i = 0; i < count; i++) cells.set(SOLVED[i % 12]![i % 2 ? 'cells' : 'solution'], i * 81);
  const { forms, automorphisms } = canonicalForms(cells);
  for (const i of [0, 1, 1023, 1024, 2047, 2048, 2999]) {
    const one = canonicalForms(cells.subarray(i * 81, i * 81 + 81));
    expect(textOf(forms.subarray(i * 81, i * 81 + 81))).toBe(textOf(one.forms));
    expect(automorphisms[i]).toBe(one.automorphisms[0]);
  }
});

test.each([
  ['a row', '113456789456789123789123456231564897564897231897231564312645978645978312978312645'],
  ['a box only', '123456789234567891345678912456789123567891234678912345789123456891234567912345678'],
  ['every unit', '1'.repeat(81)],
])('a full grid that has a digit twice in %s has no form', (_, grid) => {
  // also after another grid, whose rows the kernel still has
  const cells = cellsOf(MOST_CANONICAL_GRID + grid + MOST_CANONICAL_GRID);
  expect([...canonicalForms(cells).automorphisms]).toEqual([648, 0, 648]);
});
