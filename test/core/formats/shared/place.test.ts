// The text of places, and which places a user can mean.

import { expect, test } from 'vitest';
import {
  isMemberNamed,
  type PathStep,
  parsePath,
  pathText,
  placeAsked,
} from '../../../../core/formats/shared/place.ts';
import fc from '../../../property.ts';

test('the text of a path is read as the same path', () => {
  const step: fc.Arbitrary<PathStep> = fc.oneof(
    fc.string({ minLength: 1 }).map((member) => ({ member })),
    fc.constantFrom<PathStep[]>(
      '*',
      '[]',
      { member: 'a.b' },
      { member: '"' },
      { member: '[0]' },
      { member: '*' },
    ),
    fc.nat(999_999),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (path) => {
      expect(parsePath(pathText(path))).toEqual(path);
    }),
  );
});

test.each(['', 'a.', '.a', 'a..b', '[x]', '[-1]', 'a b".c', '"open', '[1', 'a[1]b', 'a"b"'])(
  'no path: %s',
  (text) => {
    expect(parsePath(text)).toBeUndefined();
  },
);

test.each([
  ['grid', 'data.may.grid', 'data.may.grid'],
  ['data.*.grid', 'data.may.grid', 'data.*.grid'],
  ['*.grid', 'data.may.grid', 'data.*.grid'],
  ['may.grid', 'data.may.grid', 'data.may.grid'],
  ['data.may.grid', 'data.may.grid', 'data.may.grid'],
  ['"a.b"', '[]."a.b"', '[]."a.b"'],
  ['a.b', '[]."a.b"', '[]."a.b"'],
  ['[][1]', '[][1]', '[][1]'],
  ['puzzles[]', 'data.puzzles[]', 'data.puzzles[]'],
  ['.', '.', '.'],
  ['may', 'data.may.grid', undefined],
  ['[]', '[][1]', undefined],
  ['.', 'a', undefined],
  ['*.*.*.grid', 'data.may.grid', undefined],
  ['[].grid', 'data.grid', undefined],
])('the place that %s names at %s is %s', (asked, path, place) => {
  const found = placeAsked(parsePath(path)!, asked);
  expect(found && pathText(found)).toBe(place);
});

test('a column is named with or without quotes', () => {
  for (const place of ['my. grid', '"my. grid"', ' my. grid '])
    expect(isMemberNamed('my. grid', place)).toBe(true);
  for (const place of ['my', 'grid', '"my"." grid"', '"my. grid'])
    expect(isMemberNamed('my. grid', place)).toBe(false);
});
