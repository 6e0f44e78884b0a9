import { MEMBERS } from '../bits.ts';
import type { Board } from '../board.ts';
import type { Removal, Step } from '../step.ts';
import { excluders, sharedBy } from './excluders.ts';

/**
 * Aligned pair exclusion (6.2): two cells cannot have two digits between them that would leave a cell that both see,
 * with only those two candidates, none. A digit that is in no possible pair goes.
 */
export function alignedPairExclusion(board: Board): Step | undefined {
  const { candidates, shape } = board;
  const { cells, sets } = excluders(board, 2);
  const barred = new Uint16Array(9);
  for (let j = 1; j < cells.length; j++) {
    for (let i = 0; i < j; i++) {
      const shared = sharedBy(sets, i, j);
      if (shared.length < 2) continue;
      const [c1, c2] = [cells[i]!, cells[j]!];
      const sees = shape.sees[c1 * 81 + c2];
      for (let digit = 0; digit < 9; digit++) barred[digit] = sees ? 1 << digit : 0;
      for (const cell of shared) {
        const pair = candidates[cell]!;
        for (const digit of MEMBERS[pair]!) barred[digit]! |= pair & ~(1 << digit);
      }
      const removals = [lost(candidates[c1]!, candidates[c2]!, barred, c1), lost(candidates[c2]!, candidates[c1]!, barred, c2)];
      const worth = removals.filter(({ digits }) => digits > 0);
      if (worth.length === 0) continue;
      return {
        technique: 'Aligned Pair Exclusion',
        rating: 6.2,
        removals: worth,
        units: [],
        cells: [c1, c2, ...shared],
        digits: candidates[c1]! | candidates[c2]!,
      };
    }
  }
  return undefined;
}

/** Digits of `mine` whose every partner in `other` is barred. */
function lost(mine: number, other: number, barred: Uint16Array, cell: number): Removal {
  let digits = 0;
  for (const digit of MEMBERS[mine]!) if ((other & ~barred[digit]!) === 0) digits |= 1 << digit;
  return { cell, digits };
}
