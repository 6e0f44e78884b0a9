import { expect, test } from 'vitest';
import { plainRow } from '../../../../core/formats/grids/symbols.ts';
import { headOf } from '../../../../core/formats/shared/head.ts';

function cellsOf(row: string): string | undefined {
  const head = headOf(Buffer.from(row), true, '');
  const cells = plainRow(head.bytes, head.lines[0]!);
  return cells && Buffer.from(cells).toString();
}

test.each(['53..7....', '5 3 . . 7 . . . .', '53.|.7.|...', ' 5 3 . | . 7 . | . . .', '53. .7. ...'])(
  'returns the cells of a row in the most common notation: %j',
  (row) => {
    expect(cellsOf(row)).toBe('53..7....');
  },
);

test.each([
  ['a bar at an end', '|5 3 . | . 7 . | . . .|'],
  ['no digit, so that it may be a rule', '. . . | . . . | . . .'],
  ['too few cells', '5 3 . | . 7 . | . .'],
  ['too many cells', '5 3 . | . 7 . | . . . .'],
  ['other signs of empty cells', '5 3 _ | _ 7 _ | _ _ _'],
  ['parts that may be numbers of a 4x4 grid', '12 3 45 678'],
  ['text', '53..7.... no. 1'],
])('returns nothing for a line with %s', (_, row) => {
  expect(cellsOf(row)).toBeUndefined();
});
