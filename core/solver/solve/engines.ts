// Which engine solves a geometry. With variants, the lanes engine tries puzzles whose rules it
// knows, and the large engine solves the rest.

import {
  type Batch,
  type BatchMode,
  type BatchOptions,
  type BatchResult,
  batchResult,
  type Engine,
  geometryAt,
  type Reached,
} from '../engine/engine.ts';
import { hasTables, isLanesGeometry, isLanesJigsaw, lanesEngine } from '../lanes/engine.ts';
import { givenUnitsEngine, largeEngine } from '../large/engine.ts';
import { allowedAt, WORDS } from '../model/allowed.ts';
import type { Geometry } from '../model/geometry.ts';
import { Status } from '../model/status.ts';

/**
 * The engine that is fastest for a geometry.
 * @param own geometries of the puzzles themselves, if they have any
 */
export function engineFor(geometry: Geometry, own?: Batch['own']): Engine {
  if (own) return own.some(isLanesGeometry) ? lanesFirstEngine : largeEngine();
  if (!isLanesGeometry(geometry)) return largeEngine();
  return hasTables(geometry) ? lanesFirstEngine : lanesEngine;
}

/**
 * Solves one puzzle, always with the same engine, so that what is drawn from a seed stays the same.
 * @param deadline `performance.now()` at which the puzzle is `interrupted`
 */
export function solveOne(
  geometry: Geometry,
  cells: Uint8Array,
  mode: BatchMode,
  budget: number,
  deadline = Number.POSITIVE_INFINITY,
) {
  const result = batchResult(geometry, 1);
  const options = { mode, limit: 1, budget, deadline };
  const engine = isLanesGeometry(geometry) && !hasTables(geometry) ? lanesEngine : givenUnitsEngine();
  engine.solveBatch({ geometry, count: 1, cells }, options, result);
  return { status: result.statuses[0] as Status, solution: result.solutions };
}

/**
 * Guesses of the lanes engine for a puzzle, about 20 ms. A puzzle that exceeds them is likely to need far fewer conflicts in the
 * large engine.
 */
const TRIED_GUESSES = 20_000;
/** Additional guesses for each solution to count. */
const TRIED_A_SOLUTION = 4;

/** Puzzles that pass through both engines before the next ones start, so that a deadline leaves a solved beginning of the batch. */
const SLICE = 1024;

/** The group of all puzzles with regions of their own: the kernel takes these regions with each puzzle. */
const JIGSAWS = Symbol('jigsaws');
/** The group of all puzzles that are left for the large engine. */
const LEFT = Symbol('left');

/** The puzzles of a group go through the lanes together: those of other groups have the same units. */
function groupOf(geometry: Geometry) {
  if (isLanesJigsaw(geometry)) return JIGSAWS;
  // writing tables for one puzzle takes longer than solving it
  if (geometry.regions || !isLanesGeometry(geometry)) return LEFT;
  return hasTables(geometry) ? geometry.units : geometry;
}

/** The lanes engine, with the large engine for puzzles that it cannot solve, or not soon, and for lists of solutions. */
const lanesFirstEngine: Engine = {
  solveBatch: (batch, options, result) => new Solver(batch, options, result).run(),
  list: (...puzzle) => largeEngine().list(...puzzle),
};

class Solver {
  readonly #batch: Batch;
  readonly #options: BatchOptions;
  readonly #result: BatchResult;
  /** guesses of the lanes engine for a puzzle */
  readonly #tries: number;
  /** the sums of the calls that have ended */
  #done: Reached = { puzzles: 0, solutions: 0 };

  constructor(batch: Batch, options: BatchOptions, result: BatchResult) {
    this.#batch = batch;
    this.#options = options;
    this.#result = result;
    const { mode, limit } = options;
    this.#tries = TRIED_GUESSES + (mode === 'count' ? TRIED_A_SOLUTION * limit : 0);
  }

