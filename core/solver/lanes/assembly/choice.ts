// Which cell to guess on: one of those with fewest candidates (nearly always two), and of these the one whose digits
// are wanted by most open cells around it, a neighbour with few candidates counting for more: it is likely to fall.
//
// Works on one lane's grid, saved as 81 candidate sets one after another, and on boards: sets of cells, bit i for cell
// i of 81 in a u64 and the low bits of the next.
import { isZero, withoutLowest } from './sets';

/** bytes of a board, with room for the 96 cells that six pairs of vectors hold */
const BOARD: usize = 16;
/** open cells that can be each digit */
const DIGITS: usize = memory.data(9 * 16, 16);
/** cells with two, three, and more than one candidates */
const TWO: usize = memory.data(16, 16);
const THREE: usize = memory.data(16, 16);
const OPEN: usize = memory.data(16, 16);
/** the cells that share a unit with each cell */
const PEERS: usize = memory.data(81 * 16, 16);
const X_PEERS: usize = memory.data(81 * 16, 16);
const CELL_BITS: i32 = 7;
let peerTable: usize = PEERS;

// A neighbour counts for each digit that it shares, with this weight by its number of candidates: two, three, more.
// Others that were tried are in docs/solver.md.
const WEIGHT_TWO: i32 = 8;
const WEIGHT_THREE: i32 = 3;
const WEIGHT_MORE: i32 = 1;

/** Cell to guess on in a grid of 81 candidate sets and 15 zeros (u16); one must have two or more candidates. */
export function chooseCell(grid: usize): i32 {
  readBoards(grid);
  const among = isEmpty(TWO) ? (isEmpty(THREE) ? OPEN : THREE) : TWO;
  // a score with its cell below it, so that the greatest names the cell
  let top = 0;
  for (let cells = load<u64>(among); cells; cells &= cells - 1) {
    const cell = ctz(cells) as i32;
    top = max(top, (scoreOf(grid, cell) << CELL_BITS) | cell);
  }
  for (let cells = load<u64>(among, 8); cells; cells &= cells - 1) {
    const cell = 64 + (ctz(cells) as i32);
    top = max(top, (scoreOf(grid, cell) << CELL_BITS) | cell);
  }
  return top & ((1 << CELL_BITS) - 1);
}

/** Without a branch, which would be mispredicted for every cell that leads. @inline */
function max(a: i32, b: i32): i32 {
  const less = a - b;
  return a - (less & (less >> 31));
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

/** Fills the boards, sixteen cells at a time. */
function readBoards(grid: usize): void {
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
    let digits = v128.andnot(i8x16.narrow_i16x8_u(v128.and(a, low), v128.and(b, low)), one);
    for (let d = 7; d >= 0; d--) {
      store<u16>(DIGITS + d * BOARD + i * 2, i8x16.bitmask(digits) as u16);
      digits = i8x16.add(digits, digits);
    }
    const nine = i8x16.narrow_i16x8_s(i16x8.shl(a, 7), i16x8.shl(b, 7));
    store<u16>(DIGITS + 8 * BOARD + i * 2, i8x16.bitmask(v128.andnot(nine, one)) as u16);
  }
}

/** Sixteen masks of 16 bits as bytes. @inline */
function bytes(a: v128, b: v128): v128 {
  return i8x16.narrow_i16x8_s(a, b);
}

/** @inline */
function isEmpty(board: usize): bool {
  return (load<u64>(board) | load<u64>(board, 8)) === 0;
}

/** How much a guess on the cell is likely to bring, seen from its lowest and its highest candidate. @inline */
function scoreOf(grid: usize, cell: i32): i32 {
  const peers = peerTable + cell * BOARD;
  const set: u32 = load<u16>(grid + (cell << 1));
  const low = DIGITS + ctz(set) * BOARD;
  const high = DIGITS + (31 - clz(set)) * BOARD;
  const front = load<u64>(peers);
  const back = load<u64>(peers, 8);
  const lowFront = load<u64>(low) & front;
  const highFront = load<u64>(high) & front;
  // the 17 cells at the back of both boards fit in one word
  const backs = (load<u64>(low, 8) & back) | ((load<u64>(high, 8) & back) << 32);
  const two = load<u64>(TWO);
  const twoBack = load<u64>(TWO, 8);
  const three = load<u64>(THREE);
  const threeBack = load<u64>(THREE, 8);
  const all = popcnt(lowFront) + popcnt(highFront) + popcnt(backs);
  const twos = popcnt(lowFront & two) + popcnt(highFront & two) + popcnt(backs & (twoBack | (twoBack << 32)));
  const threes =
    popcnt(lowFront & three) + popcnt(highFront & three) + popcnt(backs & (threeBack | (threeBack << 32)));
  return (all * WEIGHT_MORE +
    twos * (WEIGHT_TWO - WEIGHT_MORE) +
    threes * (WEIGHT_THREE - WEIGHT_MORE)) as i32;
}
