import { expect, test } from 'vitest';
import { geometry } from '../../../../core/solver/index.ts';
import { isUntouched, positionIn, positionText, startOf } from '../../../../site/try/puzzle/position.ts';
import { puzzleOf } from '../../../../site/try/shared/puzzle.ts';

test.each([
  ['9x9', geometry(9)],
  ['6x6', geometry(6)],
  ['16x16 X', geometry(16, 'x')],
  ['36x36', geometry(36)],
])('a position of a %s puzzle is the same after it was text', (_, shape) => {
  const cells = new Uint8Array(shape.cells);
  cells[0] = shape.size;
  const start = startOf(puzzleOf(shape, cells));
  expect(isUntouched(start)).toBe(true);
  expect(positionIn(positionText(start))).toEqual(start);
  const position = {
    ...start,
    digits: start.digits.with(5, shape.size),
    corner: start.corner.with(7, 0b101),
    centre: start.centre.with(8, 0xffff_ffff),
    removed: start.removed.with(shape.cells - 1, 0b11),
  };
  expect(isUntouched(position)).toBe(false);
  expect(positionIn(positionText(position))).toEqual(position);
});

test.each([
  ['nothing', ''],
  ['a puzzle alone', 'p=12.434..2.4343.1'],
  ['a puzzle that cannot be read', 'p=12\n\n\n\n'],
  ['a digit that the grid does not have', 'p=................\n9\n\n\n'],
])('a text with %s is no position', (_, text) => {
  expect(positionIn(text)).toBeUndefined();
});
