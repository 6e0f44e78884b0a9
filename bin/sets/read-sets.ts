// Commands on sets of puzzles read whole records, find out about them on threads, and handle them in order. Some write the
// records, changed or left out, to one output or to a file for each in a directory.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { lineFeedsIn } from '../../core/formats/shared/bytes.ts';
import { STANDARD } from '../cli/paths.ts';
import { FileRun, type RunOptions } from '../files/file-run.ts';
import type { InputFile, PlannedFile } from '../files/inputs.ts';
import type { Destination } from '../files/output.ts';
import { RecordRouter } from '../records/record-router.ts';
import { recordsBeside, type Solutions } from '../records/solution-arrays.ts';
import { batchesByRules, puzzlesIn, type RecordBatch, type RecordParts } from '../records/whole-records.ts';
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

/** What a command does with the records of a file. */
export interface RecordChange<T extends Task> {
  /** Most records of a task. */
  readonly most?: number;
  task(batch: RecordBatch): T | undefined;
  /**
   * Chooses the records that are written, and what is written for each.
   * @returns `routes`: 0 for a record that is written, else `DROPPED`
   */
  change(batch: RecordBatch, result: Result<T> | undefined): Changed | Promise<Changed>;
}

interface Changed {
  readonly routes: Uint8Array;
  readonly textOf?: (index: number) => readonly Uint8Array[];
}

/** What a command does with the records of each file, called before its records are read. */
type ChangeFor<T extends Task> = (file: PlannedFile, input: InputFile) => RecordChange<T>;

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
      for await (const own of recordsBeside(file, solutions, most, parts)) {
        for (const batch of batchesByRules(own)) {
          waiting.push(batch);
          yield taskOf(batch);
        }
      }
    }
    for await (const result of this.#threads.inOrder(tasks()))
      yield [waiting.shift()!, result as Result<T> | undefined];
  }

  /**
   * Writes the changed records of files.
   * @param destination is opened by the caller if it must refuse further files @param beforeCommit called when all have been read
   */
  async changeFiles<T extends Task>(
    inputs: readonly InputFile[],
    destination: Destination,
    changeFor: ChangeFor<T>,
    beforeCommit?: () => void,
  ): Promise<void> {
    const { isDirectory } = destination;
    let isFirst = true;
    await this.eachResult(
      inputs,
      destination,
      async ({ file: read, input }, index) => {
        const file = await destination.named(read, input);
        const change = changeFor(file, input);
        const output = await destination.openLike(input, file);
        const write = async () => {
          const joint = {
            goesOn: !isDirectory && !isFirst,
            isFollowed: !isDirectory && (input.isWithin || index < inputs.length - 1),
          };
          const router = new RecordRouter(file.plan, [output], joint);
          isFirst = false;
          for await (const [batch, result] of this.batches<T>(file, (one) => change.task(one), change.most)) {
            const { routes, textOf } = await change.change(batch, result);
            await router.write(batch, routes, textOf);
          }
          await router.end();
        };
        return { output, write };
      },
      beforeCommit,
    );
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

/** Bytes of a record: usually at least, and of the smallest. */
const [RECORD_BYTES, LEAST_BYTES] = [82, 17];
/** How much longer than a compressed file its content is at most, usually. */
const COMPRESSED = 5;
/** Bytes of a file whose lines are counted, and of files that are too small for that. */
const SAMPLED_BYTES = 64 * 1024;

/** Most records that files have, as far as their sizes and first lines tell; 0 for standard input. */
export function estimatedRecords(inputs: readonly InputFile[]): number {
  let records = 0;
  for (const input of inputs) {
    const bytes = fileSize(input) ?? 0;
    if (/\.(gz|zst|zip|npz)$/i.test(input.path)) records += (COMPRESSED * bytes) / RECORD_BYTES;
    else records += bytes / (bytes > SAMPLED_BYTES ? lineBytes(input.path) : RECORD_BYTES);
  }
  return records;
}

/** Bytes of the first lines of a file, within the limits of records. */
function lineBytes(path: string): number {
  const sample = Buffer.allocUnsafe(SAMPLED_BYTES);
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    const lines = lineFeedsIn(sample, 0, readSync(fd, sample, 0, sample.length, 0));
    return Math.max(LEAST_BYTES, Math.min(RECORD_BYTES, SAMPLED_BYTES / Math.max(lines, 1)));
  } catch {
    return RECORD_BYTES; // reported when it is opened
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** The size of a file that can be read twice. */
export function fileSize({ path, puzzle }: InputFile): number | undefined {
  if (puzzle !== undefined) return puzzle.length;
  if (path === STANDARD) return undefined;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === false ? undefined : (stats?.size ?? 0);
}
