import { expect, test } from 'vitest';
import { splitLines } from '../../../../core/formats/shared/split-lines.ts';

/** Splits a text in pieces of `size` bytes, all in the same buffer. */
async function linesOf(text: string, size: number, most = 1000) {
  const bytes = Buffer.from(text);
  const buffer = Buffer.alloc(size);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) {
      const length = bytes.copy(buffer, 0, at, at + size);
      yield buffer.subarray(0, length);
    }
  }
  const lines: { text: string; isCut: boolean }[] = [];
  for await (const line of splitLines(pieces(), most)) lines.push(line);
  return lines;
}

test.each([1, 2, 3, 7, 1000])('splits at line feeds only, with pieces of %i bytes', async (size) => {
  const texts = ['{"key":"a\u2028b\u2029c\u0085d"}', '', 'ü\rx', 'last'];
  const lines = await linesOf(`${texts[0]}\n\n${texts[2]}\r\n${texts[3]}`, size);
  expect(lines).toEqual(texts.map((text) => ({ text, isCut: false })));
});

test.each([1, 2, 3, 7, 1000])('cuts a line that is too long, with pieces of %i bytes', async (size) => {
  expect(await linesOf('abcdefgh\nabcde\r\nabcdef\r\nabcdef', size, 5)).toEqual([
    { text: 'abcde', isCut: true },
    { text: 'abcde', isCut: false },
    { text: 'abcde', isCut: true },
    { text: 'abcde', isCut: true },
  ]);
});

test('needs memory for the beginning of a long line only', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x');
  async function* pieces() {
    for (let i = 0; i < 256; i++) yield piece;
    yield Buffer.from('\nnext\n');
  }
  const before = process.memoryUsage().arrayBuffers;
  const lines: number[] = [];
  for await (const { text } of splitLines(pieces(), 100)) {
    lines.push(text.length);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
  }
  expect(lines).toEqual([100, 4]);
});
