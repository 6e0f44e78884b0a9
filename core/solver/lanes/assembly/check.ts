// Nine cells with one digit each keep the rules if they hold all nine digits.
import { ALL, CELL, LINE, ROWS } from './layout';

/** Lanes (as bits) whose rows, and diagonals if asked for, can all take all digits. */
export function unitsHaveAllDigits(diagonals: bool): i32 {
  let all = i16x8.splat(ALL as i16);
  for (let band: usize = 0; band < 3; band++) {
    all = v128.and(all, union(ROWS + band * 3 * LINE, CELL));
    all = v128.and(all, union(ROWS + (band * 3 + 1) * LINE, CELL));
  }
  if (diagonals) {
    all = v128.and(all, union(ROWS, LINE + CELL));
    all = v128.and(all, union(ROWS + 8 * CELL, LINE - CELL));
  }
  return i16x8.bitmask(i16x8.eq(all, i16x8.splat(ALL as i16)));
}

/** Candidates of nine cells that are `step` bytes apart. */
function union(from: usize, step: usize): v128 {
  let set = v128.load(from);
  for (let i: usize = 1; i < 9; i++) set = v128.or(set, v128.load(from + i * step));
  return set;
}
