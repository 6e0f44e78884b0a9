// Files that are read in stretches, by any thread.
import { readSync, writeSync } from 'node:fs';
import { type FileRanges, RejectedFile } from '../../core/files/index.ts';
import { FailureError } from '../cli/exit.ts';
import { systemMessage } from '../cli/paths.ts';

/** A file that any thread of the process can read: by its descriptor, or from memory that the threads share. */
export type StoredFile =
  | { readonly fd: number; readonly bytes: number }
  | { readonly memory: SharedArrayBuffer };

// Without promises: a thread that solves has nothing else to do, and to wait for another thread takes longer.

/** @returns bytes read, 0 at the end of the file @throws RejectedFile */
export function readAt(fd: number, into: Uint8Array, at: number, position: number): number {
  try {
    return readSync(fd, into, at, into.length - at, position);
  } catch (error) {
    const message = systemMessage(error);
    throw message === undefined ? error : new RejectedFile(`cannot be read: ${message}`);
  }
}

/** Fills `into` from a position on. @param bytes of the file, at first @throws RejectedFile if the file has become shorter */
export function readFullyAt(fd: number, into: Uint8Array, position: number, bytes: number): void {
  for (let at = 0; at < into.length; ) {
    const bytesRead = readAt(fd, into, at, position + at);
    if (bytesRead === 0) throw hasBecomeShorter(bytes, position + at);
    at += bytesRead;
  }
}

/** @param bytes of the file, at first @param found its bytes now */
export function hasBecomeShorter(bytes: number, found: number): RejectedFile {
  return new RejectedFile(
    `cannot be read: expected ${bytes} bytes, its size at first, got ${found}: it has become shorter`,
  );
}

/** A file that any thread of the process can write to. */
export interface WritableFile {
  readonly fd: number;
  /** For messages. */
  readonly path: string;
}

/** @throws FailureError */
export function writeAt({ fd, path }: WritableFile, bytes: Uint8Array, position: number): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, position + at);
  } catch (error) {
    const message = systemMessage(error);
    throw message === undefined ? error : new FailureError(`${path}: cannot be written: ${message}`);
  }
}

/** The stretches of a stored file. `read` throws RejectedFile if the file has become shorter. */
export function storedRanges(file: StoredFile): FileRanges {
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
      readFullyAt(fd, into, from, bytes);
      return into;
    },
  };
}
