import { describe, expect, test } from 'vitest';
import { CODE_PATHS, faultOf, threads } from '../../checks/records/code-paths.ts';
import { encodedFault } from '../../checks/records/encoded-results.ts';
import { mixedFile } from '../../checks/records/mixed-files.ts';
import { fileWithLongLine, recordFile } from '../../checks/records/record-files.ts';
import { RECORD_POOLS } from '../../checks/records/record-pools.ts';
import { Random } from '../../checks/shared/random.ts';
import { ROOM } from '../../core/files/block-reader.ts';
import { MAX_RECORD_BYTES } from '../../core/kernel/constants.ts';
import { casesOf, someOf } from '../cases.ts';

const SIZES = { block: ROOM.block, limit: MAX_RECORD_BYTES };
const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed);

describe('record files', () => {
  test('have records of every length, from one byte to several blocks', () => {
    const [block, limit] = [64, 256];
    const files = seeds(500).map((seed) => recordFile(new Random(seed), { block, limit }));
    const lines = files.flatMap(({ bytes }) => bytes.toString().split(/\r?\n/).slice(0, -1));
    const lengths = new Set(lines.map(({ length }) => length));
    const most = Math.max(...lengths);
    expect(most).toBeGreaterThan(4 * block);
    expect(seeds(most).filter((length) => !lengths.has(length)).length).toBeLessThan(most / 3);
    for (const length of [1, block, 2 * block, limit - 1, limit, limit + 1])
      expect(lengths).toContain(length);
  });

  test('have every format, valid and invalid records, and are the same for the same seed', () => {
    const files = seeds(20).map((seed) => recordFile(new Random(seed), SIZES));
    expect(new Set(files.map(({ ending }) => ending))).toEqual(new Set(['.txt', '.csv', '.jsonl', '.json']));
    for (const outcome of ['solved', 'invalid'] as const) {
      expect(files.some(({ counts }) => counts[outcome] > 5)).toBe(true);
    }
    expect(files[7]).toEqual(recordFile(new Random(7), SIZES));
  });

  test('can have one line of a given length', () => {
    const { bytes, solved } = fileWithLongLine(new Random(1), 3 * SIZES.limit);
    expect(
      Math.max(
        ...bytes
          .toString()
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeGreaterThanOrEqual(3 * SIZES.limit);
    expect(solved.length).toBe(bytes.length);
  });
});

// `npm run checks -- records` does the same on every path, for longer
test.each(['one pass', 'pieces', 'interruptions', 'chunks'])(
  'solves each record as if it stood alone: %s',
  async (name) => {
    for (const seed of seeds(casesOf(5))) {
      const file = recordFile(new Random(seed), SIZES);
      expect(await faultOf(CODE_PATHS[name]!, file, new Random(seed)), `seed ${seed}`).toBeUndefined();
    }
  },
);

// some hundred answers; `npm run checks -- records` compares more, also on threads
describe.each(someOf(RECORD_POOLS, 4))(
  'records of $name, good and bad, in random order and random cuts',
  (pool) => {
    test('each give the answer of the record alone', async () => {
      for (const seed of seeds(casesOf(3))) {
        const file = mixedFile(new Random(seed), 60, [pool]);
        for (const name of ['one pass', 'pieces', 'chunks'])
          expect(
            await faultOf(CODE_PATHS[name]!, file, new Random(seed)),
            `seed ${seed}, ${name}`,
          ).toBeUndefined();
      }
    });
  },
);

test.each(someOf([1, 2, 3, 4, 5, 6, 7, 8], 3))(
  'mixed records have the answers of each alone on %i threads',
  async (count) => {
    const file = mixedFile(new Random(count), 800);
    expect(await faultOf(threads(count), file, new Random(count))).toBeUndefined();
  },
);

test.each([undefined, ['Parquet']])(
  'encoded results have the rows of each record alone: %j',
  async (names) => {
    for (const seed of seeds(casesOf(3)))
      expect(await encodedFault(new Random(seed), 20, names), `seed ${seed}`).toBeUndefined();
  },
);

test('reports where a result begins to differ', async () => {
  const file = recordFile(new Random(1), SIZES);
  const lossy = () =>
    Promise.resolve({ bytes: file.solved.subarray(0, file.solved.length - 9), counts: file.counts });
  expect(await faultOf(lossy, file, new Random(1))).toBe(
    `expected ${file.solved.length} bytes, got ${file.solved.length - 9}; ` +
      `they differ from byte ${file.solved.length - 9} on: ` +
      `expected ${around(file.solved, 9)}, got ${around(file.solved.subarray(0, -9), 0)}`,
  );
  const uncounted = () =>
    Promise.resolve({ bytes: file.solved, counts: { ...file.counts, puzzles: file.counts.puzzles - 1 } });
  expect(await faultOf(uncounted, file, new Random(1))).toMatch(/^expected the counts .*, got /);
});

/** The last `missing` bytes, and the 30 before them. */
function around(bytes: Buffer, missing: number): string {
  return JSON.stringify(bytes.toString('latin1', bytes.length - missing - 30));
}
