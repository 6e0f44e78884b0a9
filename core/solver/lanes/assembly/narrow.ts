// One pass: the three lines of a band (or, on the grid by columns, of a stack) are narrowed together.
//
//            box 0     box 1     box 2
//   line 0  a b c  |  . . .  |  . . .       a triad is the three cells where a line meets a box.
//   line 1  . . .  |  . . .  |  . . .       A digit goes once into each line and each box, so the three triads that
//   line 2  . . .  |  . . .  |  . . .       hold it stand like the ones of a 3x3 permutation matrix.
//
// Eight puzzles at a time, no branch, no table. Step 1 finds what each triad can hold, step 2 what the permutations
// leave of it, and narrows the cells.
//
// All functions but the two passes are inlined, so that their addresses are constants and `watch` costs nothing. They
// load a cell again rather than keep it: loads are free here, the sixteen registers are not.
import { CELL, LINE } from './layout';
import { isZero, lessOne, whereZero, withoutLowest } from './sets';

/** what the three triads of each line can hold */
const TRIADS: usize = memory.data(9 * CELL, 16);
const TRIAD_LINE: usize = 3 * CELL;
/** of the three triads of a line: the sums of their cells, less 1 each */
const SUMS: usize = memory.data(3 * CELL, 16);

// gathered over the passes of a sweep, then read by sweep.ts
/** digits that every line still has a place for */
export const covered: usize = memory.data(CELL, 16);
/**
 * sum of all candidate sets as numbers, less 1 each, when the stacks were entered; an empty one makes it the greatest
 * number there is, for sums saturate
 */
export const before: usize = memory.data(CELL, 16);
/** sum of all candidate sets as numbers when the stacks were left */
export const after: usize = memory.data(CELL, 16);

/** Narrows the three rows at `rows` (a band of ROWS) and writes them at `columns` (the same cells in COLUMNS). */
export function bandPass(rows: usize, columns: usize): void {
  readTriads(rows, false);
  narrowLines(rows, columns, false);
}

/** The same for three columns; also sums up what they hold, before and after. */
export function stackPass(columns: usize, rows: usize): void {
  readTriads(columns, true);
  narrowLines(columns, rows, true);
}

/** @inline */
function readTriads(from: usize, watch: bool): void {
  readLine(from, TRIADS, watch);
  readLine(from + LINE, TRIADS + TRIAD_LINE, watch);
  readLine(from + 2 * LINE, TRIADS + 2 * TRIAD_LINE, watch);
}

/** Step 1: what each triad of a line can hold, without what is sure to stand in the line's other two. @inline */
function readLine(line: usize, triads: usize, watch: bool): void {
  const triad0 = triadUnion(line, 0);
  const triad1 = triadUnion(line, 3);
  const triad2 = triadUnion(line, 6);
  const single0 = triadSingles(line, 0, watch);
  const single1 = triadSingles(line, 3, watch);
  const single2 = triadSingles(line, 6, watch);
  if (watch) {
    const sum = i16x8.add_sat_u(
      v128.load(SUMS),
      i16x8.add_sat_u(v128.load(SUMS, CELL), v128.load(SUMS, 2 * CELL)),
    );
    v128.store(before, i16x8.add_sat_u(v128.load(before), sum));
  }
  v128.store(triads, v128.andnot(triad0, v128.or(single1, single2)));
  v128.store(triads, v128.andnot(triad1, v128.or(single0, single2)), CELL);
  v128.store(triads, v128.andnot(triad2, v128.or(single0, single1)), 2 * CELL);
}

/** @inline */
function triadUnion(line: usize, i: usize): v128 {
  return v128.or(v128.or(cell(line, i), cell(line, i + 1)), cell(line, i + 2));
}

