// The engine for all geometries, by conflict-driven clause learning. Hard puzzles are searched again with the units
// that follow from their areas.

import { KernelPool, lazy } from '../../kernel/kernel.ts';
import {
  type Batch,
  type BatchMode,
  type BatchOptions,
  type BatchResult,
  type Engine,
  geometryAt,
  type ListEnd,
  type ListOptions,
  type SearchLimits,
} from '../engine/engine.ts';
import { allowedAt } from '../model/allowed.ts';
import { mayHaveDerivedUnits, withDerivedUnits } from '../model/derived-units.ts';
import type { Geometry } from '../model/geometry.ts';
import { areRenamable } from '../model/rules.ts';
import { Status } from '../model/status.ts';
import { type LargeKernel, largeKernelFactory, Search, type SearchedPuzzle } from './search.ts';

/** Conflicts after which a puzzle is hard: some ten milliseconds. */
const TRIED_CONFLICTS = 400;

/** Up to this many solutions are found in any order and then sorted; more are searched for in ascending order. */
const MAX_SORTED = 10_000;

/**
 * Conflict-driven clause learning in WebAssembly: any geometry, made for one hard puzzle at a time. Made at first use, as most
 * files have no puzzle for it. Its first puzzle waits some ten milliseconds for the kernel to compile.
 */
export const largeEngine: () => Engine = lazy(() => engineOn(pool()));

const pool = lazy(() => new KernelPool(largeKernelFactory()));

/**
 * The same engine for searches whose first solution must not depend on what is known about grids: that of random grids, which a
 * seed names.
 */
export const givenUnitsEngine: () => Engine = lazy(() => engineOn(pool(), false));

/** The engine with other kernels, for tests of the debug build. @param derivesUnits whether hard puzzles have derived units */
export function engineOn(kernels: KernelPool<LargeKernel>, derivesUnits = true): Engine {
  return {
    solveBatch: (batch, options, result) =>
      kernels.run((kernel) => solveBatch(kernel, batch, options, result, derivesUnits)),
    list: (geometry, cells, options, allowed) =>
      kernels.iterate((kernel) => list(kernel, { geometry, cells, allowed }, options)),
  };
}

function solveBatch(
  kernel: LargeKernel,
  batch: Batch,
  options: BatchOptions,
  result: BatchResult,
  derivesUnits: boolean,
): void {
  const n = batch.geometry.cells;
  const limit = options.mode === 'first' ? 1 : options.mode === 'unique' ? 2 : options.limit;
  let found = 0;
  for (let i = 0; i < batch.count; i++) {
    const cells = batch.cells.subarray(i * n, (i + 1) * n);
    const solution = result.solutions.subarray(i * n, (i + 1) * n);
    const geometry = geometryAt(batch, i);
    const allowed = allowedAt(batch.allowed, geometry, i);
    const puzzle = { geometry, cells, allowed };
    const limits = limitsAfter(options, i, found);
    const begun = beginSearch(kernel, puzzle, limits, derivesUnits && options.mode);
    const { search, spent, isOneOfMany } = begun;
    let status = begun.first;
    if (status === Status.solved) solution.set(search.solution);
    while (!isOneOfMany && status === Status.solved && search.count < limit) status = search.next();
    if (status === Status.noSolution && search.count > 0) status = Status.solved;
    const count = isOneOfMany ? limit : search.count;
    if (options.mode === 'unique' && count === 2) status = Status.notUnique;
    if (status !== Status.solved) solution.fill(0);
    result.statuses[i] = status;
    result.counts[i] = count;
    result.guesses[i] = spent + search.guesses;
    found += count;
  }
}

/** A search that has looked for the first solution, with its status, and conflicts of a search before it. */
interface BegunSearch {
  readonly search: Search;
  readonly first: Status;
  readonly spent: number;
  /** Whether the search is for one solution, as others follow from it by renaming digits: as many as are of interest. */
  readonly isOneOfMany: boolean;
}

/**
 * Searches for the first solution; if that is hard, with all units that the grid is known to have.
 * @param mode of the search; false to search with the given units only
 */
