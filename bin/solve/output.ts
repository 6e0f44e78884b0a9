import { close, fstatSync, open, rename, rmSync, statSync, write } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getSystemErrorMessage, promisify } from 'node:util';
import { FailureError, UsageError } from '../cli/exit.ts';
import { STANDARD } from './input.ts';

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
  close: promisify(close),
  rename: promisify(rename),
};

/** @throws UsageError if it cannot be written */
export function openOutput(path: string): Promise<Output> | Output {
  return path === STANDARD ? standardOutput() : fileOutput(path);
}

/** A file, a pipe or a terminal. */
function standardOutput(): Output {
  const toFile = fstatSync(STDOUT).isFile();
  return {
    write: toFile ? descriptorWriter(STDOUT, 'standard output') : streamWriter(),
    async commit() {},
    discard() {},
  };
}

/** A file that appears under its name when it is complete. What is no regular file (a device, a named pipe) is written to directly. */
async function fileOutput(path: string): Promise<Output> {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before && !before.isFile()) {
    const fd = await writable(path, files.open(path, 'w'), UsageError);
    return { write: descriptorWriter(fd, path), commit: () => writable(path, files.close(fd)), discard() {} };
  }
  const target = before ? await realpath(path) : path; // of a link, the file is replaced and not the link
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
  const fd = await writable(path, files.open(temporary, 'wx', before?.mode), UsageError);
  let pending = true;
  return {
    write: descriptorWriter(fd, path),
    async commit() {
      await writable(path, files.close(fd));
      await writable(path, files.rename(temporary, target));
      pending = false;
    },
    discard() {
      if (pending) rmSync(temporary, { force: true });
      pending = false;
    },
  };
}

function descriptorWriter(fd: number, name: string): Output['write'] {
  return async (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await writable(name, files.write(fd, bytes, at, bytes.length - at, null));
      at += bytesWritten;
    }
  };
}

function streamWriter(): Output['write'] {
  process.stdout.on('error', () => {}); // each write tells its own
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
    const { code, errno } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') throw new ReaderGone();
    if (errno === undefined) throw error;
    throw new Kind(`cannot write ${name}: ${getSystemErrorMessage(errno)}`);
  }
}
