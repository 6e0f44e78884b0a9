// Eight 9x9 puzzles at a time in WebAssembly SIMD: batches pass through the kernel page by page.

import {
  RELATED_PUZZLES,
  RELATED_WORDS,
  RULES_CLASSIC,
  RULES_REGIONS,
  RULES_TABLES,
  RULES_X,
  RUN_ALL_DONE,
  RUN_PAGE_READ,
} from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import {
  type Batch,
  type BatchOptions,
  type BatchResult,
  type Engine,
  geometryAt,
  type ListEnd,
  type ListOptions,
  type Reached,
} from '../engine/engine.ts';
import { WORDS, wordsAllowedBy } from '../model/allowed.ts';
import { type Geometry, givensAreConsistent } from '../model/geometry.ts';
import { Status } from '../model/status.ts';
import { code, type Exports } from './kernel.generated.ts';
import { arrowTables, isRelated, relatedWords, relationTables } from './related.ts';
import { type RuleTables, ruleTables } from './rule-tables.ts';

const CELLS = 81;
const ALL_DIGITS = 0x1ff;

/** Sweeps between two checks of the clock: a millisecond or two. */
const SWEEPS_A_RUN = 2048;

const instantiate = kernelFactory<Exports>(code);

/** An instance of the kernel, with views of its memory. */
function lanesKernel() {
  const exports = instantiate();
  const { buffer } = exports.memory;
  const pages = exports.PAGES.value;
  /** slots in a page, each for one puzzle */
  const pagePuzzles = exports.PAGE_PUZZLES.value;
  const slots = pages * pagePuzzles;
  const words = (at: WebAssembly.Global, length: number) => new Uint16Array(buffer, at.value, length);
  let tablesInKernel: RuleTables | undefined;
  let hasRelations = false;
  return {
    begin: exports.begin,
    /** @returns the code of the rules, for `begin` */
    setRules: (geometry: Geometry): number => {
      if (!hasTables(geometry)) return geometry.variant === 'x' ? RULES_X : RULES_CLASSIC;
      const tables = ruleTables(geometry);
      if (tables !== tablesInKernel) {
        const { hasBoxes, peers, units, pairs, unions, locks, commons, images, maps, related } = tables;
        new BigUint64Array(buffer, exports.RULE_PEERS.value, peers.length).set(peers);
        words(exports.UNITS, units.length).set(units);
        words(exports.PAIRS, pairs.length).set(pairs);
        words(exports.UNION_PARTS, unions.length).set(unions);
        words(exports.LOCKS, locks.length).set(locks);
        words(exports.COMMONS, commons.length).set(commons);
        words(exports.IMAGES, images.length).set(images);
        new Uint8Array(buffer, exports.MAPS.value, maps.length).set(maps);
        new BigUint64Array(buffer, exports.RULE_RELATED.value, related.length).set(related);
        exports.setRules(
          hasBoxes,
          units.length,
          pairs.length,
          unions.length,
          locks.length,
          commons.length,
          images.length,
        );
        tablesInKernel = tables;
      }
      return RULES_TABLES;
    },
    /** Call this before `begin` with pairs that have a relation, or groups. */
    setRelations: () => {
      if (hasRelations) return;
      const tables = relationTables();
      words(exports.RELATION_SETS, tables.length).set(tables);
      words(exports.ARROW_SETS, arrowTables().length).set(arrowTables());
      hasRelations = true;
    },
    feed: exports.feed,
    run: exports.run,
    foundSoFar: exports.foundSoFar,
    pages,
    pagePuzzles,
    /** per page: its puzzles that are not done */
    pending: new Uint32Array(buffer, exports.PAGE_PENDING.value, pages),
    /** per slot: 81 cells, first the givens and later the solution */
    cells: new Uint8Array(buffer, exports.SLOT_CELLS.value, slots * CELLS),
    /** per slot: the digits that each cell may have, bit d - 1 for digit d */
    allowed: new Uint16Array(buffer, exports.SLOT_ALLOWED.value, slots * CELLS),
    /** per slot: the region of each cell, from 0 */
    regions: new Uint8Array(buffer, exports.SLOT_REGIONS.value, slots * CELLS),
    /** the lists of pairs and groups of the first puzzles of each page */
    related: words(exports.SLOT_RELATED, pages * RELATED_PUZZLES * RELATED_WORDS),
    /** per slot */
    statuses: new Uint8Array(buffer, exports.SLOT_STATUS.value, slots),
    counts: new Uint32Array(buffer, exports.SLOT_COUNT.value, slots),
    guesses: new Uint32Array(buffer, exports.SLOT_GUESSES.value, slots),
    /** The solutions that the last `run` has listed, 81 cells each. Valid until the next. */
    listed: () => new Uint8Array(buffer, exports.LISTED.value, exports.listed.value * CELLS),
    /** Sweeps since the start, of eight lanes each; for benchmarks. */
    sweepsMade: () => exports.sweepsMade.value,
  };
}

