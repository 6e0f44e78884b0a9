// Solves blocks under the options of their file: picks the engine, the budget and the deadline, and adds the facts that
// options request.

import type { PlaceFault } from '../formats/formats.ts';
import type { Block } from '../formats/shared/block.ts';
import type { Listing } from '../formats/shared/format.ts';
import { faultHook, internalReason, type Stage } from '../kernel/internal-error.ts';
import { FACT_NAMES, type FactName } from '../options/facts.ts';
import { MAX_COUNT, type Options } from '../options/options.ts';
import { defaultBudget } from '../solver/engine/budget.ts';
import {
  type Batch,
  type BatchResult,
  batchResult,
  geometryAt,
  type ListEnd,
  losePuzzle,
  type SearchLimits,
} from '../solver/engine/engine.ts';
import { canHaveFact, type Facts } from '../solver/engine/facts.ts';
import { allowedAt } from '../solver/model/allowed.ts';
import type { Geometry } from '../solver/model/geometry.ts';
import { Status } from '../solver/model/status.ts';
import { engineFor } from '../solver/solve/engines.ts';
import { type FactBatch, fillFacts } from './find-facts.ts';
import { CallerError } from './progress.ts';

const NO_RESULT: BatchResult = {
  statuses: new Uint8Array(0),
  solutions: new Uint8Array(0),
  counts: new Uint32Array(0),
  guesses: new Uint32Array(0),
};

/** The end of a list whose consumer stopped early. */
const ABANDONED: ListEnd = { status: Status.interrupted, count: 0, guesses: 0 };

export interface BlockListing {
  readonly listing: Listing;
  readonly result: BatchResult;
  /** Frees the resources of a list that was not run to its end. */
  readonly close: () => void;
}

/** Memory for results that no solver uses: allocating some takes as long as reading a piece of a file. */
const idle: BatchResult[] = [];
const MAX_IDLE = 4;

/** Limits for the puzzles of a file. */
export interface BlockSolverLimits {
  /** `performance.now()` from which on puzzles are `interrupted`. */
  readonly deadline: number;
  /** The largest budget of a file whose options set none. @default Infinity */
  readonly maxBudget?: number;
  /** Milliseconds after which the first puzzle of all is `unsolved`, not `interrupted`. @default Infinity */
  readonly giveUpAfter?: number;
  /** Receives the progress within the block. */
  readonly onClock?: SearchLimits['onClock'];
  /** Says why a puzzle, which is then invalid, has no place in the result of the file. */
  readonly placeFault?: PlaceFault | undefined;
}

/** Solves blocks under a file's options. Reuses the memory of results for every block. */
export class BlockSolver {
  readonly #options: Options;
  readonly #deadline: number;
  readonly #maxBudget: number;
  readonly #giveUpAfter: number;
  readonly #onClock: SearchLimits['onClock'];
  readonly #placeFault: PlaceFault | undefined;
  /** Whether no puzzle has been started yet. */
  #isFirst = true;
  #room: BatchResult | undefined;

  constructor(
    options: Options,
    { deadline, maxBudget = Infinity, giveUpAfter = Infinity, onClock, placeFault }: BlockSolverLimits,
  ) {
    this.#placeFault = placeFault;
    this.#options = options;
    this.#deadline = deadline;
    this.#maxBudget = maxBudget;
    this.#giveUpAfter = giveUpAfter;
    this.#onClock = onClock;
  }

