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
// All functions but the two passes are inlined, so that their addresses are constants and `watch` costs nothing.
import { CELL, LINE } from './layout';
import { allOnes, allZero, isZero, lessOne, onlySingle, withoutLowest } from './sets';

// accumulated over the passes of a sweep, then read by sweep.ts
/** digits that every line still has a place for */
export const covered: usize = memory.data(CELL, 16);
/**
 * sum of all candidate sets as numbers, minus 1 each, before the stack passes; an empty set makes it the greatest number
 * there is, as sums saturate
 */
export const before: usize = memory.data(CELL, 16);
/** sum of all candidate sets as numbers after the stack passes */
export const after: usize = memory.data(CELL, 16);

/** Narrows the three rows at `rows` (a band of ROWS) and writes them at `columns` (the same cells in COLUMNS). */
export function bandPass(rows: usize, columns: usize): void {
  narrowLines(rows, columns, false);
}

/** The same for three columns; also sums up what they hold, before and after. */
export function stackPass(columns: usize, rows: usize): void {
  narrowLines(columns, rows, true);
}

/** @inline */
function narrowLines(from: usize, to: usize, watch: bool): void {
  // step 1: what each triad of the lines x, y and z can hold, without the digits of solved cells in the line's other two
  const ones = allOnes();
  const xSingle0 = triadSingles(from, 0, ones);
  const xSingle1 = triadSingles(from, 3, ones);
  const xSingle2 = triadSingles(from, 6, ones);
  if (watch) v128.store(before, i16x8.add_sat_u(v128.load(before), lineSum(from, ones)));
  const x0 = v128.andnot(triadUnion(from, 0), v128.or(xSingle1, xSingle2));
  const x1 = v128.andnot(triadUnion(from, 3), v128.or(xSingle0, xSingle2));
  const x2 = v128.andnot(triadUnion(from, 6), v128.or(xSingle0, xSingle1));

  const ySingle0 = triadSingles(from + LINE, 0, ones);
  const ySingle1 = triadSingles(from + LINE, 3, ones);
  const ySingle2 = triadSingles(from + LINE, 6, ones);
  if (watch) v128.store(before, i16x8.add_sat_u(v128.load(before), lineSum(from + LINE, ones)));
  const y0 = v128.andnot(triadUnion(from + LINE, 0), v128.or(ySingle1, ySingle2));
  const y1 = v128.andnot(triadUnion(from + LINE, 3), v128.or(ySingle0, ySingle2));
  const y2 = v128.andnot(triadUnion(from + LINE, 6), v128.or(ySingle0, ySingle1));

  const zSingle0 = triadSingles(from + 2 * LINE, 0, ones);
  const zSingle1 = triadSingles(from + 2 * LINE, 3, ones);
  const zSingle2 = triadSingles(from + 2 * LINE, 6, ones);
  if (watch) v128.store(before, i16x8.add_sat_u(v128.load(before), lineSum(from + 2 * LINE, ones)));
  const z0 = v128.andnot(triadUnion(from + 2 * LINE, 0), v128.or(zSingle1, zSingle2));
  const z1 = v128.andnot(triadUnion(from + 2 * LINE, 3), v128.or(zSingle0, zSingle2));
  const z2 = v128.andnot(triadUnion(from + 2 * LINE, 6), v128.or(zSingle0, zSingle1));

  // step 2, locked candidates, exactly: which digits can stand in box i of line x, j of y and k of z
  const p012 = v128.and(v128.and(x0, y1), z2);
  const p021 = v128.and(v128.and(x0, y2), z1);
  const p102 = v128.and(v128.and(x1, y0), z2);
  const p120 = v128.and(v128.and(x1, y2), z0);
  const p201 = v128.and(v128.and(x2, y0), z1);
  const p210 = v128.and(v128.and(x2, y1), z0);
  // every digit must be in some permutation. Stored before the cells are used again, so that V8 loads and does not spill them
  const some = v128.or(v128.or(v128.or(p012, p021), v128.or(p102, p120)), v128.or(p201, p210));
  v128.store(covered, v128.and(v128.load(covered), some));
  narrowLine(from, to, p012, p021, p102, p120, p201, p210, watch);
  narrowLine(from + LINE, to + CELL, p102, p201, p012, p210, p021, p120, watch);
  narrowLine(from + 2 * LINE, to + 2 * CELL, p120, p210, p021, p201, p012, p102, watch);
}

