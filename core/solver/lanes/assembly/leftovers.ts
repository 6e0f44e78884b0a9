// The law of leftovers, for jigsaws. N adjacent lines hold each digit N times, and so do N regions. So the cells of these regions
// outside of the lines have the same digits as the cells of the lines outside of these regions: the two sides of a pair.
import { addCell } from './boards';
import { CELL, LANES, ROWS } from './layout';
import { allZero } from './sets';

/** most cells of a side */
const SIDE: usize = 4;
/** pairs of sides in a lane, at most */
const MAX_PAIRS: i32 = 12;
/**
 * by pair of sides, cell and lane: u16, the byte offset of the cell in ROWS. A short side repeats its last cell; an unused pair
 * is cell 0 on both sides
 */
const SIDES: usize = memory.data(MAX_PAIRS * 2 * 4 * LANES * 2, 16);
/** bytes of a cell of all lanes, and of a pair of sides */
const PLACE: usize = LANES * 2;
const PAIR: usize = 2 * SIDE * PLACE;

/** by lane: how many pairs it has */
const COUNTS: usize = memory.data(LANES * 4, 4);
/** where the pairs of all lanes end */
let end: usize = SIDES;

/** by line (rows, then columns): u8 for each region, how many of its cells are in the line */
const IN_LINE: usize = memory.data(18 * 16, 16);

/** by line (rows, then columns): its cells, as a board */
const LINE_BOARDS: usize = memory.data(18 * 16, 16);

export function initLeftovers(): void {
  for (let cell = 0; cell < 81; cell++) {
    addCell(LINE_BOARDS + ((cell / 9) << 4), cell);
    addCell(LINE_BOARDS + ((9 + (cell % 9)) << 4), cell);
  }
}

/** runs of adjacent lines that have a pair: their cells as a board, and their regions as bits in 16 bytes */
const RUNS: usize = memory.data(90 * 32, 16);

/** Finds the pairs of sides of a lane. @param regions of its cells, u8 @param boards the cells of each region */
export function findLeftovers(lane: i32, regions: usize, boards: usize): void {
  countInLines(regions);
  const count = min<i32>(findRuns(), MAX_PAIRS);
  for (let pair = 0; pair < count; pair++) {
    const run = RUNS + (pair << 5);
    const lines = v128.load(run);
    const chosen = load<u32>(run, 16);
    let all = i64x2.splat(0);
    // without a branch, as the number of regions cannot be predicted
    for (let region: i32 = 0; region < 9; region++) {
      const mask = i64x2.splat(-(((chosen >> (region as u32)) & 1) as i64));
      all = v128.or(all, v128.and(v128.load(boards + (region << 4)), mask));
    }
    const at = sidesOf(lane, pair);
    writeSide(at, v128.andnot(lines, all));
    writeSide(at + SIDE * PLACE, v128.andnot(all, lines));
  }
  setCount(lane, count);
}

/** Fills RUNS, without a branch for what a run has. @returns how many there are */
function findRuns(): i32 {
  let count: i32 = 0;
  for (let first = 0; first < 18; first += 9) {
    for (let from = 0; from < 9; from++) {
      let inside = i8x16.splat(0);
      let lines = i64x2.splat(0);
      // a run that ends with the last line is the complement of one that begins with the first
      for (let to = from; to < (from === 0 ? 9 : 8); to++) {
        inside = i8x16.add(inside, v128.load(IN_LINE + ((first + to) << 4)));
        lines = v128.or(lines, v128.load(LINE_BOARDS + ((first + to) << 4)));
        const most = i8x16.gt_s(inside, i8x16.splat(4));
        const chosen = i8x16.bitmask(most);
        const out = sumOf(v128.andnot(inside, most));
        const run = RUNS + (count << 5);
        v128.store(run, lines);
        store<u32>(run, chosen, 16);
        const isPair =
          (popcnt(chosen) === to - from + 1 ? 1 : 0) & ((out as u32) - 1 < (SIDE as u32) ? 1 : 0);
        count += isPair;
      }
    }
  }
  return count;
}

/** Gives a scout the pairs of another lane. */
export function shareLeftovers(scout: i32, lane: i32): void {
  const count: i32 = load<u32>(COUNTS + (lane << 2));
  const end = sidesOf(lane, count);
  for (let from = sidesOf(lane, 0), to = sidesOf(scout, 0); from < end; from += PLACE, to += PLACE)
    store<u16>(to, load<u16>(from));
  setCount(scout, count);
}

/** Where a lane has a pair. @inline */
function sidesOf(lane: i32, pair: i32): usize {
  return SIDES + (pair as usize) * PAIR + ((lane as usize) << 1);
}

function countInLines(regions: usize): void {
  memory.fill(IN_LINE, 0, 18 * 16);
  for (let row: usize = 0; row < 9; row++) {
    for (let column: usize = 0; column < 9; column++) {
      const region: usize = load<u8>(regions++);
      const inRow = IN_LINE + (row << 4) + region;
      const inColumn = IN_LINE + ((9 + column) << 4) + region;
      store<u8>(inRow, load<u8>(inRow) + 1);
      store<u8>(inColumn, load<u8>(inColumn) + 1);
    }
  }
}

