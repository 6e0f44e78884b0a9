import type { Board } from './board.ts';
import type { ChainKernel } from './chains/kernel.ts';
import type { CellsSince } from './since.ts';
import type { Step } from './step.ts';

// Looked for in the kernel, in the cells of its board that have changed.

/**
 * Aligned pair exclusion (6.2): two cells cannot have two digits between them that would leave a cell that both see,
 * with only those two candidates, none. A digit that is in no possible pair goes.
 */
export function alignedPairExclusion(board: Board, since: CellsSince, kernel: ChainKernel): Step | undefined {
  since.look(board);
  kernel.changed.set(since.changed);
  if (kernel.alignedPair()) return alignedStep(board, 2, kernel);
  since.settle(board);
  return undefined;
}

/**
 * Aligned triplet exclusion (7.5): three cells cannot have three digits between them that would leave a cell with two or
 * three candidates, which all see, none. A digit that is in no possible triplet goes. The third cell is one
 * that excludes for the first or the second.
 */
export function alignedTripletExclusion(
  board: Board,
  since: CellsSince,
  kernel: ChainKernel,
): Step | undefined {
  since.look(board);
  kernel.changed.set(since.changed);
  if (kernel.alignedTriplet()) return alignedStep(board, 3, kernel);
  since.settle(board);
  return undefined;
}

function alignedStep({ candidates }: Board, size: 2 | 3, { aligned, possible, shared }: ChainKernel): Step {
  const cells = Array.from(aligned.subarray(0, size));
  return {
    technique: size === 2 ? 'Aligned Pair Exclusion' : 'Aligned Triplet Exclusion',
    rating: size === 2 ? 6.2 : 7.5,
    removals: cells
      .map((cell, i) => ({ cell, digits: candidates[cell]! & ~possible[i]! }))
      .filter(({ digits }) => digits !== 0),
    units: [],
    cells: [...cells, ...members(shared)],
    digits: cells.reduce((all, cell) => all | candidates[cell]!, 0),
  };
}

/** Members of a set of 81 bits, ascending. */
function members(set: Int32Array): number[] {
  return Array.from({ length: 81 }, (_, cell) => cell).filter(
    (cell) => (set[Math.floor(cell / 27)]! >> (cell % 27)) & 1,
  );
}