  /**
   * Solves the block's puzzles. The results are valid until the next call. A puzzle that an unexpected error costs is invalid.
   */
  solve(block: Block): BatchResult {
    const { geometry, count } = block;
    if (!geometry) return NO_RESULT;
    const begun = performance.now();
    const room = this.#resultRoom(geometry, count);
    let result: BatchResult = block.results ? { ...room, ...block.results } : room;
    try {
      this.#solvePart(block, 0, count, result);
    } catch (error) {
      if (error instanceof CallerError) throw error;
      result = this.#solveApart(block);
    }
    if (this.#givesUp(result.statuses[0]!, begun)) {
      result.isFirstOutOfTime = true;
      result.statuses[0] = Status.unsolved;
      result.solutions.fill(0, 0, geometry.cells);
      result.counts[0] = 0;
      result.guesses[0] = 0;
    }
    this.#isFirst = false;
    for (let p = 0; this.#placeFault && p < count; p++) {
      const fault = result.statuses[p] === Status.interrupted ? undefined : this.#placeFault(block, p);
      if (fault === undefined) continue;
      losePuzzle(result, geometry, p);
      result.faults = new Map(result.faults).set(p, fault);
    }
    return result;
  }

  /** Solves the puzzles from number `from` up to `to` into a result of as many, and finds what is requested about them. */
  #solvePart(block: Block, from: number, to: number, result: BatchResult): void {
    const { cells, allowed } = block;
    const geometry = block.geometry!;
    const isAll = from === 0 && to === block.count;
    const own = isAll ? block.own : block.own?.slice(from, to);
    const batch = {
      geometry,
      count: to - from,
      cells: isAll ? cells : cells.subarray(from * geometry.cells, to * geometry.cells),
      allowed: isAll ? allowed : allowedAt(allowed, geometry, from, to - from),
      own,
      alphabet: block.alphabet,
    };
    const { solutions, limit } = this.#options;
    const mode = solutions === 'all' ? 'first' : solutions;
    const facts = this.#requestedFacts(geometry, own !== undefined);
    // puzzles about which more is to be found do not count as done
    const onClock = facts ? undefined : this.#onClock;
    const limits = { ...this.#limits(batch), mode, onClock };
    failRecords('solve', block, from, to);
    engineFor(geometry, own).solveBatch(batch, { ...limits, limit: beyond(limit) }, result);
    if (mode === 'count') this.#countToLimit(batch, result);
    result.facts = facts;
    if (!facts) return;
    failRecords('facts', block, from, to);
    this.#findFacts(batch, result);
  }

