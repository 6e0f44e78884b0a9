// Wings and aligned exclusion: cells with few candidates that see each other.

import { type Board, ChangedCells, COUNT, LOWEST } from '../steps/board.ts';
import type { Removal, Step } from '../steps/step.ts';
import type { ChainKernel } from './chains/kernel.ts';

/** A pivot with two candidates x, y and pincers xz, yz that it sees: cells that both pincers see are not z (4.2). */
export function xyWing(board: Board): Step | undefined {
  return wing(board, 2);
}

/** The same with a pivot xyz: cells that all three see are not z (4.4). */
export function xyzWing(board: Board): Step | undefined {
  return wing(board, 3);
}

function wing(board: Board, size: 2 | 3): Step | undefined {
  const { candidates, shape } = board;
  paired.fill(0);
  for (let cell = 0; cell < 81; cell++)
    if (COUNT[candidates[cell]!] === 2) paired[(cell / 27) | 0]! |= 1 << (cell % 27);
  for (let pivot = 0; pivot < 81; pivot++) {
    const all = candidates[pivot]!;
    if (COUNT[all] !== size) continue;
    let count = 0;
    for (let word = 0; word < 3; word++) {
      for (let rest = paired[word]! & shape.peerSets[pivot * 3 + word]!; rest; rest &= rest - 1) {
        const cell = word * 27 + 31 - Math.clz32(rest & -rest);
        // both pincers lack one digit of the pivot
        if (COUNT[all & ~candidates[cell]!] === 1) pincers[count++] = cell;
      }
    }
    for (let i = 0; i < count; i++) {
      const first = pincers[i]!;
      const one = candidates[first]!;
      for (let k = i + 1; k < count; k++) {
        const second = pincers[k]!;
        const other = candidates[second]!;
        if (COUNT[all | one | other] !== 3 || COUNT[all & one & other] !== size - 2) continue;
        const z = LOWEST[one & other]!;
        if (!isSeenByBoth(board, first, second, z)) continue;
        const removals = seenByAll(board, size === 2 ? [first, second] : [first, second, pivot], z);
        if (removals.length === 0) continue;
        return {
          technique: size === 2 ? 'XY-Wing' : 'XYZ-Wing',
          rating: size === 2 ? 4.2 : 4.4,
          removals,
          units: [],
          cells: [pivot, first, second],
          digits: 1 << z,
        };
      }
    }
  }
  return undefined;
}

/** cells with two candidates: a set of 81 bits, three words of 27 */
const paired = new Int32Array(3);
/** those of them that can be pincers of the current pivot */
const pincers = new Uint8Array(81);

/** Whether two cells see a third one with the digit. */
function isSeenByBoth({ candidates, shape }: Board, one: number, two: number, digit: number): boolean {
  for (let word = 0; word < 3; word++) {
    let rest = shape.peerSets[one * 3 + word]! & shape.peerSets[two * 3 + word]!;
    for (; rest; rest &= rest - 1)
      if ((candidates[word * 27 + 31 - Math.clz32(rest & -rest)]! >> digit) & 1) return true;
  }
  return false;
}

/** The digit in the cells that all of `cells` see. */
export function seenByAll({ candidates, shape }: Board, cells: readonly number[], digit: number): Removal[] {
  const removals: Removal[] = [];
  for (const cell of shape.peers[cells[0]!]!) {
    if (!(candidates[cell]! & (1 << digit))) continue;
    if (cells.every((other) => shape.sees[other * 81 + cell])) removals.push({ cell, digits: 1 << digit });
  }
  return removals;
}

/**
 * Aligned pair exclusion (6.2): two cells cannot have two digits together that would leave no candidate to a third cell
 * which both see and whose candidates are only those two. A digit that is in no possible pair goes.
 *
 * Aligned triplet exclusion (7.5): the same with three cells, and excluding cells with two or three candidates. The third
 * cell is one that excludes for the first or the second.
 *
 * The kernel searches, among the cells that have changed since it last found nothing.
 */
export class AlignedExclusion {
  readonly #board: Board;
  readonly #kernel: ChainKernel;
  readonly #size: 2 | 3;
  readonly #changed = new ChangedCells();

  /** @param board the one in the kernel */
  constructor(board: Board, kernel: ChainKernel, size: 2 | 3) {
    this.#board = board;
    this.#kernel = kernel;
    this.#size = size;
  }

  find(): Step | undefined {
    const kernel = this.#kernel;
    this.#changed.compare(this.#board);
    kernel.changed.set(this.#changed.set);
    if (this.#size === 2 ? kernel.alignedPair() : kernel.alignedTriplet()) return this.#step();
    this.#changed.settle(this.#board);
    return undefined;
  }

  #step(): Step {
    const { candidates } = this.#board;
    const { aligned, possible, shared } = this.#kernel;
    const size = this.#size;
    const cells = Array.from(aligned.subarray(0, size));
    const excluders = Array.from(candidates.keys()).filter(
      (cell) => (shared[Math.floor(cell / 27)]! >> (cell % 27)) & 1,
    );
    return {
      technique: size === 2 ? 'Aligned Pair Exclusion' : 'Aligned Triplet Exclusion',
      rating: size === 2 ? 6.2 : 7.5,
      removals: cells
        .map((cell, i) => ({ cell, digits: candidates[cell]! & ~possible[i]! }))
        .filter(({ digits }) => digits !== 0),
      units: [],
      cells: [...cells, ...excluders],
      digits: cells.reduce((all, cell) => all | candidates[cell]!, 0),
    };
  }
}
