// Writes the outputs of commands: a file appears under its name when it is complete; pipes, devices and directories
// work, too.
import { close, fdatasync, fstatSync, mkdirSync, open, realpathSync, rename, write } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Codec, encoder } from '../../core/files/compression.ts';
import { type FilePlan, RejectedFile } from '../../core/files/file-plan.ts';
import { resultKind } from '../../core/files/result-joiner.ts';
import { fileError } from '../cli/defects.ts';
import { FailureError, ReaderGone, UsageError } from '../cli/exit.ts';
import { isStandardOutput, STANDARD, statOf, systemMessage } from '../cli/paths.ts';
import { BufferedWriter, Writeback } from './buffered-writer.ts';
import { type InputFile, inputPaths, type PlannedFile } from './inputs.ts';
import { isFileName, type LayoutChoice, outputName, planForName } from './output-name.ts';
import {
  keepPartial,
  linkBelow,
  openPartial,
  refuseCollisions,
  refuseUnwritableDirectory,
  removePartial,
} from './output-paths.ts';
import type { WritableFile } from './stored-file.ts';

/** A file, a pipe or a terminal that results are written to. */
export interface Output {
  /** Resolves when the bytes may be changed again. @throws ReaderGone, FailureError */
  write(bytes: Uint8Array): Promise<void>;
  /** Replaces the first bytes that were written, which are as many. Missing where there is no way back to them. @throws FailureError */
  readonly writeHead?: ((bytes: Uint8Array) => Promise<void>) | undefined;
  /** Lends the file to threads that write all of it by themselves. Missing for a pipe or a device. */
  readonly lend?: (() => Promise<Loan>) | undefined;
  /** Publishes what has been written. @throws FailureError */
  commit(): Promise<void>;
  /** Removes what has been written, if possible. Synchronous, for signal handlers; does nothing after commit. */
  discard(): void;
}

/** A file that other threads write to. */
export interface Loan extends WritableFile {
  /** Counts bytes that they have written. @throws FailureError */
  wrote(bytes: number): Promise<void>;
  /** Called when no thread writes to it any more: only then may its descriptor be closed. */
  release(): void;
}

const STDOUT = 1;
const system = {
  open: promisify(open),
  write: promisify(write),
  sync: promisify(fdatasync),
  close: promisify(close),
  rename: promisify(rename),
};

/**
 * @param folder directory below which the path comes from a key or from the name of an input: symbolic links below it are
 *   refused, as they might lead anywhere, and missing directories are created
 * @throws UsageError or FailureError if it cannot be written
 */
export async function openOutput(path: string, folder?: string): Promise<Output> {
  if (folder !== undefined) {
    const link = linkBelow(folder, path);
    if (link !== undefined)
      throw new UsageError(`${path}: cannot be written: ${link === path ? 'it' : link} is a symbolic link`);
    makeDirectory(dirname(path));
  } else if (isStandardOutput(path)) return standardOutput();
  const before = statOf(path);
  return before === undefined || before.isFile() ? fileOutput(path, before?.mode) : specialOutput(path);
}

/** Opens an output that the user has named, whose ending says how it is compressed. @throws UsageError or FailureError */
export async function openNamed(path: string): Promise<Output> {
  return compressed(await openOutput(path), outputName(path).compression ?? 'none');
}

/** The same output, which compresses what is written. */
function compressed(output: Output, compression: FilePlan['compression']): Output {
  if (compression === 'none') return output;
  const codec = encoder(compression);
  const write = async (pieces: ReturnType<Codec['push']>) => {
    for await (const piece of pieces) await output.write(piece);
  };
  return {
    write: (bytes) => write(codec.push(bytes)),
    async commit() {
      await write(codec.end());
      codec.close();
      await output.commit();
    },
    discard() {
      codec.close();
      output.discard();
    },
  };
}

/** @throws FailureError */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const message = systemMessage(error);
    throw message === undefined ? error : new FailureError(`${path}: cannot be created: ${message}`);
  }
}

function standardOutput(): Output {
  if (!fstatSync(STDOUT).isFile()) return { write: streamWriter(), async commit() {}, discard() {} };
  const writer = descriptorWriter(STDOUT, 'standard output');
  return { write: (bytes) => writer.write(bytes), commit: () => writer.flush(), discard() {} };
}

