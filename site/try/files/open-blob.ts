import { RejectedFile } from '../../../core/browser.ts';
import { type ByteSource, readFully, refuseEmpty } from '../../../core/files/work-items.ts';

/** A file's content, which is read from its start. */
export interface BlobSource extends ByteSource {
  /** Returns the first bytes, or all if there are fewer. Later reads return them again. */
  head(bytes: number): Promise<Uint8Array>;
  /** Bytes of the blob read so far. */
  blobBytes(): number;
  /** Bytes of content read so far. */
  contentBytes(): number;
}

/** @param gzip whether the blob is compressed */
export function openBlob(blob: Blob, gzip: boolean): BlobSource {
  let compressedBytes = 0;
  let contentBytes = 0;
  const reader = (gzip ? decompressed() : blob.stream()).getReader();
  function decompressed() {
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        compressedBytes += piece.length;
        controller.enqueue(piece);
      },
    });
    return blob.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
  }
  let piece: Uint8Array = new Uint8Array();
  const source: BlobSource = {
    async read(into) {
      refuseEmpty(into);
      while (piece.length === 0) {
        const step = await reader.read().catch((error: unknown) => {
          // decompression throws a TypeError, a failed read of the file a DOMException
          if (!gzip || !(error instanceof TypeError)) throw error;
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
    blobBytes: () => (gzip ? compressedBytes : contentBytes),
    contentBytes: () => contentBytes,
  };
  return source;
}

export async function isGzip(blob: Blob): Promise<boolean> {
  const [a, b] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return a === 0x1f && b === 0x8b;
}
