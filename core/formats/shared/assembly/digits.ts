// Cells written as digits, sixteen at a time. In `byte ^ '0'` a digit is its value.
import { POINT, ZERO } from '../../../kernel/constants';

/**
 * Reads at least 16 cells, with `0` or `.` for empty ones.
 * @returns the largest value at each place of a vector; if one exceeds the size of the grid, some byte is not a cell
 */
export function readDigits(from: u32, cells: u32, to: u32): v128 {
  const zeros = i8x16.splat(ZERO as i8);
  const points = i8x16.splat((POINT ^ ZERO) as i8);
  // the last vector first: it ends with the cells, wherever it begins
  const last = cells - 16;
  let bytes = v128.xor(v128.load(from + last), zeros);
  let values = v128.andnot(bytes, i8x16.eq(bytes, points));
  let largest = values;
  v128.store(to + last, values);
  for (let i: u32 = 0; i < last; i += 16) {
    bytes = v128.xor(v128.load(from + i), zeros);
    values = v128.andnot(bytes, i8x16.eq(bytes, points));
    largest = i8x16.max_u(largest, values);
    v128.store(to + i, values);
  }
  return largest;
}

/** As {@link writeDigits}, with `.` for 0. */
export function writeCells(from: u32, cells: u32, to: u32): void {
  const zeros = i8x16.splat(ZERO as i8);
  const points = i8x16.splat((ZERO - POINT) as i8);
  const none = i8x16.splat(0);
  for (let i: u32 = 0; i < cells; i += 16) {
    const values = v128.load(from + i);
    const empties = v128.and(i8x16.eq(values, none), points);
    v128.store(to + i, i8x16.sub(v128.or(values, zeros), empties));
  }
}

/** Writes values of 1 to 9 as digits. Overwrites up to 15 bytes after them, too. */
export function writeDigits(from: u32, cells: u32, to: u32): void {
  const zeros = i8x16.splat(ZERO as i8);
  for (let i: u32 = 0; i < cells; i += 16) v128.store(to + i, v128.or(v128.load(from + i), zeros));
}
