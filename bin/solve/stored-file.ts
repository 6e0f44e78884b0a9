// Files that are read in stretches, by any thread.
import { readSync } from 'node:fs';
import { type FileRanges, RejectedFile } from '../../core/files/index.ts';
import { systemMessage } from '../cli/paths.ts';

/** A file that any thread of the process can read: by its descriptor, or from memory that the threads share. */
export type StoredFile =
  | { readonly fd: number; readonly bytes: number }
  | { readonly memory: SharedArrayBuffer };

/** Without a promise: a thread that solves has nothing else to do, and to wait for another thread takes longer. */
function readAt(fd: number, into: Uint8Array, at: number, position: number): number {
  try {
    return readSync(fd, into, at, into.length - at, position);
  } catch (error) {
    const message = systemMessage(error);
    throw message === undefined ? error : new RejectedFile(`cannot be read: ${message}`);
  }
}

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
        const bytesRead = readAt(fd, into, at, from + at);
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
