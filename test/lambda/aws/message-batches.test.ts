import { expect, test } from 'vitest';
import { batchesOf } from '../../../lambda/aws/message-batches.ts';

test('a batch has ten messages at most', () => {
  const bodies = Array.from({ length: 25 }, (_, index) => String(index));
  expect(batchesOf(bodies).map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(batchesOf(bodies).flat()).toEqual(bodies);
});

test('and a mebibyte at most, in bytes of UTF-8', () => {
  const half = 'ü'.repeat(256 * 1024);
  expect(batchesOf([half, half, 'x', half]).map(({ length }) => length)).toEqual([2, 2]);
});

test('a message that is too large for any is refused', () => {
  expect(() => batchesOf(['x'.repeat(1024 * 1024 + 1)])).toThrow(/1048577 bytes/);
});

test('nothing is no batch', () => {
  expect(batchesOf([])).toEqual([]);
});
