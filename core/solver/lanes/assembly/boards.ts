// Boards: sets of cells, bit i for cell i of 81 in a u64 and the low bits of the next. They are read from the saved grid of one
// lane, 81 candidate sets one after another.
import { RULES_TABLES, RULES_X } from '../../../kernel/constants';
import { allOnes, allZero, bytes, isZero, lowBytes, withoutLowest } from './sets';

/** bytes of a board: room for the 96 cells that six pairs of vectors hold */
export const BOARD: usize = 16;
/** by digit: the cells that can have it, solved ones included */
export const DIGITS: usize = memory.data(9 * 16, 16);
/** cells with two candidates, with three, and with more than one; lane.ts fills the last */
export const TWO: usize = memory.data(16, 16);
export const THREE: usize = memory.data(16, 16);
export const OPEN: usize = memory.data(16, 16);
/** the cells that share a unit with each cell */
const PEERS: usize = memory.data(81 * 16, 16);
const X_PEERS: usize = memory.data(81 * 16, 16);
/** the same for rules in tables, written by the host */
export const RULE_PEERS: usize = memory.data(81 * 16, 16);
/** the same by lane, if each has regions of its own; regions.ts fills it */
export const REGION_PEERS: usize = memory.data(8 * 81 * 16, 16);
let peerTable: usize = PEERS;
/** for every sixteen cells: bytes of all ones for cells with two candidates, then the same for three */
const MASKS: usize = memory.data(12 * 16, 16);

/** The cells that share a unit with the cell. @inline */
export function peersOf(cell: i32): usize {
  return peerTable + cell * BOARD;
}

/** Chooses the rules: which cells are peers. */
export function choosePeers(rules: i32): void {
  peerTable = rules === RULES_TABLES ? RULE_PEERS : rules === RULES_X ? X_PEERS : PEERS;
}

/** Chooses the rules of a lane, if each has regions of its own. @inline */
export function chooseLanePeers(lane: i32): void {
  peerTable = REGION_PEERS + lane * (81 * BOARD);
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

/** @inline */
export function addCell(board: usize, cell: i32): void {
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

/** Fills TWO only. */
export function readTwo(grid: usize): void {
  store<u64>(TWO, word(twos(grid), twos(grid + 32), twos(grid + 64), twos(grid + 96)));
  store<u64>(TWO, twos(grid + 128) | (twos(grid + 160) << 16), 8);
}

/**
 * Fills DIGITS, TWO and THREE. Each word is assembled in registers: loading it soon after storing parts of it stalls
 * the processor.
 */
export function readBoards(grid: usize): void {
  let a = readCells(grid, 0);
  let b = readCells(grid, 2);
  let c = readCells(grid, 4);
  let d = readCells(grid, 6);
  let e = readCells(grid, 8);
  let f = readCells(grid, 10);
  store<u64>(TWO, word(bits(MASKS), bits(MASKS + 32), bits(MASKS + 64), bits(MASKS + 96)));
  store<u64>(TWO, bits(MASKS + 128) | (bits(MASKS + 160) << 16), 8);
  store<u64>(THREE, word(bits(MASKS + 16), bits(MASKS + 48), bits(MASKS + 80), bits(MASKS + 112)));
  store<u64>(THREE, bits(MASKS + 144) | (bits(MASKS + 176) << 16), 8);
  // the digits 1 to 8 are the bits of a byte: doubling moves one after another to the top
  for (let board = DIGITS + 7 * BOARD; board >= DIGITS; board -= BOARD) {
    storeBoard(board, a, b, c, d, e, f);
    a = i8x16.add(a, a);
    b = i8x16.add(b, b);
    c = i8x16.add(c, c);
    d = i8x16.add(d, d);
    e = i8x16.add(e, e);
    f = i8x16.add(f, f);
  }
  storeBoard(
    DIGITS + 8 * BOARD,
    nines(grid),
    nines(grid + 32),
    nines(grid + 64),
    nines(grid + 96),
    nines(grid + 128),
    nines(grid + 160),
  );
}

/** The digits 1 to 8 of sixteen cells, from two vectors of the grid, the `i`th and the next. Fills their MASKS. @inline */
function readCells(grid: usize, i: usize): v128 {
  const a = v128.load(grid + i * 16);
  const b = v128.load(grid + i * 16, 16);
  const ones = allOnes();
  const zero = allZero();
  const more1a = withoutLowest(a, ones);
  const more1b = withoutLowest(b, ones);
  const more2a = withoutLowest(more1a, ones);
  const more2b = withoutLowest(more1b, ones);
  const one = bytes(isZero(more1a, zero), isZero(more1b, zero));
  const atMostTwo = bytes(isZero(more2a, zero), isZero(more2b, zero));
  const atMostThree = bytes(
    isZero(withoutLowest(more2a, ones), zero),
    isZero(withoutLowest(more2b, ones), zero),
  );
  v128.store(MASKS + i * 16, v128.andnot(atMostTwo, one));
  v128.store(MASKS + i * 16, v128.andnot(atMostThree, atMostTwo), 16);
  return lowBytes(a, b);
}

/** Sixteen cells that can be 9, as top bits of bytes. @inline */
function nines(cells: usize): v128 {
  return i8x16.narrow_i16x8_s(i16x8.shl(v128.load(cells), 7), i16x8.shl(v128.load(cells, 16), 7));
}

/** Sixteen cells that have two candidates. @inline */
function twos(cells: usize): u64 {
  const ones = allOnes();
  const zero = allZero();
  const a = withoutLowest(v128.load(cells), ones);
  const b = withoutLowest(v128.load(cells, 16), ones);
  return i8x16.bitmask(bytes(hasOne(a, ones, zero), hasOne(b, ones, zero))) as u64;
}

/** @inline */
function hasOne(sets: v128, ones: v128, zero: v128): v128 {
  return v128.andnot(isZero(withoutLowest(sets, ones), zero), isZero(sets, zero));
}

/** The top bits of sixteen bytes. @inline */
function bits(at: usize): u64 {
  return i8x16.bitmask(v128.load(at)) as u64;
}

/** @inline */
function word(a: u64, b: u64, c: u64, d: u64): u64 {
  return a | (b << 16) | (c << 32) | (d << 48);
}

/** The top bits of 96 bytes, those of the 81 cells first. @inline */
function storeBoard(board: usize, a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): void {
  store<u64>(
    board,
    word(i8x16.bitmask(a) as u64, i8x16.bitmask(b) as u64, i8x16.bitmask(c) as u64, i8x16.bitmask(d) as u64),
  );
  store<u64>(board, (i8x16.bitmask(e) as u64) | ((i8x16.bitmask(f) as u64) << 16), 8);
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
