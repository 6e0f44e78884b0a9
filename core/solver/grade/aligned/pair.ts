import { COUNT, MEMBERS } from '../bits.ts';
import type { Board } from '../board.ts';
import type { CellsSince } from '../since.ts';
import type { Removal, Step } from '../step.ts';
import { excluders, isTwo, members } from './excluders.ts';

/**
 * Aligned pair exclusion (6.2): two cells cannot have two digits between them that would leave a cell that both see,
 * with only those two candidates, none. A digit that is in no possible pair goes.
 */
export function alignedPairExclusion(board: Board, since: CellsSince): Step | undefined {
  const { candidates, shape } = board;
  since.look(board);
  const { changed, isChanged } = since;
  const [changedTop, changedMiddle, changedBottom] = changed as unknown as [number, number, number];
  const { cells, sets } = excluders(board, 2);
  // of two cells one has changed, or both see one that has: other pairs need not be looked at
  let changedCount = 0;
  let nearCount = 0;
  for (let j = 0; j < cells.length; j++) {
    const c2 = cells[j]!;
    const isNew = isChanged[c2] === 1;
    const isNear =
      isNew ||
      ((sets[c2 * 3]! & changedTop) |
        (sets[c2 * 3 + 1]! & changedMiddle) |
        (sets[c2 * 3 + 2]! & changedBottom)) !==
        0;
    const others = isNew ? cells : isNear ? nearCells : changedCells;
    const count = isNew ? j : isNear ? nearCount : changedCount;
    if (isNew) changedCells[changedCount++] = c2;
    if (isNear) nearCells[nearCount++] = c2;
    for (let i = 0; i < count; i++) {
      const c1 = others[i]!;
      const top = sets[c1 * 3]! & sets[c2 * 3]!;
      const middle = sets[c1 * 3 + 1]! & sets[c2 * 3 + 1]!;
      const bottom = sets[c1 * 3 + 2]! & sets[c2 * 3 + 2]!;
      if (!isTwo(top, middle, bottom)) continue;
      const touched = (top & changedTop) | (middle & changedMiddle) | (bottom & changedBottom);
      if (touched === 0 && !isNew && !isChanged[c1]) continue;
      // a digit goes if each digit of the other cell is barred: by itself, or by an excluder of just these two
      const fewest = Math.min(COUNT[candidates[c1]!]!, COUNT[candidates[c2]!]!) - shape.sees[c1 * 81 + c2]!;
      if (relevant(candidates, candidates[c1]! | candidates[c2]!, top, middle, bottom) < fewest) continue;
      const shared = members(top, middle, bottom);
      const removals = excluded(board, c1, c2, shared);
      if (removals.length === 0) continue;
      const digits = candidates[c1]! | candidates[c2]!;
      return {
        technique: 'Aligned Pair Exclusion',
        rating: 6.2,
        removals,
        units: [],
        cells: [c1, c2, ...shared],
        digits,
      };
    }
  }
  since.settle(board);
  return undefined;
}

const changedCells = new Uint8Array(81);
const nearCells = new Uint8Array(81);

/** How many of a set of cells have no other candidates than these. */
function relevant(
  candidates: Uint16Array,
  digits: number,
  top: number,
  middle: number,
  bottom: number,
): number {
  let count = 0;
  for (let word = 0; word < 3; word++) {
    for (let rest = word === 0 ? top : word === 1 ? middle : bottom; rest; rest &= rest - 1) {
      if ((candidates[word * 27 + 31 - Math.clz32(rest & -rest)]! & ~digits) === 0) count++;
    }
  }
  return count;
}

const barred = new Uint16Array(9);

/** What no possible pair needs. */
function excluded(board: Board, c1: number, c2: number, shared: readonly number[]): Removal[] {
  const { candidates, shape } = board;
  const sees = shape.sees[c1 * 81 + c2];
  for (let digit = 0; digit < 9; digit++) barred[digit] = sees ? 1 << digit : 0;
  for (let i = 0; i < shared.length; i++) {
    const pair = candidates[shared[i]!]!;
    const high = pair & (pair - 1);
    barred[31 - Math.clz32(pair & -pair)]! |= high;
    barred[31 - Math.clz32(high)]! |= pair & -pair;
  }
  const removals: Removal[] = [];
  for (const [mine, other] of [
    [c1, c2],
    [c2, c1],
  ] as const) {
    let digits = 0;
    for (const digit of MEMBERS[candidates[mine]!]!) {
      if ((candidates[other]! & ~barred[digit]!) === 0) digits |= 1 << digit;
    }
    if (digits) removals.push({ cell: mine, digits });
  }
  return removals;
}
