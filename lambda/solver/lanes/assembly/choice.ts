// Which cell to guess on: one with two candidates, and of these the one with most of its kind in its row, column and box,
// since each of them falls with it. Computed for all lanes at once, whichever of them need it.
//
// A cell's score has the number of those neighbours (itself thrice) in the bits from 7 up and the cell's own number
// below, so that the greatest score names the cell. Counters start with what they add to the cell's number: 9r that of
// row r, c that of column c.
import { CELL, LINE, ROWS } from './layout';

/** all ones where a cell has two candidates */
const PAIRS: usize = memory.data(81 * CELL, 16);
/** pairs in each column, and the column's number */
const IN_COLUMN: usize = memory.data(9 * CELL, 16);
/** pairs in each row and box, and nine times the row's number: a number for each triad */
const IN_TRIAD: usize = memory.data(27 * CELL, 16);

/** a 16-bit lane each: 0 if no cell has two candidates, else the cell chosen in the low seven bits */
export const best: usize = memory.data(CELL, 16);
export const CHOICE_CELL: i32 = 127;
/** what a neighbour adds to a score */
const ONE_PAIR: i16 = 128;

export function choose(): void {
  for (let c = 0; c < 9; c++) v128.store(IN_COLUMN + c * CELL, i16x8.splat(c as i16));
  for (let band = 0; band < 3; band++) countBand(band);
  let top = i16x8.splat(0);
  for (let r: usize = 0; r < 9; r++) top = i16x8.max_s(top, bestOfRow(PAIRS + r * LINE, IN_TRIAD + r * 3 * CELL));
  v128.store(best, top);
}

function countBand(band: i32): void {
  const at: usize = band * 3 * LINE;
  const triads: usize = IN_TRIAD + band * 9 * CELL;
  let box0 = i16x8.splat(0);
  let box1 = i16x8.splat(0);
  let box2 = i16x8.splat(0);
  for (let r: usize = 0; r < 3; r++) {
    const row = at + r * LINE;
    const in0 = countTriad(row, IN_COLUMN);
    const in1 = countTriad(row + 3 * CELL, IN_COLUMN + 3 * CELL);
    const in2 = countTriad(row + 6 * CELL, IN_COLUMN + 6 * CELL);
    const inRow = i16x8.add(i16x8.add(in0, in1), i16x8.add(in2, i16x8.splat(((band * 3 + (r as i32)) * 9) as i16)));
    v128.store(triads + r * 3 * CELL, inRow);
    box0 = i16x8.add(box0, in0);
    box1 = i16x8.add(box1, in1);
    box2 = i16x8.add(box2, in2);
  }
  for (let r: usize = 0; r < 3; r++) {
    const inRow = v128.load(triads + r * 3 * CELL);
    v128.store(triads + r * 3 * CELL, i16x8.add(inRow, box0));
    v128.store(triads + (r * 3 + 1) * CELL, i16x8.add(inRow, box1));
    v128.store(triads + (r * 3 + 2) * CELL, i16x8.add(inRow, box2));
  }
}

/** Marks the pairs among three cells (at an offset in ROWS) and adds them to their columns; gives their number. */
@inline
function countTriad(at: usize, columns: usize): v128 {
  const a = countCell(at, columns);
  const b = countCell(at + CELL, columns + CELL);
  const c = countCell(at + 2 * CELL, columns + 2 * CELL);
  return i16x8.add(i16x8.add(a, b), c);
}

@inline
function countCell(at: usize, column: usize): v128 {
  const set = v128.load(at + ROWS);
  const more = v128.and(set, i16x8.sub(set, i16x8.splat(1)));
  const evenMore = v128.and(more, i16x8.sub(more, i16x8.splat(1)));
  const isPair = v128.andnot(i16x8.eq(evenMore, i16x8.splat(0)), i16x8.eq(more, i16x8.splat(0)));
  v128.store(at + PAIRS, isPair);
  const one = v128.and(isPair, i16x8.splat(ONE_PAIR));
  v128.store(column, i16x8.add(v128.load(column), one));
  return one;
}

@inline
function bestOfRow(pairs: usize, triads: usize): v128 {
  return i16x8.max_s(
    i16x8.max_s(
      bestOfTriad(pairs, v128.load(triads), IN_COLUMN),
      bestOfTriad(pairs + 3 * CELL, v128.load(triads + CELL), IN_COLUMN + 3 * CELL),
    ),
    bestOfTriad(pairs + 6 * CELL, v128.load(triads + 2 * CELL), IN_COLUMN + 6 * CELL),
  );
}

@inline
function bestOfTriad(pairs: usize, inTriad: v128, columns: usize): v128 {
  const a = v128.and(v128.load(pairs), i16x8.add(inTriad, v128.load(columns)));
  const b = v128.and(v128.load(pairs + CELL), i16x8.add(inTriad, v128.load(columns + CELL)));
  const c = v128.and(v128.load(pairs + 2 * CELL), i16x8.add(inTriad, v128.load(columns + 2 * CELL)));
  return i16x8.max_s(i16x8.max_s(a, b), c);
}
