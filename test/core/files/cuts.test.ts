import { describe, expect, test } from 'vitest';
import {
  type ByteSource,
  checkedSize,
  linesInRange,
  readFrom,
  readFully,
  refuseEmpty,
  type WorkItem,
  workItems,
} from '../../../core/files/cuts.ts';
import { headerEnd } from '../../../core/files/head-extent.ts';
import fc from '../../property.ts';

const CAPACITY = 64;

/** Returns the text in pieces of these sizes, repeatedly. */
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
  const used = new Uint8Array(CAPACITY).fill(10); // left over from an earlier use
  let requested = 0;
  const found: (WorkItem & { text: string })[] = [];
  const all = workItems(inputOf(text.slice(headLength), sizes), {
    head: Buffer.from(text.slice(0, headLength)),
    splittable,
    capacity: CAPACITY,
    buffer: () => used.slice().buffer,
    target: () => targets[requested++ % targets.length]!,
  });
  for await (const item of all) {
    found.push({ ...item, text: Buffer.from(item.buffer.transfer(), 0, item.length).toString() });
  }
  return found;
}

test('a last line without a line feed is no item of its own', async () => {
  expect(await cut('1.\n.1\n..1', 3, [2], [20], true)).toMatchObject([
    { text: '1.\n.1\n..1', continues: false },
  ]);
});

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
    'cover the file, and only the last one ends it (splittable: %s)',
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

  test('start with one that includes all leading comments and two lines below them', async () => {
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

  test('of a splittable file end after a line, unless the line is longer than an item', async () => {
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

test('work items of a file of equally long records end after a record', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 0, max: 30 }),
    sizes,
    sizes,
    async (start, bytes, count, reads, targets) => {
      const text = '1'.repeat(start + bytes * count);
      let requested = 0;
      const all = workItems(inputOf(text, reads), {
        head: new Uint8Array(0),
        splittable: true,
        records: { start, bytes, count },
        front: start,
        capacity: CAPACITY,
        buffer: () => new ArrayBuffer(CAPACITY),
        target: () => targets[requested++ % targets.length]!,
      });
      let at = 0;
      for await (const { length, continues } of all) {
        at += length;
        expect((at - start) % bytes).toBe(0);
        expect(continues).toBe(false);
      }
      expect(at).toBe(text.length);
    },
  );
  await fc.assert(property);
});

/** Returns these numbers of bytes read, then 0. */
function sourceOf(...counts: number[]): ByteSource {
  return { read: async () => counts.shift() ?? 0 };
}

test.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('checkedSize rejects %d', (size) => {
  expect(() => checkedSize('bytes', size)).toThrow(
    new RangeError(`bytes: expected a whole number, 0 or more, got ${size}`),
  );
});

test('checkedSize accepts integers from the minimum on', () => {
  expect([checkedSize('bytes', 0), checkedSize('bytes', 7, 7)]).toEqual([0, 7]);
  expect(() => checkedSize('bytes', 6, 7)).toThrow('7 or more, got 6');
});

test('readFully fills its buffer or reaches the end', async () => {
  expect(await readFully(sourceOf(3, 4, 1), new Uint8Array(8))).toBe(8);
  expect(await readFully(sourceOf(3, 4), new Uint8Array(8))).toBe(7);
});

test('readFully rejects an empty buffer, as its 0 would look like the end', async () => {
  const none = new Uint8Array(100).subarray(20, 20.5);
  await expect(readFully(sourceOf(1), none)).rejects.toThrow('expected room for at least one byte');
  expect(() => refuseEmpty(none)).toThrow(RangeError);
});

test.each([9, 1.5, -1, Number.NaN])(
  'readFully rejects a source that claims to have read %d of 8 bytes',
  async (count) => {
    await expect(readFully(sourceOf(count), new Uint8Array(8))).rejects.toThrow(RangeError);
  },
);

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The lines that begin in each range of a file, which arrives in pieces of `pieceBytes`. */
async function readRanges(file: Buffer, cuts: readonly number[], pieceBytes: number) {
  const starts = [0, ...cuts];
  return Promise.all(
    starts.map(async (from, index) => {
      const range = { from, to: starts[index + 1] ?? file.length };
      const own = linesInRange(pieces(file.subarray(readFrom(range)), pieceBytes), range);
      const lines: Uint8Array[] = [];
      for await (const piece of own.bytes) lines.push(piece);
      return { range, begin: own.begin, text: Buffer.concat(lines).toString('latin1') };
    }),
  );
}

const FILE = Buffer.from('# a comment\n12.4\r\n\n\n3412\n..\nlast line without end', 'latin1');

test('a line belongs to the range that it begins in, whichever byte the cut is at', async () => {
  for (let cut = 1; cut < FILE.length; cut++) {
    for (const pieceBytes of [1, 3, 1000]) {
      const [left, right] = await readRanges(FILE, [cut], pieceBytes);
      const begin = FILE.indexOf('\n', cut - 1) + 1 || FILE.length;
      expect(left!.text).toBe(FILE.toString('latin1', 0, begin));
      expect(right!.text).toBe(FILE.toString('latin1', begin));
    }
  }
});

test('ranges in which no line begins contain no lines', async () => {
  const owned = await readRanges(FILE, [2, 4, 11], 5);
  expect(owned.map(({ text }) => text.length)).toEqual([12, 0, 0, FILE.length - 12]);
});

test('any cuts assign each line to exactly one range', async () => {
  const file = fc.array(fc.constantFrom('\n', 'a', 'b\n', '\r\n', '12345678'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.array(fc.nat(120)),
      fc.integer({ min: 1, max: 50 }),
      async (parts, at, size) => {
        const bytes = Buffer.from(parts.join(''));
        const cuts = [...new Set(at)].filter((cut) => cut > 0 && cut < bytes.length).sort((a, b) => a - b);
        const owned = await readRanges(bytes, cuts, size);
        expect(owned.map(({ text }) => text).join('')).toBe(bytes.toString());
        for (const { range, begin, text } of owned) {
          if (text === '') continue;
          expect(begin).toBeGreaterThanOrEqual(range.from);
          expect(begin).toBeLessThan(range.to);
          expect(bytes.toString('latin1', begin, begin + text.length)).toBe(text);
        }
      },
    ),
    { numRuns: 500 },
  );
});
