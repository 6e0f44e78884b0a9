import { type PartialOptions, RejectedFile, rejection } from '../../core/files/index.ts';
import type { Table } from '../../core/options/options.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { canGrade } from '../../core/solver/grade/rating.ts';
import { Records } from '../check/records.ts';
import { Exit } from '../cli/exit.ts';
import { counted, number } from '../cli/terminal.ts';
import { type InputFile, inputsOf, planInput } from '../solve/inputs.ts';
import { Destination, type Output, ReaderGone } from '../solve/output.ts';
import { reporterFor } from '../solve/reporter.ts';
import { TaskThreads } from '../threads/task-threads.ts';
import { type Graded, type GradeTask, shapeOf } from '../threads/tasks.ts';
import { type RatingRow, rowFormat } from './rating-rows.ts';

export interface GradeOptions {
  /** the format of the result */
  readonly output: Table;
  /** whether to list the steps of each solution */
  readonly path: boolean;
  readonly out: string;
  readonly concurrency: number;
  readonly quiet: boolean;
}

/** Maximum records per task: easy ones take well under a millisecond each, hard ones a hundred. */
const RECORDS_PER_TASK = 64;

/** A task without puzzles. */
const NO_PUZZLES: GradeTask = {
  kind: 'grade',
  shape: { size: 9, variant: 'classic', boxes: { rows: 3, columns: 3 } },
  cells: new Uint8Array(0),
  path: false,
};

/** Records of a file in order, and the puzzles among them as a task. */
interface Batch {
  readonly input: InputFile;
  readonly rows: readonly (Omit<RatingRow, 'grade'> & {
    /** index of the puzzle in the task; undefined if it is not graded */
    readonly puzzleIndex: number | undefined;
  })[];
  readonly task: GradeTask;
  /** Set on the last batch of each file: whether the file was read to its end. */
  readonly end?: 'read' | RejectedFile;
}

/** Grades files, and all files in directories: one row for each record, in order. */
export async function gradeFiles(
  paths: readonly string[],
  given: PartialOptions,
  { output: format, path, out, concurrency, quiet }: GradeOptions,
): Promise<Exit> {
  // the result is a table, whatever the format of the file
  const inputs = inputsOf(paths, out).map((input) => ({ ...input, name: `${input.name}.${format}` }));
  const destination = new Destination(out, inputs, 'ratings');
  const { header, toLine } = rowFormat(format, path);
  const reporter = reporterFor({ quiet });
  const batches: Batch[] = [];
  const threads = new TaskThreads(concurrency);
  const tally = new Map<string, number>();
  /** undefined for files that have failed */
  const opened = new Map<InputFile, Output | undefined>();
  let needsHeader = true;
  /** the worst exit code of files that failed */
  let worst: Exit = Exit.allSolved;
  try {
    for await (const grades of threads.inOrder(tasks())) await write(batches.shift()!, grades);
    await destination.commit();
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    return Exit.allSolved;
  } finally {
    destination.discard();
    await threads.close();
  }
  if (!quiet && tally.size > 0) process.stderr.write(`${summary(tally)}\n`);
  const hasOthers = [...tally.keys()].some((status) => status !== 'graded' && status !== 'filled');
  return worst || (hasOthers ? Exit.someUnsolved : Exit.allSolved);

  async function* tasks(): AsyncGenerator<GradeTask> {
    for (const input of inputs) {
      for await (const batch of batchesOf(input, given, path)) {
        batches.push(batch);
        yield batch.task;
      }
    }
  }

  async function write({ input, rows, end }: Batch, grades: readonly Graded[]): Promise<void> {
    const lines = rows.map(({ puzzleIndex, ...row }) => {
      const grade = puzzleIndex === undefined ? undefined : grades[puzzleIndex];
      const status = grade?.status ?? row.status;
      tally.set(status, (tally.get(status) ?? 0) + 1);
      return toLine({ ...row, grade });
    });
    try {
      if (end instanceof RejectedFile) throw end;
      const output = opened.has(input) ? opened.get(input) : await open(input);
      await output?.write(Buffer.from(lines.join('')));
      if (end) await output?.commit();
    } catch (error) {
      reject(input, error);
    }
  }

  async function open(input: InputFile): Promise<Output> {
    const output = await destination.open(input, 'ratings');
    opened.set(input, output);
    if (needsHeader) await output.write(Buffer.from(header));
    needsHeader = destination.isDirectory;
    return output;
  }

  /** Reports a file that cannot be graded, or whose own table cannot be written. The others are still graded. */
  function reject(input: InputFile, error: unknown): void {
    const rejected = destination.toRejection(error);
    opened.get(input)?.discard();
    opened.set(input, undefined);
    worst = rejected === error ? worst || Exit.usage : Exit.failure;
    reporter.file(rejection({ key: input.path }, rejected));
  }
}

/** All records of a file. @param path whether to list the steps of each solution */
async function* batchesOf(input: InputFile, given: PartialOptions, path: boolean): AsyncGenerator<Batch> {
  const last = { input, rows: [], task: NO_PUZZLES };
  try {
    yield* readBatches(input, given, path);
    yield { ...last, end: 'read' };
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    yield { ...last, end: error };
  }
}

async function* readBatches(input: InputFile, given: PartialOptions, path: boolean): AsyncGenerator<Batch> {
  const file = await planInput(input, given);
  try {
    const records = new Records(file, false);
    let rows: Batch['rows'][number][] = [];
    let cells: Uint8Array[] = [];
    let shape: Geometry | undefined;
    const batch = (): Batch => ({
      input,
      rows,
      task: shape
        ? { kind: 'grade', shape: shapeOf(shape), cells: Uint8Array.from(Buffer.concat(cells)), path }
        : NO_PUZZLES,
    });
    for (let record = await records.next(); record; record = await records.next()) {
      const grid = 'cells' in record ? record : undefined;
      const isGraded = grid !== undefined && canGrade(grid.geometry);
      if (rows.length === RECORDS_PER_TASK || (isGraded && shape && grid.geometry !== shape)) {
        yield batch();
        [rows, cells, shape] = [[], [], undefined];
      }
      rows.push({
        puzzle: 'cells' in record ? textOf(record.cells) : record.text,
        puzzleIndex: isGraded ? cells.length : undefined,
        status: grid ? 'not-graded' : 'invalid',
      });
      if (!isGraded) continue;
      cells.push(grid.cells.slice());
      shape = grid.geometry;
    }
    if (rows.length > 0) yield batch();
  } finally {
    await file.input.close();
  }
}

function textOf(cells: Uint8Array): string {
  return Array.from(cells, (digit) => (digit === 0 ? '.' : digit.toString(36))).join('');
}

function summary(tally: ReadonlyMap<string, number>): string {
  const total = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const parts = Array.from(tally, ([status, count]) => `${number(count)} ${status}`);
  const note = tally.has('not-graded') ? ' (only 9x9 puzzles with 3x3 boxes are graded)' : '';
  return `${counted(total, 'puzzle')}: ${parts.join(', ')}${note}`;
}
