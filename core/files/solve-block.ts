import type { Block } from '../formats/shared/block.ts';
import type { Listing } from '../formats/shared/format.ts';
import { MAX_COUNT, type Options } from '../options/options.ts';
import {
  type Batch,
  type BatchResult,
  batchResult,
  type ListEnd,
  type SearchLimits,
} from '../solver/engine.ts';
import { engineFor } from '../solver/engines.ts';
import type { Geometry } from '../solver/geometry.ts';
import { canGrade, isRated, type Rating } from '../solver/grade/rating.ts';
import { Status } from '../solver/status.ts';
import { budgetFor } from './budget.ts';
import { explain, gradedExplanation, rate } from './description.ts';

const NO_RESULT: BatchResult = {
  statuses: new Uint8Array(0),
  solutions: new Uint8Array(0),
  counts: new Uint32Array(0),
  guesses: new Uint32Array(0),
};

/** How a list that nobody wants to its end is said to have ended. */
const ABANDONED: ListEnd = { status: Status.interrupted, count: 0, guesses: 0 };

export interface BlockListing {
  readonly listing: Listing;
  readonly result: BatchResult;
  /** Gives back what a list holds that was left in the middle. */
  readonly close: () => void;
}

interface Room {
  readonly geometry: Geometry;
  readonly count: number;
  readonly result: BatchResult;
}

/** Rooms that no solver has: for a piece of a file, making one costs as much as reading. */
const idle: Room[] = [];
const MAX_IDLE = 4;

/** Solves blocks under a file's options, in room that is used again for every block. */
export class BlockSolver {
  readonly #options: Options;
  readonly #deadline: number;
  readonly #giveUpAfter: number;
  /** Whether no puzzle has been begun with. */
  #isFirst = true;
  readonly #maxBudget: number;
  readonly #onClock: SearchLimits['onClock'];
  #room: Room | undefined;

  /**
   * @param deadline `performance.now()` from which on puzzles are `interrupted`
   * @param maxBudget what the budget is at most where the options have none
   * @param onClock told how far the block is
   * @param giveUpAfter milliseconds after which the first puzzle of all is `unsolved`, not `interrupted`
   */
  constructor(
    options: Options,
    deadline: number,
    maxBudget = Infinity,
    onClock?: SearchLimits['onClock'],
    giveUpAfter = Infinity,
  ) {
    this.#options = options;
    this.#deadline = deadline;
    this.#giveUpAfter = giveUpAfter;
    this.#maxBudget = maxBudget;
    this.#onClock = onClock;
  }

  /** Results of the block's puzzles, valid until the next call. */
  solve(block: Block): BatchResult {
    const { geometry, count, cells } = block;
    if (!geometry) return NO_RESULT;
    const begun = performance.now();
    const room = this.#roomFor(geometry, count);
    const result: BatchResult = block.results ? { ...room, ...block.results } : room;
    const { solutions, limit } = this.#options;
    const mode = solutions === 'all' ? 'first' : solutions;
    const isGraded = this.#isGraded(geometry);
    // what is yet to be described is not done
    const onClock = isGraded || this.#isExplained ? undefined : this.#onClock;
    const limits = { ...this.#limits(geometry), mode, onClock };
    engineFor(geometry).solveBatch({ geometry, count, cells }, { ...limits, limit: beyond(limit) }, result);
    if (mode === 'count') this.#countToLimit({ geometry, count, cells }, result);
    result.ratings = isGraded ? [] : undefined;
    result.explanations = this.#isExplained ? [] : undefined;
    this.#describe(block, result);
    if (this.#givesUp(result.statuses[0]!, begun)) {
      result.isFirstOutOfTime = true;
      result.statuses[0] = Status.unsolved;
      result.solutions.fill(0, 0, geometry.cells);
      result.counts[0] = 0;
      result.guesses[0] = 0;
    }
    this.#isFirst = false;
    return result;
  }

  /** Whether the deadline cut the first puzzle of all although it had its time, so that no other try would have more. */
  #givesUp(status: number, begun: number): boolean {
    return this.#isFirst && status === Status.interrupted && performance.now() - begun >= this.#giveUpAfter;
  }

