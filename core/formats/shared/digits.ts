/** The usual symbols of small grids, whose cells are read and written four at a time. */
export const DIGITS = '123456789';

// A byte loop over typed arrays costs about a nanosecond a cell in V8; words of four cells cost a third of that.
const ZEROS = 0x30303030;
const DOTS = 0x1e1e1e1e;

/**
 * Reads cells written as digits, with `0` or `.` for empty ones.
 * In `w ^ '0000'` a digit is its value and a `.` is 0x1e, and only bytes that are no digits have bit 4 set: there the
 * value must be left 0 once 0x1e is taken out, elsewhere at most `size`.
 * @param size 9 at most: the largest digit allowed
 * @returns whether all were such; the cells read are only then of use
 */
export function readDigits(
  from: DataView,
  at: number,
  count: number,
  size: number,
  to: DataView,
  start: number,
): boolean {
  const sizes = size * 0x01010101;
  const room = 0x7f7f7f7f - sizes;
  const words = at + (count & ~3);
  let over = 0;
  let out = start;
  for (let i = at; i < words; i += 4, out += 4) {
    const word = from.getInt32(i, true) ^ ZEROS;
    const bits = (word >>> 4) & 0x01010101;
    const dots = (bits << 8) - bits;
    const values = word ^ (dots & DOTS);
    // more than the most allowed carries into bit 7 of its byte; a byte beyond ASCII has it set
    over |= values | (values + room + (dots & sizes));
    to.setInt32(out, values, true);
  }
  for (let i = words; i < at + count; i++, out++) {
    const byte = from.getUint8(i) ^ 0x30;
    const value = byte === 0x1e ? 0 : byte;
    over |= value | (value + 0x7f - size);
    to.setUint8(out, value);
  }
  return (over & 0x80808080) === 0;
}

/** Whether nothing but digits and points stands there, and a digit. */
export function isPlain(bytes: DataView, start: number, end: number): boolean {
  const words = start + ((end - start) & ~3);
  let over = 0;
  let digits = 0;
  // as in readDigits, with 9 for the size
  for (let i = start; i < words; i += 4) {
    const word = bytes.getInt32(i, true) ^ ZEROS;
    const bits = (word >>> 4) & 0x01010101;
    const dots = (bits << 8) - bits;
    const values = word ^ (dots & DOTS);
    over |= values | (values + 0x76767676 + (dots & 0x09090909));
    digits |= ~bits & 0x01010101;
  }
  for (let i = words; i < end; i++) {
    const byte = bytes.getUint8(i) ^ 0x30;
    if (byte <= 9) digits = 1;
    else if (byte !== 0x1e) over = 0x80;
  }
  return (over & 0x80808080) === 0 && digits !== 0;
}

/** Writes values of 0 to 9 as digits. */
export function writeDigits(from: DataView, start: number, count: number, to: DataView, at: number): void {
  const words = start + (count & ~3);
  let out = at;
  for (let i = start; i < words; i += 4, out += 4) to.setInt32(out, from.getInt32(i, true) | ZEROS, true);
  for (let i = words; i < start + count; i++, out++) to.setUint8(out, from.getUint8(i) | 0x30);
}

/** As {@link writeDigits}, with `.` for 0. */
export function writeCells(from: DataView, start: number, count: number, to: DataView, at: number): void {
  const words = start + (count & ~3);
  let out = at;
  for (let i = start; i < words; i += 4, out += 4) {
    const word = from.getInt32(i, true);
    // bit 7 of each byte that is no 0; `.` is two less than `0`
    const full = ((word + 0x7f7f7f7f) >>> 7) & 0x01010101;
    to.setInt32(out, (word | ZEROS) - 2 * (full ^ 0x01010101), true);
  }
  for (let i = words; i < start + count; i++, out++)
    to.setUint8(out, from.getUint8(i) === 0 ? 0x2e : from.getUint8(i) | 0x30);
}

/** A view of the same bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
