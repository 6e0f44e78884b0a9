// Decompresses Zstandard, also of several frames, in bounded memory.

import { Decompress } from 'fzstd';
import { RejectedFile } from '../../../core/browser.ts';

/**
 * Compressed bytes that are decompressed at a time. A few bytes can stand for a block of 128 KiB, so this bounds the output that
 * must be held: 32 MiB.
 */
const SLICE_BYTES = 1024;

/** The stream fails with RejectedFile if it is damaged or cut short. */
export function unzstd(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let output: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>;
  const decoder = new Decompress((piece) => {
    // the decoder reuses its window
    if (piece.length > 0) output.enqueue(piece.slice());
  });
  const push = (piece: Uint8Array, isLast: boolean) => {
    try {
      decoder.push(piece, isLast);
    } catch (error) {
      throw new RejectedFile(
        `expected a whole Zstandard file, got one that is damaged or cut short (${(error as Error).message})`,
      );
    }
  };
  return new TransformStream(
    {
      start(controller) {
        output = controller;
      },
      async transform(piece) {
        for (let at = 0; at < piece.length; at += SLICE_BYTES) {
          push(piece.subarray(at, at + SLICE_BYTES), false);
          // waits until the reader has taken the output
          while ((output.desiredSize ?? 0) < -MAX_WAITING) await new Promise((done) => setTimeout(done));
        }
      },
      flush: () => push(new Uint8Array(), true),
    },
    { highWaterMark: 1 },
    { highWaterMark: 1 },
  );
}

/** Pieces of output, of at most 128 KiB each, that may wait for the reader. */
const MAX_WAITING = 64;