/** Leaves the lane without pairs until they are found. */
export function forgetLeftovers(lane: i32): void {
  setCount(lane, 0);
}

function setCount(lane: i32, count: i32): void {
  const before: i32 = load<u32>(COUNTS + (lane << 2));
  for (let pair = count; pair < before; pair++) clearSides(lane, pair);
  store<u32>(COUNTS + (lane << 2), count);
  let most: i32 = 0;
  for (let each = 0; each < LANES; each++) most = max<i32>(most, load<u32>(COUNTS + (each << 2)));
  end = SIDES + (most as usize) * PAIR;
}

/** a factor that adds up all eight bytes of a number in the highest byte */
const EACH_BYTE: u64 = (-1 as u64) / 255;

/** @inline */
function sumOf(bytes: v128): i32 {
  const sums = i64x2.shuffle(bytes, bytes, 1, 1);
  // the ninth region is in the upper half
  const low = i64x2.extract_lane(bytes, 0) as u64;
  return (((low * EACH_BYTE) >> 56) as i32) + (i8x16.extract_lane_u(sums, 0) as i32);
}

/** Without a branch, which would be mispredicted. The last cell is repeated. */
function writeSide(at: usize, board: v128): void {
  let front = i64x2.extract_lane(board, 0) as u64;
  let back = i64x2.extract_lane(board, 1) as u64;
  let cell: u64 = 0;
  for (let i: usize = 0; i < SIDE; i++) {
    const next = select<u64>(ctz(front), 64 + ctz(back), front !== 0);
    cell = select<u64>(next, cell, (front | back) !== 0);
    store<u16>(at + i * PLACE, (cell * CELL) as u16);
    back = select<u64>(back, back & (back - 1), front !== 0);
    front &= front - 1;
  }
}

function clearSides(lane: i32, pair: i32): void {
  const at = sidesOf(lane, pair);
  for (let i: usize = 0; i < 2 * SIDE; i++) store<u16>(at + i * PLACE, 0);
}

/** Removes from each side the digits that the other cannot have. */
export function matchLeftovers(): void {
  for (let at = SIDES; at < end; at += PAIR) {
    const a = gather(at);
    const b = gather(at + PLACE);
    const c = gather(at + 2 * PLACE);
    const d = gather(at + 3 * PLACE);
    const e = gather(at + 4 * PLACE);
    const f = gather(at + 5 * PLACE);
    const g = gather(at + 6 * PLACE);
    const h = gather(at + 7 * PLACE);
    const inside = v128.or(v128.or(a, b), v128.or(c, d));
    const outside = v128.or(v128.or(e, f), v128.or(g, h));
    scatter(at, v128.and(a, outside));
    scatter(at + PLACE, v128.and(b, outside));
    scatter(at + 2 * PLACE, v128.and(c, outside));
    scatter(at + 3 * PLACE, v128.and(d, outside));
    scatter(at + 4 * PLACE, v128.and(e, inside));
    scatter(at + 5 * PLACE, v128.and(f, inside));
    scatter(at + 6 * PLACE, v128.and(g, inside));
    scatter(at + 7 * PLACE, v128.and(h, inside));
  }
}

/** A cell of all lanes, each at a place of its own. @inline */
export function gather(from: usize): v128 {
  let set = v128.load16_lane(ROWS + (load<u16>(from) as usize), allZero(), 0);
  set = v128.load16_lane(ROWS + (load<u16>(from, 2) as usize), set, 1, 2);
  set = v128.load16_lane(ROWS + (load<u16>(from, 4) as usize), set, 2, 4);
  set = v128.load16_lane(ROWS + (load<u16>(from, 6) as usize), set, 3, 6);
  set = v128.load16_lane(ROWS + (load<u16>(from, 8) as usize), set, 4, 8);
  set = v128.load16_lane(ROWS + (load<u16>(from, 10) as usize), set, 5, 10);
  set = v128.load16_lane(ROWS + (load<u16>(from, 12) as usize), set, 6, 12);
  return v128.load16_lane(ROWS + (load<u16>(from, 14) as usize), set, 7, 14);
}

/** The reverse of `gather`. @inline */
export function scatter(to: usize, set: v128): void {
  v128.store16_lane(ROWS + (load<u16>(to) as usize), set, 0);
  v128.store16_lane(ROWS + (load<u16>(to, 2) as usize), set, 1, 2);
  v128.store16_lane(ROWS + (load<u16>(to, 4) as usize), set, 2, 4);
  v128.store16_lane(ROWS + (load<u16>(to, 6) as usize), set, 3, 6);
  v128.store16_lane(ROWS + (load<u16>(to, 8) as usize), set, 4, 8);
  v128.store16_lane(ROWS + (load<u16>(to, 10) as usize), set, 5, 10);
  v128.store16_lane(ROWS + (load<u16>(to, 12) as usize), set, 6, 12);
  v128.store16_lane(ROWS + (load<u16>(to, 14) as usize), set, 7, 14);
}
