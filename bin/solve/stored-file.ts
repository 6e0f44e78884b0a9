// Files that are read in stretches, by any thread.
import { read } from 'node:fs';
import { promisify } from 'node:util';
import { type FileRanges, RejectedFile } from '../../core/files/index.ts';
import { systemMessage } from '../cli/paths.ts';

/** A file that any thread of the process can read: by its descriptor, or from memory that the threads share. */
export type StoredFile =
  | { readonly fd: number; readonly bytes: number }
  | { readonly memory: SharedArrayBuffer };

const readAt = promisify(read);

/** The stretches of a stored file. `read` throws RejectedFile if the file has become shorter. */
export function rangesIn(file: StoredFile): FileRanges {
  if ('memory' in file) {
    const all = new Uint8Array(file.memory);
    // a copy, as codecs refuse shared memory
    return { bytes: all.length, read: async (from, to) => all.slice(from, to) };
  }
  const { fd, bytes } = file;
  return {
    bytes,
    async read(from, to) {
      const into = Buffer.allocUnsafeSlow(to - from);
      for (let at = 0; at < into.length; ) {
        const { bytesRead } = await readAt(fd, into, at, into.length - at, from + at).catch((error) => {
          const message = systemMessage(error);
          throw message === undefined ? error : new RejectedFile(`cannot be read: ${message}`);
        });
        if (bytesRead === 0) {
          throw new RejectedFile(
            `cannot be read: expected ${bytes} bytes, its size at first, got ${from + at}: it has become shorter`,
          );
        }
        at += bytesRead;
      }
      return into;
    },
  };
}