type LanesKernel = ReturnType<typeof lanesKernel>;

/** The kernel is compiled at first use, which takes a few milliseconds. */
export const lanesKernels = new KernelPool(lanesKernel);

/** Whether the lanes solve grids of this geometry: 9x9 with units, pairs and groups of cells, and digits that single cells may have. */
export function isLanesGeometry(geometry: Geometry): boolean {
  const { size, boxRows, regions, unfit, unsupported } = geometry;
  return (
    size === 9 &&
    (boxRows === 3 || regions !== undefined) &&
    unfit === undefined &&
    unsupported === undefined &&
    relatedWords(geometry) !== null
  );
}

/** Whether the lanes solve it beside others with other regions. */
export function isLanesJigsaw(geometry: Geometry): boolean {
  return geometry.regions !== undefined && geometry.variant === 'classic' && isLanesGeometry(geometry);
}

/** Whether the kernel has no sweep of its own for the rules. */
export function hasTables({ variant, regions, rules }: Geometry): boolean {
  return regions !== undefined || rules.length > 0 || (variant !== 'classic' && variant !== 'x');
}

/**
 * Only for geometries that {@link isLanesGeometry} accepts. If puzzles have their own, either {@link isLanesJigsaw} accepts each of
 * them, or they have the units of the batch.
 */
export const lanesEngine: Engine = {
  solveBatch: (batch, options, result) =>
    lanesKernels.run((kernel) => solveBatch(kernel, batch, options, result)),
  list: (geometry, cells, options, allowed) =>
    lanesKernels.iterate((kernel) => list(kernel, geometry, cells, options, allowed)),
};

function solveBatch(kernel: LanesKernel, batch: Batch, options: BatchOptions, result: BatchResult): void {
  const limit = options.mode === 'first' ? 1 : options.mode === 'unique' ? 2 : options.limit;
  const isUnique = options.mode === 'unique';
  const rules = batch.own?.every(isLanesJigsaw) ? RULES_REGIONS : kernel.setRules(batch.geometry);
  const ownRules = ownRulesOf(batch);
  const { areRelated, areRestricted } = ownRules;
  if (areRelated) kernel.setRelations();
  kernel.begin(rules, isUnique, false, areRestricted, areRelated, limit, options.budget);

  const pages = new Pages(kernel, batch, ownRules, result);
  const reached = () => pages.reached;
  let pause: number = RUN_PAGE_READ;
  while (pause !== RUN_ALL_DONE && performance.now() < options.deadline) {
    if (pause === RUN_PAGE_READ && pages.more) pages.feed();
    pause = kernel.run(SWEEPS_A_RUN, pages.more);
    options.onClock?.(reached);
  }
  pages.end();
}

function* list(
  kernel: LanesKernel,
  geometry: Geometry,
  cells: Uint8Array,
  options: ListOptions,
  allowed: Uint32Array | undefined,
): Generator<Uint8Array, ListEnd> {
  const batch = { geometry, count: 1, cells, allowed };
  const ownRules = ownRulesOf(batch);
  const { areRelated, areRestricted } = ownRules;
  if (areRelated) kernel.setRelations();
  const { limit, budget } = options;
  kernel.begin(kernel.setRules(geometry), false, true, areRestricted, areRelated, limit, budget);
  writePuzzles(kernel, 0, batch, ownRules, 0, 1);
  kernel.feed(0, 1);
  let count = 0;
  for (;;) {
    if (performance.now() >= options.deadline) return { status: Status.interrupted, count, guesses: 0 };
    const pause = kernel.run(SWEEPS_A_RUN, false);
    const listed = kernel.listed();
    count += listed.length / CELLS;
    if (listed.length > 0) yield listed;
    if (pause === RUN_ALL_DONE) break;
  }
  return { status: kernel.statuses[0] as Status, count, guesses: kernel.guesses[0]! };
}

/** Whether puzzles of a batch have pairs of cells with a relation or groups, and digits that cells may have beside their givens. */
interface OwnRules {
  readonly areRelated: boolean;
  readonly areRestricted: boolean;
}

