import { expect, test } from 'vitest';
import { geometry } from '../../../core/solver/geometry.ts';
import { givensAreConsistent } from '../../../core/solver/givens.ts';

const SIZES = [4, 9, 16, 25, 36];

test.each(SIZES)('a value twice in a unit is a conflict, whichever it is: %i', (size) => {
  const shape = geometry(size);
  for (let value = 1; value <= size; value++) {
    for (const unit of [shape.units[0]!, shape.units[size]!, shape.units.at(-1)!]) {
      const cells = new Uint8Array(shape.cells);
      cells[unit[0]!] = value;
      expect(givensAreConsistent(shape, cells)).toBe(true);
      cells[unit[size - 1]!] = value;
      expect(givensAreConsistent(shape, cells)).toBe(false);
    }
  }
});

test.each(SIZES)('different values are none, nor are empty cells: %i', (size) => {
  const shape = geometry(size);
  const cells = new Uint8Array(shape.cells);
  for (let value = 1; value < size; value++) cells[value] = value;
  expect(givensAreConsistent(shape, cells)).toBe(true);
});

test('a value above the size is a conflict', () => {
  const shape = geometry(9);
  expect(givensAreConsistent(shape, new Uint8Array(81).fill(10, 40, 41))).toBe(false);
});

test('the grid may stand anywhere in the cells', () => {
  const shape = geometry(4);
  const cells = new Uint8Array(40);
  cells.set([1, 1], 0);
  expect(givensAreConsistent(shape, cells, 16)).toBe(true);
  cells.set([2, 2], 16);
  expect(givensAreConsistent(shape, cells, 16)).toBe(false);
});
