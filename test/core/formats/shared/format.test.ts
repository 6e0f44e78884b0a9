import { expect, test, vi } from 'vitest';
import { shapesUnder } from '../../../../core/formats/shared/format.ts';
import { anyGeometry } from '../../../../core/solver/model/geometry.ts';

vi.mock('../../../../core/solver/model/geometry.ts', { spy: true });

test('shapesUnder builds a geometry only when a record first needs its size', () => {
  const shapes = shapesUnder({ variant: 'x', boxes: { rows: 2, columns: 8 } });
  expect(anyGeometry).not.toHaveBeenCalled();
  expect(shapes(4)).toMatchObject({ size: 4, boxRows: 2, variant: 'x' });
  expect(shapes(4)).toBe(shapes(4));
  expect(anyGeometry).toHaveBeenCalledTimes(1);
  expect(shapes(16)).toMatchObject({ boxRows: 2, boxColumns: 8 });
  expect(anyGeometry).toHaveBeenCalledTimes(2);
  for (const none of [0, 1, 7, 37, 9.5, Number.NaN]) expect(shapes(none)).toBeUndefined();
  expect(anyGeometry).toHaveBeenCalledTimes(2);
});
