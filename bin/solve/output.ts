import { close, fstatSync, open, rename, rmSync, statSync, write } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getSystemErrorMessage, promisify } from 'node:util';
import { FailureError, UsageError } from '../cli/exit.ts';
import { STANDARD } from './input.ts';
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
  close: promisify(close),
  rename: promisify(rename),
};

/** @throws UsageError if it cannot be written */
export function openOutput(path: string): Promise<Output> | Output {
  return path === STANDARD ? standardOutput() : fileOutput(path);
}

/** A file, a pipe or a terminal. */
function standardOutput(): Output {
  if (!fstatSync(STDOUT).isFile()) return { write: streamWriter(), async commit() {}, discard() {} };
  const behind = descriptorWriter(STDOUT, 'standard output');
  return { write: (bytes) => behind.write(bytes), commit: () => behind.flush(), discard() {} };
}

/** A file that appears under its name when it is complete. What is no regular file (a device, a named pipe) is written to directly. */
async function fileOutput(path: string): Promise<Output> {
  const before = statSync(path, { throwIfNoEntry: false });
  const isSpecial = before !== undefined && !before.isFile();
  const target = before ? await realpath(path) : path; // of a link, the file is replaced and not the link
  const partial = join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
  const opened = isSpecial ? files.open(path, 'w') : files.open(partial, 'wx', before?.mode);
  const fd = await writable(path, opened, UsageError);
  const behind = descriptorWriter(fd, path);
  let pending = !isSpecial;
  return {
    write: (bytes) => behind.write(bytes),
    async commit() {
      await behind.flush();
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

function descriptorWriter(fd: number, name: string): WriteBehind {
  return new WriteBehind(async (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await writable(name, files.write(fd, bytes, at, bytes.length - at, null));
      at += bytesWritten;
    }
  });
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
    const { code, errno } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') throw new ReaderGone();
    if (errno === undefined) throw error;
    throw new Kind(`cannot write ${name}: ${getSystemErrorMessage(errno)}`);
  }
}
