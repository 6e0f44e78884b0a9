import { expect, test } from 'vitest';
import { median } from '../../../bench/shared/timing.ts';

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100], 10],
  [[], Number.NaN],
])('the median of %j is %j', (values, middle) => {
  expect(median(values)).toBe(middle);
});
