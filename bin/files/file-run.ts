// The run of a command over files: it reads them one after another, also those in archives, reports those that cannot be
// read, and ends with a summary and an exit code. A command says what it does with each file and how it ends.
import { InternalError, type PartialOptions, type RejectedFile, rejection } from '../../core/files/index.ts';
import { fileError } from '../cli/defects.ts';
import { Exit, ReaderGone } from '../cli/exit.ts';
import { type Reporter, reporterFor } from '../cli/reporter.ts';
import { countText, number, printable } from '../cli/terminal.ts';
import { type ArchivedFile, filesOf } from './archive-files.ts';
import type { InputFile, PlannedFile } from './inputs.ts';
import type { Destination, Output } from './output.ts';
import type { LayoutChoice } from './output-name.ts';

export interface RunOptions {
  /** the solving options */
  readonly given: PartialOptions;
  readonly quiet: boolean;
  readonly json: boolean;
  /** of the result of each input, if all of it has one */
  readonly layout?: LayoutChoice | undefined;
  /** @default the one that the flags request */
  readonly reporter?: Reporter;
  /** Opens an input that is read as a whole, even if it is an archive. @default the files in archives are read one by one */
  readonly open?: (input: InputFile) => Promise<PlannedFile>;
  /** How many results may be written at the same time as that of a file, itself included. @default 1 */
  readonly atOnce?: (file: PlannedFile) => number;
}

/** A file that can be read, perhaps in an archive. */
export type ReadableFile = Extract<ArchivedFile, { file: PlannedFile }>;

/** How a run ends, unless files could not be read. */
export interface RunEnd {
  /** of the summary */
  readonly lines?: readonly string[];
  /** the summary as JSON */
  readonly json?: object;
  /** Prints a summary of another form. */
  readonly summarize?: (exit: Exit) => void;
  /** Whether the exit code is 0, and not 1. */
  readonly isGood: boolean;
}

/**
 * A summary of counts: `1,000 puzzles: 990 kept, 10 duplicates`. Those of 0 are in JSON only, except the first, which is what the
 * command is for.
 * @param notes further lines
 */
export function countsEnd(
  puzzles: number,
  counts: Readonly<Record<string, number>>,
  isGood: boolean,
  notes: readonly string[] = [],
): RunEnd {
  const parts = Object.entries(counts).filter(([, count], i) => count > 0 || i === 0);
  const list = parts.map(([name, count]) => `${number(count)} ${words(name, count)}`).join(', ');
  const line = `${countText(puzzles, 'puzzle')}${list === '' ? '' : `: ${list}`}`;
  return { lines: [line, ...notes], json: { puzzles, ...counts }, isGood };
}

/** The output of a file, and what writes to it. */
interface OpenResult {
  readonly output: Output;
  readonly write: () => Promise<void>;
  /** Called when the result is complete. */
  readonly onCommitted?: () => void;
}

/** The place of a file among those that are worked on at the same time. */
interface Turn {
  /** The work on files before it. */
  readonly running: ReadonlySet<Promise<void>>;
  /** Lets the work on the next file begin; otherwise, that on this one ends first. */
  readonly goOn: () => void;
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
    this.reporter = options.reporter ?? reporterFor(options);
  }

  /** Makes the exit code at least as bad. */
  fail(exit: Exit): void {
    this.worst = Math.max(this.worst, exit) as Exit;
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
    const { quiet, json } = this.#options;
    const text = json ? JSON.stringify(end?.json) : quiet ? undefined : end?.lines?.join('\n');
    if (text) process.stderr.write(`${printable(text)}\n`);
    if (end?.isGood === false) this.fail(Exit.someUnsolved);
    end?.summarize?.(this.worst);
    return this.worst;
  }

  /**
   * Calls a function with each file. A file for which it throws RejectedFile or an unexpected error is reported, too.
   * @param onSkipped called with each array of solutions in an archive, which is no file of its own
   */
  async eachFile(
    inputs: readonly InputFile[],
    read: (within: ReadableFile, index: number, turn: Turn) => Promise<void>,
    toRejection: ToRejection = fileError,
    onSkipped?: (input: InputFile) => void,
  ): Promise<void> {
    const running = new Set<Promise<void>>();
    for (const [index, input] of inputs.entries()) {
      const { promise: mayGoOn, resolve } = Promise.withResolvers<void>();
      const goOn = () => {
        running.add(work);
        resolve();
      };
      const reading = this.#unlessRejected(input, toRejection, async (begin) => {
        for await (const within of this.#filesOf(input)) {
          await this.#unlessRejected(within.input, toRejection, async (beginWithin) => {
            if ('rejected' in within) throw within.rejected;
            if (!('file' in within)) return onSkipped?.(within.input);
            begin();
            beginWithin();
            await read(within, index, { running, goOn });
          });
        }
      });
      const work = reading.finally(() => running.delete(work));
      work.catch(() => {}); // thrown where this loop, or the work on another file, waits next
      await Promise.race([work, mayGoOn]);
    }
    await Promise.all(running);
  }

  async *#filesOf(input: InputFile): AsyncGenerator<ArchivedFile> {
    const { given, layout, open } = this.#options;
    if (!open) return yield* filesOf(input, given, layout);
    const file = await open(input);
    try {
      yield { input, file };
    } finally {
      await file.input.close();
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
        async (within, index, { running, goOn }) => {
          const most = this.#options.atOnce?.(within.file) ?? 1;
          while (running.size >= most) await Promise.race(running);
          const { output, write, onCommitted } = await begin(within, index);
          if (most > 1) goOn();
          try {
            await write();
            await output.commit();
          } catch (error) {
            output.discard();
            throw error;
          }
          onCommitted?.();
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
    input: InputFile,
    toRejection: ToRejection,
    work: (begin: () => void) => Promise<void>,
  ): Promise<void> {
    let isBegun = false;
    try {
      await work(() => {
        isBegun = true;
      });
    } catch (error) {
      const found = toRejection(error, input, isBegun);
      this.fail(found === error && !(found instanceof InternalError) ? Exit.usage : Exit.failure);
      this.reporter.file(rejection({ key: input.path }, found));
    }
  }
}

/** Counts whose names are nouns. */
const NOUNS: ReadonlySet<string> = new Set(['duplicates', 'files', 'findings', 'leaks', 'others']);

/** `notUnique` as `not unique`, and one of `findings` as `finding`. */
function words(name: string, count: number): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return count === 1 && NOUNS.has(text) ? text.slice(0, -1) : text;
}
