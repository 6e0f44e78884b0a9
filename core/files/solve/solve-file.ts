// Solves a file by its path. The result is written beside the output and renamed, so a failed run leaves the old output
// as it was.

import { createReadStream } from 'node:fs';
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkText } from '../../options/describe-value.ts';
import { checkOptions } from '../../options/option-text.ts';
import type { PartialOptions } from '../../options/options.ts';
import { RejectedFile } from '../file-plan.ts';
import type { FileRanges } from '../ranged-file.ts';
import type { Report } from '../report.ts';
import { solveRanges, solveSource } from './solve-source.ts';

/**
 * Solves a file into another, in bounded memory; both can be compressed. The output appears under its name when it is complete,
 * so it can also replace the input; a device or a named pipe is written to directly. Node, Deno and Bun only.
 *
 * @param input path of a file of puzzles, of any format
 * @param output path of the result
 * @param options defaults for options that the file's own `#!` line does not set
 * @throws RejectedFile if the file holds no puzzles; OptionError for an unknown option or an invalid value, or for one
 *   that requests something about each puzzle for which the result has no place; errors of the file system
 * @example
 * import { solveFile } from 'sudoku-batch';
 *
 * const { puzzles, solved } = await solveFile('puzzles.txt.gz', 'solved.txt.gz', { solutions: 'unique' });
 * [puzzles, solved]; // => [1, 1]
 */
export async function solveFile(
  input: string,
  output: string,
  options: PartialOptions = {},
): Promise<Report> {
  checkText(input, 'input');
  checkText(output, 'output');
  const given = checkOptions(options);
  const destination = await openDestination(output);
  try {
    const done = await solveTo(destination, input, given);
    await destination.commit();
    return done;
  } catch (error) {
    await destination.discard();
    throw error;
  }
}

async function solveTo(
  { write, writeHead }: Destination,
  input: string,
  options: PartialOptions,
): Promise<Report> {
  const source = await openRanges(input);
  if (!source) return solveInOrder(input, write, options);
  try {
    return await solveRanges(source.ranges, write, options, input, writeHead);
  } finally {
    await source.file.close();
  }
}

/** A regular file, of which any stretch can be read; undefined for a pipe or a device. */
async function openRanges(path: string): Promise<{ file: FileHandle; ranges: FileRanges } | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats && !stats.isFile()) return undefined;
  const file = await open(path, 'r');
  const { size } = await file.stat();
  const read = async (from: number, to: number) => {
    const bytes = new Uint8Array(to - from);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
      if (bytesRead === 0)
        throw new RejectedFile(`expected ${size} bytes, its size at first, got ${from + at}`);
      at += bytesRead;
    }
    return bytes;
  };
  return { file, ranges: { bytes: size, read } };
}

async function solveInOrder(
  input: string,
  write: (bytes: Uint8Array) => Promise<void>,
  options: PartialOptions,
): Promise<Report> {
  const source = createReadStream(input);
  // the first read throws the error, too
  source.on('error', () => {});
  try {
    return await solveSource(source, write, options, input);
  } finally {
    source.destroy();
  }
}

interface Destination {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Replaces the first bytes; undefined if there is no way back to them. */
  readonly writeHead?: (bytes: Uint8Array) => Promise<void>;
  /** Publishes what was written. */
  readonly commit: () => Promise<void>;
  /** Removes what was written, if possible. */
  readonly discard: () => Promise<void>;
}

/** Opens a new file beside the output, which replaces it at the end, or the output itself if that is no regular file. */
async function openDestination(output: string): Promise<Destination> {
  const before = await stat(output).catch(() => undefined);
  if (before && !before.isFile()) {
    const file = await open(output, 'w');
    const close = () => file.close();
    return { write: (bytes) => file.writeFile(bytes), commit: close, discard: close };
  }
  // replaces the target of a link, not the link
  const target = before ? await realpath(output) : output;
  // this error names the folder; that of opening the file would name one that the caller does not know
  await access(dirname(target), constants.W_OK);
  const partial = `${target}.${Math.random().toString(36).slice(2)}.partial`;
  const file = await open(partial, 'wx');
  if (before) await file.chmod(before.mode);
  return {
    write: (bytes) => file.writeFile(bytes),
    writeHead: async (bytes) => void (await file.write(bytes, 0, bytes.length, 0)),
    commit: async () => {
      await file.close();
      await rename(partial, target);
    },
    discard: async () => {
      await file.close();
      await rm(partial, { force: true });
    },
  };
}
