// Cells written as digits, sixteen at a time.

const ZERO: u32 = 48;
/** `.` as it stands in `byte ^ '0'` */
const DOT: u32 = 0x1e;

/** Reads digits up to `size`, with `0` or `.` for empty cells. @returns whether all were such; only then are the values of use */
export function readCells(from: u32, count: u32, size: u32, to: u32): bool {
  const zeros = i8x16.splat(ZERO as i8);
  const dots = i8x16.splat(DOT as i8);
  const vectors = count & ~15;
  let largest = i8x16.splat(0);
  for (let i: u32 = 0; i < vectors; i += 16) {
    const bytes = v128.xor(v128.load(from + i), zeros);
    const values = v128.andnot(bytes, i8x16.eq(bytes, dots));
    largest = i8x16.max_u(largest, values);
    v128.store(to + i, values);
  }
  let isOver = v128.any_true(i8x16.gt_u(largest, i8x16.splat(size as i8)));
  for (let i = vectors; i < count; i++) {
    let value: u32 = load<u8>(from + i) ^ ZERO;
    if (value === DOT) value = 0;
    if (value > size) isOver = true;
    store<u8>(to + i, value as u8);
  }
  return !isOver;
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
