// Finds the files that a command reads, opens them, and recognises their formats. Pipes, terminals and puzzles among
// the arguments are read like files.
import { close, fstatSync, open, openSync, read, readSync, type Stats } from 'node:fs';
import { basename, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type ByteSource, readFully, refuseEmpty } from '../../core/files/cuts.ts';
import {
  type FilePlan,
  HEAD_BYTES,
  headBytes,
  MAX_HELD_BYTES,
  needsRanges,
  type PartialOptions,
  planFile,
  planRanges,
  RejectedFile,
  zstdPieces,
} from '../../core/files/index.ts';
import { isLink } from '../../core/formats/links/link.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/options/options.ts';
import { UsageError } from '../cli/exit.ts';
import { filesIn, STANDARD, statOf, systemMessage } from '../cli/paths.ts';
import { type LayoutChoice, planForName } from './output-name.ts';
import { type StoredFile, storedRanges } from './stored-file.ts';

/** A file to read. */
export interface InputFile {
  /** As given, or below a directory that was given; {@link STANDARD} for standard input; `puzzle 1` for a puzzle. */
  readonly path: string;
  /** A puzzle that was given in place of a path. */
  readonly puzzle?: string;
  /** The name of its result in a directory: its own name, or its path below the directory that was given. */
  readonly name: string;
  /** Whether it was found in a directory that was given. */
  readonly isFound?: boolean;
  /** Whether it is in an archive, as one of several. */
  readonly isWithin?: boolean;
  /** Why it cannot be read, if the walk through its directory has shown that. */
  readonly unreadable?: string;
}

/**
 * Lists files, all files in directories (see {@link filesIn}), and puzzles, in the order given. The list includes unreadable
 * files, and directories without files: {@link planInput} throws the reason.
 * @param to where results are written; if it is a directory below one of `paths`, it is skipped
 */
export function inputsOf(paths: readonly string[], to: string): InputFile[] {
  const puzzles = paths.filter(isPuzzle);
  let at = 0;
  return paths.flatMap((path): InputFile[] => {
    if (at < puzzles.length && path === puzzles[at]) {
      const name = puzzles.length === 1 ? 'puzzle' : `puzzle ${at + 1}`;
      at++;
      return [{ path: name, name, puzzle: path }];
    }
    if (path === STANDARD || !statOf(path)?.isDirectory()) return [{ path, name: basename(path) }];
    const { files, unreadable } = filesIn(path, to);
    const inDirectory = (file: string) => ({
      path: file,
      name: relative(path, file).split(sep).join('/'),
      isFound: true,
    });
    const found: InputFile[] = [
      ...files.map(inDirectory),
      ...unreadable.map(({ path: file, reason }) => ({ ...inDirectory(file), unreadable: reason })),
    ];
    if (found.length > 0) return found.sort((a, b) => (a.path < b.path ? -1 : 1));
    return [{ path, name: basename(path), unreadable: 'it is a directory without files' }];
  });
}

/** The paths of inputs that are no puzzles. */
export function inputPaths(inputs: readonly InputFile[]): string[] {
  return inputs.filter(({ puzzle }) => puzzle === undefined).map(({ path }) => path);
}

/** The name of an input in messages. */
export function inputName({ path }: Pick<InputFile, 'path'>): string {
  return path === STANDARD ? 'standard input' : path;
}

/** @throws UsageError for standard input */
export function refuseStandardInput(inputs: readonly InputFile[], flag: string): void {
  if (inputs.some(({ path }) => path === STANDARD))
    throw new UsageError(`${flag}: expected files, which can be read twice, got standard input`);
}

/** From this length on, a line with too few or too many cells is reported as a puzzle, not as a missing file. */
const LONG_NAME = 60;

