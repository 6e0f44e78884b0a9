// Commands on sets of puzzles read whole records, find out about them on threads, and handle them in order.
import { FileRun, type RunOptions } from '../files/file-run.ts';
import type { PlannedFile } from '../files/inputs.ts';
import type { Solutions } from '../records/solution-arrays.ts';
import {
  batchesByRules,
  puzzlesIn,
  type RecordBatch,
  type RecordParts,
  wholeRecords,
} from '../records/whole-records.ts';
import type { KeyTask, Sameness } from '../threads/class-keys.ts';
import { TaskThreads } from '../threads/task-threads.ts';
import type { Result, Task } from '../threads/tasks.ts';

/** Flags of all commands on sets. */
export interface SetOptions extends RunOptions {
  readonly out: string;
  readonly concurrency: number;
}

/** Records of a batch: some thousand take milliseconds to classify. */
export const RECORDS_PER_TASK = 4096;

/** Reads the files of a set one after another, and has threads find out about their records. */
export class SetReader extends FileRun {
  readonly #threads: TaskThreads;

  constructor(options: Omit<SetOptions, 'out'>) {
    super(options);
    this.#threads = new TaskThreads(options.concurrency);
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

  override close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Finds the keys of a batch's puzzles; undefined if it has none. */
export function keyTask(batch: RecordBatch, by: Sameness): KeyTask | undefined {
  const puzzles = puzzlesIn(batch);
  return puzzles && { kind: 'keys', by, ...puzzles };
}
