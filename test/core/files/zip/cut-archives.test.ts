import { describe, expect, test } from 'vitest';
import { RejectedFile } from '../../../../core/files/index.ts';
import { ZipReader } from '../../../../core/files/zip/reader.ts';
import fc from '../../../property.ts';
import { fixture, solveArchive } from './solve-archive.ts';

describe('wherever its bytes are cut', () => {
  const ARCHIVES = ['info-zip.zip', 'python-piped.zip', 'info-zip-64.zip', 'numpy.npz'].map(
    (name) => [name, fixture(name)] as const,
  );

  test.each(ARCHIVES)('%s has the same result', async (_, archive) => {
    const whole = await solveArchive(archive);
    const single = Array.from(archive.keys()).slice(1);
    expect((await solveArchive(archive, { ends: single })).output.equals(whole.output)).toBe(true);
    const ends = fc.uniqueArray(fc.nat(archive.length), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(ends, async (places) => {
        const { output } = await solveArchive(archive, { ends: places.sort((a, b) => a - b) });
        expect(output.equals(whole.output)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test.each(ARCHIVES)('%s is rejected without its end', async (_, archive) => {
    const read = async (length: number) => {
      const reader = new ZipReader();
      for await (const _event of reader.push(archive.subarray(0, length)));
      reader.end();
    };
    await read(archive.length);
    for (let length = 0; length < archive.length; length++) {
      await expect(read(length)).rejects.toThrow('expected a whole zip archive, got one that is cut short');
    }
  });

  test('it is rejected, or has the same result, if a byte is changed', async () => {
    const archive = fixture('info-zip-64.zip');
    const { tally } = await solveArchive(archive);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(archive.length - 5),
        fc.integer({ min: 1, max: 255 }),
        async (place, change) => {
          const other = Buffer.from(archive);
          other[place + 4]! ^= change;
          const outcome = await solveArchive(other).catch((error: unknown) => {
            expect(error).toBeInstanceOf(RejectedFile);
          });
          if (outcome) expect(outcome.tally).toMatchObject({ puzzles: tally.puzzles, solved: tally.solved });
        },
      ),
      { numRuns: 200 },
    );
  });
});
