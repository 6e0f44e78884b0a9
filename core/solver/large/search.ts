import type { SearchLimits } from '../engine.ts';
import type { Geometry } from '../geometry.ts';
import { givensAreConsistent } from '../givens.ts';
import { Status } from '../status.ts';
import { type Kernel, Pause, Root } from './kernel.ts';

/** Between two looks at the clock: 10 to 30 ms of propagation. */
const TICKS = 200_000;

/**
 * So many solutions are excluded by a clause each, after which the search is free to restart. Later ones are left by
 * walking through the tree, which takes no memory.
 */
const EXCLUDED_BY_CLAUSES = 32;

/** The solutions of one puzzle, one after another. There is one search at a time in a kernel: the last one made. */
export class Search {
  readonly #kernel: Kernel;
  readonly #limits: SearchLimits;
  readonly #ascending: boolean;
  readonly #cells: number;
  /** of the root: nothing is left to search for */
  #ended: Status | undefined;
  #searched = false;
  /** solutions found so far */
  count = 0;

  /** @param ascending smallest solutions first, as read as strings of digits; otherwise in the order that is fastest */
  constructor(
    kernel: Kernel,
    geometry: Geometry,
    cells: Uint8Array,
    limits: SearchLimits,
    ascending: boolean,
  ) {
    this.#kernel = kernel;
    this.#limits = limits;
    this.#ascending = ascending;
    this.#cells = geometry.cells;
    if (!givensAreConsistent(geometry, cells)) {
      this.#ended = Status.invalid;
    } else if (performance.now() >= limits.deadline) {
      this.#ended = Status.interrupted;
    } else {
      kernel.setShape(geometry);
      kernel.givens.set(cells.subarray(0, geometry.cells));
      const root = kernel.begin(ascending);
      // a guess may lead to a solution without a conflict: as in other engines, a budget of 0 is to mean no guess
      this.#searched = root === Root.open && limits.budget > 0;
      if (root === Root.noSolution) this.#ended = Status.noSolution;
      else if (root === Root.open && !this.#searched) this.#ended = Status.unsolved;
    }
  }

  /** `solved` with the next solution in {@link solution}; `noSolution` if there are no more; or what ended the search. */
  next(): Status {
    if (this.#ended !== undefined) return this.#ended;
    if (!this.#searched) {
      this.#ended = Status.noSolution;
      this.count = 1;
      return Status.solved;
    }
    if (this.count > 0) this.#kernel.excludeSolution(this.#ascending || this.count >= EXCLUDED_BY_CLAUSES);
    const status = this.#run();
    if (status === Status.solved) this.count++;
    else this.#ended = status;
    return status;
  }

  /** The solution found last. Valid until the next one is asked for. */
  get solution(): Uint8Array {
    return this.#kernel.solution.subarray(0, this.#cells);
  }

  /** Conflicts so far, but 0 only for what needed no guess. */
  get guesses(): number {
    return this.#searched ? Math.max(1, this.#kernel.conflicts()) : 0;
  }

  #run(): Status {
    const budget = Math.min(this.#limits.budget, 0xffffffff);
    while (performance.now() < this.#limits.deadline) {
      this.#limits.onClock?.(() => ({ puzzles: 0, solutions: this.count }));
      switch (this.#kernel.search(budget, TICKS)) {
        case Pause.found:
          return Status.solved;
        case Pause.exhausted:
          return Status.noSolution;
        case Pause.budgetSpent:
          return Status.unsolved;
      }
    }
    return Status.interrupted;
  }
}
