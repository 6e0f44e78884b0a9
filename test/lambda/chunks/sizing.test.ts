import { describe, expect, test } from 'vitest';
import { planFile } from '../../../core/files/index.ts';
import { chunkBytes, cutRange, rejectUnjoinable, sampleRate } from '../../../lambda/chunks/sizing.ts';

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;
const AVAILABLE = 240_000;
/** Usual rates of 9x9 puzzles and of hard 25x25 puzzles. */
const EASY = { bytes: 40 * MiB, milliseconds: 1000, output: 40 * MiB };
const HARD = { bytes: 626, milliseconds: 1000, output: 626 };

describe('chunk size', () => {
  test.each([
    ['easy puzzles: as large as the network requires', 100 * MiB, EASY, 16 * MiB],
    ['a large file: no more than 900 chunks', 30 * GiB, EASY, (30 * GiB) / 900],
    ['a larger file: no more than a function has memory for', 60 * GiB, EASY, 64 * MiB],
    [
      'a very large file: no more than the parts of a multipart upload',
      1000 * GiB,
      EASY,
      (1000 * GiB) / 9000,
    ],
    [
      'hard puzzles: a few seconds of work',
      600_000,
      { bytes: 4096, milliseconds: 1000, output: 4096 },
      20_480,
    ],
    ['very hard puzzles: a few grids', 100_000, HARD, 4096],
    ['many hard puzzles: up to a minute of work, to limit the number of chunks', 100 * MiB, HARD, 626 * 60],
    ['very many hard puzzles: no more than 10,000 messages', 1 * GiB, HARD, (1 * GiB) / 10_000],
    ['no puzzle was solved in time: a few grids', 10 * MiB, { bytes: 0, milliseconds: 500, output: 0 }, 4096],
    [
      'no puzzle of a large file was solved in time: no more than 10,000 messages',
      1 * GiB,
      { bytes: 0, milliseconds: 500, output: 0 },
      (1 * GiB) / 10_000,
    ],
    [
      'no line ends in the sample: as large as the network requires',
      67 * MiB,
      { bytes: 0, milliseconds: 1, output: 0 },
      16 * MiB,
    ],
    [
      'rows that are longer than their puzzles: fewer puzzles',
      100 * MiB,
      { ...EASY, output: 160 * MiB },
      4 * MiB,
    ],
    [
      'very many such rows: no more than the parts of a multipart upload',
      500 * GiB,
      { ...EASY, output: 160 * MiB },
      (500 * GiB) / 9000,
    ],
  ])('%s', (_, bytes, rate, expected) => {
    expect(chunkBytes(bytes, rate, AVAILABLE)).toBe(Math.ceil(expected));
  });

  test('is larger for the rest of a chunk, which has fewer chunks', () => {
    expect(chunkBytes(1_000_000, { bytes: 1, milliseconds: 60_000, output: 1 }, AVAILABLE, 100)).toBe(10_000);
  });

  test('fits into a short invocation', () => {
    const rate = { bytes: 10_000, milliseconds: 1000, output: 10_000 };
    expect(chunkBytes(50 * MiB, rate, 4_000)).toBe(10_000);
  });
});

describe('a file that is too large for the function’s memory', () => {
  test.each([
    ['the largest object of S3 and the usual memory', 5 * 1024 * GiB, EASY, 1769],
    ['a usual file and the least memory', 500 * GiB, EASY, 512],
    ['the largest file for the least memory', 1125 * GiB, EASY, 512],
  ])('is not rejected if it fits: %s', (_, bytes, rate, memory) => {
    expect(() => rejectUnjoinable(bytes, rate, memory)).not.toThrow();
    // besides 239 MiB for the function, there is memory for one and a half times the chunk
    expect(chunkBytes(bytes, rate, AVAILABLE) * 1.5 + 239 * MiB).toBeLessThan(memory * MiB);
  });

  test('is rejected, with the memory that would suffice', () => {
    expect(() => rejectUnjoinable(5 * 1024 * GiB, EASY, 1024)).toThrow(
      'expected a file of at most 3375 GiB for a function of 1024 MiB, got one of 5120 GiB, a chunk of which takes 1422 MiB: raise memorySize, or upload it in pieces',
    );
    const rows = { ...EASY, output: 4 * EASY.output };
    expect(() => rejectUnjoinable(1024 * GiB, rows, 512)).toThrow(/at most 281 GiB .* 512 MiB/);
  });
});

test('cuts adjoin and are nearly equal', () => {
  expect(cutRange({ from: 10, to: 110 }, 30)).toEqual([
    { from: 10, to: 35 },
    { from: 35, to: 60 },
    { from: 60, to: 85 },
    { from: 85, to: 110 },
  ]);
  expect(cutRange({ from: 0, to: 5 }, 10)).toEqual([{ from: 0, to: 5 }]);
});

test('several pieces are an even number, for functions that work in pairs', () => {
  const count = (size: number) => cutRange({ from: 0, to: 100 }, size).length;
  expect([100, 99, 50, 49, 25, 21].map(count)).toEqual([1, 2, 2, 4, 4, 6]);
});

test('the head of a file is not cut', () => {
  expect(cutRange({ from: 0, to: 100 }, 10, 25)[0]).toEqual({ from: 0, to: 30 });
});

test('a sample includes the bytes before the first puzzle', () => {
  const head = Buffer.from(`# one\n# two\n${'.'.repeat(81)}\n${'.'.repeat(40)}`);
  const plan = planFile({ head, complete: false, name: 'p.txt', given: [] });
  expect(sampleRate(plan, head).bytes).toBe(12 + 82);
});
