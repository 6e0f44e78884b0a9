// The interface of engines: a batch of puzzles of one geometry in, one status, solution and count for each out.

import type { SolutionsWanted } from '../../options/options.ts';
import type { Geometry } from '../model/geometry.ts';
import { Status } from '../model/status.ts';
import type { Facts } from './facts.ts';

/** The task of a batch. `all` is not one of them: it is {@link Engine.list}. */
export type BatchMode = Exclude<SolutionsWanted, 'all'>;

/** Progress of a batch, or of several. */
export interface Reached {
  /** Puzzles that are done. */
  readonly puzzles: number;
  /** Solutions found, including those of puzzles that are not done. */
  readonly solutions: number;
}

export interface SearchLimits {
  /** Guesses (for the engine of large grids: conflicts) that one puzzle may cost. At least 0. */
  readonly budget: number;
  /** `performance.now()` in milliseconds at which the engine stops; Infinity for never. Checked every few milliseconds of work. */
  readonly deadline: number;
  /** Called at each check of the clock, to report the progress of a batch that may take minutes. */
  readonly onClock?: ((reached: () => Reached) => void) | undefined;
}

export interface BatchOptions extends SearchLimits {
  readonly mode: BatchMode;
  /** mode `count` only: number of solutions at which a puzzle stops, 1 to 2^32 - 1 */
  readonly limit: number;
}

/** `count` puzzles of one geometry: cells row by row, 0 for empty, 1 to size for a given. */
export interface Batch {
  readonly geometry: Geometry;
  readonly count: number;
  /** at least count * geometry.cells long */
  readonly cells: Uint8Array;
  /**
   * The digits that each cell may have beside its given, as in allowed.ts: at least 2 * count * geometry.cells words. Undefined
   * if cells are restricted by their givens only.
   */
  readonly allowed?: Uint32Array | undefined;
  /**
   * The geometry of each puzzle, of the same size as that of the batch, which has other rules; at least `count` of them.
   * Undefined if all puzzles have that of the batch.
   */
  readonly own?: readonly Geometry[] | undefined;
}

/** The geometry of a puzzle of a batch. */
export function geometryAt(
  { geometry, own }: Pick<Batch, 'own'> & { geometry: Geometry },
  puzzle: number,
): Geometry {
  return own ? own[puzzle]! : geometry;
}

/** Results of a batch, one entry for each puzzle, in the order of the batch. */
export interface BatchResult {
  /** {@link Status} codes */
  readonly statuses: Uint8Array;
  /** count * geometry.cells: the solution (for `count`, the first one found) if the status is `solved`, else zeros */
  readonly solutions: Uint8Array;
  /** Solutions found: at most 1 for `first`, 2 for `unique`, the limit for `count`. For `unsolved`, those found before the budget was spent. */
  readonly counts: Uint32Array;
  readonly guesses: Uint32Array;
  /** Set if the first puzzle is `unsolved` because its time ran out, not its budget. */
  isFirstOutOfTime?: boolean;
  /** Why puzzles have no result that a defect of this package has cost them, or that has no place for them. */
  faults?: ReadonlyMap<number, string> | undefined;
  /** Set if an unexpected error in an earlier attempt has cost no puzzle. */
  isSecondAttempt?: boolean;
  /** What is known about the puzzles beside their solutions; undefined if nothing was requested. */
  facts?: Facts | undefined;
}

/** Makes a puzzle invalid that has lost its result. */
export function losePuzzle(
  { statuses, solutions, counts, guesses }: BatchResult,
  { cells }: Geometry,
  p: number,
): void {
  statuses[p] = Status.invalid;
  solutions.fill(0, p * cells, (p + 1) * cells);
  counts[p] = guesses[p] = 0;
}

export interface ListOptions extends SearchLimits {
  /** Number of solutions at which the listing stops. */
  readonly limit: number;
}

/** How a listing ended. `solved` means: at least one solution, and complete or cut at the limit. */
export interface ListEnd {
  readonly status: Status;
  readonly count: number;
  readonly guesses: number;
}

/**
 * A solver. Engines are interchangeable: they give the same statuses and counts, whatever the size and the order of the batch.
 * Each call has memory of its own. A list keeps it from its first block on, so run it to its end or call its `return()`.
 */
export interface Engine {
  /**
   * Fills entries 0 to batch.count - 1 of `result`. If the deadline passes first, each puzzle that is not done has the status
   * `interrupted` and a solution of zeros, and its count and guesses are meaningless. Puzzles before and after it may be done
   * and have their results.
   */
  solveBatch(batch: Batch, options: BatchOptions, result: BatchResult): void;
  /**
   * Lists all solutions of one puzzle, in ascending order as strings of digits, in blocks of one or more whole grids.
   * A block is valid until the next one is requested.
   * @param allowed the digits that each cell may have, as in a batch
   */
  list(
    geometry: Geometry,
    cells: Uint8Array,
    options: ListOptions,
    allowed?: Uint32Array,
  ): Generator<Uint8Array, ListEnd>;
}

/** Room for the results of `count` puzzles. */
export function batchResult(geometry: Geometry, count: number): BatchResult {
  return {
    statuses: new Uint8Array(count),
    solutions: new Uint8Array(count * geometry.cells),
    counts: new Uint32Array(count),
    guesses: new Uint32Array(count),
  };
}
