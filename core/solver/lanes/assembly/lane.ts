// Operations on a single lane: load a puzzle, store its solution, guess, step back. The grid of a lane is every eighth 16-bit
// number of ROWS.

import { OPEN } from './boards';
import { ALL, CELL, FRAME, LEVELS, LINE, ROWS, STACKS } from './layout';
import { allOnes, allZero, bytes, digitsOf, isOne, isZero, withoutLowest } from './sets';

// low and high byte of a cell's candidates, by its given; values above 9 have no candidates, and so no solution
const LOW: usize = memory.data<u8>([0xff, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0], 16);
const HIGH: usize = memory.data<u8>([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 16);

/** Sets the lane to 81 givens, 0 for empty. */
export function loadGivens(lane: i32, givens: usize): void {
  const to = laneGrid(lane);
  loadSixteen(to, v128.load(givens));
  loadSixteen(to + 16 * CELL, v128.load(givens, 16));
  loadSixteen(to + 32 * CELL, v128.load(givens, 32));
  loadSixteen(to + 48 * CELL, v128.load(givens, 48));
  loadSixteen(to + 64 * CELL, v128.load(givens, 64));
  const last: i32 = load<u8>(givens, 80);
  const set: i32 = last > 9 ? 0 : last === 0 ? ALL : 1 << (last - 1);
  store<u16>(to + 80 * CELL, set as u16);
}

/** Removes candidates: those of each cell that are not in its set, u16 a cell. */
export function restrict(lane: i32, sets: usize): void {
  const end = laneGrid(lane) + 81 * CELL;
  for (let at = laneGrid(lane); at < end; at += CELL, sets += 2)
    store<u16>(at, load<u16>(at) & load<u16>(sets));
}

/** @inline */
function loadSixteen(to: usize, givens: v128): void {
  const low = i8x16.swizzle(v128.load(LOW), givens);
  const high = i8x16.swizzle(v128.load(HIGH), givens);
  scatter(to, i8x16.shuffle(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
  scatter(
    to + 8 * CELL,
    i8x16.shuffle(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
  );
}

/** Writes the digits of the lane, whose cells must all be solved. */
export function storeSolution(lane: i32, out: usize): void {
  const from = laneGrid(lane);
  v128.store(out, digitsOf(eight(from), eight(from + 8 * CELL)));
  v128.store(out, digitsOf(eight(from + 16 * CELL), eight(from + 24 * CELL)), 16);
  v128.store(out, digitsOf(eight(from + 32 * CELL), eight(from + 40 * CELL)), 32);
  v128.store(out, digitsOf(eight(from + 48 * CELL), eight(from + 56 * CELL)), 48);
  v128.store(out, digitsOf(eight(from + 64 * CELL), eight(from + 72 * CELL)), 64);
  store<u8>(out, (ctz<u32>(load<u16>(from + 80 * CELL)) + 1) as u8, 80);
}

/** Saves the grid, and fills OPEN while its cells are in registers. */
export function save(lane: i32, frame: usize): void {
  const from = laneGrid(lane);
  const ones = allOnes();
  const zero = allZero();
  const a = saveSixteen(from, frame, ones, zero);
  const b = saveSixteen(from + 16 * CELL, frame + 32, ones, zero);
  const c = saveSixteen(from + 32 * CELL, frame + 64, ones, zero);
  const d = saveSixteen(from + 48 * CELL, frame + 96, ones, zero);
  const e = saveSixteen(from + 64 * CELL, frame + 128, ones, zero);
  const last: u32 = load<u16>(from + 80 * CELL);
  store<u16>(frame, last as u16, 160);
  store<u64>(OPEN, a | (b << 16) | (c << 32) | (d << 48));
  store<u64>(OPEN, e | ((isOne(last) ? 0 : 1) << 16), 8);
}

/** @returns which of sixteen cells are open, as bits @inline */
function saveSixteen(from: usize, frame: usize, ones: v128, zero: v128): u64 {
  const a = eight(from);
  const b = eight(from + 8 * CELL);
  v128.store(frame, a);
  v128.store(frame, b, 16);
  const single = bytes(isZero(withoutLowest(a, ones), zero), isZero(withoutLowest(b, ones), zero));
  return (i8x16.bitmask(single) as u64) ^ 0xffff;
}

/**
 * Guesses that `cell` has the digit of `set`. The saved grid becomes the alternative: the cell has its other candidates, and the
 * `other` cell, unless it is -1, has the digit.
 * @param strike whether to remove placed digits from their columns at once, before the stack passes do
 */
export function split(lane: i32, saved: usize, cell: i32, set: u32, other: i32, strike: bool): void {
  const to = laneGrid(lane);
  place(to + (cell % 9) * CELL, to + cell * CELL, set, LINE, strike);
  const kept = saved + (cell << 1);
  const rest: u32 = load<u16>(kept) ^ set;
  store<u16>(kept, rest as u16);
  if (other >= 0) place(saved + ((other % 9) << 1), saved + (other << 1), set, 18, strike);
  else if (isOne(rest)) place(saved + ((cell % 9) << 1), kept, rest, 18, strike);
}

/** Places the digit of `set` in a cell, and removes it from the others of the column at `first`. @inline */
function place(first: usize, cell: usize, set: u32, line: usize, strike: bool): void {
  const others = ~set;
  const end = strike ? first + 9 * line : first;
  for (let at = first; at < end; at += line) store<u16>(at, (load<u16>(at) & others) as u16);
  store<u16>(cell, set as u16);
}

/** Restores the saved grid. */
export function restore(lane: i32, frame: usize): void {
  const to = laneGrid(lane);
  scatter(to, v128.load(frame));
  scatter(to + 8 * CELL, v128.load(frame, 16));
  scatter(to + 16 * CELL, v128.load(frame, 32));
  scatter(to + 24 * CELL, v128.load(frame, 48));
  scatter(to + 32 * CELL, v128.load(frame, 64));
  scatter(to + 40 * CELL, v128.load(frame, 80));
  scatter(to + 48 * CELL, v128.load(frame, 96));
  scatter(to + 56 * CELL, v128.load(frame, 112));
  scatter(to + 64 * CELL, v128.load(frame, 128));
  scatter(to + 72 * CELL, v128.load(frame, 144));
  store<u16>(to + 80 * CELL, load<u16>(frame, 160));
}

/** Gathers eight cells of the lane, each in a vector of its own at `from`, into one vector. @inline */
function eight(from: usize): v128 {
  const a = i16x8.shuffle(v128.load32_zero(from), v128.load32_zero(from, 16), 0, 8, 1, 9, 2, 10, 3, 11);
  const b = i16x8.shuffle(v128.load32_zero(from, 32), v128.load32_zero(from, 48), 0, 8, 1, 9, 2, 10, 3, 11);
  const c = i16x8.shuffle(v128.load32_zero(from, 64), v128.load32_zero(from, 80), 0, 8, 1, 9, 2, 10, 3, 11);
  const d = i16x8.shuffle(v128.load32_zero(from, 96), v128.load32_zero(from, 112), 0, 8, 1, 9, 2, 10, 3, 11);
  return i64x2.shuffle(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(c, d, 0, 4, 1, 5), 0, 2);
}

/** The reverse of `eight`. @inline */
function scatter(to: usize, cells: v128): void {
  v128.store16_lane(to, cells, 0);
  v128.store16_lane(to, cells, 1, CELL);
  v128.store16_lane(to, cells, 2, 2 * CELL);
  v128.store16_lane(to, cells, 3, 3 * CELL);
  v128.store16_lane(to, cells, 4, 4 * CELL);
  v128.store16_lane(to, cells, 5, 5 * CELL);
  v128.store16_lane(to, cells, 6, 6 * CELL);
  v128.store16_lane(to, cells, 7, 7 * CELL);
}

/** The lane's first cell. @inline */
function laneGrid(lane: i32): usize {
  return ROWS + ((lane as usize) << 1);
}

/** Address of a level of the lane's stack. @inline */
export function frameOf(lane: i32, level: i32): usize {
  return STACKS + (lane * LEVELS + level) * FRAME;
}
