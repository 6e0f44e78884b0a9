// Where the result of a file goes: to blobs that stay in the browser, or to a file that the user chooses.

import type { Sink } from './solve-blob.ts';

/** A result that stays in the browser until it is saved. */
export interface KeptResult extends Sink {
  blob(): Promise<Blob>;
}

const BLOB_BYTES = 8 * 1024 * 1024;

/** Keeps a result in blobs, which browsers move to disk if they are large. @param gzip whether to compress it */
export function keepResult(gzip: boolean): KeptResult {
  const blobs: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const pack = () => {
    blobs.push(new Blob(held));
    held = [];
    bytes = 0;
  };
  return {
    write(piece) {
      held.push(piece as Uint8Array<ArrayBuffer>);
      bytes += piece.length;
      if (bytes >= BLOB_BYTES) pack();
    },
    async blob() {
      if (bytes > 0) pack();
      const all = new Blob(blobs);
      if (!gzip) return all;
      return new Response(all.stream().pipeThrough(new CompressionStream('gzip'))).blob();
    },
  };
}

type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

/** Opens the browser's dialog for saving; undefined if it has none. */
export const savePicker = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker?.bind(window);

/** Writes a result to a file piece by piece. @param gzip whether to compress it */
export async function saveResult(
  file: FileSystemFileHandle,
  gzip: boolean,
): Promise<Sink & { close(): Promise<void>; abort(): Promise<void> }> {
  const writable = await file.createWritable();
  if (!gzip) {
    return {
      write: (bytes) => writable.write(bytes as Uint8Array<ArrayBuffer>),
      close: () => writable.close(),
      abort: () => writable.abort(),
    };
  }
  const packer = new CompressionStream('gzip');
  const done = packer.readable.pipeTo(writable);
  const writer = packer.writable.getWriter();
  return {
    write: (bytes) => writer.write(bytes as Uint8Array<ArrayBuffer>),
    async close() {
      await writer.close();
      await done;
    },
    async abort() {
      await writer.abort();
      await done.catch(() => {});
    },
  };
}