/** Sum of the cells of a line, less 1 each. @inline */
function lineSum(line: usize, ones: v128): v128 {
  return i16x8.add_sat_u(
    triadSum(line, 0, ones),
    i16x8.add_sat_u(triadSum(line, 3, ones), triadSum(line, 6, ones)),
  );
}

/** @inline */
function triadSum(line: usize, i: usize, ones: v128): v128 {
  return i16x8.add_sat_u(
    i16x8.add_sat_u(lessOne(cell(line, i), ones), lessOne(cell(line, i + 1), ones)),
    lessOne(cell(line, i + 2), ones),
  );
}

/** @inline */
function triadUnion(line: usize, i: usize): v128 {
  return v128.or(v128.or(cell(line, i), cell(line, i + 1)), cell(line, i + 2));
}

/** Digits of the triad's cells that have one candidate left. @inline */
function triadSingles(line: usize, i: usize, ones: v128): v128 {
  return v128.or(
    v128.or(onlySingle(cell(line, i), ones), onlySingle(cell(line, i + 1), ones)),
    onlySingle(cell(line, i + 2), ones),
  );
}

/**
 * Narrows a line: `a0` and `b0` are the digits of the two permutations that place a digit of this line in box 0, and so on. A
 * digit that only one triad keeps is required there.
 * @inline
 */
function narrowLine(
  from: usize,
  to: usize,
  a0: v128,
  b0: v128,
  a1: v128,
  b1: v128,
  a2: v128,
  b2: v128,
  watch: bool,
): void {
  const zero = allZero();
  const ones = allOnes();
  const kept0 = v128.or(a0, b0);
  const kept1 = v128.or(a1, b1);
  const kept2 = v128.or(a2, b2);
  const not0 = v128.or(kept1, kept2);
  const sum0 = narrowTriad(from, to, kept0, v128.andnot(kept0, not0), zero, ones);
  const sum1 = narrowTriad(
    from + 3 * CELL,
    to + 3 * LINE,
    kept1,
    v128.andnot(kept1, v128.or(kept0, kept2)),
    zero,
    ones,
  );
  const sum2 = narrowTriad(
    from + 6 * CELL,
    to + 6 * LINE,
    kept2,
    v128.andnot(kept2, v128.or(kept0, kept1)),
    zero,
    ones,
  );
  if (watch) v128.store(after, i16x8.add(v128.load(after), i16x8.add(i16x8.add(sum0, sum1), sum2)));
}

/** Narrows the three cells of a triad that may hold the digits `kept`, and must hold `required`. @returns their sum @inline */
function narrowTriad(from: usize, to: usize, kept: v128, required: v128, zero: v128, ones: v128): v128 {
  // three required digits leave no room for others
  const may = v128.and(
    kept,
    v128.or(required, isZero(withoutLowest(withoutLowest(required, ones), ones), zero)),
  );
  const a = cell(from, 0);
  const b = cell(from, 1);
  const c = cell(from, 2);
  // a required digit that neither of the other cells can take is the cell's hidden single, in line and box
  const newA = onlyHidden(v128.and(a, may), v128.andnot(required, v128.or(b, c)), zero);
  const newB = onlyHidden(v128.and(b, may), v128.andnot(required, v128.or(a, c)), zero);
  const newC = onlyHidden(v128.and(c, may), v128.andnot(required, v128.or(a, b)), zero);
  v128.store(to, newA);
  v128.store(to, newB, LINE);
  v128.store(to, newC, 2 * LINE);
  return i16x8.add(i16x8.add(newA, newB), newC);
}

/** A cell with a hidden single keeps only that. @inline */
function onlyHidden(cell: v128, hidden: v128, zero: v128): v128 {
  return v128.and(cell, v128.or(hidden, isZero(hidden, zero)));
}

/** @inline */
function cell(line: usize, i: usize): v128 {
  return v128.load(line + i * CELL);
}
