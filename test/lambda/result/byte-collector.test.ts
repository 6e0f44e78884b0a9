import { expect, test } from 'vitest';
import { ByteCollector } from '../../../lambda/result/byte-collector.ts';
import fc from '../../property.ts';

test('gives what it was given, whether or not as many bytes came as were expected', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.array(fc.uint8Array({ maxLength: 20 })), (expected, pieces) => {
      const collector = new ByteCollector(expected);
      for (const piece of pieces) collector.add(piece);
      expect(collector.bytes()).toEqual(Buffer.concat(pieces));
    }),
  );
});
