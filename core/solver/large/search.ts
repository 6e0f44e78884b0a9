// The kernel of the large engine, loaded with one puzzle, and the loop that takes its solutions and checks its limits.

import {
  MAX_RELATIONS,
  MAX_RULE_WORDS,
  MAX_SIZE,
  MAX_UNITS,
  ROOT_NO_SOLUTION,
  ROOT_OPEN,
  SEARCH_BUDGET_SPENT,
  SEARCH_EXHAUSTED,
  SEARCH_FOUND,
} from '../../kernel/constants.ts';
import { kernelFactory } from '../../kernel/kernel.ts';
import type { Batch, SearchLimits } from '../engine/engine.ts';
import { allowAll, cellWithoutDigit, restrict, WORDS } from '../model/allowed.ts';
import { type Geometry, givensAreConsistent } from '../model/geometry.ts';
import { type RelationTable, type Rules, setTable, writeRules } from '../model/rules.ts';
import { Status } from '../model/status.ts';
import { type Exports, code as releaseCode } from './kernel.generated.ts';

/**
 * @param code of the kernel or of its debug build, base64
 * @returns a function that makes a kernel with views of its memory, which holds one puzzle at a time
 */
export function largeKernelFactory(code = releaseCode) {
  const instantiate = kernelFactory<Exports>(code);
  return () => {
    const exports = instantiate({ env: { abort } });
    const bytes = ({ value }: WebAssembly.Global) => new Uint8Array(exports.memory.buffer, value, MAX_CELLS);
    const witness = bytes(exports.WITNESS);
    const unitCells = new Uint16Array(exports.memory.buffer, exports.UNIT_CELLS.value, MAX_UNITS * MAX_SIZE);
    let unitsInKernel: Geometry['units'] | undefined;
    let isRuled = false;
    let geometryInKernel: Geometry | undefined;
    let rulesInKernel: Rules | undefined;
    const { buffer } = exports.memory;
    const input = new Uint16Array(buffer, exports.RULE_INPUT.value, MAX_RULE_WORDS);
    const relationSets = new BigUint64Array(buffer, exports.RELATIONS.value, MAX_RELATIONS * 64);
    // what the kernel has in its tables
    let tableSize = 0;
    let table: RelationTable | undefined;
    let tableLength = 0;
    const writeSets = (size: number) => {
      if (size === tableSize) return;
      const { sets, starts } = setTable(size);
      new Uint16Array(buffer, exports.SETS.value, sets.length).set(sets);
      new Uint32Array(buffer, exports.SET_STARTS.value, starts.length).set(starts);
      tableSize = size;
      table = undefined;
    };
    const writeRelations = (size: number, relations: RelationTable) => {
      if (relations !== table) tableLength = 0;
      table = relations;
      const known = tableLength;
      for (; tableLength < relations.length; tableLength++) {
        const { allows } = relations[tableLength]!;
        for (let a = 1; a <= size; a++) {
          let set = 0n;
          for (let b = 1; b <= size; b++) if (allows(a, b)) set |= 1n << BigInt(b - 1);
          relationSets[tableLength * 64 + a - 1] = set;
        }
      }
      exports.relate(size, known, tableLength);
    };
    return {
      /** Call this before writing `givens`. */
      setShape: ({ size, units }: Geometry) => {
        // puzzles with rules of their own share the units of their grid
        if (units === unitsInKernel) return;
        unitsInKernel = units;
        for (const [i, unit] of units.entries()) unitCells.set(unit, i * size);
        exports.setUnits(size, units.length);
      },
      setRules: (geometry: Geometry, rules: Rules) => {
        if (geometry === geometryInKernel && rules === rulesInKernel) return;
        geometryInKernel = geometry;
        rulesInKernel = rules;
        if (rules.pairs.length + rules.groups.length + rules.sums.length === 0) {
          if (isRuled) exports.setRules(0, 0);
          isRuled = false;
          return;
        }
        const { size } = geometry;
        const { pairs, length, relations } = writeRules(rules, input);
        writeSets(size);
        writeRelations(size, relations);
        exports.setRules(pairs, length);
        isRuled = true;
      },
      begin: exports.begin,
      search: exports.search,
      excludeSolution: exports.excludeSolution,
      /** per cell, up to the largest grid: 0 for empty */
      givens: bytes(exports.GIVENS),
      /** per cell, two words: the digits that it may have */
      allowed: new Uint32Array(exports.memory.buffer, exports.ALLOWED.value, WORDS * MAX_CELLS),
      /** per cell, once `begin` or `search` has found a solution */
      solution: bytes(exports.SOLUTION),
      /** per cell of a grid above 9x9: the candidates that `begin` left, bit d - 1 for digit d */
      candidates: new BigUint64Array(exports.memory.buffer, exports.CANDIDATES.value, MAX_CELLS),
      /** For the debug build, which throws if it learns a clause that rules out this solution before it has found it. */
      setWitness: (solution: Uint8Array | undefined) => {
        if (solution) witness.set(solution);
        exports.useWitness(solution !== undefined);
      },
      /** conflicts of the puzzle so far */
      conflicts: () => exports.conflicts.value,
    };
  };
}

