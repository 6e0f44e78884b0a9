// Candidate sets, eight lanes at a time: nine bits each, bit d - 1 for digit d.
import { CELL } from './layout';

// kept in memory, for V8 would make a constant anew wherever it is used
const ONES: usize = memory.data<u64>([-1, -1], 16);
const ZERO: usize = memory.data(CELL, 16);

/** Whether a set, not empty, of one lane has one digit. @inline */
export function isOne(set: u32): bool {
  return (set & (set - 1)) === 0;
}

/** The set without its lowest digit: zero in lanes with at most one. @inline */
export function withoutLowest(set: v128): v128 {
  // adding all ones subtracts 1
  return v128.and(set, i16x8.add(set, v128.load(ONES)));
}

/** All ones in the lanes where the set is empty. @inline */
export function isZero(set: v128): v128 {
  return i16x8.eq(set, v128.load(ZERO));
}

/** `set` in the lanes where `test` is empty. @inline */
export function whereZero(test: v128, set: v128): v128 {
  return v128.and(set, isZero(test));
}