/** Digits of the triad's cells that have one candidate left. @inline */
function triadSingles(line: usize, i: usize, watch: bool): v128 {
  const a = cell(line, i);
  const b = cell(line, i + 1);
  const c = cell(line, i + 2);
  const lessA = lessOne(a);
  const lessB = lessOne(b);
  const lessC = lessOne(c);
  const restA = v128.and(a, lessA);
  const restB = v128.and(b, lessB);
  const restC = v128.and(c, lessC);
  if (watch) v128.store(SUMS + (i / 3) * CELL, i16x8.add_sat_u(i16x8.add_sat_u(lessA, lessB), lessC));
  return v128.or(v128.or(whereZero(restA, a), whereZero(restB, b)), whereZero(restC, c));
}

/** @inline */
function narrowLines(from: usize, to: usize, watch: bool): void {
  narrowLine(from, to, TRIADS, TRIADS + TRIAD_LINE, TRIADS + 2 * TRIAD_LINE, watch);
  narrowLine(from + LINE, to + CELL, TRIADS + TRIAD_LINE, TRIADS, TRIADS + 2 * TRIAD_LINE, watch);
  narrowLine(from + 2 * LINE, to + 2 * CELL, TRIADS + 2 * TRIAD_LINE, TRIADS, TRIADS + TRIAD_LINE, watch);
}

/** Step 2: narrows line x with the triads of all three lines. A digit that one triad alone keeps is required there. @inline */
function narrowLine(from: usize, to: usize, x: usize, y: usize, z: usize, watch: bool): void {
  const kept0 = permitted(x, y, z, 0, CELL, 2 * CELL);
  const kept1 = permitted(x, y, z, CELL, 2 * CELL, 0);
  const kept2 = permitted(x, y, z, 2 * CELL, 0, CELL);
  // a digit that the first line can take stands in a permutation, so the other two can take it as well
  if (x === TRIADS) v128.store(covered, v128.and(v128.load(covered), v128.or(v128.or(kept0, kept1), kept2)));
  const sum0 = narrowTriad(from, to, kept0, v128.andnot(kept0, v128.or(kept1, kept2)));
  const sum1 = narrowTriad(from + 3 * CELL, to + 3 * LINE, kept1, v128.andnot(kept1, v128.or(kept0, kept2)));
  const sum2 = narrowTriad(from + 6 * CELL, to + 6 * LINE, kept2, v128.andnot(kept2, v128.or(kept0, kept1)));
  if (watch) v128.store(after, i16x8.add(v128.load(after), i16x8.add(i16x8.add(sum0, sum1), sum2)));
}

/**
 * Locked candidates, exactly: triad (x, i) keeps a digit if lines y and z can still take it in boxes j and k, either
 * way round.
 * @inline
 */
function permitted(x: usize, y: usize, z: usize, i: usize, j: usize, k: usize): v128 {
  return v128.and(
    v128.load(x + i),
    v128.or(v128.and(v128.load(y + j), v128.load(z + k)), v128.and(v128.load(y + k), v128.load(z + j))),
  );
}

/** Narrows the three cells of a triad that may hold the digits `kept`, and must hold `required`. Gives their sum. @inline */
function narrowTriad(from: usize, to: usize, kept: v128, required: v128): v128 {
  // three required digits leave no room for others
  const may = v128.and(kept, v128.or(required, isZero(withoutLowest(withoutLowest(required)))));
  const a = v128.and(cell(from, 0), may);
  const b = v128.and(cell(from, 1), may);
  const c = v128.and(cell(from, 2), may);
  // what two of the three can take; a required digit that only one can take is its hidden single, in line and box
  const twice = v128.or(v128.and(a, b), v128.and(v128.or(a, b), c));
  const hidden = v128.andnot(required, twice);
  const newA = onlyHidden(a, hidden);
  const newB = onlyHidden(b, hidden);
  const newC = onlyHidden(c, hidden);
  v128.store(to, newA);
  v128.store(to, newB, LINE);
  v128.store(to, newC, 2 * LINE);
  return i16x8.add(i16x8.add(newA, newB), newC);
}

/** A cell with a hidden single keeps only that. @inline */
function onlyHidden(cell: v128, hidden: v128): v128 {
  const own = v128.and(cell, hidden);
  return v128.and(cell, v128.or(own, isZero(own)));
}

/** @inline */
function cell(line: usize, i: usize): v128 {
  return v128.load(line + i * CELL);
}
