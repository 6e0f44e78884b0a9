import type { Block } from '../formats/block.ts';
import { type BatchOptions, type BatchResult, batchResult, Status } from '../solver/engine.ts';
import { defaultBudget, engineFor } from '../solver/engines.ts';
import type { Geometry } from '../solver/geometry.ts';
import type { Options } from './options.ts';

const NO_RESULT: BatchResult = {
  statuses: new Uint8Array(0),
  solutions: new Uint8Array(0),
  counts: new Uint32Array(0),
  guesses: new Uint32Array(0),
};

/** Solves blocks under a file's options, in room that is used again for every block. */
export class BlockSolver {
  readonly #options: Options;
  readonly #deadline: number;
  #room: { geometry: Geometry; count: number; result: BatchResult } | undefined;

  constructor(options: Options, deadline: number) {
    this.#options = options;
    this.#deadline = deadline;
  }

  /** Results of the block's puzzles, valid until the next call; `done` of them come before the first one interrupted. */
  solve(block: Block): { result: BatchResult; done: number } {
    const { geometry, count, cells } = block;
    if (!geometry || count === 0) return { result: NO_RESULT, done: 0 };
    const result = this.#roomFor(geometry, count);
    const { solutions, limit } = this.#options;
    const options: BatchOptions = {
      mode: solutions === 'all' ? 'first' : solutions,
      limit,
      budget: this.#options.budget ?? defaultBudget(geometry),
      deadline: this.#deadline,
    };
    engineFor(geometry).solveBatch({ geometry, count, cells }, options, result);
    if (this.#deadline === Infinity) return { result, done: count };
    const first = result.statuses.subarray(0, count).indexOf(Status.interrupted);
    return { result, done: first < 0 ? count : first };
  }

  #roomFor(geometry: Geometry, count: number): BatchResult {
    if (this.#room?.geometry !== geometry || this.#room.count < count) {
      this.#room = { geometry, count, result: batchResult(geometry, count) };
    }
    return this.#room.result;
  }
}
