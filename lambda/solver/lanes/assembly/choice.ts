// Which cell to guess on: one with two candidates, and of these the one with most of its kind in its row, column and box,
// since each of them falls with it. Computed for all lanes at once, whichever of them need it.
//
// A cell's score has the number of those neighbours (itself thrice) in the bits from 7 up and the cell's own number
// below, so that the greatest score names the cell.
import { CELL, LINE, ROWS } from './layout';
import { isZero, withoutLowest } from './sets';

/** all ones where a cell has two candidates, which as a number is -1 */
const PAIRS: usize = memory.data(81 * CELL, 16);
/** -1 for each pair of a column; then what the column adds to the scores of its cells */
const IN_COLUMN: usize = memory.data(9 * CELL, 16);
/** what row and box add to the scores of the cells of a triad */
const IN_TRIAD: usize = memory.data(27 * CELL, 16);

/** a 16-bit lane each: 0 if no cell has two candidates, else the cell chosen in the low seven bits */
export const best: usize = memory.data(CELL, 16);
export const CHOICE_CELL: i32 = 127;
const COUNT_SHIFT: i32 = 7;

export function choose(): void {
  memory.fill(IN_COLUMN, 0, LINE);
  for (let band = 0; band < 3; band++) countBand(band);
  for (let c = 0; c < 9; c++) {
    const at = IN_COLUMN + c * CELL;
    v128.store(at, i16x8.sub(i16x8.splat(c as i16), i16x8.shl(v128.load(at), COUNT_SHIFT)));
  }
  let top = v128.load(PAIRS);
  top = v128.xor(top, top);
  for (let r = 0; r < 9; r++) {
    const row = PAIRS + r * LINE;
    const triads = IN_TRIAD + r * 3 * CELL;
    top = i16x8.max_s(top, bestOfTriad(row, triads, IN_COLUMN));
    top = i16x8.max_s(top, bestOfTriad(row + 3 * CELL, triads + CELL, IN_COLUMN + 3 * CELL));
    top = i16x8.max_s(top, bestOfTriad(row + 6 * CELL, triads + 2 * CELL, IN_COLUMN + 6 * CELL));
  }
  v128.store(best, top);
}

/** Marks the pairs of a band and counts them by column, row and box. */
function countBand(band: i32): void {
  const cells: usize = band * 3 * LINE;
  const triads: usize = IN_TRIAD + band * 9 * CELL;
  let row0 = i16x8.splat(0);
  let row1 = i16x8.splat(0);
  let row2 = i16x8.splat(0);
  for (let b = 0; b < 3; b++) {
    let inBox = i16x8.splat(0);
    for (let i = 0; i < 3; i++) {
      const c = b * 3 + i;
      const p0 = markPair(cells + c * CELL);
      const p1 = markPair(cells + c * CELL + LINE);
      const p2 = markPair(cells + c * CELL + 2 * LINE);
      const inColumn = i16x8.add(i16x8.add(p0, p1), p2);
      const column = IN_COLUMN + c * CELL;
      v128.store(column, i16x8.add(v128.load(column), inColumn));
      inBox = i16x8.add(inBox, inColumn);
      row0 = i16x8.add(row0, p0);
      row1 = i16x8.add(row1, p1);
      row2 = i16x8.add(row2, p2);
    }
    v128.store(triads + b * CELL, inBox);
  }
  const box0 = v128.load(triads);
  const box1 = v128.load(triads + CELL);
  const box2 = v128.load(triads + 2 * CELL);
  scoreRow(triads, row0, box0, box1, box2, band * 27);
  scoreRow(triads + 3 * CELL, row1, box0, box1, box2, band * 27 + 9);
  scoreRow(triads + 6 * CELL, row2, box0, box1, box2, band * 27 + 18);
}

@inline
function markPair(cell: usize): v128 {
  const second = withoutLowest(v128.load(cell + ROWS));
  const isPair = v128.andnot(isZero(withoutLowest(second)), isZero(second));
  v128.store(cell + PAIRS, isPair);
  return isPair;
}

@inline
function scoreRow(triads: usize, row: v128, box0: v128, box1: v128, box2: v128, firstCell: i32): void {
  const number = i16x8.splat(firstCell as i16);
  v128.store(triads, i16x8.sub(number, i16x8.shl(i16x8.add(row, box0), COUNT_SHIFT)));
  v128.store(triads + CELL, i16x8.sub(number, i16x8.shl(i16x8.add(row, box1), COUNT_SHIFT)));
  v128.store(triads + 2 * CELL, i16x8.sub(number, i16x8.shl(i16x8.add(row, box2), COUNT_SHIFT)));
}

@inline
function bestOfTriad(pairs: usize, triad: usize, columns: usize): v128 {
  const inTriad = v128.load(triad);
  const a = v128.and(v128.load(pairs), i16x8.add(inTriad, v128.load(columns)));
  const b = v128.and(v128.load(pairs + CELL), i16x8.add(inTriad, v128.load(columns + CELL)));
  const c = v128.and(v128.load(pairs + 2 * CELL), i16x8.add(inTriad, v128.load(columns + 2 * CELL)));
  return i16x8.max_s(i16x8.max_s(a, b), c);
}
