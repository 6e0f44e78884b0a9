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

test('the first items of a large file are larger, and no share of it that matters', () => {
  expect(new Pace(2, 1000).target).toBe(16 * 1024);
  expect(new Pace(2, 2 ** 25).target).toBe(32 * 1024);
  expect(new Pace(2, 2 ** 40).target).toBe(64 * 1024);
});

test.each([20_500_000, 16_800_001, 2 ** 24 + 1, 2 ** 26 - 1])(
  'the first items of a file of %d bytes have a whole number of bytes',
  (bytes) => {
    expect(new Pace(3, bytes).target).toBe(Math.round(bytes / 1024));
  },
);

test.each([
  [1.5, 0],
  [0, 0],
  [1, 0.5],
  [1, Number.NaN],
])('%d threads for %d bytes are refused', (threads, bytes) => {
  expect(() => new Pace(threads, bytes)).toThrow(RangeError);
});

test('one item is cut for each thread, and two more for each that is solved', async () => {
  const pace = new Pace(2);
  let cut = 0;
  void (async () => {
    for (;;) {
      await pace.turn();
      cut++;
    }
  })();
  await new Promise(setImmediate);
  expect(cut).toBe(2);
  pace.learn(1000, 1);
  await new Promise(setImmediate);
  expect(cut).toBe(4);
  pace.learn(1000, 1);
  pace.learn(1000, 1);
  await new Promise(setImmediate);
  expect(cut).toBe(8);
});
