import { expect, test } from 'vitest';
import { linesInRange, readFrom } from '../../../lambda/chunks/solve-chunk.ts';
import fc from '../../property.ts';

/** The lines that each of some adjoining ranges owns, of a file that comes in pieces of so many bytes. */
async function readRanges(file: Buffer, cuts: readonly number[], pieceBytes: number) {
  const starts = [0, ...cuts];
  return Promise.all(
    starts.map(async (from, index) => {
      const range = { from, to: starts[index + 1] ?? file.length };
      const own = await linesInRange(pieces(file.subarray(readFrom(range)), pieceBytes), range);
      const lines: Uint8Array[] = [];
      for await (const piece of own.lines) lines.push(piece);
      return { range, begin: own.begin, text: Buffer.concat(lines).toString('latin1') };
    }),
  );
}

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
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

test('ranges in which no line begins own nothing', async () => {
  const owned = await readRanges(FILE, [2, 4, 11], 5);
  expect(owned.map(({ text }) => text.length)).toEqual([12, 0, 0, FILE.length - 12]);
});

test('any cuts give each line to one range', async () => {
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