  /** Solves a block again after an unexpected error, in halves down to the puzzles that cause one. These are invalid. */
  #solveApart(block: Block): BatchResult {
    const { count } = block;
    const geometry = block.geometry!;
    // what the error has left there must not reach another block
    this.#room = undefined;
    const facts = this.#requestedFacts(geometry, block.own !== undefined);
    const result: BatchResult = { ...batchResult(geometry, count), ...block.results, facts };
    const faults = new Map<number, string>();
    const solve = (from: number, to: number): void => {
      const part = partOf(result, geometry, from, to);
      try {
        this.#solvePart(block, from, to, part);
      } catch (error) {
        if (error instanceof CallerError) throw error;
        if (to - from > 1) solveHalves(from, to);
        else {
          losePuzzle(result, geometry, from);
          faults.set(from, internalReason(error));
        }
        return;
      }
      for (const name of FACT_NAMES) {
        part.facts?.[name]?.forEach((fact, i) => {
          facts![name]![from + i] = fact as never;
        });
      }
    };
    const solveHalves = (from: number, to: number): void => {
      const middle = Math.ceil((from + to) / 2);
      solve(from, middle);
      if (middle < to) solve(middle, to);
    };
    solveHalves(0, count);
    result.faults = faults;
    // a retry of what the deadline has cut may find the error again
    result.isSecondAttempt = faults.size === 0 && !result.statuses.includes(Status.interrupted);
    return result;
  }

  /** Whether the deadline cut the first puzzle of all although it had its time, so that no retry would give it more. */
  #givesUp(status: number, begun: number): boolean {
    return this.#isFirst && status === Status.interrupted && performance.now() - begun >= this.#giveUpAfter;
  }

  /**
   * Puzzles whose budget ran out in the search for the solution beyond the limit: solves them again, up to the limit only.
   * Whether there is another solution stays unknown.
   */
  #countToLimit(batch: Batch, { statuses, solutions, counts, guesses }: BatchResult): void {
    const { limit } = this.#options;
    const { geometry, count, cells, allowed, own } = batch;
    for (let p = statuses.indexOf(Status.unsolved); p >= 0 && p < count; ) {
      if (counts[p]! >= limit) {
        const [from, to] = [p * geometry.cells, (p + 1) * geometry.cells];
        const one = batchResult(geometry, 1);
        const options = { ...this.#limits(batch), mode: 'count', limit } as const;
        const again = {
          geometry,
          count: 1,
          cells: cells.subarray(from, to),
          allowed: allowedAt(allowed, geometry, p),
          own: own && [own[p]!],
        };
        engineFor(geometry, own).solveBatch(again, options, one);
        statuses[p] = one.statuses[0]!;
        solutions.set(one.solutions, from);
        counts[p] = statuses[p] === Status.solved ? beyond(limit) : one.counts[0]!;
        guesses[p] = one.guesses[0]!;
      }
      p = statuses.indexOf(Status.unsolved, p + 1);
    }
  }

  /** Empty lists for the facts that the options request about puzzles of a geometry; undefined for none. */
  #requestedFacts(geometry: Geometry, isRuled: boolean): Facts | undefined {
    // explanations use the techniques of grading
    const isRequested = (name: FactName) =>
      this.#options[name] || (name === 'grade' && this.#options.explain);
    // for grading, canHaveFact builds the geometry's tables: call it only if it is requested
    const names = FACT_NAMES.filter((name) => isRequested(name) && canHaveFact(name, geometry, isRuled));
    return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, []]));
  }

  /**
   * The deadline cuts this as it cuts solving: a puzzle about which something is unknown by then counts as not started. A
   * puzzle has no rating if the budget is too small to prove that its solution is unique.
   */
  #findFacts(batch: FactBatch, result: BatchResult): void {
    const onClock = this.#onClock;
    const done = fillFacts(batch, result, {
      ...this.#limits(batch),
      onPuzzle: onClock && ((puzzles) => onClock(() => ({ puzzles, solutions: puzzles }))),
    });
    result.statuses.fill(Status.interrupted, done, batch.count);
  }

  /** Lists the solutions of the block's puzzles, one puzzle after another. `result` receives how each list ended, without solutions. */
  list(block: Block): BlockListing {
    const { geometry, count, cells, allowed, own } = block;
    if (!geometry) return { listing: neverCalled, result: NO_RESULT, close: () => {} };
    const result = this.#resultRoom(geometry, count);
    result.statuses.fill(Status.interrupted);
    const { limit } = this.#options;
    const limits = { ...this.#limits({ geometry, own }), limit: beyond(limit) };
    const engine = engineFor(geometry, own);
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
    const lost = (p: number, reason: string): ListEnd => {
      result.faults = new Map(result.faults).set(p, reason);
      result.statuses[p] = Status.invalid;
      return { status: Status.invalid, count: 0, guesses: 0 };
    };
    const placeFault = this.#placeFault;
    const listing: Listing = function* (p) {
      const fault = placeFault?.(block, p);
      if (fault !== undefined) return lost(p, fault);
      const puzzle = cells.subarray(p * geometry.cells, (p + 1) * geometry.cells);
      current = engine.list(
        geometryAt({ geometry, own }, p),
        puzzle,
        limits,
        allowedAt(allowed, geometry, p),
      );
      const next = (): IteratorResult<Uint8Array, ListEnd> => {
        try {
          failRecords('solve', block, p, p + 1);
          return current!.next();
        } catch (error) {
          if (error instanceof CallerError) throw error;
          result.faults = new Map(result.faults).set(p, internalReason(error));
          // what has been listed cannot be taken back
          const status = found > before ? Status.unsolved : Status.invalid;
          return { done: true, value: { status, count: found - before, guesses: 0 } };
        }
      };
      const before = found;
      let step = next();
      let left = limit;
      for (; !step.done; step = next()) {
        // the solution beyond the limit is not listed: it only shows that there are more
        const listed = step.value.subarray(0, left * geometry.cells);
        left -= listed.length / geometry.cells;
        found += listed.length / geometry.cells;
        onClock?.(() => ({ puzzles: p, solutions: found }));
        if (listed.length > 0) yield listed;
      }
      let end = endOf(step.value);
      // the budget ran out in the search for the solution beyond the limit
      if (end.status === Status.unsolved && left === 0)
        end = { ...end, status: Status.solved, count: beyond(limit) };
      result.statuses[p] = end.status;
      result.counts[p] = end.count;
      result.guesses[p] = end.guesses;
      return end;
    };
    return { listing, result, close: () => void current?.return(ABANDONED) };
  }

  #limits({ geometry, own }: Pick<Batch, 'geometry' | 'own'>): { budget: number; deadline: number } {
    const budget = budgetFor(this.#options, geometry.size, this.#maxBudget, own !== undefined);
    return { budget, deadline: this.#deadline };
  }

  /** Leaves the memory of results to other solvers. Call it when the last results have been used. */
  release(): void {
    if (this.#room && idle.length < MAX_IDLE) idle.push(this.#room);
    this.#room = undefined;
  }

  #resultRoom(geometry: Geometry, count: number): BatchResult {
    const isEnough = ({ statuses, solutions }: BatchResult) =>
      statuses.length >= count && solutions.length >= count * geometry.cells;
    if (!this.#room || !isEnough(this.#room)) {
      const found = idle.findIndex(isEnough);
      [this.#room] = found < 0 ? [batchResult(geometry, count)] : idle.splice(found, 1);
    }
    const result = this.#room!;
    // an earlier file may have requested facts, and this one may not
    result.facts = undefined;
    result.isFirstOutOfTime = result.isSecondAttempt = false;
    result.faults = undefined;
    return result;
  }
}

/** The results of puzzle number `from` up to `to`, in the same memory. */
function partOf(
  { statuses, solutions, counts, guesses }: BatchResult,
  { cells }: Geometry,
  from: number,
  to: number,
): BatchResult {
  return {
    statuses: statuses.subarray(from, to),
    solutions: solutions.subarray(from * cells, to * cells),
    counts: counts.subarray(from, to),
    guesses: guesses.subarray(from, to),
  };
}

/** Lets tests cause an error for any of the puzzles from number `from` up to `to`. */
export function failRecords(
  stage: Stage,
  { bytes, starts, count }: Block,
  from: number,
  to: number,
  isTaken: (p: number) => boolean = () => true,
): void {
  const hook = faultHook();
  if (!hook) return;
  for (let p = from; p < to; p++) {
    if (isTaken(p)) hook(stage, bytes, starts[p]!, p + 1 < count ? starts[p + 1]! : bytes.length);
  }
}

/**
 * The budget of a puzzle under a file's options, in guesses (for large grids, conflicts).
 * @param size of the grid
 * @param maxBudget the largest budget if the options set none
 * @param isRuled whether puzzles have rules of their own
 */
export function budgetFor(
  {
    variant,
    regions,
    solutions,
    limit,
    budget,
  }: Pick<Options, 'variant' | 'regions' | 'solutions' | 'limit' | 'budget'>,
  size: number,
  maxBudget = Infinity,
  isRuled = false,
): number {
  const wanted = solutions === 'count' || solutions === 'all' ? limit : 0;
  return (
    budget ??
    Math.min(defaultBudget({ size, variant }, wanted, isRuled || regions?.length === size * size), maxBudget)
  );
}

/** One more than the limit: a count that stops there is known to be incomplete. */
function beyond(limit: number): number {
  return Math.min(limit + 1, MAX_COUNT);
}

const neverCalled: Listing = () => {
  throw new RangeError('expected a puzzle of the block, got one of a block without puzzles');
};
