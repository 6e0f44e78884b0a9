import { COUNT } from '../bits.ts';
import type { Board } from '../board.ts';

/** Cells that may be aligned, and for each the cells that it sees with few candidates. Valid until the next call. */
export interface Excluders {
  /** ascending */
  readonly cells: Uint8Array;
  /** sets of 81 bits, three words of 27, at cell * 3; of open cells only */
  readonly sets: Int32Array;
}

// used again for every board
const few = new Int32Array(3);
const cells = new Uint8Array(81);
const sets = new Int32Array(243);

/** Open cells that see at least one cell with two to `most` candidates. */
export function excluders(board: Board, most: number): Excluders {
  const { candidates, shape } = board;
  few.fill(0);
  for (let cell = 0; cell < 81; cell++) {
    const count = COUNT[candidates[cell]!]!;
    if (count >= 2 && count <= most) few[(cell / 27) | 0]! |= 1 << (cell % 27);
  }
  let count = 0;
  for (let cell = 0; cell < 81; cell++) {
    if (candidates[cell] === 0) continue;
    let any = 0;
    for (let word = 0; word < 3; word++) {
      sets[cell * 3 + word] = few[word]! & shape.peerSets[cell * 3 + word]!;
      any |= sets[cell * 3 + word]!;
    }
    if (any !== 0) cells[count++] = cell;
  }
  return { cells: cells.subarray(0, count), sets };
}

/** Whether a set of 81 bits has two or more. */
export function isTwo(top: number, middle: number, bottom: number): boolean {
  const any = top | middle | bottom;
  if ((any & (any - 1)) !== 0) return true;
  return (top ? 1 : 0) + (middle ? 1 : 0) + (bottom ? 1 : 0) > 1;
}

/** Members of a set of 81 bits, ascending. */
export function members(top: number, middle: number, bottom: number): number[] {
  const found: number[] = [];
  for (let rest = top; rest; rest &= rest - 1) found.push(31 - Math.clz32(rest & -rest));
  for (let rest = middle; rest; rest &= rest - 1) found.push(58 - Math.clz32(rest & -rest));
  for (let rest = bottom; rest; rest &= rest - 1) found.push(85 - Math.clz32(rest & -rest));
  return found;
}
