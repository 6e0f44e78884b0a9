import { expect, test } from 'vitest';
import { canonicalForm } from '../../../core/solver/canonical.ts';
import { generateCells } from '../../../core/solver/generate-cells.ts';
import { geometry } from '../../../core/solver/geometry.ts';
import { solveCells } from '../../../core/solver/solve-cells.ts';
import fc from '../../property.ts';
import { textOf } from './puzzles.ts';

const made = generateCells(geometry(9), { seed: 3 });
const PUZZLES = Array.from({ length: 12 }, () => made.next().value);

const order = (length: number) =>
  fc.shuffledSubarray(
    Array.from({ length }, (_, i) => i),
    { minLength: length, maxLength: length },
  );
/** Nine lines in an order that keeps threes together. */
const lines = fc
  .tuple(order(3), order(3), order(3), order(3))
  .map(([threes, ...within]) => threes.flatMap((three, i) => within[i]!.map((k) => three * 3 + k)));
const symmetry = fc.record({ rows: lines, columns: lines, digits: order(9), transposed: fc.boolean() });

function moved(
  cells: Uint8Array,
  how: typeof symmetry extends fc.Arbitrary<infer T> ? T : never,
): Uint8Array {
  return cells.map((_, i) => {
    const [r, c] = [how.rows[Math.floor(i / 9)]!, how.columns[i % 9]!];
    const digit = cells[how.transposed ? c * 9 + r : r * 9 + c]!;
    return digit === 0 ? 0 : how.digits[digit - 1]! + 1;
  });
}

test('the canonical form is the same for all puzzles that symmetries of the grid make of one', () => {
  fc.assert(
    fc.property(fc.nat(PUZZLES.length - 1), symmetry, (i, how) => {
      const { cells, solution } = PUZZLES[i]!;
      const form = canonicalForm(cells, solution);
      expect(textOf(canonicalForm(moved(cells, how), moved(solution, how)))).toBe(textOf(form));
    }),
    { numRuns: 40 },
  );
});

test('the canonical form is a puzzle with as many clues and one solution, which begins with 123456789', () => {
  for (const { cells, solution, clues } of PUZZLES) {
    const form = canonicalForm(cells, solution);
    expect(form.filter((digit) => digit > 0)).toHaveLength(clues);
    const { status, solutions } = solveCells(form, { solutions: 'unique' });
    expect(status).toBe('solved');
    expect(textOf(solutions[0]!).slice(0, 9)).toBe('123456789');
  }
});

test('the canonical forms of different puzzles differ', () => {
  expect(new Set(PUZZLES.map(({ cells, solution }) => textOf(canonicalForm(cells, solution)))).size).toBe(
    PUZZLES.length,
  );
  const [{ cells, solution }] = PUZZLES as [(typeof PUZZLES)[0]];
  const more = cells.slice();
  const free = cells.indexOf(0);
  more[free] = solution[free]!;
  expect(textOf(canonicalForm(more, solution))).not.toBe(textOf(canonicalForm(cells, solution)));
});

test('in a grid that is symmetric itself, the givens decide about the canonical form', () => {
  const solution = Uint8Array.from(
    '123456789456789123789123456231564897564897231897231564312645978645978312978312645',
    Number,
  );
  const only = (cell: number) => solution.map((digit, i) => (i === cell ? digit : 0));
  // all cells of so regular a grid are alike
  expect(textOf(canonicalForm(only(0), solution))).toBe(textOf(canonicalForm(only(40), solution)));
});
