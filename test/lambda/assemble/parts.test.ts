import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  isEntireObject,
  length,
  MIN_PART,
  type PartPlan,
  planParts,
  type Slice,
} from '../../../lambda/assemble/join-chunks.ts';
import { chunkBytes, cutRange } from '../../../lambda/chunks/sizing.ts';
import fc from '../../property.ts';

const MiB = 1024 * 1024;

const slices = (...sizes: number[]): Slice[] =>
  sizes.map((bytes, index) => ({ key: String(index), objectBytes: bytes, from: 0, to: bytes }));

const slicesOf = (part: PartPlan): readonly Slice[] => ('copy' in part ? [part.copy] : part.join);

test('large slices are copied', () => {
  const large = slices(16 * MiB, 16 * MiB, 3 * MiB);
  expect(planParts(large)).toEqual([{ copy: large[0] }, { copy: large[1] }, { join: [large[2]] }]);
});

test('small slices are joined', () => {
  expect(planParts(slices(3 * MiB, 1 * MiB, 2 * MiB, 1)).map(slicesOf)).toMatchObject([
    [{ key: '0' }, { key: '1' }, { key: '2' }],
    [{ key: '3' }],
  ]);
});

test('a join takes the bytes that it lacks from the next slice, whose rest is copied', () => {
  const [join, copy] = planParts(slices(1 * MiB, 16 * MiB));
  expect(join).toMatchObject({ join: [{ key: '0' }, { key: '1', from: 0, to: 4 * MiB }] });
  expect(copy).toMatchObject({ copy: { key: '1', from: 4 * MiB, to: 16 * MiB } });
});

test('details after a result are omitted', () => {
  const slice = { key: 'k', objectBytes: 16 * MiB + 100, from: 0, to: 16 * MiB };
  expect(planParts([slice])).toEqual([{ copy: slice }]);
  expect(isEntireObject(slice)).toBe(false);
});

test('S3 accepts the parts: in order, complete, each large enough but the last, with copies of ranges only from large objects', () => {
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
          if ('copy' in part && !isEntireObject(slice)) expect(slice.objectBytes).toBeGreaterThan(MIN_PART);
        }
        const size = slicesOf(part).reduce((sum, slice) => sum + length(slice), 0);
        if (index < parts.length - 1) expect(size).toBeGreaterThanOrEqual(MIN_PART);
      });
      expect(written).toBe(at);
    }),
  );
});

test('ten thousand parts suffice for the largest result', () => {
  expect(planParts(slices(...Array<number>(60_000).fill(80 * MiB))).length).toBeLessThanOrEqual(10_000);
});

describe('results of files of every size', () => {
  const GiB = 1024 * MiB;
  /** Results of the chunks of easy puzzles, cut as by lambda/chunks/sizing.ts; `growth`: their length relative to the puzzles. */
  const planned = (bytes: number, growth = 1) => {
    const rate = { bytes: 40 * MiB, milliseconds: 1000, output: growth * 40 * MiB };
    const ranges = cutRange({ from: 0, to: bytes }, chunkBytes(bytes, rate, 240_000));
    return slices(...ranges.map(({ from, to }) => growth * (to - from)));
  };
  const joinedBytes = (parts: readonly PartPlan[]) =>
    parts.reduce((sum, part) => sum + ('join' in part ? bytesOf(part) : 0), 0);

  test.each([1, 30, 100, 311, 320, 562, 600, 1024, 2048, 5 * 1024])(
    '%i GiB are copied inside S3, in 10,000 parts at most',
    (size) => {
      const parts = planParts(planned(size * GiB));
      expect(parts.length).toBeLessThanOrEqual(10_000);
      expect(joinedBytes(parts)).toBe(0);
      expect(parts.reduce((sum, part) => sum + bytesOf(part), 0)).toBe(size * GiB);
      for (const part of parts) expect(bytesOf(part)).toBeLessThanOrEqual(5 * GiB);
    },
  );

  test.each([1, 100, 200, 1000])('%i GiB of puzzles in rows five times as long, too', (size) => {
    const parts = planParts(planned(size * GiB, 5));
    expect(parts.length).toBeLessThanOrEqual(10_000);
    expect(joinedBytes(parts)).toBe(0);
    expect(parts.reduce((sum, part) => sum + bytesOf(part), 0)).toBe(5 * size * GiB);
  });

  test('small results are joined to parts of 5 MiB, or to larger ones if there would be too many', () => {
    const few = planParts(slices(...new Array<number>(3000).fill(MiB)));
    expect(few.length).toBe(600);
    const many = planParts(slices(...new Array<number>(60_000).fill(4 * MiB)));
    expect(many.length).toBeLessThanOrEqual(10_000);
    expect(many.length).toBeGreaterThan(5_000);
  });
});
