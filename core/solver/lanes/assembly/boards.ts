// Boards: sets of cells, bit i for cell i of 81 in a u64 and the low bits of the next. Read from one lane's grid, saved
// as 81 candidate sets one after another.
import { isZero, withoutLowest } from './sets';

/** bytes of a board, with room for the 96 cells that six pairs of vectors hold */
export const BOARD: usize = 16;
/** cells that can be each digit, single ones too */
export const DIGITS: usize = memory.data(9 * 16, 16);
/** cells with two, three, and more than one candidates */
export const TWO: usize = memory.data(16, 16);
export const THREE: usize = memory.data(16, 16);
export const OPEN: usize = memory.data(16, 16);
/** the cells that share a unit with each cell */
const PEERS: usize = memory.data(81 * 16, 16);
const X_PEERS: usize = memory.data(81 * 16, 16);
let peerTable: usize = PEERS;

/** The cells that share a unit with the cell. @inline */
export function peersOf(cell: i32): usize {
  return peerTable + cell * BOARD;
}

/** Sets the rules that say which cells are peers. */
export function choosePeers(x: bool): void {
  peerTable = x ? X_PEERS : PEERS;
}

export function initPeers(): void {
  for (let a = 0; a < 81; a++) {
    for (let b = 0; b < 81; b++) {
      if (a === b) continue;
      if (sharesUnit(a, b, false)) addCell(PEERS + a * BOARD, b);
      if (sharesUnit(a, b, true)) addCell(X_PEERS + a * BOARD, b);
    }
  }
}

function addCell(board: usize, cell: i32): void {
  const half = board + ((cell >> 6) << 3);
  store<u64>(half, load<u64>(half) | ((1 as u64) << (cell & 63)));
}

function sharesUnit(a: i32, b: i32, x: bool): bool {
  const ra = a / 9;
  const ca = a % 9;
  const rb = b / 9;
  const cb = b % 9;
  if (ra === rb || ca === cb || (ra / 3 === rb / 3 && ca / 3 === cb / 3)) return true;
  return x && ((ra === ca && rb === cb) || (ra + ca === 8 && rb + cb === 8));
}

/** Fills OPEN alone. */
export function readOpen(grid: usize): void {
  for (let i: usize = 0; i < 6; i++) {
    const a = withoutLowest(v128.load(grid + i * 32));
    const b = withoutLowest(v128.load(grid + i * 32, 16));
    store<u16>(OPEN + i * 2, ~i8x16.bitmask(bytes(isZero(a), isZero(b))) as u16);
  }
}

/** Fills the boards, sixteen cells at a time. */
export function readBoards(grid: usize): void {
  for (let i: usize = 0; i < 6; i++) {
    const a = v128.load(grid + i * 32);
    const b = v128.load(grid + i * 32, 16);
    const more1a = withoutLowest(a);
    const more1b = withoutLowest(b);
    const more2a = withoutLowest(more1a);
    const more2b = withoutLowest(more1b);
    const one = bytes(isZero(more1a), isZero(more1b));
    const atMostTwo = bytes(isZero(more2a), isZero(more2b));
    const atMostThree = bytes(isZero(withoutLowest(more2a)), isZero(withoutLowest(more2b)));
    store<u16>(OPEN + i * 2, ~i8x16.bitmask(one) as u16);
    store<u16>(TWO + i * 2, i8x16.bitmask(v128.andnot(atMostTwo, one)) as u16);
    store<u16>(THREE + i * 2, i8x16.bitmask(v128.andnot(atMostThree, atMostTwo)) as u16);

    // the digits 1 to 8 are the bits of a byte: doubling brings them to its top one after another
    const low = i16x8.splat(0xff);
    let digits = i8x16.narrow_i16x8_u(v128.and(a, low), v128.and(b, low));
    for (let d = 7; d >= 0; d--) {
      store<u16>(DIGITS + d * BOARD + i * 2, i8x16.bitmask(digits) as u16);
      digits = i8x16.add(digits, digits);
    }
    const nine = i8x16.narrow_i16x8_s(i16x8.shl(a, 7), i16x8.shl(b, 7));
    store<u16>(DIGITS + 8 * BOARD + i * 2, i8x16.bitmask(nine) as u16);
  }
}

/** @inline */
export function isEmpty(board: usize): bool {
  return (load<u64>(board) | load<u64>(board, 8)) === 0;
}

/** @inline */
export function cellsOf(board: usize): i32 {
  return (popcnt(load<u64>(board)) + popcnt(load<u64>(board, 8))) as i32;
}

/** The first cell of a board that is not empty. @inline */
export function firstOf(board: usize): i32 {
  const front = load<u64>(board);
  return (front ? ctz(front) : 64 + ctz(load<u64>(board, 8))) as i32;
}

/** Sixteen masks of 16 bits as bytes. @inline */
function bytes(a: v128, b: v128): v128 {
  return i8x16.narrow_i16x8_s(a, b);
}
