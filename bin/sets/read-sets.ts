// Commands on sets of puzzles read whole records, find out about them on threads, and handle them in order.
import { type PartialOptions, type RejectedFile, rejection } from '../../core/files/index.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { type Shape, shapeOf } from '../../core/solver/model/shape.ts';
import { fileError } from '../cli/defects.ts';
import { Exit } from '../cli/exit.ts';
import { reporterFor } from '../cli/reporter.ts';
import { countText, number, printable } from '../cli/terminal.ts';
import { type FileWithin, filesOf } from '../files/archive-files.ts';
import type { InputFile, PlannedFile } from '../files/inputs.ts';
import type { Solutions } from '../records/solution-arrays.ts';
import {
  batchesByRules,
  type RecordBatch,
  type RecordParts,
  wholeRecords,
} from '../records/whole-records.ts';
import type { KeyTask, Sameness } from '../threads/class-keys.ts';
import { type Result, TaskThreads } from '../threads/task-threads.ts';
import type { Task } from '../threads/tasks.ts';

/** Flags of all commands on sets. */
export interface SetOptions {
  /** the solving options */
  readonly given: PartialOptions;
  readonly out: string;
  readonly concurrency: number;
  readonly quiet: boolean;
  readonly json: boolean;
}

/** Records of a batch: some thousand take milliseconds to classify. */
export const RECORDS_PER_TASK = 4096;

type WithFile = Extract<FileWithin, { file: PlannedFile }>;

/** Reads the files of a set one after another. */
export class SetReader {
  readonly #options: Pick<SetOptions, 'given' | 'quiet' | 'json'>;
  readonly #threads: TaskThreads;
  readonly #reporter: ReturnType<typeof reporterFor>;
  /** The worst exit code of files that failed. */
  worst: Exit = Exit.allSolved;

  constructor(options: Pick<SetOptions, 'given' | 'concurrency' | 'quiet' | 'json'>) {
    this.#options = options;
    this.#threads = new TaskThreads(options.concurrency);
    this.#reporter = reporterFor(options);
  }

  /**
   * Calls a function with each file that can be read, and with those in archives. A file that cannot, or for which the function throws RejectedFile or an unexpected error, is
   * reported, and the others are read.
   */
  async eachFile(
    inputs: readonly InputFile[],
    read: (file: PlannedFile, input: InputFile, index: number, within: WithFile) => Promise<void>,
    toRejection: (error: unknown) => RejectedFile = fileError,
  ): Promise<void> {
    for (const [index, input] of inputs.entries()) {
      await this.#unlessRejected(input, toRejection, async () => {
        for await (const within of filesOf(input, this.#options.given)) {
          await this.#unlessRejected(within.input, toRejection, async () => {
            if ('rejected' in within) throw within.rejected;
            if ('file' in within) await read(within.file, within.input, index, within);
          });
        }
      });
    }
  }

  async #unlessRejected(
    { path }: InputFile,
    toRejection: (error: unknown) => RejectedFile,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      const found = toRejection(error);
      this.worst = found === error ? this.worst || Exit.usage : Exit.failure;
      this.#reporter.file(rejection({ key: path }, found));
    }
  }

  /**
   * The records of a file in order, each batch with the result of its task.
   * @param taskOf undefined for a batch that needs no task
   * @param solutions from another array; they are closed at the end
   */
  async *batches<T extends Task>(
    file: PlannedFile,
    taskOf: (batch: RecordBatch) => T | undefined,
    most = RECORDS_PER_TASK,
    { solutions, ...parts }: RecordParts & { readonly solutions?: Solutions | undefined } = {},
  ): AsyncGenerator<readonly [RecordBatch, Result<T> | undefined]> {
    const waiting: RecordBatch[] = [];
    async function* tasks(): AsyncGenerator<T | undefined> {
      for await (const own of wholeRecords(file, most, parts)) {
        for (const batch of batchesByRules(solutions ? await solutions.beside(own) : own)) {
          waiting.push(batch);
          yield taskOf(batch);
        }
      }
      await solutions?.end();
    }
    try {
      for await (const result of this.#threads.inOrder(tasks()))
        yield [waiting.shift()!, result as Result<T> | undefined];
    } finally {
      await solutions?.close();
    }
  }

  /**
   * Prints what the command did: `1,000 puzzles: 990 kept, 10 duplicates`, or the counts as JSON.
   * @param counts by what was counted; those of 0 are printed only in JSON
   */
  summary(total: number, counts: Readonly<Record<string, number>>, notes: readonly string[] = []): void {
    const { quiet, json } = this.#options;
    if (json) process.stderr.write(`${JSON.stringify({ puzzles: total, ...counts })}\n`);
    else if (!quiet) {
      const parts = Object.entries(counts).filter(([, count]) => count > 0);
      const list = parts.map(([name, count]) => `${number(count)} ${words(name, count)}`).join(', ');
      const lines = [`${countText(total, 'puzzle')}${list === '' ? '' : `: ${list}`}`, ...notes];
      process.stderr.write(`${printable(lines.join('\n'))}\n`);
    }
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Counts whose names are nouns. */
const NOUNS: ReadonlySet<string> = new Set(['duplicates', 'files', 'findings', 'others']);

/** `notUnique` as `not unique`, and one of `findings` as `finding`. */
function words(name: string, count: number): string {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return count === 1 && NOUNS.has(text) ? text.slice(0, -1) : text;
}

/** The shape and a copy of the cells of a batch's puzzles, for a task; undefined if it has none. */
export function puzzlesOf({ geometry, cells }: RecordBatch): { shape: Shape; cells: Uint8Array } | undefined {
  return geometry && cells.length > 0 ? { shape: shapeOf(geometry as Geometry), cells } : undefined;
}

/** Finds the keys of a batch's puzzles; undefined if it has none. */
export function keyTask(batch: RecordBatch, by: Sameness): KeyTask | undefined {
  const puzzles = puzzlesOf(batch);
  return puzzles && { kind: 'keys', by, ...puzzles };
}
