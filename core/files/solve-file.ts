import { createReadStream } from 'node:fs';
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkText } from '../options/describe-value.ts';
import { checkOptions } from '../options/option-text.ts';
import type { PartialOptions } from '../options/options.ts';
import type { Report } from './report.ts';
import { solveSource } from './solve-source.ts';

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
  const source = createReadStream(input);
  // a missing input may be noticed before anything reads from it; the first read throws the error, too
  source.on('error', () => {});
  try {
    const destination = await openDestination(output);
    try {
      const done = await solveSource(source, (bytes) => destination.file.writeFile(bytes), given, input);
      await destination.commit();
      return done;
    } catch (error) {
      await destination.discard();
      throw error;
    }
  } finally {
    source.destroy();
  }
}

interface Destination {
  readonly file: FileHandle;
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
    return { file, commit: close, discard: close };
  }
  // replaces the target of a link, not the link
  const target = before ? await realpath(output) : output;
  // this error names the folder; that of opening the file would name one that the caller does not know
  await access(dirname(target), constants.W_OK);
  const partial = `${target}.${Math.random().toString(36).slice(2)}.partial`;
  const file = await open(partial, 'wx');
  if (before) await file.chmod(before.mode);
  return {
    file,
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