function ownRulesOf({ geometry, own = [geometry], allowed }: Batch): OwnRules {
  return {
    areRelated: own.some(isRelated),
    areRestricted: allowed !== undefined || own.some(({ digits }) => digits.length > 0),
  };
}

/** Writes `count` puzzles of a batch, from number `first` on, to the first slots of a page. */
function writePuzzles(
  kernel: LanesKernel,
  page: number,
  batch: Batch,
  { areRelated, areRestricted }: OwnRules,
  first: number,
  count: number,
): void {
  const { cells, allowed, regions, related, pagePuzzles } = kernel;
  const slot = page * pagePuzzles;
  cells.set(batch.cells.subarray(first * CELLS, (first + count) * CELLS), slot * CELLS);
  for (let i = 0; i < count; i++) {
    const geometry = geometryAt(batch, first + i);
    const at = (slot + i) * CELLS;
    if (batch.own && geometry.regions) regions.set(geometry.regions, at);
    if (areRestricted) {
      for (let cell = 0; cell < CELLS; cell++)
        // nine digits are in the lower words
        allowed[at + cell] = batch.allowed
          ? batch.allowed[WORDS * ((first + i) * CELLS + cell)]!
          : ALL_DIGITS;
      for (const { cell, allows } of geometry.digits) allowed[at + cell]! &= wordsAllowedBy(allows)[0]!;
    }
    if (areRelated) related.set(relatedWords(geometry)!, (page * RELATED_PUZZLES + i) * RELATED_WORDS);
  }
}

/**
 * Passes a batch through the kernel, page by page: puzzles are fed in the order of the batch, and a page is taken back when all
 * its puzzles are done. There is always a free page to feed next: each page that is not done has a puzzle in one of the eight
 * lanes, and there are more pages than lanes.
 */
class Pages {
  readonly #kernel: LanesKernel;
  readonly #batch: Batch;
  readonly #ownRules: OwnRules;
  readonly #result: BatchResult;
  /** per page: number of its first puzzle in the batch, -1 if the page is free */
  readonly #first: Int32Array;
  /** puzzles that a page takes */
  readonly #room: number;
  #fed = 0;

  constructor(kernel: LanesKernel, batch: Batch, ownRules: OwnRules, result: BatchResult) {
    this.#kernel = kernel;
    this.#batch = batch;
    this.#result = result;
    this.#first = new Int32Array(kernel.pages).fill(-1);
    this.#ownRules = ownRules;
    this.#room = ownRules.areRelated ? RELATED_PUZZLES : kernel.pagePuzzles;
  }

  /** Whether puzzles are left to feed. */
  get more(): boolean {
    return this.#fed < this.#batch.count;
  }

  /** Feeds the next page of puzzles to the kernel. */
  feed(): void {
    const { statuses, pagePuzzles } = this.#kernel;
    const page = this.#freePage();
    const first = this.#fed;
    const n = Math.min(this.#room, this.#batch.count - first);
    const slot = page * pagePuzzles;
    writePuzzles(this.#kernel, page, this.#batch, this.#ownRules, first, n);
    // stays the status of puzzles that the kernel does not finish
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

  /** Progress of the batch. */
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
      at = Math.min(first + this.#room, this.#batch.count);
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
    const n = Math.min(this.#room, this.#batch.count - first);
    const slot = page * kernel.pagePuzzles;
    result.statuses.set(kernel.statuses.subarray(slot, slot + n), first);
    result.counts.set(kernel.counts.subarray(slot, slot + n), first);
    result.guesses.set(kernel.guesses.subarray(slot, slot + n), first);
    result.solutions.set(kernel.cells.subarray(slot * CELLS, (slot + n) * CELLS), first * CELLS);
    for (let i = first; i < first + n; i++) {
      // the kernel knows of givens only whether they differ
      if (
        result.statuses[i] === Status.noSolution &&
        (isRelated(geometryAt(this.#batch, i)) || geometryAt(this.#batch, i).pairs.length > 0) &&
        !givensAreConsistent(geometryAt(this.#batch, i), this.#batch.cells, i * CELLS)
      ) {
        result.statuses[i] = Status.invalid;
        result.guesses[i] = 0;
      }
      const status = result.statuses[i];
      // the slots of other puzzles hold their givens, or one of several solutions
      if (status !== Status.solved) result.solutions.fill(0, i * CELLS, (i + 1) * CELLS);
      if (status === Status.interrupted) result.counts[i] = result.guesses[i] = 0;
    }
    this.#first[page] = -1;
  }
}
