import { expect, test } from 'vitest';
import { emptyTally } from '../../../core/files/index.ts';
import { chunkKey, parseChunkKey } from '../../../lambda/chunks/chunk-result.ts';

const JOB = '0123456789abcdef0123456789abcdef';

const result = (from: number, to: number) => ({
  range: { from, to },
  bytes: 82_000_000,
  detailBytes: 1234,
  milliseconds: 5678,
  memory: 210_000,
  tally: {
    ...emptyTally(),
    puzzles: 1_000_000,
    solved: 999_990,
    invalid: 10,
    guesses: 2 ** 50,
    lines: 1_000_003,
    sizes: { '9x9 x': 999_990, '16x16': 10 },
  },
});

test('everything but the problems comes back from the key', () => {
  const key = chunkKey(JOB, result(0, 82_000_000));
  expect(parseChunkKey(JOB, { key })).toEqual({ key, ...result(0, 82_000_000) });
});

test('keys are in the order of the ranges, of lower case, and hold nothing that must be escaped', () => {
  const keys = [result(5e12, 6e12), result(999, 5e12), result(0, 999)].map((one) => chunkKey(JOB, one));
  expect(keys.toSorted()).toEqual(keys.toReversed());
  for (const key of keys) expect(key).toMatch(/^[a-z0-9/!._-]+$/);
});

test('the longest fits', () => {
  const sizes = Object.fromEntries(
    Array.from({ length: 33 }, (_, index) => [`${index + 4}x${index + 4} x`, 1e9]),
  );
  const one = result(0, 1);
  expect(chunkKey(JOB, { ...one, tally: { ...one.tally, sizes } }).length).toBeLessThanOrEqual(1024);
});

test('other objects of the job are none', () => {
  expect(parseChunkKey(JOB, { key: `${JOB}/manifest.json` })).toBeUndefined();
});
