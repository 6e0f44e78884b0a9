// Candidate sets, eight lanes at a time: nine bits each, bit d - 1 for digit d.
import { CELL } from './layout';

// In memory, because V8 would make a constant anew at each use. A caller that uses one several times between two stores loads it
// into a variable, because the compiler would load it each time.
const ONES: usize = memory.data<u64>([-1, -1], 16);
const ZEROS: usize = memory.data(CELL, 16);
const LOW_BYTES: usize = memory.data<u16>([255, 255, 255, 255, 255, 255, 255, 255], 16);
const LOW_NIBBLES: usize = memory.data<u8>(
  [15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15],
  16,
);

// digits by the low and the high nibble of a set's first eight bits; 9 where that has none
const LOW_DIGIT: usize = memory.data<u8>([9, 1, 2, 9, 3, 9, 9, 9, 4, 9, 9, 9, 9, 9, 9, 9], 16);
const HIGH_DIGIT: usize = memory.data<u8>([9, 5, 6, 9, 7, 9, 9, 9, 8, 9, 9, 9, 9, 9, 9, 9], 16);

/** Whether the set of one lane, which must not be empty, has one digit. @inline */
export function isOne(set: u32): bool {
  return (set & (set - 1)) === 0;
}

/** All ones: an argument of `lessOne` and others. @inline */
export function allOnes(): v128 {
  return v128.load(ONES);
}

/** Zero: an argument of `isZero` and others. @inline */
export function allZero(): v128 {
  return v128.load(ZEROS);
}

/** The set, as a number, less 1: adding all ones subtracts 1. @inline */
export function lessOne(set: v128, ones: v128): v128 {
  return i16x8.add(set, ones);
}

/** The set without its lowest digit: zero in lanes with at most one. @inline */
export function withoutLowest(set: v128, ones: v128): v128 {
  return v128.and(set, lessOne(set, ones));
}

/** All ones in the lanes where the set is empty. @inline */
export function isZero(set: v128, zero: v128): v128 {
  return i16x8.eq(set, zero);
}

/**
 * The set in lanes where it has one digit, else the empty set. With the lowest digit at bit k, `set ^ less` is 2 ** (k + 1) - 1:
 * that is `less + set` where there is one digit, and at most `less` elsewhere.
 * @inline
 */
export function onlySingle(set: v128, ones: v128): v128 {
  const less = lessOne(set, ones);
  return i16x8.sub_sat_u(v128.xor(set, less), less);
}

/** Sixteen masks of 16 bits as bytes. @inline */
export function bytes(a: v128, b: v128): v128 {
  return i8x16.narrow_i16x8_s(a, b);
}

/** The first eight bits of sixteen sets, the digits 1 to 8, as bytes. @inline */
export function lowBytes(a: v128, b: v128): v128 {
  const low = v128.load(LOW_BYTES);
  return i8x16.narrow_i16x8_u(v128.and(a, low), v128.and(b, low));
}

/** The lowest four bits of each byte. @inline */
export function lowNibbles(all: v128): v128 {
  return v128.and(all, v128.load(LOW_NIBBLES));
}

/** Sixteen sets of one digit as digits: bytes. @inline */
export function digitsOf(a: v128, b: v128): v128 {
  return digitsOfBytes(lowBytes(a, b));
}

/** The same, from the digits 1 to 8 alone. @inline */
export function digitsOfBytes(sets: v128): v128 {
  const nibbles = v128.load(LOW_NIBBLES);
  return i8x16.min_u(
    i8x16.swizzle(v128.load(LOW_DIGIT), v128.and(sets, nibbles)),
    i8x16.swizzle(v128.load(HIGH_DIGIT), v128.and(i16x8.shr_u(sets, 4), nibbles)),
  );
}
