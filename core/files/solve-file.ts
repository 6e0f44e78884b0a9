import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { checkText } from '../options/describe-value.ts';
import { checkOptions } from '../options/option-text.ts';
import type { PartialOptions } from '../options/options.ts';
import type { Report } from './report.ts';
import { solveSource } from './solve-source.ts';

/**
 * Solves a file into another, in bounded memory; both can be compressed. The output appears under its name when it is complete,
 * so it can also replace the input. Node, Deno and Bun only.
 *
 * @param input path of a file of puzzles, of any format
 * @param output path of the result
 * @param options defaults for options that the file's own `#!` line does not set
 * @throws RejectedFile if the file holds no puzzles; OptionError for an unknown option or an invalid value; errors of the
 *   file system
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
  const partial = `${output}.${Math.random().toString(36).slice(2)}.partial`;
  try {
    const file = await open(partial, 'wx');
    let done: Report;
    try {
      done = await solveSource(source, (bytes) => file.writeFile(bytes), given, input);
    } finally {
      await file.close();
    }
    await rename(partial, output);
    return done;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    source.destroy();
  }
}
