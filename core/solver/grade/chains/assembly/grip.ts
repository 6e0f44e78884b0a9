import { STRONG_FROM, STRONG_UNITS, WEAK_FROM, WEAK_UNITS } from './layout';

/** Which links are taken: one digit only; cells of two candidates only; both. */
export const X: i32 = 0;
export const Y: i32 = 1;

export let grip: i32 = 0;

export function take(which: i32): void {
  grip = which;
}

/** @inline */
export function weakFrom(i: i32): i32 {
  return grip === X ? load<i32>(WEAK_UNITS + i * 4) : load<i32>(WEAK_FROM + i * 4);
}

/** @inline */
export function weakTo(i: i32): i32 {
  return load<i32>(WEAK_FROM + i * 4, 4);
}

/** @inline */
export function strongFrom(i: i32): i32 {
  return grip === X ? load<i32>(STRONG_UNITS + i * 4) : load<i32>(STRONG_FROM + i * 4);
}

/** @inline */
export function strongTo(i: i32): i32 {
  return grip === Y ? load<i32>(STRONG_UNITS + i * 4) : load<i32>(STRONG_FROM + i * 4, 4);
}