/** A file that appears under its name when it is complete. @param mode of the file that it replaces, if there is one */
async function fileOutput(path: string, mode: number | undefined): Promise<Output> {
  const replaces = mode !== undefined;
  // replaces the target of a link, not the link
  const target = replaces ? realpathSync(path) : path;
  const opening = async () => openPartial(dirname(target), mode);
  const { path: partial, fd } = await writable(path, opening(), UsageError);
  // the system writes other files back in its own time; on macOS, syncing takes too long
  const writeback =
    replaces && process.platform === 'linux' ? new Writeback(() => system.sync(fd)) : undefined;
  const writer = descriptorWriter(fd, path, writeback);
  let isOpen = true;
  const close = () => {
    isOpen = false;
    return system.close(fd);
  };
  let isReturned: Promise<void> | undefined;
  return {
    write: (bytes) => writer.write(bytes),
    async writeHead(bytes) {
      await writer.flush();
      await writable(path, system.write(fd, bytes, 0, bytes.length, 0));
    },
    async lend() {
      const { promise, resolve } = Promise.withResolvers<void>();
      isReturned = promise;
      const wrote = async (bytes: number) => writeback?.wrote(bytes);
      return { fd, path, wrote: (bytes) => writable(path, wrote(bytes)), release: resolve };
    },
    async commit() {
      await writer.flush();
      if (writeback) await writable(path, writeback.end());
      await writable(path, close());
      await writable(path, system.rename(partial, target));
      keepPartial(partial);
    },
    discard() {
      removePartial(partial);
      // closes after a pending write, which might reach the next file with this descriptor; its errors no longer matter
      if (isOpen)
        Promise.all([writer.flush(), isReturned])
          .then(close, close)
          .catch(() => {});
    },
  };
}

/** A device or a named pipe, which is written to directly. */
async function specialOutput(path: string): Promise<Output> {
  const fd = await writable(path, system.open(path, 'w'), UsageError);
  const writer = descriptorWriter(fd, path);
  return {
    write: (bytes) => writer.write(bytes),
    async commit() {
      await writer.flush();
      await writable(path, system.close(fd));
    },
    discard() {},
  };
}

function descriptorWriter(fd: number, name: string, writeback?: Writeback): BufferedWriter {
  const writeAll = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await system.write(fd, bytes, at, bytes.length - at, null);
      at += bytesWritten;
      writeback?.wrote(bytesWritten);
    }
  };
  return new BufferedWriter((bytes) => writable(name, writeAll(bytes)));
}

function streamWriter(): Output['write'] {
  process.stdout.on('error', () => {}); // each write reports its own
  return (bytes) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
    return writable('standard output', promise);
  };
}

/**
 * Awaits a request to the system for an output, and names the output in its error.
 * @param name path of the file, or `standard output`
 * @throws ReaderGone if the reader of a pipe has closed it, `Kind` for any other error of the system
 */
export async function writable<T>(
  name: string,
  result: Promise<T>,
  Kind: new (message: string) => Error = FailureError,
): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') throw new ReaderGone();
    const message = systemMessage(error);
    throw message === undefined ? error : new Kind(`${name}: cannot be written: ${message}`);
  }
}

/**
 * Whether results go to a directory, with a file for each: then the names of the inputs decide about those of the results. A new name
 * is that of a directory if inputs were found in one, unless its ending is that of a file.
 */
export function isDirectoryFor(to: string, inputs: readonly InputFile[]): boolean {
  if (to === STANDARD) return false;
  const existing = statOf(to);
  if (existing !== undefined || to.endsWith('/')) return to.endsWith('/') || existing!.isDirectory();
  return areFound(inputs) && !isFileName(to);
}

const areFound = (inputs: readonly InputFile[]) => inputs.some(({ isFound }) => isFound);

/** The output of a command that gives each result the layout of its file. @returns undefined for a directory */
export function layoutFor(
  out: string,
  inputs: readonly InputFile[],
  canChange: boolean,
): LayoutChoice | undefined {
  if (isDirectoryFor(out, inputs)) return undefined;
  return { out, canChange, canBeDirectory: areFound(inputs) && statOf(out) === undefined };
}

/** The destination of `-o`: one output for the results of all inputs in order, or a directory with one file for each. */
export class Destination {
  /** Whether each input has its own result file, so that an error with one does not affect the others. */
  readonly isDirectory: boolean;
  readonly #to: string;
  readonly #layout: LayoutChoice | undefined;
  /** Result files that are open: a finished one would keep its memory until the last file is solved. */
  readonly #separate = new Set<Output>();
  #shared: Output | undefined;
  /** describes the results in the shared output */
  #kind: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #hasFailed = false;

