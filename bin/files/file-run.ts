// The run of a command over files: it reads them one after another, also those in archives, reports those that cannot be
// read, and ends with a summary and an exit code. A command says what it does with each file and how it ends.
import { type PartialOptions, type RejectedFile, rejection } from '../../core/files/index.ts';
import { fileError } from '../cli/defects.ts';
import { Exit, ReaderGone } from '../cli/exit.ts';
import { reporterFor } from '../cli/reporter.ts';
import { countText, number, printable } from '../cli/terminal.ts';
import { type FileWithin, filesOf } from './archive-files.ts';
import type { InputFile, PlannedFile } from './inputs.ts';
import type { Destination, Output } from './output.ts';

export interface RunOptions {
  /** the solving options */
  readonly given: PartialOptions;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** A file that can be read, perhaps in an archive. */
export type ReadableFile = Extract<FileWithin, { file: PlannedFile }>;

/** How a run ends whose files could all be read. */
export interface RunEnd {
  readonly puzzles: number;
  /** By what was counted; those of 0 are printed only in JSON. */
  readonly counts: Readonly<Record<string, number>>;
  /** Further lines of the summary. */
  readonly notes?: readonly string[];
  /** Whether the exit code is 0, and not 1. */
  readonly isGood: boolean;
}

/** The output of a file, and what writes to it. */
interface OpenResult {
  readonly output: Output;
  readonly write: () => Promise<void>;
}

/**
 * The error of one file. @throws any other error, which ends the run
 * @param isBegun whether the command had begun to read the file, or one of the archive
 */
type ToRejection = (error: unknown, input: InputFile, isBegun: boolean) => RejectedFile;

export class FileRun {
  readonly #options: RunOptions;
  readonly reporter: ReturnType<typeof reporterFor>;
  /** The worst exit code of files that failed. */
  worst: Exit = Exit.allSolved;

  constructor(options: RunOptions) {
    this.#options = options;
    this.reporter = reporterFor(options);
  }

  /**
   * Does the work of a command and prints a summary.
   * @param work returns undefined if there is nothing to summarise; if the reader of its output has gone, the run is over
   */
  async end(work: () => Promise<RunEnd | undefined>): Promise<Exit> {
    let end: RunEnd | undefined;
    try {
      end = await work();
    } catch (error) {
      if (!(error instanceof ReaderGone)) throw error;
      return Exit.allSolved;
    } finally {
      await this.close();
    }
    if (end) this.#summarise(end);
    return this.worst || (end?.isGood === false ? Exit.someUnsolved : Exit.allSolved);
  }

  /** Calls a function with each file. A file for which it throws RejectedFile or an unexpected error is reported, too. */
  async eachFile(
    inputs: readonly InputFile[],
    read: (within: ReadableFile, index: number) => Promise<void>,
    toRejection: ToRejection = fileError,
  ): Promise<void> {
    for (const [index, input] of inputs.entries()) {
      let hasFiles = false;
      await this.#unlessRejected(
        async () => {
          for await (const within of filesOf(input, this.#options.given)) {
            let isBegun = false;
            await this.#unlessRejected(
              async () => {
                if ('rejected' in within) throw within.rejected;
                if (!('file' in within)) return;
                isBegun = hasFiles = true;
                await read(within, index);
              },
              within.input,
              (error) => toRejection(error, within.input, isBegun),
            );
          }
        },
        input,
        (error) => toRejection(error, input, hasFiles),
      );
    }
  }

  /**
   * Writes the result of each file to a destination.
   * @param begin opens the output of a file, and returns what writes to it
   * @param beforeCommit called when all files have been read
   */
  async eachResult(
    inputs: readonly InputFile[],
    destination: Destination,
    begin: (within: ReadableFile, index: number) => Promise<OpenResult>,
    beforeCommit?: () => void,
  ): Promise<void> {
    try {
      await this.eachFile(
        inputs,
        async (within, index) => {
          const { output, write } = await begin(within, index);
          try {
            await write();
            await output.commit();
          } catch (error) {
            output.discard();
            throw error;
          }
        },
        (error) => destination.toRejection(error),
      );
      beforeCommit?.();
      await destination.commit();
    } finally {
      destination.discard();
    }
  }

  async close(): Promise<void> {}

  async #unlessRejected(
    work: () => Promise<void>,
    { path }: InputFile,
    toRejection: (error: unknown) => RejectedFile,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      const found = toRejection(error);
      this.worst = found === error ? this.worst || Exit.usage : Exit.failure;
      this.reporter.file(rejection({ key: path }, found));
    }
  }

  /** Prints what the command did: `1,000 puzzles: 990 kept, 10 duplicates`, or the counts as JSON. */
  #summarise({ puzzles, counts, notes = [] }: RunEnd): void {
    const { quiet, json } = this.#options;
    if (json) process.stderr.write(`${JSON.stringify({ puzzles, ...counts })}\n`);
    else if (!quiet) {
      const parts = Object.entries(counts).filter(([, count]) => count > 0);
      const list = parts.map(([name, count]) => `${number(count)} ${words(name, count)}`).join(', ');
      const lines = [`${countText(puzzles, 'puzzle')}${list === '' ? '' : `: ${list}`}`, ...notes];
      process.stderr.write(`${printable(lines.join('\n'))}\n`);
    }
  }
}

/** Counts whose names are nouns. */
const NOUNS: ReadonlySet<string> = new Set(['duplicates', 'files', 'findings', 'others']);

/** `notUnique` as `not unique`, and one of `findings` as `finding`. */
function words(name: string, count: number): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return count === 1 && NOUNS.has(text) ? text.slice(0, -1) : text;
}
