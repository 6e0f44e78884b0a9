// Which cell to guess on: one with two candidates, and of these the one with most of its kind in its row, column and box,
// since each of them falls with it. Computed for all lanes at once, whichever of them need it.
import { CELL, LINE, ROWS } from './layout';

/** all ones where a cell has two candidates */
const PAIRS: usize = memory.data(81 * CELL, 16);
/** how many of them are in each row, column, box */
const IN_ROW: usize = memory.data(9 * CELL, 16);
const IN_COLUMN: usize = memory.data(9 * CELL, 16);
const IN_BOX: usize = memory.data(9 * CELL, 16);

/** a 16-bit lane each: 0 if no cell has two candidates, else the cell chosen in the low seven bits */
export const best: usize = memory.data(CELL, 16);
export const CHOICE_CELL: i32 = 127;

export function choose(): void {
  countPairs();
  let top = i16x8.splat(0);
  let number = i16x8.splat(0);
  for (let r: usize = 0; r < 9; r++) {
    const inRow = v128.load(IN_ROW + r * CELL);
    for (let c: usize = 0; c < 9; c++) {
      const near = i16x8.add(
        i16x8.add(inRow, v128.load(IN_COLUMN + c * CELL)),
        v128.load(IN_BOX + box(r, c) * CELL),
      );
      const score = v128.or(i16x8.shl(near, 7), number);
      top = i16x8.max_u(top, v128.and(score, v128.load(PAIRS + r * LINE + c * CELL)));
      number = i16x8.add(number, i16x8.splat(1));
    }
  }
  v128.store(best, top);
}

function countPairs(): void {
  memory.fill(IN_ROW, 0, LINE);
  memory.fill(IN_COLUMN, 0, LINE);
  memory.fill(IN_BOX, 0, LINE);
  for (let r: usize = 0; r < 9; r++) {
    for (let c: usize = 0; c < 9; c++) {
      const set = v128.load(ROWS + r * LINE + c * CELL);
      const more = v128.and(set, i16x8.sub(set, i16x8.splat(1)));
      const evenMore = v128.and(more, i16x8.sub(more, i16x8.splat(1)));
      const isPair = v128.andnot(
        i16x8.eq(evenMore, i16x8.splat(0)),
        i16x8.eq(more, i16x8.splat(0)),
      );
      v128.store(PAIRS + r * LINE + c * CELL, isPair);
      count(IN_ROW + r * CELL, isPair);
      count(IN_COLUMN + c * CELL, isPair);
      count(IN_BOX + box(r, c) * CELL, isPair);
    }
  }
}

@inline
function count(counter: usize, isPair: v128): void {
  // a mask of ones is -1
  v128.store(counter, i16x8.sub(v128.load(counter), isPair));
}

@inline
function box(r: usize, c: usize): usize {
  return (r / 3) * 3 + c / 3;
}