  /**
   * @param to a directory, or a file; files that were found in a directory go to a directory unless `to` is a file
   * @param kind what is written, such as "result"
   * @param page where a page of reports is written, if requested
   * @throws UsageError if an output would overwrite an input or another output, or its directory cannot exist
   */
  constructor(to: string, inputs: readonly InputFile[], kind: string, page?: string) {
    this.#to = to;
    this.#layout = layoutFor(to, inputs, false);
    this.isDirectory = this.#layout === undefined;
    if (this.isDirectory) {
      const unnamed = inputs.find(({ path, puzzle }) => path === STANDARD || puzzle !== undefined);
      if (unnamed) {
        const what = unnamed.puzzle === undefined ? 'standard input' : 'a puzzle as argument';
        throw new UsageError(`${what} has no name for a result in ${to}: give -o a file`);
      }
      refuseUnwritableDirectory(to);
    }
    // one that cannot be read has no result, and names of other bytes than UTF-8 look alike
    const readable = inputs.filter(({ unreadable }) => unreadable === undefined);
    const results = this.isDirectory
      ? readable.map((input) => ({ path: this.resultOf(input), what: `the ${kind} of ${input.path}` }))
      : [{ path: to, what: inputs.length === 1 ? `the ${kind} of ${inputs[0]!.path}` : `the ${kind}` }];
    const pages = page === undefined ? [] : [{ path: page, what: 'the page of reports' }];
    refuseCollisions(inputPaths(inputs), [...results, ...pages]);
  }

  /** The path of an input's result. */
  resultOf({ name }: InputFile): string {
    return this.isDirectory ? join(this.#to, name) : this.#to;
  }

  /**
   * Opens the output for an input, which the caller commits or discards. Call it in the order of the inputs.
   * @param kind describes the result: all results in one output are of the same kind
   * @param isAlone whether no other result can precede it in one output
   * @param compression of the result, if the output compresses it
   * @throws RejectedFile if the result cannot follow those before it
   * @throws UsageError if the output cannot be opened
   */
  async open(
    input: InputFile,
    kind: string,
    {
      isAlone = false,
      compression = 'none',
    }: { isAlone?: boolean; compression?: FilePlan['compression'] | undefined } = {},
  ): Promise<Output> {
    if (this.isDirectory) {
      return this.#separateOutput(await openOutput(this.resultOf(input), this.#to));
    }
    this.#kind ??= kind;
    if (kind !== this.#kind || (isAlone && this.#shared)) {
      throw new RejectedFile(
        `expected a result that can follow those before it in one output (${this.#kind}), got ${kind}: give -o a directory`,
      );
    }
    this.#shared ??= await openOutput(this.#to);
    return compressed(this.#takeTurn(this.#shared), compression);
  }

  /** A file whose layout is that of its result, with the compression that the name of the output says. @throws RejectedFile */
  async named(file: PlannedFile, { path }: InputFile): Promise<PlannedFile> {
    if (!this.#layout) return file;
    return { ...file, plan: await planForName(this.#layout, path, {}, () => file.plan) };
  }

  /** Opens the output for an input whose layout is that of its result, as {@link open} does. */
  openLike(input: InputFile, file: PlannedFile): Promise<Output> {
    return this.open(input, resultKind(file.plan, file), { compression: file.plan.resultCompression });
  }

  /** The result file of one input, which is forgotten when it is complete. */
  #separateOutput(output: Output): Output {
    const separate: Output = {
      ...output,
      commit: async () => {
        await output.commit();
        this.#separate.delete(separate);
      },
      discard: () => {
        output.discard();
        this.#separate.delete(separate);
      },
    };
    this.#separate.add(separate);
    return separate;
  }

  /** Commits the shared output, unless it is a file and the result of one input is incomplete. */
  async commit(): Promise<void> {
    if (!this.#hasFailed || this.#to === STANDARD) await this.#shared?.commit();
  }

  /**
   * Turns an error into the rejection of one input: the error itself, if the input cannot be solved; a new one if the result
   * cannot be written and each input has its own result file; InternalError for an unexpected one.
   * @throws any other error
   */
  toRejection(error: unknown): RejectedFile {
    const isOwn = this.isDirectory && (error instanceof FailureError || error instanceof UsageError);
    return isOwn ? new RejectedFile(error.message) : fileError(error);
  }

  /** Discards all that has not been committed. */
  discard(): void {
    for (const output of [...this.#separate, this.#shared]) output?.discard();
  }

  /** An output that waits until the results before it are complete. */
  #takeTurn(shared: Output): Output {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers();
    this.#turn = promise;
    return {
      write: async (bytes) => {
        await before;
        await shared.write(bytes);
      },
      writeHead: shared.writeHead,
      lend:
        shared.lend &&
        (async () => {
          await before;
          return shared.lend!();
        }),
      commit: async () => resolve(before),
      discard: () => {
        this.#hasFailed = true;
        resolve(before);
      },
    };
  }
}
