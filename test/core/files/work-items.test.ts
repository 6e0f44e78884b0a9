import { describe, expect, test } from 'vitest';
import { headerEnd } from '../../../core/files/head-extent.ts';
import type { ByteSource } from '../../../core/files/work-items.ts';
import { type WorkItem, workItems } from '../../../core/files/work-items.ts';
import fc from '../../property.ts';

const CAPACITY = 64;

/** Gives the text in pieces of the sizes, again and again. */
function inputOf(text: string, sizes: readonly number[]): ByteSource {
  let rest = Buffer.from(text);
  let reads = 0;
  return {
    async read(into) {
      const piece = rest.subarray(0, Math.min(into.length, sizes[reads++ % sizes.length]!));
      rest = rest.subarray(piece.length);
      into.set(piece);
      return piece.length;
    },
  };
}

async function cut(
  text: string,
  headLength: number,
  sizes: number[],
  targets: number[],
  splittable: boolean,
) {
  const used = new Uint8Array(CAPACITY).fill(10); // what is left of an earlier use
  let asked = 0;
  const found: (WorkItem & { text: string })[] = [];
  const all = workItems(inputOf(text.slice(headLength), sizes), {
    head: Buffer.from(text.slice(0, headLength)),
    splittable,
    capacity: CAPACITY,
    buffer: () => used.slice().buffer,
    target: () => targets[asked++ % targets.length]!,
  });
  for await (const item of all) {
    found.push({ ...item, text: Buffer.from(item.buffer.transfer(), 0, item.length).toString() });
  }
  return found;
}

const file = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fc.string({ unit: fc.constantFrom('1', '.'), maxLength: 30 }) },
      fc.constant('long'.repeat(40)),
    ),
  )
  .chain((rows) => fc.constantFrom(rows.join('\n'), rows.map((row) => `${row}\n`).join('')));
const sizes = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1 });
const cutting = fc.record({
  text: file,
  headLength: fc.integer({ min: 0, max: CAPACITY }),
  sizes,
  targets: sizes,
});

describe('work items', () => {
  test.each([true, false])(
    'cover the file, and the last one ends it (splittable: %s)',
    async (splittable) => {
      await fc.assert(
        fc.asyncProperty(cutting, async ({ text, headLength, sizes, targets }) => {
          const found = await cut(text, headLength, sizes, targets, splittable);
          expect(found.map((item) => item.text).join('')).toBe(text);
          expect(found.at(-1)!.continues).toBe(false);
          if (!splittable) expect(found.slice(0, -1).every((item) => item.continues)).toBe(true);
        }),
      );
    },
  );

  test('begin with what only the first of them can read: comments, and two lines below them', async () => {
    const front = '# 1\n\n// 2\nsep=;\nid;puzzle\n';
    const head = Buffer.from(`${front}1\n2\n`);
    expect(headerEnd(head)).toBe(front.length);
    const read = inputOf('3\n', [1]);
    const options = { head, splittable: true, capacity: CAPACITY, front: front.length, target: () => 1 };
    const found: number[] = [];
    const buffer = () => new ArrayBuffer(CAPACITY);
    for await (const { length } of workItems(read, { ...options, buffer })) found.push(length);
    expect(found).toEqual([front.length, 2, 2, 2]);
  });

  test('of a splittable file are pieces of it by themselves, or belong to a line longer than an item', async () => {
    await fc.assert(
      fc.asyncProperty(cutting, async ({ text, headLength, sizes, targets }) => {
        const found = await cut(text, headLength, sizes, targets, true);
        for (const item of found.slice(0, -1)) {
          expect(item.continues).toBe(!item.text.endsWith('\n'));
          if (item.continues) expect(item.text).not.toContain('\n');
          if (item.continues) expect(item.length).toBe(CAPACITY);
        }
      }),
    );
  });
});
