// Where values of JSON end.

const SPACE: u32 = 32;
const QUOTE: u32 = 34;
const MINUS: u32 = 45;
const POINT: u32 = 46;
const ZERO: u32 = 48;
const BACKSLASH: u32 = 92;

/** The closing quote of a string without escapes; 0 for another string. */
export function stringEnd(at: u32, end: u32): u32 {
  const quotes = i8x16.splat(QUOTE as i8);
  const backslashes = i8x16.splat(BACKSLASH as i8);
  const spaces = i8x16.splat(SPACE as i8);
  for (; at < end; at += 16) {
    const bytes = v128.load(at);
    const ends = v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes));
    const found = i8x16.bitmask(v128.or(ends, i8x16.lt_u(bytes, spaces)));
    if (found === 0) continue;
    at += ctz(found);
    return at < end && load<u8>(at) === QUOTE ? at : 0;
  }
  return 0;
}

/** The end of a number as JSON has it; 0 if there is none, or not all of it before the end. */
export function numberEnd(at: u32, end: u32): u32 {
  if (load<u8>(at) === MINUS) at++;
  if (!isDigit(at)) return 0;
  at = load<u8>(at) === ZERO ? at + 1 : digitsEnd(at, end);
  if (load<u8>(at) === POINT) {
    if (!isDigit(at + 1)) return 0;
    at = digitsEnd(at + 1, end);
  }
  const letter: u32 = load<u8>(at) | 0x20;
  if (letter === 0x65) {
    at++;
    const sign: u32 = load<u8>(at);
    if (sign === 0x2b || sign === MINUS) at++;
    if (!isDigit(at)) return 0;
    at = digitsEnd(at, end);
  }
  return at < end ? at : 0;
}

function digitsEnd(at: u32, end: u32): u32 {
  while (at < end && isDigit(at)) at++;
  return at;
}

/** @inline */
function isDigit(at: u32): bool {
  return <u32>load<u8>(at) - ZERO <= 9;
}
