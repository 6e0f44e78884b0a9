import { expect, test } from 'vitest';
import { geometry } from '../../../core/solver/geometry.ts';
import { cellName, unitName } from '../../../core/solver/unit-names.ts';

const six = geometry(6, 'x');

test('units are named in the order in which a geometry has them', () => {
  const names = six.units.map((_, unit) => unitName(six, unit));
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
    const units = six.units.flatMap((unit, u) => (unit.includes(cell) ? [unitName(six, u)] : []));
    expect(units).toEqual(expect.arrayContaining([row, column]));
  }
});
