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
  for (let pivot = 0; pivot < 81; pivot++) {
    const all = candidates[pivot]!;
    if (COUNT[all] !== size) continue;
    const peers = shape.peers[pivot]!;
    for (const first of peers) {
      const one = candidates[first]!;
      if (COUNT[one] !== 2 || COUNT[all & ~one] !== 1) continue;
      for (const second of peers) {
        const other = candidates[second]!;
        if (COUNT[other] !== 2 || COUNT[all | one | other] !== 3 || COUNT[all & one & other] !== size - 2)
          continue;
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
