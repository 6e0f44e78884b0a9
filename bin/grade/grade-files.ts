import { type PartialOptions, RejectedFile, rejection } from '../../core/files/index.ts';
import type { Table } from '../../core/options/options.ts';
import { Exit, FailureError, UsageError } from '../cli/exit.ts';
import { counted } from '../cli/terminal.ts';
import { Destination } from '../solve/destination.ts';
import { inputsOf, type SolveInput } from '../solve/inputs.ts';
import { type Output, ReaderGone } from '../solve/output.ts';
import { reporterFor } from '../solve/reporters.ts';
import type { GradeTask } from '../threads/tasks.ts';
import { Threads } from '../threads/threads.ts';
import { type Batch, batchesOf } from './batches.ts';
import { rowFormat } from './rows.ts';

export interface GradeFiles {
  readonly format: Table;
  readonly path: boolean;
  readonly out: string;
  readonly concurrency: number;
  readonly quiet: boolean;
}

const EMPTY: GradeTask = {
  kind: 'grade',
  shape: { size: 9, variant: 'classic', boxes: { rows: 3, columns: 3 } },
  cells: new Uint8Array(0),
  path: false,
};

/** Grades all files, and those in directories: one row for each record, in order. */
export async function gradeFiles(
  paths: readonly string[],
  given: PartialOptions,
  { format, path, out, concurrency, quiet }: GradeFiles,
): Promise<Exit> {
  // a table of ratings is of another kind than its file
  const inputs = inputsOf(paths, out).map((input) => ({ ...input, name: `${input.name}.${format}` }));
  const areMany = inputs.some((input) => !paths.includes(input.path));
  const destination = new Destination(out, inputs, areMany, undefined, 'ratings');
  const { head, line } = rowFormat(format, path);
  const reporter = reporterFor({ quiet });
  const batches: Batch[] = [];
  const threads = new Threads(concurrency);
  const tally = new Map<string, number>();
  const opened = new Map<SolveInput, Output | undefined>();
  let isHeadDue = true;
  /** what the exit code is of, if files fail */
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
  const others = [...tally.keys()].some((status) => status !== 'graded' && status !== 'filled');
  return worst || (others ? Exit.someUnsolved : Exit.allSolved);

  async function* tasks(): AsyncGenerator<GradeTask> {
    for (const input of inputs) {
      for await (const batch of batchesOf(input, given, path)) {
        batches.push(batch);
        yield batch.task ?? EMPTY;
      }
    }
  }

  async function write({ input, rows, end }: Batch, grades: Parameters<typeof line>[0]['grade'][]) {
    const lines = rows.map(({ puzzle, task, status }) => {
      const grade = task === undefined ? undefined : grades[task];
      const key = grade?.status ?? status;
      tally.set(key, (tally.get(key) ?? 0) + 1);
      return line({ puzzle, grade, status });
    });
    try {
      if (end instanceof RejectedFile) throw end;
      const output = opened.has(input) ? opened.get(input) : await open(input);
      await output?.write(Buffer.from(lines.join('')));
      if (end) await output?.commit();
    } catch (error) {
      refuse(input, error);
    }
  }

  async function open(input: SolveInput): Promise<Output> {
    const output = await destination.open(input, 'ratings');
    opened.set(input, output);
    if (isHeadDue) await output.write(Buffer.from(head));
    isHeadDue = destination.isDirectory;
    return output;
  }

  /** A file that is none, or has no room for its result, is told of: the others are still graded. */
  function refuse(input: SolveInput, error: unknown): void {
    const isOwn = destination.isDirectory && (error instanceof FailureError || error instanceof UsageError);
    if (!(error instanceof RejectedFile) && !isOwn) throw error;
    opened.get(input)?.discard();
    opened.set(input, undefined);
    worst = isOwn ? Exit.failure : worst || Exit.usage;
    const reason = error instanceof RejectedFile ? error : new RejectedFile(error.message);
    reporter.file(rejection({ key: input.path }, reason));
  }
}

function summary(tally: ReadonlyMap<string, number>): string {
  const total = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const parts = Array.from(tally, ([status, count]) => `${count.toLocaleString('en')} ${status}`);
  const note = tally.has('not-graded') ? ' (only 9x9 puzzles with 3x3 boxes are graded)' : '';
  return `${counted(total, 'puzzle')}: ${parts.join(', ')}${note}`;
}
