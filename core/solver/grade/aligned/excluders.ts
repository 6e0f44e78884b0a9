import { COUNT } from '../bits.ts';
import type { Board } from '../board.ts';

/** Cells that may be aligned, ascending, and for each the cells that it sees with few candidates, as sets of three words of 27 bits. */
export interface Excluders {
  readonly cells: readonly number[];
  readonly sets: readonly Int32Array[];
}

/** Open cells that see at least one cell with two to `most` candidates. */
export function excluders(board: Board, most: number): Excluders {
  const { candidates, shape } = board;
  const few = new Int32Array(3);
  for (let cell = 0; cell < 81; cell++) {
    const count = COUNT[candidates[cell]!]!;
    if (count >= 2 && count <= most) few[Math.floor(cell / 27)]! |= 1 << (cell % 27);
  }
  const cells: number[] = [];
  const sets: Int32Array[] = [];
  for (let cell = 0; cell < 81; cell++) {
    if (candidates[cell] === 0) continue;
    const set = few.map((word, band) => word & shape.peerSets[cell * 3 + band]!);
    if (!(set[0]! | set[1]! | set[2]!)) continue;
    cells.push(cell);
    sets.push(set);
  }
  return { cells, sets };
}

/** Cells in the sets `i` and `j`, ascending; none if there is only one. */
export function sharedBy(sets: readonly Int32Array[], i: number, j: number): number[] {
  const [one, other] = [sets[i]!, sets[j]!];
  return membersIfTwo(one[0]! & other[0]!, one[1]! & other[1]!, one[2]! & other[2]!);
}

/** Members of a set of 81 bits; none if it has less than two. */
export function membersIfTwo(top: number, middle: number, bottom: number): number[] {
  const words = (top ? 1 : 0) + (middle ? 1 : 0) + (bottom ? 1 : 0);
  const any = top | middle | bottom;
  if (words === 0 || (words === 1 && (any & (any - 1)) === 0)) return NONE;
  const members: number[] = [];
  for (let rest = top; rest; rest &= rest - 1) members.push(31 - Math.clz32(rest & -rest));
  for (let rest = middle; rest; rest &= rest - 1) members.push(58 - Math.clz32(rest & -rest));
  for (let rest = bottom; rest; rest &= rest - 1) members.push(85 - Math.clz32(rest & -rest));
  return members;
}

const NONE: number[] = [];
