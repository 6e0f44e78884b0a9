import type {
  Batch,
  BatchOptions,
  BatchResult,
  Engine,
  ListEnd,
  ListOptions,
} from '../../../../core/solver/engine/engine.ts';
import { type Geometry, givensAreConsistent } from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { tablesOf } from './propagate.ts';
import { fewestCandidates, firstOpen, Search } from './search.ts';

/** Candidates as bit sets, naked and hidden singles, then search. Any size up to 32, one puzzle after another. */
export const plainEngine: Engine = { solveBatch, list };

function solveBatch(batch: Batch, options: BatchOptions, result: BatchResult): void {
  const { geometry, count } = batch;
  const n = geometry.cells;
  for (let i = 0; i < count; i++) {
    const solution = result.solutions.subarray(i * n, (i + 1) * n).fill(0);
    solveOne(geometry, batch.cells.subarray(i * n, (i + 1) * n), options, solution, result, i);
    if (result.statuses[i] !== Status.solved) solution.fill(0);
  }
}

function solveOne(
  geometry: Geometry,
  cells: Uint8Array,
  options: BatchOptions,
  solution: Uint8Array,
  result: BatchResult,
  i: number,
): void {
  result.counts[i] = 0;
  result.guesses[i] = 0;
  if (!givensAreConsistent(geometry, cells)) {
    result.statuses[i] = Status.invalid;
    return;
  }
  const limit = options.mode === 'first' ? 1 : options.mode === 'unique' ? 2 : options.limit;
  const search = new Search(tablesOf(geometry), cells, fewestCandidates, options);
  const other = new Uint8Array(geometry.cells);
  let found = 0;
  let status: Status = Status.solved;
  while (found < limit && status === Status.solved) {
    status = search.next(found === 0 ? solution : other);
    if (status === Status.solved) found++;
  }
  result.counts[i] = found;
  result.guesses[i] = search.guesses;
  if (status === Status.noSolution && found > 0) status = Status.solved;
  if (options.mode === 'unique' && found === 2) status = Status.notUnique;
  result.statuses[i] = status;
}

function* list(geometry: Geometry, cells: Uint8Array, options: ListOptions): Generator<Uint8Array, ListEnd> {
  if (!givensAreConsistent(geometry, cells)) return { status: Status.invalid, count: 0, guesses: 0 };
  const search = new Search(tablesOf(geometry), cells, firstOpen, options);
  const solution = new Uint8Array(geometry.cells);
  let count = 0;
  while (count < options.limit) {
    const status = search.next(solution);
    if (status !== Status.solved) {
      const complete = status === Status.noSolution && count > 0;
      return { status: complete ? Status.solved : status, count, guesses: search.guesses };
    }
    count++;
    yield solution;
  }
  return { status: Status.solved, count, guesses: search.guesses };
}
