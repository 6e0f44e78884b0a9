import { expect, test } from 'vitest';
import {
  cellName,
  GeometryError,
  geometry,
  givensAreConsistent,
} from '../../../../core/solver/model/geometry.ts';

test('boxes are square where the size allows, else wider than high', () => {
  const shapes = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 36].map((size) => {
    const { boxRows, boxColumns } = geometry(size);
    return `${size}: ${boxRows}x${boxColumns}`;
  });
  expect(shapes).toEqual([
    '4: 2x2',
    '6: 2x3',
    '8: 2x4',
    '9: 3x3',
    '10: 2x5',
    '12: 3x4',
    '15: 3x5',
    '16: 4x4',
    '20: 4x5',
    '25: 5x5',
    '36: 6x6',
  ]);
});

test('every cell of a grid is in one row, one column and one box', () => {
  for (const size of [4, 6, 9, 12, 25, 36]) {
    const shape = geometry(size);
    expect(shape.units).toHaveLength(3 * size);
    const memberships = new Uint8Array(shape.cells);
    for (const unit of shape.units) for (const cell of unit) memberships[cell]!++;
    expect(memberships.every((n) => n === 3)).toBe(true);
  }
});

test('X adds both diagonals', () => {
  expect(
    geometry(4, 'x')
      .units.slice(-2)
      .map((unit) => [...unit]),
  ).toEqual([
    [0, 5, 10, 15],
    [3, 6, 9, 12],
  ]);
});

test('boxes may be given: 3x2 for a 6x6', () => {
  expect([...geometry(6, 'classic', { rows: 3, columns: 2 }).units[12]!]).toEqual([0, 1, 6, 7, 12, 13]);
});

test('equal shapes are the same object', () => {
  expect(geometry(9)).toBe(geometry(9, 'classic', { rows: 3, columns: 3 }));
});

test.each([
  [3, undefined, 'expected a grid size from 4 to 36 cells a side, got 3'],
  [37, undefined, 'got 37'],
  [4.5, undefined, 'got 4.5'],
  [7, undefined, 'a 7x7 grid has no boxes: 7 is a prime number'],
  [6, { rows: 2, columns: 2 }, 'a box of 2x2 does not hold 6 cells'],
])('size %s with boxes %o is refused', (size, boxes, message) => {
  expect(() => geometry(size, 'classic', boxes)).toThrow(GeometryError);
  expect(() => geometry(size, 'classic', boxes)).toThrow(message);
});

const SIZES = [4, 9, 16, 25, 36];

test.each(SIZES)('every value twice in a unit is a conflict in grids of size %i', (size) => {
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

const six = geometry(6, 'x');

test('units are named in the order in which a geometry has them', () => {
  const names = six.unitNames;
  expect(names).toHaveLength(20);
  expect([0, 5, 6, 12, 17, 18, 19].map((unit) => names[unit])).toEqual([
    'row 1',
    'row 6',
    'column 1',
    'box 1',
    'box 6',
    'diagonal 1',
    'diagonal 2',
  ]);
});

test('a cell lies in the row and the column of its name', () => {
  expect(cellName(six, 0)).toBe('row 1, column 1');
  expect(cellName(six, 13)).toBe('row 3, column 2');
  for (let cell = 0; cell < 36; cell++) {
    const [row, column] = cellName(six, cell).split(', ');
    const units = six.units.flatMap((unit, u) => (unit.includes(cell) ? [six.unitNames[u]] : []));
    expect(units).toEqual(expect.arrayContaining([row, column]));
  }
});
