// Reads a file in the browser from its start, decompressed; its head can be read before the rest.

import { RejectedFile } from '../../../core/browser.ts';
import { type ByteSource, readFully, refuseEmpty } from '../../../core/files/cuts.ts';
import { unzstd } from './unzstd.ts';

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
