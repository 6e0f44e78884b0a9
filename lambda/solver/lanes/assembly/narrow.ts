// One pass: the three lines of a band (or, on the grid by columns, of a stack) are narrowed together.
//
//            box 0     box 1     box 2
//   line 0  a b c  |  . . .  |  . . .       a triad is the three cells where a line meets a box.
//   line 1  . . .  |  . . .  |  . . .       A digit goes once into each line and each box, so the three triads that
//   line 2  . . .  |  . . .  |  . . .       hold it stand like the ones of a 3x3 permutation matrix.
//
// Eight puzzles at a time, no branch, no table. Step 1 finds what each triad can hold, step 2 what the permutations
// leave of it, and narrows the cells.
import { CELL, LINE } from './layout';
import { isZero, whereZero, withoutLowest } from './sets';

/** what the three triads of each line can hold */
const TRIADS: usize = memory.data(9 * CELL, 16);
const TRIAD_LINE: usize = 3 * CELL;

// gathered over the passes of a sweep, then read by sweep.ts
/** digits that every line still has a place for */
export const covered: usize = memory.data(CELL, 16);
/** zero if some cell has lost its last candidate: the least candidate set of any cell */
export const least: usize = memory.data(CELL, 16);
/** digits that had a cell of their own in every column when the stacks were entered: if all had, the grid is full */
export const placed: usize = memory.data(CELL, 16);
/** zero if the stacks changed nothing */
export const changed: usize = memory.data(CELL, 16);

/** Narrows the three rows at `rows` (a band of ROWS) and writes them at `columns` (the same cells in COLUMNS). */
export function bandPass(rows: usize, columns: usize): void {
  readTriads(rows, false);
  narrowLines(rows, columns, false);
}

/** The same for three columns; also watches for solved and stalled lanes. */
export function stackPass(columns: usize, rows: usize): void {
  readTriads(columns, true);
  narrowLines(columns, rows, true);
}

@inline
function readTriads(from: usize, watch: bool): void {
  readLine(from, TRIADS, watch);
  readLine(from + LINE, TRIADS + TRIAD_LINE, watch);
  readLine(from + 2 * LINE, TRIADS + 2 * TRIAD_LINE, watch);
}

/** Step 1: what each triad of a line can hold, without what is sure to stand in the line's other two. */
@inline
function readLine(line: usize, triads: usize, watch: bool): void {
  const t0 = triadUnion(line, 0);
  const t1 = triadUnion(line, 3);
  const t2 = triadUnion(line, 6);
  const s0 = triadSingles(line, 0, watch);
  const s1 = triadSingles(line, 3, watch);
  const s2 = triadSingles(line, 6, watch);
  if (watch) v128.store(placed, v128.and(v128.load(placed), v128.or(v128.or(s0, s1), s2)));
  v128.store(triads, v128.andnot(t0, v128.or(s1, s2)));
  v128.store(triads, v128.andnot(t1, v128.or(s0, s2)), CELL);
  v128.store(triads, v128.andnot(t2, v128.or(s0, s1)), 2 * CELL);
}

@inline
function triadUnion(line: usize, i: usize): v128 {
  return v128.or(v128.or(cell(line, i), cell(line, i + 1)), cell(line, i + 2));
}

/** Digits of the triad's cells that have one candidate left. */
@inline
function triadSingles(line: usize, i: usize, watch: bool): v128 {
  const a = cell(line, i);
  const b = cell(line, i + 1);
  const c = cell(line, i + 2);
  const ra = withoutLowest(a);
  const rb = withoutLowest(b);
  const rc = withoutLowest(c);
  if (watch) v128.store(least, i16x8.min_u(v128.load(least), i16x8.min_u(i16x8.min_u(a, b), c)));
  return v128.or(v128.or(whereZero(ra, a), whereZero(rb, b)), whereZero(rc, c));
}

@inline
function narrowLines(from: usize, to: usize, watch: bool): void {
  narrowLine(from, to, TRIADS, TRIADS + TRIAD_LINE, TRIADS + 2 * TRIAD_LINE, watch);
  narrowLine(from + LINE, to + CELL, TRIADS + TRIAD_LINE, TRIADS, TRIADS + 2 * TRIAD_LINE, watch);
  narrowLine(from + 2 * LINE, to + 2 * CELL, TRIADS + 2 * TRIAD_LINE, TRIADS, TRIADS + TRIAD_LINE, watch);
}

/** Step 2: narrows line x with the triads of all three lines. */
@inline
function narrowLine(from: usize, to: usize, x: usize, y: usize, z: usize, watch: bool): void {
  const k0 = permitted(x, y, z, 0, CELL, 2 * CELL);
  const k1 = permitted(x, y, z, CELL, 2 * CELL, 0);
  const k2 = permitted(x, y, z, 2 * CELL, 0, CELL);
  if (x == TRIADS) v128.store(covered, v128.and(v128.load(covered), v128.or(v128.or(k0, k1), k2)));
  narrowTriad(from, to, k0, v128.andnot(k0, v128.or(k1, k2)), watch);
  narrowTriad(from + 3 * CELL, to + 3 * LINE, k1, v128.andnot(k1, v128.or(k0, k2)), watch);
  narrowTriad(from + 6 * CELL, to + 6 * LINE, k2, v128.andnot(k2, v128.or(k0, k1)), watch);
}

/** Locked candidates, exactly: triad (x, i) keeps a digit if lines y and z can still take it in boxes j and k, either way round. */
@inline
function permitted(x: usize, y: usize, z: usize, i: usize, j: usize, k: usize): v128 {
  return v128.and(
    v128.load(x + i),
    v128.or(
      v128.and(v128.load(y + j), v128.load(z + k)),
      v128.and(v128.load(y + k), v128.load(z + j)),
    ),
  );
}

/** Narrows the three cells of a triad that may hold the digits `kept`, and must hold `required`. */
@inline
function narrowTriad(from: usize, to: usize, kept: v128, required: v128, watch: bool): void {
  // three required digits leave no room for others
  const may = v128.and(kept, v128.or(required, isZero(withoutLowest(withoutLowest(required)))));
  const a = v128.and(cell(from, 0), may);
  const b = v128.and(cell(from, 1), may);
  const c = v128.and(cell(from, 2), may);
  const twice = v128.or(v128.and(a, b), v128.and(v128.or(a, b), c));
  const hidden = v128.andnot(required, twice);
  const na = onlyHidden(a, hidden);
  const nb = onlyHidden(b, hidden);
  const nc = onlyHidden(c, hidden);
  if (watch) {
    const change = v128.or(
      v128.or(v128.xor(na, cell(from, 0)), v128.xor(nb, cell(from, 1))),
      v128.xor(nc, cell(from, 2)),
    );
    v128.store(changed, v128.or(v128.load(changed), change));
  }
  v128.store(to, na);
  v128.store(to, nb, LINE);
  v128.store(to, nc, 2 * LINE);
}

/** A cell with a hidden single keeps only that. */
@inline
function onlyHidden(cell: v128, hidden: v128): v128 {
  const own = v128.and(cell, hidden);
  return v128.and(cell, v128.or(own, isZero(own)));
}

@inline
function cell(line: usize, i: usize): v128 {
  return v128.load(line + i * CELL);
}
