import { type PartialOptions, RejectedFile } from '../../core/files/index.ts';
import type { Table } from '../../core/options/options.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { canGrade } from '../../core/solver/grade/grade.ts';
import { Records } from '../check/records.ts';
import { Exit, UsageError } from '../cli/exit.ts';
import { onInterrupt } from '../cli/interrupt.ts';
import { counted } from '../cli/units.ts';
import { openOutput, ReaderGone } from '../solve/output.ts';
import { planPath } from '../solve/plan.ts';
import { type GradeTask, shapeOf } from '../threads/tasks.ts';
import { Threads } from '../threads/threads.ts';
import { type Row, rowFormat } from './rows.ts';

export interface GradeFiles {
  readonly format: Table;
  readonly path: boolean;
  readonly out: string;
  readonly concurrency: number;
  readonly quiet: boolean;
}

/** Records that are graded by one thread at a time: easy ones take well under a millisecond each, hard ones a hundred. */
const BATCH = 64;

/** Records in order, and the puzzles among them as a task. */
interface Batch {
  readonly rows: {
    readonly puzzle: string;
    readonly task: number | undefined;
    readonly status: Row['status'];
  }[];
  readonly task: GradeTask | undefined;
}

/** Grades all files, one row for each record, in order. @throws UsageError if a file cannot be read */
export async function gradeFiles(
  paths: readonly string[],
  given: PartialOptions,
  { format, path, out, concurrency, quiet }: GradeFiles,
): Promise<Exit> {
  const output = await openOutput(out);
  const { head, line } = rowFormat(format, path);
  const batches: Batch[] = [];
  const threads = new Threads(concurrency);
  const tally = new Map<string, number>();
  onInterrupt(() => output.discard());
  try {
    await output.write(Buffer.from(head));
    for await (const grades of threads.inOrder(tasks())) {
      const { rows } = batches.shift()!;
      const lines = rows.map(({ puzzle, task, status }) => {
        const grade = task === undefined ? undefined : grades[task];
        const key = grade?.status ?? status;
        tally.set(key, (tally.get(key) ?? 0) + 1);
        return line({ puzzle, grade, status });
      });
      await output.write(Buffer.from(lines.join('')));
    }
    await output.commit();
  } catch (error) {
    output.discard();
    if (!(error instanceof ReaderGone)) throw error;
    return Exit.allSolved;
  } finally {
    await threads.close();
  }
  if (!quiet) process.stderr.write(`${summary(tally)}\n`);
  const others = [...tally.keys()].some((status) => status !== 'graded' && status !== 'filled');
  return others ? Exit.someUnsolved : Exit.allSolved;

  async function* tasks(): AsyncGenerator<GradeTask> {
    for (const file of paths) {
      for await (const batch of batchesOf(file, given, path)) {
        batches.push(batch);
        yield batch.task ?? EMPTY;
      }
    }
  }
}

const EMPTY: GradeTask = {
  kind: 'grade',
  shape: { size: 9, variant: 'classic', boxes: { rows: 3, columns: 3 } },
  cells: new Uint8Array(0),
  path: false,
};

async function* batchesOf(path: string, given: PartialOptions, steps: boolean): AsyncGenerator<Batch> {
  try {
    const file = await planPath(path, [given]);
    try {
      const records = new Records(file, false);
      let rows: Batch['rows'] = [];
      let cells: Uint8Array[] = [];
      let shape: Geometry | undefined;
      const batch = () => ({
        rows,
        task: shape && {
          kind: 'grade' as const,
          shape: shapeOf(shape),
          cells: Uint8Array.from(Buffer.concat(cells)),
          path: steps,
        },
      });
      for (let record = await records.next(); record; record = await records.next()) {
        const grid = 'cells' in record ? record : undefined;
        const isGraded = grid !== undefined && canGrade(grid.geometry);
        if (rows.length === BATCH || (isGraded && shape && grid.geometry !== shape)) {
          yield batch();
          [rows, cells, shape] = [[], [], undefined];
        }
        rows.push({
          puzzle: 'cells' in record ? textOf(record.cells) : record.text,
          task: isGraded ? cells.length : undefined,
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
  } catch (error) {
    if (error instanceof RejectedFile) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

function textOf(cells: Uint8Array): string {
  return Array.from(cells, (digit) => (digit === 0 ? '.' : digit.toString(36))).join('');
}

function summary(tally: ReadonlyMap<string, number>): string {
  const total = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const parts = Array.from(tally, ([status, count]) => `${count.toLocaleString('en')} ${status}`);
  const note = tally.has('not-graded') ? ' (only 9x9 puzzles with 3x3 boxes are graded)' : '';
  return `${counted(total, 'puzzle')}: ${parts.join(', ')}${note}`;
}
