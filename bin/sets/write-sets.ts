// Commands that write the records of each file, changed or left out, to one output or to a file in a directory.
import { ReaderGone } from '../cli/exit.ts';
import type { InputFile, PlannedFile } from '../files/inputs.ts';
import { Destination } from '../files/output.ts';
import { RecordRouter } from '../records/record-router.ts';
import type { RecordBatch } from '../records/whole-records.ts';
import type { Result } from '../threads/task-threads.ts';
import type { Task } from '../threads/tasks.ts';
import type { SetReader } from './read-sets.ts';

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
type ChangeFor<T extends Task> = (
  file: PlannedFile,
  input: InputFile,
) => RecordChange<T> | Promise<RecordChange<T>>;

/**
 * Writes the changed records of files.
 * @returns false if the reader of the output has gone
 */
export async function changeFiles<T extends Task>(
  inputs: readonly InputFile[],
  out: string,
  reader: SetReader,
  changeFor: ChangeFor<T>,
): Promise<boolean> {
  const destination = new Destination(out, inputs, 'puzzles');
  try {
    await writeChanged(inputs, destination, reader, changeFor);
    await destination.commit();
    return true;
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    return false;
  } finally {
    destination.discard();
  }
}

/** Writes the changed records of files to a destination, which the caller commits. */
export async function writeChanged<T extends Task>(
  inputs: readonly InputFile[],
  destination: Destination,
  reader: SetReader,
  changeFor: ChangeFor<T>,
): Promise<void> {
  const { isDirectory } = destination;
  let isFirst = true;
  await reader.eachFile(
    inputs,
    async (read, input, index) => {
      const file = await destination.named(read, input);
      const change = await changeFor(file, input);
      const output = await destination.openLike(input, file);
      try {
        const joint = {
          goesOn: !isDirectory && !isFirst,
          isFollowed: !isDirectory && (input.isWithin || index < inputs.length - 1),
        };
        const writer = new RecordRouter(file.plan, [output], joint);
        isFirst = false;
        for await (const [batch, result] of reader.batches<T>(file, (one) => change.task(one), change.most)) {
          const { routes, textOf } = await change.change(batch, result);
          await writer.write(batch, routes, textOf);
        }
        await writer.end();
        await output.commit();
      } catch (error) {
        output.discard();
        throw error;
      }
    },
    (error) => destination.toRejection(error),
  );
}