/** The digits that cells may have by rules and by the puzzle. Undefined for all. */
function allowedIn({ digits, size, cells }: Geometry, own: Uint32Array | undefined): Uint32Array | undefined {
  if (digits.length === 0) return own;
  const allowed = new Uint32Array(WORDS * cells);
  if (own) allowed.set(own.subarray(0, WORDS * cells));
  else for (let cell = 0; cell < cells; cell++) allowAll(allowed, cell, size);
  for (const { cell, allows } of digits) restrict(allowed, cell, allows);
  return allowed;
}

export type LargeKernel = ReturnType<ReturnType<typeof largeKernelFactory>>;

const MAX_CELLS = MAX_SIZE * MAX_SIZE;

/** The debug build calls it when an invariant does not hold. */
function abort(_message: number, _file: number, line: number, column: number): never {
  throw new Error(`the large kernel broke an invariant, line ${line}, column ${column}`);
}

/** Ticks between two checks of the clock: 10 to 30 ms of propagation. */
const TICKS = 200_000;

/**
 * The first solutions are excluded by a clause each, so that the search may restart. Later ones are excluded by walking on
 * through the tree, which takes no memory.
 */
const EXCLUDED_BY_CLAUSES = 32;

/** One puzzle of a batch. */
export interface SearchedPuzzle extends Pick<Batch, 'geometry' | 'cells' | 'allowed'> {
  /** Rules beside its units. @default those of the geometry */
  readonly rules?: Rules;
}

/** The solutions of one puzzle, one after another. A kernel serves one search at a time, that which was constructed last. */
export class Search {
  readonly #kernel: LargeKernel;
  #limits: SearchLimits;
  readonly #ascending: boolean;
  readonly #cells: number;
  /** set once nothing is left to search for */
  #ended: Status | undefined;
  /** false if the root decided the puzzle, or the budget does not allow a guess */
  #searched = false;
  /** solutions found so far */
  count = 0;

  /** @param ascending whether solutions come in ascending order, as strings of digits; if not, in the order that is fastest */
  constructor(
    kernel: LargeKernel,
    { geometry, cells, allowed: given, rules }: SearchedPuzzle,
    limits: SearchLimits,
    ascending: boolean,
  ) {
    this.#kernel = kernel;
    this.#limits = limits;
    this.#ascending = ascending;
    this.#cells = geometry.cells;
    const allowed = allowedIn(geometry, given);
    const isContradictory = allowed !== undefined && cellWithoutDigit(geometry, cells, allowed) >= 0;
    if (geometry.unsupported !== undefined) {
      this.#ended = Status.unsupported;
    } else if (isContradictory || !givensAreConsistent(geometry, cells)) {
      this.#ended = Status.invalid;
    } else if (performance.now() >= limits.deadline) {
      this.#ended = Status.interrupted;
    } else {
      kernel.setShape(geometry);
      kernel.setRules(geometry, rules ?? geometry);
      kernel.givens.set(cells.subarray(0, geometry.cells));
      if (allowed) kernel.allowed.set(allowed.subarray(0, WORDS * geometry.cells));
      const root = kernel.begin(ascending, allowed !== undefined);
      // a guess may lead to a solution without a conflict; a budget of 0 means no guess, as in other engines
      this.#searched = root === ROOT_OPEN && limits.budget > 0;
      if (root === ROOT_NO_SOLUTION) this.#ended = Status.noSolution;
      else if (root === ROOT_OPEN && !this.#searched) this.#ended = Status.unsolved;
    }
  }

  /** `solved` with the next solution in {@link solution}; `noSolution` after the last one; or why the search ended. */
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

  /** Goes on with a larger budget, if the budget has ended the search. */
  extend(budget: number): void {
    this.#limits = { ...this.#limits, budget };
    if (this.#ended === Status.unsolved) this.#ended = undefined;
  }

  /** The solution found last. Valid until the next call of {@link next}. */
  get solution(): Uint8Array {
    return this.#kernel.solution.subarray(0, this.#cells);
  }

  /** Conflicts so far; 0 only for a puzzle that needed no guess. */
  get guesses(): number {
    return this.#searched ? Math.max(1, this.#kernel.conflicts()) : 0;
  }

  #run(): Status {
    const budget = Math.min(this.#limits.budget, 0xffffffff);
    while (performance.now() < this.#limits.deadline) {
      this.#limits.onClock?.(() => ({ puzzles: 0, solutions: this.count }));
      switch (this.#kernel.search(budget, TICKS)) {
        case SEARCH_FOUND:
          return Status.solved;
        case SEARCH_EXHAUSTED:
          return Status.noSolution;
        case SEARCH_BUDGET_SPENT:
          return Status.unsolved;
      }
    }
    return Status.interrupted;
  }
}