  /**
   * Solves puzzles again, up to the limit and no further, whose budget was spent in the search for a solution beyond it:
   * whether there is one stays unknown.
   */
  #countToLimit(
    { geometry, count, cells }: Batch,
    { statuses, solutions, counts, guesses }: BatchResult,
  ): void {
    const { limit } = this.#options;
    for (let p = statuses.indexOf(Status.unsolved); p >= 0 && p < count; ) {
      if (counts[p]! >= limit) {
        const [from, to] = [p * geometry.cells, (p + 1) * geometry.cells];
        const one = batchResult(geometry, 1);
        const options = { ...this.#limits(geometry), mode: 'count', limit } as const;
        engineFor(geometry).solveBatch({ geometry, count: 1, cells: cells.subarray(from, to) }, options, one);
        statuses[p] = one.statuses[0]!;
        solutions.set(one.solutions, from);
        counts[p] = statuses[p] === Status.solved ? beyond(limit) : one.counts[0]!;
        guesses[p] = one.guesses[0]!;
      }
      p = statuses.indexOf(Status.unsolved, p + 1);
    }
  }

  #isGraded(geometry: Geometry): boolean {
    // the tables of a geometry's grading are made when they are first asked about
    return (this.#options.grade || this.#isExplained) && canGrade(geometry);
  }

  get #isExplained(): boolean {
    return this.#options.explain && this.#options.output === 'jsonl';
  }

  /**
   * Grades and explains puzzles, by the techniques of grading where there is a rating, else by the few that hold for all grids.
   * Cut by the deadline as solving is: what is not described by then is as good as not begun. What the budget
   * is too small for to prove that it has one solution stays without a rating.
   */
  #describe({ geometry, count, cells }: Block, { statuses, solutions, ratings, explanations }: BatchResult) {
    if (!ratings && !explanations) return;
    for (let p = 0; p < count; p++) {
      this.#onClock?.(() => ({ puzzles: p, solutions: p }));
      if (statuses[p] !== Status.solved) continue;
      const [from, to] = [p * geometry!.cells, (p + 1) * geometry!.cells];
      const givens = cells.subarray(from, to);
      const rating = ratings && this.#rate(geometry!, givens);
      if (rating?.status === 'interrupted' || performance.now() >= this.#deadline) {
        statuses.fill(Status.interrupted, p, count);
        return;
      }
      if (ratings) ratings[p] = rating;
      if (!explanations) continue;
      explanations[p] =
        rating && isRated(rating)
          ? gradedExplanation(rating)
          : explain(geometry!, givens, solutions.subarray(from, to));
    }
  }

  #rate(geometry: Geometry, givens: Uint8Array): Rating {
    return rate(geometry, givens, { ...this.#limits(geometry), path: this.#options.explain });
  }

  /** Lists of the block's puzzles, one after another; `result` gets how each one ended, without solutions. */
  list(block: Block): BlockListing {
    const { geometry, count, cells } = block;
    if (!geometry) return { listing: neverCalled, result: NO_RESULT, close: () => {} };
    const result = this.#roomFor(geometry, count);
    result.statuses.fill(Status.interrupted);
    const { limit } = this.#options;
    const limits = { ...this.#limits(geometry), limit: beyond(limit) };
    const engine = engineFor(geometry);
    let current: ReturnType<typeof engine.list> | undefined;
    const onClock = this.#onClock;
    let found = 0;
    const begun = performance.now();
    const endOf = (end: ListEnd): ListEnd => {
      const isGivenUp = this.#givesUp(end.status, begun);
      this.#isFirst = false;
      if (!isGivenUp) return end;
      result.isFirstOutOfTime = true;
      return { ...end, status: Status.unsolved };
    };
    const listing: Listing = function* (p) {
      current = engine.list(geometry, cells.subarray(p * geometry.cells, (p + 1) * geometry.cells), limits);
      let step = current.next();
      let left = limit;
      for (; !step.done; step = current.next()) {
        // of the solution beyond the limit no more is wanted than that it is there
        const listed = step.value.subarray(0, left * geometry.cells);
        left -= listed.length / geometry.cells;
        found += listed.length / geometry.cells;
        onClock?.(() => ({ puzzles: p, solutions: found }));
        if (listed.length > 0) yield listed;
      }
      let end = endOf(step.value);
      // the budget was spent in the search for one
      if (end.status === Status.unsolved && left === 0)
        end = { ...end, status: Status.solved, count: beyond(limit) };
      result.statuses[p] = end.status;
      result.counts[p] = end.count;
      result.guesses[p] = end.guesses;
      return end;
    };
    return { listing, result, close: () => void current?.return(ABANDONED) };
  }

  #limits(geometry: Geometry): { budget: number; deadline: number } {
    const budget = budgetFor(this.#options, geometry.size, this.#maxBudget);
    return { budget, deadline: this.#deadline };
  }

  /** Gives up the room of results, when nobody looks at them any more. */
  release(): void {
    if (this.#room && idle.length < MAX_IDLE) idle.push(this.#room);
    this.#room = undefined;
  }

  #roomFor(geometry: Geometry, count: number): BatchResult {
    const isEnough = (room: Room) => room.geometry === geometry && room.count >= count;
    if (!this.#room || !isEnough(this.#room)) {
      const found = idle.findIndex(isEnough);
      [this.#room] =
        found < 0 ? [{ geometry, count, result: batchResult(geometry, count) }] : idle.splice(found, 1);
    }
    const { result } = this.#room!;
    // the file before may have been described, and this one may not
    result.ratings = undefined;
    result.explanations = undefined;
    result.isFirstOutOfTime = false;
    return result;
  }
}

/** Counts go so far: one solution more than the limit tells a count that stops there from one that is complete. */
function beyond(limit: number): number {
  return Math.min(limit + 1, MAX_COUNT);
}

const neverCalled: Listing = () => {
  throw new RangeError('expected a puzzle of the block, got one of a block without puzzles');
};
