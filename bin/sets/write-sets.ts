// Commands that write the records of each file, changed or left out, to one output or to a file in a directory.
import type { InputFile, PlannedFile } from '../files/inputs.ts';
import type { Destination } from '../files/output.ts';
import { RecordRouter } from '../records/record-router.ts';
import type { RecordBatch } from '../records/whole-records.ts';
import type { Result, Task } from '../threads/tasks.ts';
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
type ChangeFor<T extends Task> = (file: PlannedFile, input: InputFile) => RecordChange<T>;

/**
 * Writes the changed records of files.
 * @param destination is opened by the caller if it must refuse further files @param beforeCommit called when all have been read
 */
export async function changeFiles<T extends Task>(
  inputs: readonly InputFile[],
  destination: Destination,
  reader: SetReader,
  changeFor: ChangeFor<T>,
  beforeCommit?: () => void,
): Promise<void> {
  const { isDirectory } = destination;
  let isFirst = true;
  await reader.eachResult(
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
        for await (const [batch, result] of reader.batches<T>(file, (one) => change.task(one), change.most)) {
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
