import { describe, expect, test } from 'vitest';
import { planFile } from '../../../core/files/index.ts';
import { chunkBytes, cut, sampleRate } from '../../../lambda/chunks/sizing.ts';

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;
const AVAILABLE = 240_000;
/** bytes a second, as 9x9 puzzles and hard grids of 25x25 go */
const EASY = { bytes: 40 * MiB, milliseconds: 1000, output: 40 * MiB };
const HARD = { bytes: 626, milliseconds: 1000, output: 626 };

describe('chunk size', () => {
  test.each([
    ['easy puzzles: what the wire asks for', 100 * MiB, EASY, 16 * MiB],
    ['a thousand chunks are not exceeded', 30 * GiB, EASY, (30 * GiB) / 900],
    ['nor is the memory that a chunk takes', 60 * GiB, EASY, 64 * MiB],
    ['nor are the parts of a multipart upload', 1000 * GiB, EASY, (1000 * GiB) / 9000],
    [
      'hard puzzles: a few seconds of work',
      600_000,
      { bytes: 4096, milliseconds: 1000, output: 4096 },
      20_480,
    ],
    ['very hard ones: some grids', 100_000, HARD, 4096],
    [
      'many hard ones: up to a minute of work, so that there are not too many chunks',
      1 * GiB,
      HARD,
      626 * 60,
    ],
    ['nothing was solved in time', 1 * GiB, { bytes: 0, milliseconds: 500, output: 0 }, 4096],
    ['rows that are longer than their puzzles', 100 * MiB, { ...EASY, output: 160 * MiB }, 4 * MiB],
  ])('%s', (_, bytes, rate, expected) => {
    expect(chunkBytes(bytes, rate, AVAILABLE)).toBe(Math.ceil(expected));
  });

  test('fits an invocation that is short', () => {
    expect(chunkBytes(1 * GiB, { bytes: 10_000, milliseconds: 1000, output: 10_000 }, 4_000)).toBe(10_000);
  });
});

test('cuts adjoin and are nearly equal', () => {
  expect(cut({ from: 10, to: 110 }, 30)).toEqual([
    { from: 10, to: 35 },
    { from: 35, to: 60 },
    { from: 60, to: 85 },
    { from: 85, to: 110 },
  ]);
  expect(cut({ from: 0, to: 5 }, 10)).toEqual([{ from: 0, to: 5 }]);
});

test('what a file begins with stays in one piece', () => {
  expect(cut({ from: 0, to: 100 }, 10, 25)[0]).toEqual({ from: 0, to: 30 });
});

test('a sample holds what precedes the first puzzle', () => {
  const head = Buffer.from(`# one\n# two\n${'.'.repeat(81)}\n${'.'.repeat(40)}`);
  const plan = planFile({ head, complete: false, name: 'p.txt', given: [] });
  expect(sampleRate(plan, head).bytes).toBe(12 + 82);
});