function beginSearch(
  kernel: LargeKernel,
  puzzle: SearchedPuzzle,
  limits: SearchLimits,
  mode: BatchMode | false,
): BegunSearch {
  const { budget } = limits;
  const isTried = mode !== false && budget > TRIED_CONFLICTS && mayHaveDerivedUnits(puzzle.geometry);
  const search = new Search(kernel, puzzle, isTried ? { ...limits, budget: TRIED_CONFLICTS } : limits, false);
  const first = search.next();
  const begun = { search, first, spent: 0, isOneOfMany: false };
  if (!isTried) return begun;
  search.extend(budget);
  if (first !== Status.unsolved) return begun;
  const geometry = withDerivedUnits(puzzle.geometry);
  if (!geometry) return { ...begun, first: search.next() };
  const left = { ...limits, budget: budget - TRIED_CONFLICTS };
  const fixed = mode === 'count' || puzzle.allowed ? undefined : withFixedUnit(geometry, puzzle.cells);
  const again = new Search(kernel, { ...puzzle, geometry, cells: fixed ?? puzzle.cells }, left, false);
  const status = again.next();
  return {
    search: again,
    // the units that follow are none that givens can break
    first: status === Status.invalid ? Status.noSolution : status,
    spent: TRIED_CONFLICTS,
    isOneOfMany: fixed !== undefined && status === Status.solved,
  };
}

/** Limits of a puzzle, which adds its progress to that of the puzzles before it in the batch. */
function limitsAfter(limits: SearchLimits, puzzles: number, solutions: number): SearchLimits {
  const { onClock } = limits;
  if (!onClock) return limits;
  return {
    ...limits,
    onClock: (reached) => onClock(() => ({ puzzles, solutions: solutions + reached().solutions })),
  };
}

/** Orders grids as strings of digits. */
function compareGrids(a: Uint8Array, b: Uint8Array): number {
  let cell = 0;
  while (cell < a.length - 1 && a[cell] === b[cell]) cell++;
  return a[cell]! - b[cell]!;
}

function* list(
  kernel: LargeKernel,
  puzzle: SearchedPuzzle,
  options: ListOptions,
): Generator<Uint8Array, ListEnd> {
  const any = new Search(kernel, puzzle, options, false);
  const { status, solutions } = takeSome(any, Math.min(options.limit, MAX_SORTED) + 1);
  if (status === Status.noSolution && any.count > 0) {
    yield* solutions.sort(compareGrids);
    return { status: Status.solved, count: any.count, guesses: any.guesses };
  }
  if (status !== Status.solved) return { status, count: 0, guesses: any.guesses };
  return yield* listInOrder(kernel, puzzle, options, any.guesses);
}

/** Finds up to `limit` solutions. The status is `solved` if there may be more. */
function takeSome(search: Search, limit: number): { status: Status; solutions: Uint8Array[] } {
  const solutions: Uint8Array[] = [];
  let status = search.next();
  while (status === Status.solved) {
    solutions.push(search.solution.slice());
    if (solutions.length === limit) break;
    status = search.next();
  }
  return { status, solutions };
}

function* listInOrder(
  kernel: LargeKernel,
  puzzle: SearchedPuzzle,
  options: ListOptions,
  spent: number,
): Generator<Uint8Array, ListEnd> {
  const limits = { budget: options.budget - spent, deadline: options.deadline };
  const search = new Search(kernel, puzzle, limits, true);
  let status = search.next();
  while (status === Status.solved) {
    yield search.solution.slice();
    if (search.count === options.limit) break;
    status = search.next();
  }
  if (status === Status.noSolution && search.count > 0) status = Status.solved;
  return { status, count: search.count, guesses: spent + search.guesses };
}

/**
 * Digits that no given and no rule tells apart can be exchanged in any solution. A search for one solution may therefore fix their
 * order in a unit, which spares it the same contradiction under other names.
 *
 * Returns the givens with a whole unit: it has all digits that are given, and its other cells have the rest in ascending order.
 * Undefined if there is no such unit, or the rest is a single digit.
 * @param cells givens of a puzzle that no other candidates restrict
 */
export function withFixedUnit(geometry: Geometry, cells: Uint8Array): Uint8Array | undefined {
  const { size, units, pairs, groups, sums, digits } = geometry;
  const areNamed = groups.some(({ sum, consecutive }) => sum !== undefined || consecutive);
  if (areNamed || sums.length + digits.length > 0 || !areRenamable(pairs)) return undefined;
  const given = new Set(cells.subarray(0, geometry.cells));
  given.delete(0);
  if (given.size > size - 2) return undefined;
  const unit = units.find((members) => new Set(members.map((cell) => cells[cell]!)).size === given.size + 1);
  if (!unit) return undefined;
  const rest = Array.from({ length: size }, (_, i) => i + 1).filter((digit) => !given.has(digit));
  const fixed = cells.slice(0, geometry.cells);
  let next = 0;
  for (const cell of unit) if (fixed[cell] === 0) fixed[cell] = rest[next++]!;
  return fixed;
}
