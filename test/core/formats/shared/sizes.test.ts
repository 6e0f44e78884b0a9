import { expect, test, vi } from 'vitest';
import { shapesUnder } from '../../../../core/formats/shared/format.ts';

test('of the shapes that a file may have, only those that are asked for are made', () => {
  const unitMade = vi.spyOn(Uint16Array, 'from');
  const shapes = shapesUnder({ variant: 'x', boxes: { rows: 2, columns: 8 } });
  expect(unitMade).not.toHaveBeenCalled();
  expect(shapes(4)).toMatchObject({ size: 4, boxRows: 2, variant: 'x' });
  expect(unitMade).toHaveBeenCalledTimes(3 * 4 + 2);
  expect(shapes(4)).toBe(shapes(4));
  expect(shapes(16)).toMatchObject({ boxRows: 2, boxColumns: 8 });
  for (const none of [0, 1, 7, 37, 9.5, Number.NaN]) expect(shapes(none)).toBeUndefined();
});
