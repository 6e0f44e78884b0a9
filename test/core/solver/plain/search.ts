import type { SearchLimits } from '../../../../core/solver/engine/engine.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { propagate, type Tables } from './propagate.ts';

/** Which open cell to guess on; -1 if every cell is single. */
export type CellChoice = (candidates: Int32Array) => number;

/** The cell with fewest candidates keeps the tree small. */
export const fewestCandidates: CellChoice = (candidates) => {
  let best = -1;
  let fewest = 64;
  for (let cell = 0; cell < candidates.length; cell++) {
    const n = bitCount(candidates[cell]!);
    if (n === 1 || n >= fewest) continue;
    best = cell;
    fewest = n;
    if (n === 2) break;
  }
  return best;
};

/** The first open cell, digits ascending, gives solutions in ascending order. */
export const firstOpen: CellChoice = (candidates) => {
  for (let cell = 0; cell < candidates.length; cell++) {
    const set = candidates[cell]!;
    if ((set & (set - 1)) !== 0) return cell;
  }
  return -1;
};

/**
 * Depth-first search with an explicit stack, resumable: each `next()` finds one more solution.
 * A stack level holds the candidates as they were before a guess, without the digit guessed, so the depth is at most
 * the number of cells.
 */
export class Search {
  guesses = 0;
  readonly #tables: Tables;
  readonly #limits: SearchLimits;
  readonly #choose: CellChoice;
  readonly #levels: { candidates: Int32Array; propagated: Uint8Array }[] = [];
  #depth = 0;

  constructor(tables: Tables, givens: Uint8Array, choose: CellChoice, limits: SearchLimits) {
    this.#tables = tables;
    this.#limits = limits;
    this.#choose = choose;
    const { candidates } = this.#level(0);
    for (let i = 0; i < candidates.length; i++)
      candidates[i] = givens[i] ? 1 << (givens[i]! - 1) : tables.all;
    this.#depth = 1;
  }

  /** Writes the next solution to `out` (one digit a cell), or says why there is none. */
  next(out: Uint8Array): Status {
    while (this.#depth > 0) {
      const { candidates, propagated } = this.#level(this.#depth - 1);
      if (!propagate(this.#tables, candidates, propagated)) {
        this.#depth--;
        continue;
      }
      const cell = this.#choose(candidates);
      if (cell < 0) {
        for (let i = 0; i < candidates.length; i++) out[i] = 32 - Math.clz32(candidates[i]!);
        this.#depth--;
        return Status.solved;
      }
      if (this.guesses >= this.#limits.budget) return Status.unsolved;
      if ((this.guesses & 255) === 0 && performance.now() > this.#limits.deadline) return Status.interrupted;
      this.guesses++;
      const guess = this.#level(this.#depth++);
      guess.candidates.set(candidates);
      guess.propagated.set(propagated);
      const lowest = candidates[cell]! & -candidates[cell]!;
      guess.candidates[cell] = lowest;
      candidates[cell]! &= ~lowest;
    }
    return Status.noSolution;
  }

  #level(depth: number) {
    const { cells } = this.#tables.geometry;
    this.#levels[depth] ??= { candidates: new Int32Array(cells), propagated: new Uint8Array(cells) };
    return this.#levels[depth]!;
  }
}

function bitCount(set: number): number {
  let n = set - ((set >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
