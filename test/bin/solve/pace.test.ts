import { expect, test } from 'vitest';
import { Pace } from '../../../bin/solve/pace.ts';

/** Sizes of items that are solved at these rates, in bytes a millisecond. */
function sizes(rates: readonly number[]): number[] {
  const pace = new Pace();
  return rates.map((rate) => {
    const { target } = pace;
    pace.learn(target, target / rate);
    return target;
  });
}

test('items grow as fast as the solving gets faster, to four times the size at most', () => {
  expect(sizes([100, 200, 100_000, 100_000, 100_000])).toEqual([16_384, 2500, 5000, 20_000, 80_000]);
});

test('they shrink by steps, as one item may be hard', () => {
  const [, before, after, later] = sizes([1000, 100, 1000, 1000]);
  expect(before).toBe(25_000);
  expect(after).toBe(18_250);
  expect(later).toBe(25_000);
});
