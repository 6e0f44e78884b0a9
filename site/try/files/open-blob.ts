// Reads a file in the browser from its start, decompressed; its head can be read before the rest.

import { Decompress } from 'fzstd';
import { RejectedFile } from '../../../core/browser.ts';
import { type ByteSource, readFully, refuseEmpty } from '../../../core/files/cuts.ts';

/** A file's content, which is read from its start. */
export interface BlobSource extends ByteSource {
  /** Returns the first bytes, or all if there are fewer. Later reads return them again. */
  head(bytes: number): Promise<Uint8Array>;
  /** Bytes of the blob read so far. */
  blobBytes(): number;
  /** Bytes of content read so far. */
  contentBytes(): number;
}

export type Compression = 'none' | 'gzip' | 'zstd';

/** @param compression of the blob, as {@link compressionOf} finds it */
export function openBlob(blob: Blob, compression: Compression): BlobSource {
  let compressedBytes = 0;
  let contentBytes = 0;
  const reader = (compression === 'none' ? blob.stream() : decompressed()).getReader();
  function decompressed() {
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        compressedBytes += piece.length;
        controller.enqueue(piece);
      },
    });
    const decoder = compression === 'gzip' ? new DecompressionStream('gzip') : unzstd();
    return blob.stream().pipeThrough(counted).pipeThrough(decoder);
  }
  let piece: Uint8Array = new Uint8Array();
  const source: BlobSource = {
    async read(into) {
      refuseEmpty(into);
      while (piece.length === 0) {
        const step = await reader.read().catch((error: unknown) => {
          // decompression throws a TypeError, a failed read of the file a DOMException
          if (compression !== 'gzip' || !(error instanceof TypeError)) throw error;
          throw new RejectedFile(
            `expected a whole gzip file, got one that is damaged or cut short (${error.message})`,
          );
        });
        if (step.done) return 0;
        piece = step.value;
        contentBytes += piece.length;
      }
      const count = Math.min(into.length, piece.length);
      into.set(piece.subarray(0, count));
      piece = piece.subarray(count);
      return count;
    },
    async head(bytes) {
      const head = new Uint8Array(bytes);
      const length = await readFully(source, head);
      const rest = piece;
      piece = new Uint8Array(length + rest.length);
      piece.set(head.subarray(0, length));
      piece.set(rest, length);
      return head.slice(0, length);
    },
    blobBytes: () => (compression === 'none' ? contentBytes : compressedBytes),
    contentBytes: () => contentBytes,
  };
  return source;
}

/** The compression of a file by its first bytes. */
export async function compressionOf(blob: Blob): Promise<Compression> {
  const [a, b, c, d] = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  if (a === 0x1f && b === 0x8b) return 'gzip';
  // a frame, or a skippable frame before it: RFC 8878
  const isFrame = a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd;
  const isSkippable = a !== undefined && a >> 4 === 5 && b === 0x2a && c === 0x4d && d === 0x18;
  return isFrame || isSkippable ? 'zstd' : 'none';
}

/** Whether a file can be shown as text: it is not compressed, and has no byte that only binary files have. */
export async function isText(blob: Blob): Promise<boolean> {
  if ((await compressionOf(blob)) !== 'none') return false;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return !bytes.some((byte) => byte < 0x20 && !WHITE.has(byte));
}

/** Tab, line feed, form feed, carriage return, and the end of a file of DOS. */
const WHITE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a]);

/**
 * Compressed bytes that are decompressed at a time. A few bytes can stand for a block of 128 KiB, so this bounds the output that
 * must be held: 32 MiB.
 */
const SLICE_BYTES = 1024;

/** The stream fails with RejectedFile if it is damaged or cut short. */
function unzstd(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
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
