import type { Board } from '../board.ts';
import type { ChainKernel } from '../chains/kernel.ts';
import type { CellsSince } from '../since.ts';
import type { Step } from '../step.ts';
import { members } from './excluders.ts';

/**
 * Aligned triplet exclusion (7.5): three cells cannot have three digits between them that would leave a cell with two or
 * three candidates, which all see, none. A digit that is in no possible triplet goes. The third cell is one
 * that excludes for the first or the second. The kernel looks for them.
 *
 * @param board the one in the kernel
 */
export function alignedTripletExclusion(
  board: Board,
  since: CellsSince,
  kernel: ChainKernel,
): Step | undefined {
  since.look(board);
  kernel.changed.set(since.changed);
  if (!kernel.alignedTriplet()) {
    since.settle(board);
    return undefined;
  }
  const trio = Array.from(kernel.trio);
  const [top, middle, bottom] = kernel.shared as unknown as [number, number, number];
  return {
    technique: 'Aligned Triplet Exclusion',
    rating: 7.5,
    removals: trio
      .map((cell, k) => ({ cell, digits: board.candidates[cell]! & ~kernel.possible[k]! }))
      .filter(({ digits }) => digits !== 0),
    units: [],
    cells: [...trio, ...members(top, middle, bottom)],
    digits: trio.reduce((all, cell) => all | board.candidates[cell]!, 0),
  };
}
