import { constants, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  type FileRanges,
  type PartialOptions,
  planFile,
  zstdPieceContent,
  zstdPieces,
} from '../../../core/files/index.ts';
import { makePuzzles } from '../../../site/try/files/make-puzzles.ts';
import fc from '../../property.ts';

const many = Buffer.from(makePuzzles(1, 80_000));

const rangesOf = (file: Uint8Array): FileRanges => ({
  bytes: file.length,
  read: async (from, to) => file.slice(from, to),
});

/** A frame to skip, as pzstd writes one before each other frame. */
function skippable(bytes: number): Buffer {
  const frame = Buffer.alloc(8 + bytes, 0x28);
  frame.writeUInt32LE(0x184d2a5a, 0);
  frame.writeUInt32LE(bytes, 4);
  return frame;
}

/** Frames of content that is cut after so many bytes. */
function framesOf(content: Uint8Array, bytes: number, params = {}): Buffer[] {
  const count = Math.ceil(content.length / bytes);
  return Array.from({ length: count }, (_, i) =>
    zstdCompressSync(content.subarray(i * bytes, (i + 1) * bytes), { params }),
  );
}

function endsOf(frames: readonly Uint8Array[]): number[] {
  let end = 0;
  return frames.map(({ length }) => {
    end += length;
    return end;
  });
}

/** The pieces of a file with this content, as planned by its head. */
function piecesOf(file: Uint8Array, options: PartialOptions = {}) {
  const head = file.subarray(0, 192 * 1024);
  const plan = planFile({ head, complete: head.length === file.length, name: 'a.zst', given: [options] });
  return zstdPieces(plan, rangesOf(file));
}

async function contentOf(file: Uint8Array, from: number, to: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zstdPieceContent(rangesOf(file), { from, to }))
    pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces).toString();
}

describe('zstdPieces', () => {
  test.each([
    ['frames with checksums', framesOf(many, 100_000, { [constants.ZSTD_c_checksumFlag]: 1 })],
    [
      'frames without the length of their content',
      framesOf(many, 50_000, { [constants.ZSTD_c_contentSizeFlag]: 0 }),
    ],
    ['frames between others to skip', framesOf(many, 99_999).flatMap((frame) => [skippable(12), frame])],
    ['short frames', framesOf(many, 5000)],
    ['frames of repeated bytes', [...framesOf(many, 300_000), zstdCompressSync(Buffer.alloc(200_000, 10))]],
    ['empty frames', framesOf(many, 300_000).flatMap((frame) => [frame, zstdCompressSync(Buffer.alloc(0))])],
  ])('cuts a file between %s', async (_, frames) => {
    const file = Buffer.concat(frames);
    const ends = endsOf(frames);
    const pieces = (await piecesOf(file))!;
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.at(-1)).toBe(file.length);
    let content = '';
    for (const [i, end] of pieces.entries()) {
      expect(ends).toContain(end);
      const piece = await contentOf(file, pieces[i - 1] ?? 0, end);
      if (i + 1 < pieces.length) expect(piece.length).toBeGreaterThan(2_000_000);
      content += piece;
    }
    expect(content.startsWith(many.toString())).toBe(true);
    expect(content.slice(many.length)).toMatch(/^\n*$/);
  });

  const framed = Buffer.concat(framesOf(many, 100_000));

  test('cuts a file of regular frames', async () => {
    expect(await piecesOf(framed)).toHaveLength(4);
  });

  test.each<[string, Uint8Array, PartialOptions]>([
    ['has one frame', zstdCompressSync(many), {}],
    ['is short', Buffer.concat(framesOf(many.subarray(0, 500_000), 10_000)), {}],
    ['is cut short', framed.subarray(0, -1), {}],
    [
      'is cut short in a header',
      framed.subarray(0, framed.length - framesOf(many, 100_000).at(-1)!.length + 3),
      {},
    ],
    ['ends with other bytes', Buffer.concat([framed, Buffer.from('no frame')]), {}],
    [
      'ends with a block of a reserved kind',
      Buffer.concat([framed, Buffer.from('28b52ffd0000070000', 'hex')]),
      {},
    ],
    ['numbers the rows of its result', framed, { solutions: 'count' }],
    ['has a result that is not compressed', framed, { output: 'npy' }],
    [
      'has grids of several lines',
      Buffer.concat(framesOf(Buffer.from(many.toString().replace(/.{9}(?=.)/g, '$&\n')), 100_000)),
      {},
    ],
  ])('leaves a file in one piece that %s', async (_, file, options) => {
    expect(await piecesOf(file, options)).toBeUndefined();
  });
});

describe('zstdPieceContent', () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 }), {
    minLength: 1,
    maxLength: 8,
  });

  test('reads each line once, with the piece in which it begins', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, async (texts) => {
        const frames = texts.map((text) => zstdCompressSync(Buffer.from(text)));
        const file = Buffer.concat(frames);
        const ends = endsOf(frames);
        const contents = await Promise.all(ends.map((end, i) => contentOf(file, ends[i - 1] ?? 0, end)));
        expect(contents.join('')).toBe(texts.join(''));
        const last = contents.findLastIndex((content) => content !== '');
        for (const content of contents.slice(0, Math.max(0, last))) expect(content).toMatch(/^$|\n$/);
      }),
      { numRuns: 100 },
    );
  });

  test('rejects a frame that is damaged', async () => {
    const [first, second] = framesOf(many.subarray(0, 200_000), 100_000);
    second![second!.length >> 1]! ^= 0xff;
    second![(second!.length >> 1) + 1]! ^= 0xff;
    const file = Buffer.concat([first!, second!]);
    await expect(contentOf(file, first!.length, file.length)).rejects.toThrow(
      /expected a whole zstandard file/,
    );
  });
});
