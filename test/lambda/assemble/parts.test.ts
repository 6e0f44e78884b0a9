import { expect, test } from 'vitest';
import {
  isWhole,
  length,
  MIN_PART,
  type PartPlan,
  planParts,
  type Slice,
} from '../../../lambda/assemble/parts.ts';
import fc from '../../property.ts';

const MiB = 1024 * 1024;

const slices = (...sizes: number[]): Slice[] =>
  sizes.map((bytes, index) => ({ key: String(index), objectBytes: bytes, from: 0, to: bytes }));

const slicesOf = (part: PartPlan): readonly Slice[] => ('copy' in part ? [part.copy] : part.join);

test('large neighbours are copied as they are', () => {
  const large = slices(16 * MiB, 16 * MiB, 3 * MiB);
  expect(planParts(large)).toEqual([{ copy: large[0] }, { copy: large[1] }, { join: [large[2]] }]);
});

test('small neighbours are joined', () => {
  expect(planParts(slices(3 * MiB, 1 * MiB, 2 * MiB, 1)).map(slicesOf)).toMatchObject([
    [{ key: '0' }, { key: '1' }, { key: '2' }],
    [{ key: '3' }],
  ]);
});

test('what a join lacks is taken from the front of the next slice, the rest of which is copied', () => {
  const [join, copy] = planParts(slices(1 * MiB, 16 * MiB));
  expect(join).toMatchObject({ join: [{ key: '0' }, { key: '1', from: 0, to: 4 * MiB }] });
  expect(copy).toMatchObject({ copy: { key: '1', from: 4 * MiB, to: 16 * MiB } });
});

test('details after a result are left out', () => {
  const slice = { key: 'k', objectBytes: 16 * MiB + 100, from: 0, to: 16 * MiB };
  expect(planParts([slice])).toEqual([{ copy: slice }]);
  expect(isWhole(slice)).toBe(false);
});

test('S3 takes the parts: in order, nothing lost, each large enough but the last, copies of ranges only of large objects', () => {
  const bytes = fc.oneof(fc.nat(12 * MiB), fc.constantFrom(0, 1, MIN_PART - 1, MIN_PART, MIN_PART + 1));
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 30 }), (sizes) => {
      const given = slices(...sizes);
      const parts = planParts(given);
      let at = 0;
      const offsets = given.map((slice) => {
        const offset = at;
        at += length(slice);
        return offset;
      });
      let written = 0;
      parts.forEach((part, index) => {
        for (const slice of slicesOf(part)) {
          expect(offsets[Number(slice.key)]! + slice.from).toBe(written);
          written += length(slice);
          if ('copy' in part && !isWhole(slice)) expect(slice.objectBytes).toBeGreaterThan(MIN_PART);
        }
        const partBytes = slicesOf(part).reduce((sum, slice) => sum + length(slice), 0);
        if (index < parts.length - 1) expect(partBytes).toBeGreaterThanOrEqual(MIN_PART);
      });
      expect(written).toBe(at);
    }),
  );
});

test('ten thousand parts are enough for the largest result', () => {
  expect(planParts(slices(...Array<number>(60_000).fill(80 * MiB))).length).toBeLessThanOrEqual(10_000);
});
