import { expect, test } from 'vitest';
import { type ByteSource, readFully, refuseEmpty, wholeSize } from '../../../core/files/work-items.ts';

/** Returns these numbers of bytes read, then 0. */
function sourceOf(...counts: number[]): ByteSource {
  return { read: async () => counts.shift() ?? 0 };
}

test.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is no size', (size) => {
  expect(() => wholeSize('bytes', size)).toThrow(
    new RangeError(`bytes: expected a whole number, 0 or more, got ${size}`),
  );
});

test('a size is a whole number from the least on', () => {
  expect([wholeSize('bytes', 0), wholeSize('bytes', 7, 7)]).toEqual([0, 7]);
  expect(() => wholeSize('bytes', 6, 7)).toThrow('7 or more, got 6');
});

test('a read fills its room, or reaches the end', async () => {
  expect(await readFully(sourceOf(3, 4, 1), new Uint8Array(8))).toBe(8);
  expect(await readFully(sourceOf(3, 4), new Uint8Array(8))).toBe(7);
});

test('a read without room throws, as its 0 would look like the end', async () => {
  const none = new Uint8Array(100).subarray(20, 20.5);
  await expect(readFully(sourceOf(1), none)).rejects.toThrow('expected room for at least one byte');
  expect(() => refuseEmpty(none)).toThrow(RangeError);
});

test.each([9, 1.5, -1, Number.NaN])(
  'a source that says it read %d of 8 bytes fails the read',
  async (count) => {
    await expect(readFully(sourceOf(count), new Uint8Array(8))).rejects.toThrow(RangeError);
  },
);