/** Whether an argument is a text with a puzzle, in any format that files can have. A file of that name takes precedence. */
export function isPuzzle(argument: string): boolean {
  if (isLink(argument)) return statOf(argument) === undefined;
  const words = argument.trim().split(/\s+/);
  const isWhole = [words.length, words.join('').length].some((cells) => SIZES.has(Math.sqrt(cells)));
  const isText = /^\s*(?:[{["]|https?:)|\n/.test(argument);
  if (!isText && (!(isWhole || argument.length >= LONG_NAME) || argument.includes('/'))) return false;
  if (statOf(argument) !== undefined) return false;
  try {
    planFile({ head: Buffer.from(argument), complete: true, name: '', given: [] });
    return true;
  } catch (error) {
    if (error instanceof RejectedFile) return false;
    throw error;
  }
}

const SIZES = new Set(Array.from({ length: MAX_SIZE - MIN_SIZE + 1 }, (_, i) => MIN_SIZE + i));

/** A file whose first bytes have been read. */
export interface OpenedFile {
  readonly input: Input;
  /** The first bytes, as many as {@link headBytes} requests, or the whole file. */
  readonly head: Uint8Array;
  /** Whether `head` is the whole file. */
  readonly complete: boolean;
}

/** A file that has been recognised as a puzzle file. */
export interface PlannedFile extends OpenedFile {
  readonly plan: FilePlan;
  /** Set if the content is read from stretches of the file, not from its bytes in order. */
  readonly stored?: StoredFile;
  /** The ends of the pieces of a compressed file that can be solved separately; missing if there is only one. */
  readonly pieces?: readonly number[];
}

/**
 * Opens a file and decides how to solve it.
 * @param layout of its result; undefined if nothing is written, or under the name of the file
 * @throws RejectedFile if it cannot be read or is not a puzzle file
 */
export async function planInput(
  { path, puzzle, unreadable }: Pick<InputFile, 'path' | 'puzzle' | 'unreadable'>,
  given: PartialOptions,
  layout?: LayoutChoice,
): Promise<PlannedFile> {
  if (unreadable !== undefined) throw new RejectedFile(`cannot be read: ${unreadable}`);
  const file = await openWithHead(path, puzzle);
  try {
    return await planOpened(file, path, given, layout);
  } catch (error) {
    await file.input.close();
    throw error;
  }
}

/** Decides how to solve an open file, as {@link planInput}. @throws RejectedFile if it is not a puzzle file */
export async function planOpened(
  file: OpenedFile,
  path: string,
  given: PartialOptions,
  layout?: LayoutChoice,
): Promise<PlannedFile> {
  const { input, head, complete } = file;
  const planned = async (planWith: (options: PartialOptions) => FilePlan | Promise<FilePlan>) =>
    layout ? planForName(layout, path, given, planWith) : planWith(given);
  if (needsRanges(head)) {
    const stored = input.stored ?? (await heldInMemory(file));
    const plan = await planned((options) =>
      planRanges({ ranges: storedRanges(stored), name: path, given: [options] }),
    );
    return { ...file, plan, stored };
  }
  const plan = await planned((options) =>
    planFile({ head, complete, name: path, given: [options], bytes: input.bytes }),
  );
  const stored = input.isWhole && !complete && plan.compression === 'zstd' ? input.stored : undefined;
  const pieces = stored && (await zstdPieces(plan, storedRanges(stored)));
  return pieces ? { ...file, plan, stored: stored!, pieces } : { ...file, plan };
}

/** Reads a pipe whose end must be read first. @throws RejectedFile if it has more than {@link MAX_HELD_BYTES} */
async function heldInMemory({ input, head }: OpenedFile): Promise<StoredFile> {
  const pieces = [head];
  let bytes = head.length;
  for (;;) {
    const piece = new Uint8Array(HEAD_BYTES);
    const count = await readFully(input, piece);
    bytes += count;
    if (bytes > MAX_HELD_BYTES) {
      throw new RejectedFile(
        `expected a Parquet file of at most ${MAX_HELD_BYTES} bytes from a pipe, since its end must be read first, got more: give the path of the file`,
      );
    }
    pieces.push(piece.subarray(0, count));
    if (count < piece.length) break;
  }
  const memory = new SharedArrayBuffer(bytes);
  const all = new Uint8Array(memory);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return { memory };
}

/** @param puzzle to read in place of a file @throws RejectedFile if the file cannot be read */
export async function openWithHead(path: string, puzzle?: string): Promise<OpenedFile> {
  const input = puzzle === undefined ? await openInput(path) : counted(textInput(path, `${puzzle}\n`));
  let head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  let complete = false;
  for (let wanted = HEAD_BYTES; !complete && length < wanted; wanted = headBytes(head.subarray(0, length))) {
    if (wanted > head.length) {
      const longer = new Uint8Array(wanted);
      longer.set(head);
      head = longer;
    }
    length += await readFully(input, head.subarray(length, wanted));
    complete = length < wanted;
  }
  return { input, head: head.subarray(0, length), complete };
}

/**
 * The bytes of a file, a pipe or a terminal. `read` throws RejectedFile if it fails, or if a file ends before the size that
 * it had when it was opened.
 */
export interface Input extends ByteSource {
  /** As given by the user; {@link STANDARD} for standard input. */
  readonly path: string;
  /** The size of a file; undefined for a pipe or a terminal. */
  readonly bytes?: number;
  /** The file, if any stretch of it can be read. */
  readonly stored?: StoredFile;
  /** Whether `read` began at the front of the file: another process may have read that of an inherited descriptor. */
  readonly isWhole?: boolean;
  /** Bytes that `read` has returned so far, each of which has to be solved. */
  readonly bytesRead: number;
  close(): Promise<void>;
}

type UncountedInput = Omit<Input, 'bytesRead'>;

/** The capacity of a pipe on Linux. */
const PIPE_BYTES = 64 * 1024;

const system = {
  open: promisify(open),
  read: promisify(read),
  close: promisify(close),
};

/** @throws RejectedFile if it cannot be opened, or is a directory */
export async function openInput(path: string): Promise<Input> {
  const opened = path === STANDARD ? 0 : await readable(openPath(path));
  const stats = await readable(statOfOpened(opened));
  if (stats.isDirectory()) throw unreadable('it is a directory');
  // a pending read of a pipe would delay the end of Node; that of a stream does not. Bun's sockets ignore `onread`
  const isPipe = stats.isFIFO() || stats.isSocket();
  if (isPipe && process.versions.bun === undefined) return counted(await pipeInput(path, opened));
  if (opened === 0 && process.stdin.isTTY) return counted(streamInput(path, process.stdin));
  if (!stats.isFile()) return counted(fileInput(path, opened, undefined));
  const isWhole = opened !== 0 && !/^\/(dev|proc)\//.test(path);
  return counted({ ...fileInput(path, opened, stats.size), isWhole }, isWhole ? stats.size : 0);
}

// Files are opened and their heads read at once: another thread would take longer to start than that takes.

/** A named pipe waits for its writer. */
async function openPath(path: string): Promise<number> {
  return statOf(path)?.isFile() ? openSync(path, 'r') : system.open(path, 'r');
}

async function statOfOpened(fd: number): Promise<Stats> {
  return fstatSync(fd);
}

async function readAtOnce(fd: number, into: Uint8Array): Promise<number> {
  return readSync(fd, into);
}

/** Counts the bytes of each read. @param least minimum bytes of the input, which may grow while it is read, but not shrink */
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

/** Reads a pipe into one buffer: a stream would allocate one for each 64 KiB, tens of megabytes of garbage. */
async function pipeInput(path: string, fd: number): Promise<UncountedInput> {
  const { Socket } = await import('node:net'); // files start sooner without the module
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
    arrived.promise.catch(() => {}); // thrown by the next read
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

function textInput(path: string, text: string): UncountedInput {
  const bytes = Buffer.from(text);
  const read = readerOf([bytes][Symbol.iterator]());
  return { path, bytes: bytes.length, read, async close() {} };
}

/** Reads directly into the caller's buffer. A file may be closed during a read, since items are cut before they are solved. */
function fileInput(path: string, fd: number, bytes: number | undefined): UncountedInput {
  let reading: Promise<unknown> = Promise.resolve();
  return {
    path,
    ...(bytes !== undefined && { bytes, stored: { fd, bytes } }),
    async read(into) {
      if (bytes !== undefined && into.length <= HEAD_BYTES) return readable(readAtOnce(fd, into));
      const read = system.read(fd, into, 0, into.length, null);
      reading = read.catch(() => {}); // thrown below
      const { bytesRead } = await readable(read);
      return bytesRead;
    },
    async close() {
      await reading; // otherwise the read might use the next file with this descriptor
      if (fd !== 0) await system.close(fd);
    },
  };
}

/** {@link Input.read} over pieces, each valid until the next is requested. */
function readerOf(pieces: AsyncIterator<Uint8Array> | Iterator<Uint8Array>): Input['read'] {
  let rest: Uint8Array = new Uint8Array(0);
  return async (into) => {
    while (rest.length === 0) {
      const piece = await readable(Promise.resolve(pieces.next()));
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
