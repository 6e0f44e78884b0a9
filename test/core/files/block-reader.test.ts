import { describe, expect, test } from 'vitest';
import { BlockReader } from '../../../core/files/block-reader.ts';
import type { Block } from '../../../core/formats/shared/block.ts';
import type { Reader } from '../../../core/formats/shared/format.ts';

const KIB = 1024;

/** Reads records that end with a `;`, and counts the bytes that it examines. */
function meter(): { reader: Reader<undefined>; looked: () => number } {
  let looked = 0;
  const blockOf = (bytes: Uint8Array) =>
    ({ bytes, count: 0, broken: [] as const }) as unknown as Block<undefined>;
  return {
    looked: () => looked,
    reader: {
      *read(bytes, last) {
        looked += bytes.length;
        const end = last ? bytes.length : bytes.lastIndexOf(0x3b) + 1;
        if (end > 0) yield blockOf(bytes.subarray(0, end));
      },
      overlong: ({ bytes }) => ({ block: blockOf(bytes), open: true }),
    },
  };
}

const lengths = (blocks: Iterable<Block<undefined>>) => Array.from(blocks, ({ bytes }) => bytes.length);

describe('BlockReader', () => {
  test.each([1, 4, 16, 64])(
    'reads a record of 900 KiB a few times over when it comes in pieces of %i KiB',
    (kib) => {
      const { reader, looked } = meter();
      const buffer = new BlockReader(reader);
      const record = Buffer.alloc(900 * KIB, ' ');
      record[record.length - 1] = 0x3b;
      const found: number[] = [];
      for (let at = 0; at < record.length; at += kib * KIB) {
        found.push(...lengths(buffer.take(Buffer.from(record.subarray(at, at + kib * KIB)))));
        found.push(...lengths(buffer.flush()));
      }
      found.push(...lengths(buffer.end()));
      expect(found).toEqual([record.length]);
      // below 64 KiB a record is read again with each piece
      const short = (64 * 64 * KIB) / Math.min(kib, 64);
      expect(looked()).toBeLessThan(6 * record.length + short);
    },
  );

  test('produces a long record if it is flushed after the end of its line', () => {
    const { reader } = meter();
    const buffer = new BlockReader(reader);
    expect(lengths(buffer.take(Buffer.alloc(100 * KIB, ' ')))).toEqual([]);
    expect(lengths(buffer.flush())).toEqual([]);
    expect(lengths(buffer.take(Buffer.from(' ;\n')))).toEqual([]);
    expect(lengths(buffer.flush())).toEqual([100 * KIB + 2]);
    expect(lengths(buffer.end())).toEqual([1]);
  });

  test('produces a short record if it is flushed, whatever precedes it', () => {
    const { reader } = meter();
    const buffer = new BlockReader(reader);
    const long = Buffer.alloc(100 * KIB, ' ');
    expect(lengths(buffer.take(long))).toEqual([]);
    expect(lengths(buffer.take(Buffer.concat([long, Buffer.from(';\n')])))).toEqual([]);
    expect(lengths(buffer.flush())).toEqual([200 * KIB + 1]);
    expect(lengths(buffer.take(Buffer.from(' ')))).toEqual([]);
    expect(lengths(buffer.take(Buffer.from(';')))).toEqual([3]);
  });
});
