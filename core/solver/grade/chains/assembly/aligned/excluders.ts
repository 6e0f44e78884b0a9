import { BOARD, PEERS, SELF, VECTOR } from '../layout';

// Cells that may be aligned, and for each the cells that it sees with few candidates. Sets of cells as in PEERS.

/** open cells that see one with few candidates, ascending */
const CELLS: usize = memory.data(81);
/** what each of the 81 cells sees of those with few candidates */
const SETS: usize = memory.data(81 * VECTOR, 16);
const FEW: usize = memory.data(VECTOR, 16);

/** Finds open cells that see at least one with two to `most` candidates. @returns how many */
export function findExcluders(most: i32): i32 {
  v128.store(FEW, i64x2.splat(0));
  for (let cell = 0; cell < 81; cell++) {
    const count = popcnt(load<u16>(BOARD + cell * 2) as i32);
    if (count < 2 || count > most) continue;
    const word = FEW + (cell / 27) * 4;
    store<i32>(word, load<i32>(word) | (1 << (cell % 27)));
  }
  const few = v128.load(FEW);
  let count = 0;
  for (let cell = 0; cell < 81; cell++) {
    if (load<u16>(BOARD + cell * 2) === 0) continue;
    const set = v128.and(few, v128.load(PEERS + cell * VECTOR));
    v128.store(SETS + cell * VECTOR, set);
    if (v128.any_true(set)) store<u8>(CELLS + count++, cell);
  }
  return count;
}

/** @inline */
export function excluder(i: i32): i32 {
  return load<u8>(CELLS + i);
}

/** @inline */
export function seenBy(cell: i32): v128 {
  return v128.load(SETS + cell * VECTOR);
}

/** Whether a set has two members. @inline */
export function isTwo(set: v128): bool {
  return popcnt(i64x2.extract_lane(set, 0)) + popcnt(i64x2.extract_lane(set, 1)) >= 2;
}

/** @inline */
export function candidates(cell: i32): i32 {
  return load<u16>(BOARD + cell * 2);
}

/** @inline */
export function has(set: v128, cell: i32): bool {
  return v128.any_true(v128.and(set, v128.load(SELF + cell * VECTOR)));
}

/** @inline */
export function sees(one: i32, other: i32): bool {
  return has(v128.load(PEERS + one * VECTOR), other);
}
