// The kernel of CSV, and the columns that it is given.

import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import { RecordKernel } from '../records/kernel.ts';
import { code, type Exports } from './kernel.generated.ts';

/** The status of a solved row: its bytes as a number, the first in the lowest, and how many. */
const [SOLVED, SOLVED_LENGTH] = [Buffer.from('solved\0\0').readBigUInt64LE(), 6];

const instantiate = kernelFactory<Exports>(code);

/** The columns of a table: numbers from 0, -1 for those that it does not have. */
interface Columns {
  readonly delimiter: number;
  readonly columns: number;
  readonly puzzle: number;
  readonly solution: number;
  readonly status: number;
  readonly count: number;
  readonly rules?: readonly { readonly column: number }[] | undefined;
}

/** Reads and writes plain rows. */
export class CsvKernel extends RecordKernel<Exports> {
  /** Reads rows while they are plain; see assembly/rows.ts. */
  readonly readRows: Exports['readRows'];

  constructor() {
    super(instantiate());
    this.readRows = this.exports.readRows;
  }

  setColumns({ delimiter, columns, puzzle, solution, status, count, rules = [] }: Columns): void {
    this.exports.setColumns(delimiter, columns, puzzle, solution, status, count);
    for (const { column } of rules) this.exports.setRules(column);
  }

  override writeRun(
    origin: number,
    done: number,
    first: number,
    limit: number,
    record: number,
    cells: number,
  ): number {
    return this.exports.writeRows(origin, done, first, limit, record, cells, SOLVED, SOLVED_LENGTH);
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const csvKernels = new KernelPool(() => new CsvKernel(), Infinity);
