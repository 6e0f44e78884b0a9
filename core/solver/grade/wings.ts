import { COUNT, LOWEST } from './bits.ts';
import type { Board } from './board.ts';
import type { Removal, Step } from './step.ts';

/** A pivot with two candidates x, y and pincers xz, yz that it sees: what both pincers see is not z (4.2). */
export function xyWing(board: Board): Step | undefined {
  return wing(board, 2);
}

/** The same with a pivot xyz: what all three see is not z (4.4). */
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
      for (let k = 0; k < count; k++) {
        const second = pincers[k]!;
        const other = candidates[second]!;
        if (COUNT[all | one | other] !== 3 || COUNT[all & one & other] !== size - 2) continue;
        const z = LOWEST[one & other]!;
        const removals = seenByAll(board, size === 2 ? [first, second] : [first, second, pivot], z, pivot);
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
/** those of them that can belong to the pivot at hand */
const pincers = new Uint8Array(81);

/** The digit in the cells that all of `cells` see, but not in `except`. */
function seenByAll(board: Board, cells: readonly number[], digit: number, except: number): Removal[] {
  const { candidates, shape } = board;
  const removals: Removal[] = [];
  for (const cell of shape.peers[cells[0]!]!) {
    if (cell === except || !(candidates[cell]! & (1 << digit))) continue;
    if (cells.every((other) => shape.sees[other * 81 + cell])) removals.push({ cell, digits: 1 << digit });
  }
  return removals;
}
