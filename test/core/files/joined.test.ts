import { expect, test } from 'vitest';
import { coalesced } from '../../../core/files/file-solver.ts';
import fc from '../../property.ts';

test('the bytes stay the same, in fewer pieces', () => {
  const lengths = fc.array(fc.oneof(fc.nat(100), fc.nat(200_000)), { maxLength: 100 });
  fc.assert(
    fc.property(lengths, (all) => {
      const pieces = all.map((length, i) => Buffer.alloc(length, i + 1));
      const result = [...coalesced(pieces)];
      expect(Buffer.concat(result).equals(Buffer.concat(pieces))).toBe(true);
      expect(result.every(({ length }) => length > 0)).toBe(true);
      // two neighbours would fit no single piece
      for (const [i, { length }] of result.slice(1).entries()) {
        expect(result[i]!.length + length).toBeGreaterThan(65_536);
      }
    }),
    { numRuns: 50 },
  );
});
