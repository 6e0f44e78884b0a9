import { expect, test } from 'vitest';
import { findContiguousChain } from '../../../lambda/assemble/assemble.ts';
import fc from '../../property.ts';

const items = (...ranges: [from: number, to: number][]) =>
  ranges.map(([from, to]) => ({ range: { from, to } }));

test('adjoining ranges cover the whole, in whatever order they are found', () => {
  expect(findContiguousChain(items([4, 9], [0, 4]), 9)).toEqual(items([0, 4], [4, 9]));
});

test('a gap does not', () => {
  expect(findContiguousChain(items([0, 4], [5, 9]), 9)).toBeUndefined();
  expect(findContiguousChain(items([0, 4]), 9)).toBeUndefined();
  expect(findContiguousChain(items([4, 9]), 9)).toBeUndefined();
  expect(findContiguousChain([], 9)).toBeUndefined();
});

test('overlap is no adjoining: a chain is found past ranges that lead nowhere', () => {
  expect(findContiguousChain(items([0, 6], [0, 4], [5, 9], [4, 9]), 9)).toEqual(items([0, 4], [4, 9]));
});

test('the longest ranges are taken, which means the fewest copies', () => {
  expect(findContiguousChain(items([0, 4], [4, 9], [0, 9]), 9)).toEqual(items([0, 9]));
});

test('a chain is found exactly if there is one', () => {
  const range = fc
    .tuple(fc.nat(8), fc.integer({ min: 1, max: 4 }))
    .map(([from, length]) => [from, from + length]);
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const chain = findContiguousChain(items(...(ranges as [number, number][])), 8);
      const reached = new Set([0]);
      for (const [from, to] of ranges.toSorted((a, b) => a[0]! - b[0]!))
        if (reached.has(from!)) reached.add(to!);
      expect(chain !== undefined).toBe(reached.has(8));
      chain?.forEach((item, index) => {
        expect(item.range.from).toBe(chain[index - 1]?.range.to ?? 0);
      });
    }),
  );
});
