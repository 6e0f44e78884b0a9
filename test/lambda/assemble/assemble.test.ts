import { expect, test } from 'vitest';
import { findContiguousChain, lockAssembly, STALLED_AFTER } from '../../../lambda/assemble/assemble.ts';
import { StorageError } from '../../../lambda/aws/errors.ts';
import type { UploadContext } from '../../../lambda/invocation/context.ts';
import { timesOf } from '../../../lambda/invocation/time.ts';
import fc from '../../property.ts';

const upload = { bucket: 'b', key: 'k.txt', etag: 'e', bytes: 1000, sequencer: '01' };
const range = { from: 0, to: 1000 };

/** Tries to take the lock for a plan that was begun at 7, where this lock exists, as old as this in milliseconds. */
async function lockOver(existing: string, age = 0): Promise<boolean> {
  const modified = Date.now() - age;
  const cloud = {
    async putObject(_target: unknown, _body: Uint8Array, condition: { absent?: true }) {
      if (condition.absent) throw new StorageError('PreconditionFailed', { bucket: 'w', key: 'lock' });
      return 'new';
    },
    readObject: async () => ({ body: body(), bytes: Buffer.byteLength(existing), etag: 'old', modified }),
  };
  async function* body() {
    if (existing) yield Buffer.from(existing);
  }
  const context = { cloud, settings: { workBucket: 'w' }, ...timesOf(60_000) };
  return lockAssembly(context as unknown as UploadContext, upload, range, 7);
}

test('a lock of the same plan belongs to another message', async () => {
  expect(await lockOver('[1000,2000,7]')).toBe(false);
});

test('a lock that is older than any invocation is taken over', async () => {
  expect(await lockOver('[1000,2000,7]', STALLED_AFTER - 10_000)).toBe(false);
  expect(await lockOver('[1000,2000,7]', STALLED_AFTER + 10_000)).toBe(true);
});

test('a message holds its own lock', async () => {
  expect(await lockOver('[0,1000,7]')).toBe(true);
});

test.each(['[1000,2000,6]', 'null', '{}', '[[]]', '["a"]', 'hello', ''])(
  'a lock of an earlier plan, and what is none, is taken over: %s',
  async (existing) => {
    expect(await lockOver(existing)).toBe(true);
  },
);

const items = (...ranges: [from: number, to: number][]) =>
  ranges.map(([from, to]) => ({ range: { from, to } }));

test('adjoining ranges cover the file in any order', () => {
  expect(findContiguousChain(items([4, 9], [0, 4]), 9)).toEqual(items([0, 4], [4, 9]));
});

test('ranges with a gap do not cover it', () => {
  expect(findContiguousChain(items([0, 4], [5, 9]), 9)).toBeUndefined();
  expect(findContiguousChain(items([0, 4]), 9)).toBeUndefined();
  expect(findContiguousChain(items([4, 9]), 9)).toBeUndefined();
  expect(findContiguousChain([], 9)).toBeUndefined();
});

test('overlapping ranges do not adjoin: a chain is found past dead ends', () => {
  expect(findContiguousChain(items([0, 6], [0, 4], [5, 9], [4, 9]), 9)).toEqual(items([0, 4], [4, 9]));
});

test('the longest ranges are chosen, for the fewest copies', () => {
  expect(findContiguousChain(items([0, 4], [4, 9], [0, 9]), 9)).toEqual(items([0, 9]));
});

test('a chain is found if and only if there is one', () => {
  const range = fc
    .tuple(fc.nat(8), fc.integer({ min: 1, max: 4 }))
    .map(([from, length]) => [from, from + length]);
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const chain = findContiguousChain(items(...(ranges as [number, number][])), 8);
      const reached = new Set([0]);
      for (const [from, to] of ranges.toSorted((a, b) => a[0]! - b[0]!))
        if (reached.has(from!)) reached.add(to!);
      expect(chain !== undefined).toBe(reached.has(8));
      chain?.forEach((item, index) => {
        expect(item.range.from).toBe(chain[index - 1]?.range.to ?? 0);
      });
    }),
  );
});
