import { close, fdatasync, fstatSync, mkdirSync, open, realpathSync, rename, write } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { FailureError, UsageError } from '../cli/exit.ts';
import { keepPartial, linkBelow, openPartial, removePartial } from '../cli/output-paths.ts';
import { isStandardOutput, statOf, systemMessage } from '../cli/paths.ts';
import { WriteBack } from './write-back.ts';
import { WriteBehind } from './write-behind.ts';

/** Where results go. */
export interface Output {
  /** Resolves when the bytes may be changed again. @throws ReaderGone, FailureError */
  write(bytes: Uint8Array): Promise<void>;
  /** Makes what was written the result. @throws FailureError */
  commit(): Promise<void>;
  /** Leaves no trace of what was written where that is possible. Synchronous, for signal handlers; nothing after commit. */
  discard(): void;
}

/** Whoever read our output has had enough, as `head` does (EPIPE). No failure. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

const STDOUT = 1;
const files = {
  open: promisify(open),
  write: promisify(write),
  sync: promisify(fdatasync),
  close: promisify(close),
  rename: promisify(rename),
};

/**
 * @param folder that the output was placed in by a name that others chose (a key, a file's name): links below it are
 *   refused, as they might lead anywhere, and directories are made
 * @throws UsageError or FailureError if it cannot be written
 */
export async function openOutput(path: string, folder?: string): Promise<Output> {
  if (folder !== undefined) {
    const link = linkBelow(folder, path);
    if (link !== undefined)
      throw new UsageError(`cannot write ${path}: ${link === path ? 'it' : link} is a symbolic link`);
    makeDirectory(dirname(path));
  } else if (isStandardOutput(path)) return standardOutput();
  return fileOutput(path);
}

/** @throws FailureError */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const message = systemMessage(error);
    throw message === undefined ? error : new FailureError(`cannot make the directory ${path}: ${message}`);
  }
}

/** A file, a pipe or a terminal. */
function standardOutput(): Output {
  if (!fstatSync(STDOUT).isFile()) return { write: streamWriter(), async commit() {}, discard() {} };
  const behind = descriptorWriter(STDOUT, 'standard output');
  return { write: (bytes) => behind.write(bytes), commit: () => behind.flush(), discard() {} };
}

/** A file that appears under its name when it is complete. What is no regular file (a device, a named pipe) is written to directly. */
async function fileOutput(path: string): Promise<Output> {
  const before = statOf(path);
  if (before !== undefined && !before.isFile()) return specialOutput(path);
  // of a link, the file is replaced and not the link
  const target = before ? realpathSync(path) : path;
  const opening = async () => openPartial(dirname(target), before?.mode);
  const { path: partial, fd } = await writable(path, opening(), UsageError);
  // elsewhere the disk has its own time, or, on macOS, takes too much of ours
  const replaces = before !== undefined && process.platform === 'linux';
  const back = replaces ? new WriteBack(() => files.sync(fd)) : undefined;
  const behind = descriptorWriter(fd, path, back);
  let isOpen = true;
  const close = () => {
    isOpen = false;
    return files.close(fd);
  };
  return {
    write: (bytes) => behind.write(bytes),
    async commit() {
      await behind.flush();
      if (back) await writable(path, back.end());
      await writable(path, close());
      await writable(path, files.rename(partial, target));
      keepPartial(partial);
    },
    discard() {
      removePartial(partial);
      // not while a write goes on, which might go to the next file of this number; what fails by now concerns nobody
      if (isOpen)
        behind
          .flush()
          .then(close, close)
          .catch(() => {});
    },
  };
}

async function specialOutput(path: string): Promise<Output> {
  const fd = await writable(path, files.open(path, 'w'), UsageError);
  const behind = descriptorWriter(fd, path);
  return {
    write: (bytes) => behind.write(bytes),
    async commit() {
      await behind.flush();
      await writable(path, files.close(fd));
    },
    discard() {},
  };
}

function descriptorWriter(fd: number, name: string, back?: WriteBack): WriteBehind {
  const writeAll = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await files.write(fd, bytes, at, bytes.length - at, null);
      at += bytesWritten;
      back?.wrote(bytesWritten);
    }
  };
  return new WriteBehind((bytes) => writable(name, writeAll(bytes)));
}

function streamWriter(): Output['write'] {
  process.stdout.on('error', () => {}); // each write reports its own
  return (bytes) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
    return writable('standard output', promise);
  };
}

async function writable<T>(
  name: string,
  result: Promise<T>,
  Kind: new (message: string) => Error = FailureError,
): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') throw new ReaderGone();
    const message = systemMessage(error);
    throw message === undefined ? error : new Kind(`cannot write ${name}: ${message}`);
  }
}
