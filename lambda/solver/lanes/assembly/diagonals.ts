// The two further units of an X-sudoku: naked and hidden singles along each diagonal of ROWS.
import { CELL, LINE, ROWS } from './layout';
import { changed, covered } from './narrow';

export function diagonalsPass(): void {
  narrowUnit(ROWS, LINE + CELL);
  narrowUnit(ROWS + 8 * CELL, LINE - CELL);
}

/** Narrows nine cells that are `step` bytes apart. */
function narrowUnit(from: usize, step: usize): void {
  const zero = i16x8.splat(0);
  let singles = zero;
  for (let i: usize = 0; i < 9; i++) {
    const set = v128.load(from + i * step);
    singles = v128.or(singles, v128.and(set, isSingle(set)));
  }
  let once = zero;
  let twice = zero;
  for (let i: usize = 0; i < 9; i++) {
    const set = withoutSingles(v128.load(from + i * step), singles);
    twice = v128.or(twice, v128.and(once, set));
    once = v128.or(once, set);
  }
  const hidden = v128.andnot(once, twice);
  let change = v128.load(changed);
  for (let i: usize = 0; i < 9; i++) {
    const old = v128.load(from + i * step);
    const set = withoutSingles(old, singles);
    const own = v128.and(set, hidden);
    const narrowed = v128.and(set, v128.or(own, i16x8.eq(own, zero)));
    change = v128.or(change, v128.xor(old, narrowed));
    v128.store(from + i * step, narrowed);
  }
  v128.store(changed, change);
  v128.store(covered, v128.and(v128.load(covered), once));
}

/** Takes the unit's singles from a cell that is none itself. */
@inline
function withoutSingles(set: v128, singles: v128): v128 {
  return v128.and(set, v128.or(v128.not(singles), isSingle(set)));
}

@inline
function isSingle(set: v128): v128 {
  return i16x8.eq(v128.and(set, i16x8.sub(set, i16x8.splat(1))), i16x8.splat(0));
}
