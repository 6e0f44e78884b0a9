import type { Batch, BatchResult, Reached } from '../engine.ts';
import { Status } from '../status.ts';
import type { Kernel } from './kernel.ts';

const CELLS = 81;

/**
 * Carries a batch through the kernel, page by page: puzzles go in by the batch's order, and a page comes back when the
 * last of its puzzles is done. The kernel always has a page to read: a page that is not done has a puzzle in one of the
 * eight lanes, and there are more pages than lanes.
 */
export class Pages {
  readonly #kernel: Kernel;
  readonly #batch: Batch;
  readonly #result: BatchResult;
  /** of each page: number of its first puzzle in the batch, -1 if it is free */
  readonly #first: Int32Array;
  #fed = 0;

  constructor(kernel: Kernel, batch: Batch, result: BatchResult) {
    this.#kernel = kernel;
    this.#batch = batch;
    this.#result = result;
    this.#first = new Int32Array(kernel.pages).fill(-1);
  }

  /** Whether puzzles are left to feed. */
  get more(): boolean {
    return this.#fed < this.#batch.count;
  }

  /** Gives the kernel the next page of puzzles. */
  feed(): void {
    const { cells, statuses, pagePuzzles } = this.#kernel;
    const page = this.#freePage();
    const first = this.#fed;
    const n = Math.min(pagePuzzles, this.#batch.count - first);
    const slot = page * pagePuzzles;
    cells.set(this.#batch.cells.subarray(first * CELLS, (first + n) * CELLS), slot * CELLS);
    // what the kernel does not come to, stays so
    statuses.fill(Status.interrupted, slot, slot + n);
    this.#first[page] = first;
    this.#fed += n;
    this.#kernel.feed(page, n);
  }

  /** Takes back all pages, done or not; puzzles that were not done or not fed are `interrupted`. */
  end(): void {
    for (let page = 0; page < this.#first.length; page++) if (this.#first[page]! >= 0) this.#takeBack(page);
    const { statuses, solutions, counts, guesses } = this.#result;
    const { count } = this.#batch;
    statuses.fill(Status.interrupted, this.#fed, count);
    solutions.fill(0, this.#fed * CELLS, count * CELLS);
    counts.fill(0, this.#fed, count);
    guesses.fill(0, this.#fed, count);
  }

  /** How far the batch is. */
  get reached(): Reached {
    const kernel = this.#kernel;
    let puzzles = 0;
    let solutions = kernel.foundSoFar();
    const add = (
      { statuses, counts }: Pick<BatchResult, 'statuses' | 'counts'>,
      from: number,
      to: number,
    ) => {
      for (let i = from; i < to; i++) {
        if (statuses[i] === Status.interrupted) continue;
        puzzles++;
        solutions += counts[i]!;
      }
    };
    let at = 0;
    const open = Array.from(this.#first, (first, page) => ({ first, page }))
      .filter(({ first }) => first >= 0)
      .sort((a, b) => a.first - b.first);
    for (const { first, page } of open) {
      add(this.#result, at, first);
      at = Math.min(first + kernel.pagePuzzles, this.#batch.count);
      add(kernel, page * kernel.pagePuzzles, page * kernel.pagePuzzles + at - first);
    }
    add(this.#result, at, this.#fed);
    return { puzzles, solutions };
  }

  #freePage(): number {
    let free = this.#first.indexOf(-1);
    if (free >= 0) return free;
    for (let page = 0; page < this.#first.length; page++) {
      if (this.#kernel.pending[page] === 0) {
        this.#takeBack(page);
        free = page;
      }
    }
    return free;
  }

  #takeBack(page: number): void {
    const kernel = this.#kernel;
    const result = this.#result;
    const first = this.#first[page]!;
    const n = Math.min(kernel.pagePuzzles, this.#batch.count - first);
    const slot = page * kernel.pagePuzzles;
    result.statuses.set(kernel.statuses.subarray(slot, slot + n), first);
    result.counts.set(kernel.counts.subarray(slot, slot + n), first);
    result.guesses.set(kernel.guesses.subarray(slot, slot + n), first);
    result.solutions.set(kernel.cells.subarray(slot * CELLS, (slot + n) * CELLS), first * CELLS);
    for (let i = first; i < first + n; i++) {
      const status = result.statuses[i];
      // the slots of other puzzles hold their givens, or a solution that does not stand alone
      if (status !== Status.solved) result.solutions.fill(0, i * CELLS, (i + 1) * CELLS);
      if (status === Status.interrupted) result.counts[i] = result.guesses[i] = 0;
    }
    this.#first[page] = -1;
  }
}