  run(): void {
    for (let from = 0; from < this.#batch.count; from += SLICE) {
      const to = Math.min(from + SLICE, this.#batch.count);
      const slice = Array.from({ length: to - from }, (_, i) => from + i);
      const rest = this.#tryLanes(slice);
      this.#solve(largeEngine(), rest, this.#options.budget);
    }
  }

  /**
   * Which engine solves a puzzle must not depend on the others of the batch.
   * @returns the puzzles that are left for the large engine
   */
  #tryLanes(slice: readonly number[]): number[] {
    const { own, geometry: shared } = this.#batch;
    const { budget } = this.#options;
    const rest: number[] = [];
    const groups = own ? Map.groupBy(slice, (i) => groupOf(own[i]!)) : new Map([[shared.units, slice]]);
    for (const [group, puzzles] of groups) {
      if (group === LEFT) {
        rest.push(...puzzles);
        continue;
      }
      const isLeft = (i: number) => budget > this.#tries && this.#result.statuses[i] === Status.unsolved;
      rest.push(...this.#solve(lanesEngine, puzzles, Math.min(budget, this.#tries), isLeft));
    }
    return rest;
  }

  /**
   * Solves some puzzles of the batch.
   * @param isLeft whether a puzzle is not done
   * @returns those that are left
   */
  #solve(
    engine: Engine,
    puzzles: readonly number[],
    budget: number,
    isLeft: (puzzle: number) => boolean = () => false,
  ): number[] {
    if (puzzles.length === 0) return [];
    const { onClock } = this.#options;
    const { puzzles: before, solutions } = this.#done;
    const limits = {
      ...this.#options,
      budget,
      onClock:
        onClock &&
        ((reached: () => Reached) =>
          onClock(() => ({
            puzzles: before + reached().puzzles,
            solutions: solutions + reached().solutions,
          }))),
    };
    const geometry = geometryAt(this.#batch, puzzles[0]!);
    if (puzzles.length === this.#batch.count)
      engine.solveBatch({ ...this.#batch, geometry }, limits, this.#result);
    else solvePart(engine, partOf(this.#batch, puzzles), limits, puzzles, this.#result);
    const left = puzzles.filter(isLeft);
    const leftSet = new Set(left);
    const { counts } = this.#result;
    const found = puzzles.reduce((sum, i) => sum + (leftSet.has(i) ? 0 : counts[i]!), 0);
    this.#done = { puzzles: before + puzzles.length - left.length, solutions: solutions + found };
    return left;
  }
}

/** Some puzzles of a batch, as a batch. */
function partOf(batch: Batch, puzzles: readonly number[]): Batch {
  const n = batch.geometry.cells;
  const { allowed, cells, own } = batch;
  const part = {
    geometry: geometryAt(batch, puzzles[0]!),
    count: puzzles.length,
    cells: new Uint8Array(puzzles.length * n),
    allowed: allowed && new Uint32Array(WORDS * puzzles.length * n),
    own: own && puzzles.map((i) => geometryAt(batch, i)),
  };
  for (const [to, from] of puzzles.entries()) {
    part.cells.set(cells.subarray(from * n, (from + 1) * n), to * n);
    part.allowed?.set(allowedAt(allowed, batch.geometry, from)!.subarray(0, WORDS * n), WORDS * to * n);
  }
  return part;
}

/** Solves a part of a batch, and puts its results among those of the others. @param puzzles their numbers in the batch */
function solvePart(
  engine: Engine,
  part: Batch,
  options: BatchOptions,
  puzzles: readonly number[],
  result: BatchResult,
): void {
  const n = part.geometry.cells;
  const found = batchResult(part.geometry, part.count);
  engine.solveBatch(part, options, found);
  for (const [from, to] of puzzles.entries()) {
    result.statuses[to] = found.statuses[from]!;
    result.counts[to] = found.counts[from]!;
    result.guesses[to] = found.guesses[from]!;
    result.solutions.set(found.solutions.subarray(from * n, (from + 1) * n), to * n);
  }
}
