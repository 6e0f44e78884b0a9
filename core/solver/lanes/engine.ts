// Eight 9x9 puzzles at a time in WebAssembly SIMD: batches pass through the kernel page by page.

import {
  FIRST_UNION,
  MAX_UNIONS,
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
import { impliedUnits } from '../model/derived-units.ts';
import { type Geometry, givensAreConsistent } from '../model/geometry.ts';
import { DIFFERENT } from '../model/rules.ts';
import { Status } from '../model/status.ts';
import { code, type Exports } from './kernel.generated.ts';
import { arrowTables, isRelated, relatedWords, relationTables } from './related.ts';

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
        const { hasBoxes, peers, units, pairs, unions, locks } = tables;
        new BigUint64Array(buffer, exports.RULE_PEERS.value, peers.length).set(peers);
        words(exports.UNITS, units.length).set(units);
        words(exports.PAIRS, pairs.length).set(pairs);
        words(exports.UNION_PARTS, unions.length).set(unions);
        words(exports.LOCKS, locks.length).set(locks);
        exports.setRules(hasBoxes, units.length, pairs.length, unions.length, locks.length);
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
        isRelated(geometryAt(this.#batch, i)) &&
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

// The rules of a grid as tables for the kernel: units, pairs of cells that differ, and locked candidates.

/** Bytes of a cell in the kernel: eight lanes of 16 bits. Tables hold cells as byte offsets. */
const CELL = 16;

/** What the kernel reads; assembly/rule-tables.ts describes the lists. */
interface RuleTables {
  /** whether the grid has boxes; the kernel narrows these by bands and stacks */
  readonly hasBoxes: boolean;
  /** by cell: a bit for each cell that must differ from it, in two words of 64 bits */
  readonly peers: BigUint64Array;
  readonly units: Uint16Array;
  readonly pairs: Uint16Array;
  readonly unions: Uint16Array;
  readonly locks: Uint16Array;
}

/** Most units, including rows and columns; assembly/rule-tables.ts has memory for them. */
const MAX_TABLE_UNITS = 60;

/**
 * Most cells of a set of locked candidates: the cells of a unit that a cell outside it does not see. Larger sets make sweeps slow,
 * and spare enough guesses to pay for it only where diagonals combine with other rules, or regions replace boxes.
 */
const MAX_LOCKED = 4;
const MAX_LOCKED_OTHERWISE = 6;

const known = new WeakMap<Geometry['units'], RuleTables>();

/** The tables of a geometry. They are kept: puzzles with rules of their own share the units of their grid. */
function ruleTables({ units, pairs, regions }: Geometry): RuleTables {
  let tables = known.get(units);
  if (!tables) {
    tables = makeTables(
      units,
      pairs.filter(({ relation }) => relation === DIFFERENT),
      regions === undefined,
    );
    known.set(units, tables);
  }
  return tables;
}

function makeTables(given: Geometry['units'], pairs: Geometry['pairs'], hasBoxes: boolean): RuleTables {
  const units = [...given, ...impliedUnits(given, MAX_TABLE_UNITS)];
  const byUnits = matrixOf(units);
  const sees = withPairs(byUnits, pairs);
  return {
    hasBoxes,
    // givens that only an implied unit forbids are valid, and have no solution
    peers: boardsOf(withPairs(matrixOf(given), pairs)),
    units: Uint16Array.from(
      units.slice(hasBoxes ? 27 : 0).flatMap((unit) => Array.from(unit, (cell) => cell * CELL)),
    ),
    pairs: pairList(sees, byUnits),
    ...lockLists(units, sees, hasBoxes ? matrixOf(units.slice(0, 27)) : undefined),
  };
}

/** By cell and other cell: 1 if a unit has both. */
function matrixOf(units: readonly Uint16Array[]): Uint8Array {
  const shares = new Uint8Array(CELLS * CELLS);
  for (const unit of units) {
    for (const cell of unit) for (const other of unit) if (other !== cell) shares[cell * CELLS + other] = 1;
  }
  return shares;
}

function withPairs(matrix: Uint8Array, pairs: Geometry['pairs']): Uint8Array {
  const sees = matrix.slice();
  for (const { cells } of pairs) {
    const [a, b] = cells;
    sees[a * CELLS + b] = sees[b * CELLS + a] = 1;
  }
  return sees;
}

function boardsOf(sees: Uint8Array): BigUint64Array {
  const boards = new BigUint64Array(2 * CELLS);
  for (const [i, isSeen] of sees.entries()) {
    if (!isSeen) continue;
    const [cell, other] = [Math.floor(i / CELLS), i % CELLS];
    boards[2 * cell + (other >> 6)]! |= 1n << BigInt(other & 63);
  }
  return boards;
}

/** Of each cell: those that differ from it although they share no unit with it. */
function pairList(sees: Uint8Array, byUnits: Uint8Array): Uint16Array {
  const others = Array.from({ length: CELLS }, (): number[] => []);
  for (let i = 0; i < CELLS * CELLS; i++) {
    if (sees[i] && !byUnits[i]) others[Math.floor(i / CELLS)]!.push(i % CELLS);
  }
  return listsOf(others);
}

/** By cell that has a list: the cell, the length of the list in fours, and the list, whose last number is repeated. */
function listsOf(lists: readonly (readonly number[])[]): Uint16Array {
  const words = lists.flatMap((list, cell) => {
    const fours = Math.ceil(list.length / 4);
    const numbers = Array.from({ length: 4 * fours }, (_, i) => list[i] ?? list.at(-1)!);
    return fours === 0 ? [] : [cell * CELL, fours, ...numbers.map((number) => number * CELL)];
  });
  return Uint16Array.from(words);
}

const isFallingDiagonal = (unit: Uint16Array) => unit.every((cell) => cell % 10 === 0);

/**
 * Locked candidates. For each unit and each cell outside it (the target): the cells of the unit that the target does not see.
 * The target keeps only digits that one of these cells can have, because any other digit would have no place in the unit.
 * @param byBands matrix of the peers by rows, columns and boxes, whose locked candidates the passes over bands and stacks
 *   already find; undefined without boxes
 */
function lockLists(
  units: readonly Uint16Array[],
  sees: Uint8Array,
  byBands: Uint8Array | undefined,
): Pick<RuleTables, 'unions' | 'locks'> {
  const isSimple = byBands !== undefined && !units.some(isFallingDiagonal);
  const most = isSimple ? MAX_LOCKED : MAX_LOCKED_OTHERWISE;
  const parts: number[] = [];
  /** by set of cells */
  const unions = new Map<string, number>();
  /** by target */
  const locks = Array.from({ length: CELLS }, () => new Set<number>());
  for (const [i, unit] of units.entries()) {
    const unseen = new Map<number, number[]>();
    for (let target = 0; target < CELLS; target++) {
      const row = target * CELLS;
      const cells = Array.from(unit).filter((cell) => !sees[row + cell]);
      if (cells.length === 0 || cells.length > most || unit.includes(target)) continue;
      if (byBands && i < 27 && unit.every((cell) => sees[row + cell] === byBands[row + cell])) continue;
      unseen.set(target, cells);
    }
    addUnions([...unseen.values()], parts, unions);
    for (const [target, cells] of unseen) {
      const union = unions.get(cells.join());
      if (union !== undefined) locks[target]!.add(union);
    }
  }
  while (parts.length % 8 !== 0) parts.push(0);
  return {
    unions: Uint16Array.from(parts, (part) => part * CELL),
    locks: listsOf(locks.map((own) => [...own])),
  };
}

/**
 * Makes sets of cells from unions of two parts each, as long as there is room for them. Parts that most sets have in common are
 * joined first.
 * @param parts the parts of all unions, to which those of new ones are added
 * @param known by set of cells: the union, or the only cell
 */
function addUnions(sets: readonly (readonly number[])[], parts: number[], known: Map<string, number>): void {
  const left = new Map<string, Set<number>>();
  for (const cells of sets) if (!known.has(cells.join())) left.set(cells.join(), new Set(cells));
  for (;;) {
    const [a, b] = commonPair([...left.values()]);
    if (a === undefined || b === undefined || parts.length === 2 * MAX_UNIONS) break;
    const union = FIRST_UNION + parts.length / 2;
    parts.push(a, b);
    for (const set of left.values()) {
      if (!set.has(a) || !set.has(b)) continue;
      set.delete(a);
      set.delete(b);
      set.add(union);
    }
  }
  for (const [key, [union, ...more]] of left) if (more.length === 0) known.set(key, union!);
}

/** The two numbers that most sets have in common, if any has two. */
function commonPair(sets: readonly ReadonlySet<number>[]): readonly number[] {
  const counts = new Map<number, number>();
  let most = 0;
  let best: number[] = [];
  for (const set of sets) {
    const numbers = [...set];
    for (const [i, a] of numbers.entries()) {
      for (const b of numbers.slice(i + 1)) {
        const pair = a * (FIRST_UNION + MAX_UNIONS) + b;
        const count = (counts.get(pair) ?? 0) + 1;
        counts.set(pair, count);
        if (count > most) [most, best] = [count, [a, b]];
      }
    }
  }
  return best;
}
