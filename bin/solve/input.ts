import { close, fstat, open, read } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { RejectedFile } from '../../core/files/index.ts';
import { type ByteSource, refuseEmpty } from '../../core/files/work-items.ts';
import { STANDARD, systemMessage } from '../cli/paths.ts';

/** A file, a pipe or a terminal. `read` throws RejectedFile when it fails, or when a file ends before its size at opening. */
export interface Input extends ByteSource {
  /** As given by the user; {@link STANDARD} for standard input. */
  readonly path: string;
  /** How many bytes there are; undefined if only reading can tell. */
  readonly bytes?: number;
  /** Bytes that `read` has returned so far: whoever solves them accounts for each. */
  readonly bytesRead: number;
  close(): Promise<void>;
}

type UncountedInput = Omit<Input, 'bytesRead'>;

/** What a pipe holds on Linux. */
const PIPE_BYTES = 64 * 1024;

const files = {
  open: promisify(open),
  fstat: promisify(fstat),
  read: promisify(read),
  close: promisify(close),
};

/** @throws RejectedFile if there is nothing there to read */
export async function openInput(path: string): Promise<Input> {
  const opened = path === STANDARD ? 0 : await readable(files.open(path, 'r'));
  const stats = await readable(files.fstat(opened));
  if (stats.isDirectory()) throw unreadable('it is a directory');
  // a read that waits for a pipe would hold up the end of the process; a stream's does not
  if (stats.isFIFO() || stats.isSocket()) return counted(await pipeInput(path, opened));
  if (opened === 0 && process.stdin.isTTY) return counted(streamInput(path, process.stdin));
  if (!stats.isFile()) return counted(fileInput(path, opened, undefined));
  // another process may have read the front of what it passes on to us
  const isPassedOn = opened === 0 || /^\/(dev|proc)\//.test(path);
  return counted(fileInput(path, opened, stats.size), isPassedOn ? 0 : stats.size);
}

/** The same input, whose reads are counted. @param least bytes that there are: it may have grown, but not shrunk */
function counted(input: UncountedInput, least = 0): Input {
  let bytesRead = 0;
  return {
    ...input,
    get bytesRead() {
      return bytesRead;
    },
    async read(into) {
      refuseEmpty(into);
      const count = await input.read(into);
      bytesRead += count;
      if (count === 0 && bytesRead < least) {
        throw unreadable(
          `expected ${least} bytes, its size at first, got ${bytesRead}: it has become shorter`,
        );
      }
      return count;
    },
  };
}

function streamInput(path: string, stream: Readable): UncountedInput {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return { path, read: readerOf(pieces), close: async () => void stream.destroy() };
}

/** Reads a pipe into one buffer; a stream's own buffers, one for each 64 KiB, are garbage of tens of megabytes. */
async function pipeInput(path: string, fd: number): Promise<UncountedInput> {
  const { Socket } = await import('node:net'); // a file needs none, and starts the sooner
  const buffer = new Uint8Array(PIPE_BYTES);
  let arrived = Promise.withResolvers<number>();
  const onread = {
    buffer,
    callback: (count: number) => {
      arrived.resolve(count);
      return false; // no more until the next resume
    },
  };
  const socket = new Socket({ fd, readable: true, writable: false, onread });
  socket.on('end', () => arrived.resolve(0));
  socket.on('error', (error) => {
    arrived.promise.catch(() => {}); // seen when it is wanted
    arrived.reject(error);
  });
  async function* pieces() {
    for (;;) {
      socket.resume();
      const count = await arrived.promise;
      if (count === 0) return;
      arrived = Promise.withResolvers();
      yield buffer.subarray(0, count);
    }
  }
  return { path, read: readerOf(pieces()), close: async () => void socket.destroy() };
}

/** Reads to where the bytes are wanted: whoever cuts a file into pieces is some of them ahead of whoever solves them. */
function fileInput(path: string, fd: number, bytes: number | undefined): UncountedInput {
  let reading: Promise<unknown> = Promise.resolve();
  return {
    path,
    ...(bytes !== undefined && { bytes }),
    async read(into) {
      const read = files.read(fd, into, 0, into.length, null);
      reading = read.catch(() => {}); // told to whoever wants the bytes
      const { bytesRead } = await readable(read);
      return bytesRead;
    },
    async close() {
      await reading; // or it might read from whatever gets this descriptor next
      if (fd !== 0) await files.close(fd);
    },
  };
}

/** {@link Input.read} on pieces, each valid until the next. */
function readerOf(pieces: AsyncIterator<Uint8Array>): Input['read'] {
  let rest: Uint8Array = new Uint8Array(0);
  return async (into) => {
    while (rest.length === 0) {
      const piece = await readable(pieces.next());
      if (piece.done) return 0;
      rest = piece.value;
    }
    const taken = rest.subarray(0, into.length);
    into.set(taken);
    rest = rest.subarray(taken.length);
    return taken.length;
  };
}

async function readable<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    const message = systemMessage(error);
    throw message === undefined ? error : unreadable(message);
  }
}

function unreadable(reason: string): RejectedFile {
  return new RejectedFile(`cannot be read: ${reason}`);
}
