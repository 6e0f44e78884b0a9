// Cells written as digits, sixteen at a time.

const ZERO: u32 = 48;
/** `.` as it stands in `byte ^ '0'` */
const DOT: u32 = 0x1e;

/**
 * Reads digits up to `size`, with `0` or `.` for empty cells, of which there are 16 at least.
 * @returns whether all were such; only then are the values of use
 */
export function readCells(from: u32, count: u32, size: u32, to: u32): bool {
  const zeros = i8x16.splat(ZERO as i8);
  const dots = i8x16.splat(DOT as i8);
  // the last vector first: it ends with the cells, wherever it begins
  const last = count - 16;
  let bytes = v128.xor(v128.load(from + last), zeros);
  let values = v128.andnot(bytes, i8x16.eq(bytes, dots));
  let largest = values;
  v128.store(to + last, values);
  for (let i: u32 = 0; i < last; i += 16) {
    bytes = v128.xor(v128.load(from + i), zeros);
    values = v128.andnot(bytes, i8x16.eq(bytes, dots));
    largest = i8x16.max_u(largest, values);
    v128.store(to + i, values);
  }
  return !v128.any_true(i8x16.gt_u(largest, i8x16.splat(size as i8)));
}

/** Writes values of 1 to 9 as digits; up to 15 bytes after them are overwritten, too. */
export function writeCells(from: u32, count: u32, to: u32): void {
  const zeros = i8x16.splat(ZERO as i8);
  for (let i: u32 = 0; i < count; i += 16) v128.store(to + i, v128.or(v128.load(from + i), zeros));
}

/** Copies bytes; up to 15 after them are overwritten, too. */
export function copy(from: u32, count: u32, to: u32): void {
  for (let i: u32 = 0; i < count; i += 16) v128.store(to + i, v128.load(from + i));
}
