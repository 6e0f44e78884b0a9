import { close, fdatasync, fstatSync, open, realpath, rename, rmSync, write } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { FailureError, UsageError } from '../cli/exit.ts';
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
  realpath: promisify(realpath),
};

/** @throws UsageError if it cannot be written */
export function openOutput(path: string): Promise<Output> | Output {
  return isStandardOutput(path) ? standardOutput() : fileOutput(path);
}

/** A file, a pipe or a terminal. */
function standardOutput(): Output {
  if (!fstatSync(STDOUT).isFile()) return { write: streamWriter(), async commit() {}, discard() {} };
  const behind = descriptorWriter(STDOUT, 'standard output');
  return { write: (bytes) => behind.write(bytes), commit: () => behind.flush(), discard() {} };
}

/** Files opened so far: two names may begin alike. */
let outputs = 0;

/** A file that appears under its name when it is complete. What is no regular file (a device, a named pipe) is written to directly. */
async function fileOutput(path: string): Promise<Output> {
  const before = statOf(path);
  const isSpecial = before !== undefined && !before.isFile();
  // of a link, the file is replaced and not the link
  const target = before?.isFile() ? await files.realpath(path) : path;
  // short enough beside any name that a file may have
  const partial = join(
    dirname(target),
    `.${basename(target).slice(0, 40)}.${process.pid}.${outputs++}.partial`,
  );
  const opened = isSpecial ? files.open(path, 'w') : files.open(partial, 'wx', before?.mode);
  const fd = await writable(path, opened, UsageError);
  // elsewhere the disk has its own time, or, on macOS, takes too much of ours
  const replaces = before?.isFile() && process.platform === 'linux';
  const back = replaces ? new WriteBack(() => files.sync(fd)) : undefined;
  const behind = descriptorWriter(fd, path, back);
  let pending = !isSpecial;
  return {
    write: (bytes) => behind.write(bytes),
    async commit() {
      await behind.flush();
      if (back) await writable(path, back.end());
      await writable(path, files.close(fd));
      if (pending) await writable(path, files.rename(partial, target));
      pending = false;
    },
    discard() {
      if (pending) rmSync(partial, { force: true });
      pending = false;
    },
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
