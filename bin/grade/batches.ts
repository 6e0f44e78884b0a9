import { type PartialOptions, RejectedFile } from '../../core/files/index.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { canGrade } from '../../core/solver/grade/rating.ts';
import { Records } from '../check/records.ts';
import { planInput, type SolveInput } from '../solve/inputs.ts';
import { type GradeTask, shapeOf } from '../threads/tasks.ts';
import type { Row } from './rows.ts';

/** Records that are graded by one thread at a time: easy ones take well under a millisecond each, hard ones a hundred. */
const MOST = 64;

/** Records of a file in order, and the puzzles among them as a task. */
export interface Batch {
  readonly input: SolveInput;
  readonly rows: readonly {
    readonly puzzle: string;
    readonly task: number | undefined;
    readonly status: Row['status'];
  }[];
  readonly task: GradeTask | undefined;
  /** Set on the last one of each file: whether it was read to its end. */
  readonly end?: 'read' | RejectedFile;
}

/** All of a file. @param steps whether the path to each solution is wanted */
export async function* batchesOf(
  input: SolveInput,
  given: PartialOptions,
  steps: boolean,
): AsyncGenerator<Batch> {
  try {
    yield* readBatches(input, given, steps);
    yield { input, rows: [], task: undefined, end: 'read' };
  } catch (error) {
    if (!(error instanceof RejectedFile)) throw error;
    yield { input, rows: [], task: undefined, end: error };
  }
}

async function* readBatches(input: SolveInput, given: PartialOptions, steps: boolean): AsyncGenerator<Batch> {
  const file = await planInput(input, [given]);
  try {
    const records = new Records(file, false);
    let rows: Batch['rows'][number][] = [];
    let cells: Uint8Array[] = [];
    let shape: Geometry | undefined;
    const batch = () => ({
      input,
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
      if (rows.length === MOST || (isGraded && shape && grid.geometry !== shape)) {
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
}

function textOf(cells: Uint8Array): string {
  return Array.from(cells, (digit) => (digit === 0 ? '.' : digit.toString(36))).join('');
}
