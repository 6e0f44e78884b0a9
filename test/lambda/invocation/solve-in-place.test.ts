import { expect, test } from 'vitest';
import { ByteCollector } from '../../../lambda/invocation/solve-in-place.ts';
import fc from '../../property.ts';

const MIB = 2 ** 20;

test('a collector returns all bytes, also if there are more than expected', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.array(fc.uint8Array({ maxLength: 20 })), (expected, pieces) => {
      const collector = new ByteCollector(expected);
      for (const piece of pieces) collector.add(piece);
      expect(collector.bytes()).toEqual(Buffer.concat(pieces));
    }),
  );
});

test('a released buffer is reused by one collector, which behaves like a new one', () => {
  const first = new ByteCollector(MIB);
  first.add(Buffer.from('first'));
  const { buffer } = first.bytes();
  first.release();
  expect(first.bytes()).toHaveLength(0);

  const second = new ByteCollector(MIB - 1);
  expect(second.bytes().buffer).not.toBe(buffer);
  const third = new ByteCollector(MIB);
  third.add(Buffer.from('3'));
  expect(third.bytes().buffer).toBe(buffer);
  expect(third.bytes().toString()).toBe('3');
  expect(new ByteCollector(MIB).bytes().buffer).not.toBe(buffer);
});

test('no buffer larger than a usual chunk’s is reused', () => {
  const large = new ByteCollector(21 * MIB);
  const { buffer } = large.bytes();
  large.release();
  expect(new ByteCollector(20 * MIB).bytes().buffer).not.toBe(buffer);
});
