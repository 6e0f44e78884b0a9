// The two diagonals of an X-sudoku, on ROWS: naked and hidden singles along each diagonal, and locked candidates
// between a diagonal and the three boxes that it crosses, in each of which it has a triad of its own.
import { CELL, LINE, ROWS } from './layout';
import { after, covered } from './narrow';
import { allOnes, allZero, isZero, withoutLowest } from './sets';

export function diagonalsPass(): void {
  narrowUnit(ROWS, LINE + CELL);
  narrowUnit(ROWS + 8 * CELL, LINE - CELL);
  lock(ROWS, 3 * LINE + 3 * CELL, true);
  lock(ROWS + 6 * CELL, 3 * LINE - 3 * CELL, false);
}

/** Narrows nine cells that are `step` bytes apart. */
function narrowUnit(from: usize, step: usize): void {
  let singles = i16x8.splat(0);
  for (let i: usize = 0; i < 9; i++) {
    const set = v128.load(from + i * step);
    singles = v128.or(singles, v128.and(set, isSingle(set)));
  }
  let once = i16x8.splat(0);
  let twice = i16x8.splat(0);
  for (let i: usize = 0; i < 9; i++) {
    const set = withoutSingles(v128.load(from + i * step), singles);
    twice = v128.or(twice, v128.and(once, set));
    once = v128.or(once, set);
  }
  const hidden = v128.andnot(once, twice);
  let gone = i16x8.splat(0);
  for (let i: usize = 0; i < 9; i++) {
    const old = v128.load(from + i * step);
    const set = withoutSingles(old, singles);
    const own = v128.and(set, hidden);
    const narrowed = v128.and(set, v128.or(own, isZero(own, allZero())));
    gone = i16x8.add(gone, v128.xor(old, narrowed));
    v128.store(from + i * step, narrowed);
  }
  v128.store(after, i16x8.sub(v128.load(after), gone));
  v128.store(covered, v128.and(v128.load(covered), once));
}

/** Removes the digits of a unit's solved cells from a cell, unless it is solved itself. @inline */
function withoutSingles(set: v128, singles: v128): v128 {
  return v128.and(set, v128.or(v128.not(singles), isSingle(set)));
}

/** @inline */
function isSingle(set: v128): v128 {
  return isZero(withoutLowest(set, allOnes()), allZero());
}

/**
 * Locked candidates of a diagonal and its boxes, the first at `box` and the others `step` bytes apart. A digit whose places on
 * the diagonal are all in one box is removed from the rest of that box; a digit whose places in a box are all on the diagonal
 * is removed from the rest of the diagonal.
 * @inline
 */
function lock(box: usize, step: usize, falling: bool): void {
  const triad0 = onDiagonal(box, falling);
  const triad1 = onDiagonal(box + step, falling);
  const triad2 = onDiagonal(box + 2 * step, falling);
  const locked0 = v128.andnot(triad0, beside(box, falling));
  const locked1 = v128.andnot(triad1, beside(box + step, falling));
  const locked2 = v128.andnot(triad2, beside(box + 2 * step, falling));
  const gone0 = clear(box, falling, v128.or(locked1, locked2), v128.andnot(triad0, v128.or(triad1, triad2)));
  const gone1 = clear(
    box + step,
    falling,
    v128.or(locked0, locked2),
    v128.andnot(triad1, v128.or(triad0, triad2)),
  );
  const gone2 = clear(
    box + 2 * step,
    falling,
    v128.or(locked0, locked1),
    v128.andnot(triad2, v128.or(triad0, triad1)),
  );
  v128.store(after, i16x8.sub(v128.load(after), i16x8.add(i16x8.add(gone0, gone1), gone2)));
}

/** Candidates of the three cells of a box that are on the diagonal (falling to the right, or rising). @inline */
function onDiagonal(box: usize, falling: bool): v128 {
  const a = v128.load(box + (falling ? 0 : 2) * CELL);
  const b = v128.load(box + LINE + CELL);
  const c = v128.load(box + 2 * LINE + (falling ? 2 : 0) * CELL);
  return v128.or(v128.or(a, b), c);
}

/** Candidates of the other six. @inline */
function beside(box: usize, falling: bool): v128 {
  const a = v128.or(v128.load(box + CELL), v128.load(box + LINE));
  const b = v128.or(v128.load(box + LINE + 2 * CELL), v128.load(box + 2 * LINE + CELL));
  const c = v128.or(
    v128.load(box + (falling ? 2 : 0) * CELL),
    v128.load(box + 2 * LINE + (falling ? 0 : 2) * CELL),
  );
  return v128.or(v128.or(a, b), c);
}

/**
 * Removes digits from the three cells of a box on the diagonal, and others from the other six.
 * @returns the sum of the removed sets
 * @inline
 */
function clear(box: usize, falling: bool, fromDiagonal: v128, fromOthers: v128): v128 {
  const a = remove(box, falling ? fromDiagonal : fromOthers);
  const b = remove(box + CELL, fromOthers);
  const c = remove(box + 2 * CELL, falling ? fromOthers : fromDiagonal);
  const d = remove(box + LINE, fromOthers);
  const e = remove(box + LINE + CELL, fromDiagonal);
  const f = remove(box + LINE + 2 * CELL, fromOthers);
  const g = remove(box + 2 * LINE, falling ? fromOthers : fromDiagonal);
  const h = remove(box + 2 * LINE + CELL, fromOthers);
  const i = remove(box + 2 * LINE + 2 * CELL, falling ? fromDiagonal : fromOthers);
  return i16x8.add(
    i16x8.add(i16x8.add(a, b), i16x8.add(c, d)),
    i16x8.add(i16x8.add(e, f), i16x8.add(i16x8.add(g, h), i)),
  );
}

/** Removes digits from a cell. @returns those that it had @inline */
function remove(cell: usize, digits: v128): v128 {
  const set = v128.load(cell);
  v128.store(cell, v128.andnot(set, digits));
  return v128.and(set, digits);
}
