// The kernel of CSV, and the columns that it is given.

import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import { RecordKernel } from '../records/kernel.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { CsvState } from './recognise.ts';

/** The status of a solved row: its bytes as a number, the first in the lowest, and how many. */
const [SOLVED, SOLVED_LENGTH] = [Buffer.from('solved\0\0').readBigUInt64LE(), 6];

const instantiate = kernelFactory<Exports>(code);

/** The columns of a table: numbers from 0, -1 for those that it does not have. */
type Columns = Pick<CsvState, 'delimiter' | 'columns' | 'puzzle' | 'solution' | 'status' | 'count' | 'rules'>;

/** Reads and writes plain rows. */
export class CsvKernel extends RecordKernel<Exports> {
  /** Reads rows while they are plain; see assembly/rows.ts. */
  readonly readRows = this.exports.readRows;
  override readonly writeRun: RecordKernel['writeRun'] = (...run) =>
    this.exports.writeRows(...run, SOLVED, SOLVED_LENGTH);

  constructor() {
    super(instantiate());
  }

  setColumns({ delimiter, columns, puzzle, solution, status, count, rules = [] }: Columns): void {
    this.exports.setColumns(delimiter, columns, puzzle, solution, status, count);
    for (const { column } of rules) this.exports.setRules(column);
  }
}

/** Keeps as many kernels as readers were busy at once. */
export const csvKernels = new KernelPool(() => new CsvKernel(), Infinity);
