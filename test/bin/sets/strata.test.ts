import { expect, test } from 'vitest';
import { hashedShare } from '../../../bin/sets/strata.ts';

/** The records with the lowest shares, as a sample takes them. */
function sample(seed: number): number[] {
  const shares = Array.from({ length: 256 }, (_, record) => ({ record, share: hashedShare(record, seed) }));
  return shares
    .sort((a, b) => a.share - b.share)
    .slice(0, 16)
    .map(({ record }) => record);
}

test('two seeds draw unrelated samples: no exchange of record numbers makes one of the other', () => {
  const first = sample(6).sort((a, b) => a - b);
  for (const seed of [0, 1, 2, 7, 22]) {
    const exchanged = sample(seed).map((record) => record ^ seed ^ 6);
    expect(exchanged.sort((a, b) => a - b)).not.toEqual(first);
  }
});

test('every record is in a sample as often as any other, whatever the seed', () => {
  const seeds = 4000;
  const drawn = new Float64Array(256);
  for (let seed = 0; seed < seeds; seed++) for (const record of sample(seed)) drawn[record]!++;
  const expected = (seeds * 16) / 256;
  const chiSquare = drawn.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0) / (1 - 16 / 256);
  // 255 degrees of freedom: outside these bounds once in 10^5 runs
  expect(chiSquare).toBeGreaterThan(165);
  expect(chiSquare).toBeLessThan(365);
});
