import { expect, test } from 'vitest';
import { batchesOf } from '../../../lambda/aws/message-batches.ts';

test('a batch has at most ten messages', () => {
  const bodies = Array.from({ length: 25 }, (_, index) => String(index));
  expect(batchesOf(bodies).map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(batchesOf(bodies).flat()).toEqual(bodies);
});

test('a batch has at most one mebibyte of UTF-8', () => {
  const half = 'ü'.repeat(256 * 1024);
  expect(batchesOf([half, half, 'x', half]).map(({ length }) => length)).toEqual([2, 2]);
});

test('a message that is too large for any batch is rejected', () => {
  expect(() => batchesOf(['x'.repeat(1024 * 1024 + 1)])).toThrow(/1048577 bytes/);
});

test('no messages make no batch', () => {
  expect(batchesOf([])).toEqual([]);
});
