// Pairs: digits with two places left in a unit. A guess puts the digit in one of them, which removes all other candidates from
// that cell, and so often achieves more than a guess on a cell with two candidates.
import { BESIDE_COLUMNS, BESIDE_ROWS, FULL, PLACED, worth } from './placements';
import { isOne } from './sets';

const UNITS: i32 = 27;
/** by unit (rows, columns, boxes): its nine cells, u8; preceded by nine bytes, as `placesIn` also reads unit -1 */
const CELLS_OF_UNIT: usize = memory.data(UNITS * 9 + 9) + 9;

/** by triad of a row, a vector with a byte for each digit: what its placements there are worth, and PLACED for each */
const WORTH: usize = memory.data(27 * 16, 16);
/** by unit, the same for FULL minus what the placements are worth and PLACED for each; 0 if there are three or more */
const PAIRS: usize = memory.data(UNITS * 16, 16);
/** by unit: its number, counted from 1, in each byte */
const NUMBERS: usize = memory.data(UNITS * 16, 16);
/** by digit: number, as in NUMBERS, of the last unit whose pair has the worth that is sought; 0 for none */
const LAST: usize = memory.data(16, 16);
const ALL_FULL: usize = memory.data<u64>([-1, -1], 16);

// the best pair, set by takePair
/** the places, in the order of their unit */
export let firstPlace: i32 = 0;
export let lastPlace: i32 = 0;
export let pairUnit: i32 = 0;
/** the digit, less 1 */
export let pairDigit: u32 = 0;

export function initPairs(): void {
  for (let i: i32 = 0; i < UNITS * 16; i++) store<u8>(NUMBERS + i, (i / 16 + 1) as u8);
  for (let unit: i32 = 0; unit < 9; unit++) {
    for (let i: i32 = 0; i < 9; i++) {
      const at = unit * 9 + i;
      store<u8>(at, at as u8, CELLS_OF_UNIT);
      store<u8>(at, (i * 9 + unit) as u8, CELLS_OF_UNIT + 81);
      store<u8>(at, ((unit - (unit % 3) + i / 3) * 9 + (unit % 3) * 3 + (i % 3)) as u8, CELLS_OF_UNIT + 162);
    }
  }
}

/** Finds all pairs in a grid that has been weighed. @returns what the best one is worth; 0 or less if there is none */
export function findPairs(grid: usize): i32 {
  let best = v128.load(ALL_FULL);
  for (let stack: usize = 0; stack < 3; stack++) best = i8x16.min_u(best, stackPairs(grid, stack));
  for (let row: usize = 0; row < 9; row++) best = i8x16.min_u(best, rowPairs(row));
  return FULL - 1 - 2 * PLACED - least(best);
}

/** Fills PAIRS for the columns and boxes of a stack, and WORTH for its triads. @returns the least `ranked` of each digit @inline */
function stackPairs(grid: usize, stack: usize): v128 {
  let best = v128.load(ALL_FULL);
  let left0 = best;
  let left1 = best;
  let left2 = best;
  for (let band: usize = 0; band < 3; band++) {
    const columns = (stack * 9 + band) * 16;
    const column0 = v128.load(columns, BESIDE_COLUMNS);
    const column1 = v128.load(columns, BESIDE_COLUMNS + 48);
    const column2 = v128.load(columns, BESIDE_COLUMNS + 96);
    let box = v128.load(ALL_FULL);
    let from = grid + (band * 27 + stack * 3) * 2;
    const end = from + 54;
    for (let triad = (band * 9 + stack) * 16; from < end; triad += 48, from += 18) {
      const row = v128.load(triad, BESIDE_ROWS);
      const a = worth(row, column0, load<u16>(from));
      const b = worth(row, column1, load<u16>(from, 2));
      const c = worth(row, column2, load<u16>(from, 4));
      left0 = i8x16.sub_sat_u(left0, a);
      left1 = i8x16.sub_sat_u(left1, b);
      left2 = i8x16.sub_sat_u(left2, c);
      const sum = i8x16.add_sat_u(i8x16.add_sat_u(a, b), c);
      v128.store(triad, sum, WORTH);
      box = i8x16.sub_sat_u(box, sum);
    }
    v128.store((band * 3 + stack) * 16, box, PAIRS + 18 * 16);
    best = i8x16.min_u(best, ranked(box));
  }
  v128.store(stack * 48, left0, PAIRS + 9 * 16);
  v128.store(stack * 48, left1, PAIRS + 10 * 16);
  v128.store(stack * 48, left2, PAIRS + 11 * 16);
  return i8x16.min_u(best, i8x16.min_u(i8x16.min_u(ranked(left0), ranked(left1)), ranked(left2)));
}

/** Fills PAIRS for a row, from WORTH. @inline */
function rowPairs(row: usize): v128 {
  const at = row * 48;
  const left = i8x16.sub_sat_u(
    i8x16.sub_sat_u(i8x16.sub_sat_u(v128.load(ALL_FULL), v128.load(at, WORTH)), v128.load(at, WORTH + 16)),
    v128.load(at, WORTH + 32),
  );
  v128.store(row * 16, left, PAIRS);
  return ranked(left);
}

/** Minus 1, so that 0, three places or more, becomes the greatest. @inline */
function ranked(left: v128): v128 {
  return i8x16.add(left, v128.load(ALL_FULL));
}

/** @inline */
function least(bytes: v128): i32 {
  let top = i8x16.min_u(bytes, i64x2.shuffle(bytes, bytes, 1, 1));
  top = i8x16.min_u(top, i32x4.shuffle(top, top, 1, 1, 1, 1));
  top = i8x16.min_u(top, i16x8.shuffle(top, top, 1, 1, 1, 1, 1, 1, 1, 1));
  return min<i32>(i8x16.extract_lane_u(top, 0), i8x16.extract_lane_u(top, 1));
}

/**
 * Takes a pair of this worth, which must exist. False if a solved cell of the unit already has the digit: a grid may stall one
 * step before its fixpoint, and then the digit may belong in neither place.
 */
export function choosePair(grid: usize, worth: i32): bool {
  const sought = i8x16.splat((FULL - 2 * PLACED - worth) as i8);
  // the last unit of each digit, with no branch, which would be mispredicted
  let last = i8x16.splat(0);
  for (let unit: usize = 0; unit < 27 * 16; unit += 9 * 16) {
    last = latest(last, sought, unit);
    last = latest(last, sought, unit + 16);
    last = latest(last, sought, unit + 32);
    last = latest(last, sought, unit + 48);
    last = latest(last, sought, unit + 64);
    last = latest(last, sought, unit + 80);
    last = latest(last, sought, unit + 96);
    last = latest(last, sought, unit + 112);
    last = latest(last, sought, unit + 128);
  }
  v128.store(LAST, last);
  const digit: u32 = ctz(i8x16.bitmask(i8x16.ne(last, i8x16.splat(0))));
  const unit = (load<u8>(LAST + digit) as i32) - 1;
  const places = placesIn(grid, unit, digit);
  return popcnt(places) === 2 && takePair(grid, unit, digit, places);
}

/**
 * Places of a digit in a unit, as bits; those of unit -1 are meaningless. Unrolled, as V8 checks for interrupts in every loop.
 * @inline
 */
export function placesIn(grid: usize, unit: i32, digit: u32): u32 {
  const cells = CELLS_OF_UNIT + unit * 9;
  return (
    placeAt(grid, cells, 0, digit) |
    placeAt(grid, cells, 1, digit) |
    placeAt(grid, cells, 2, digit) |
    placeAt(grid, cells, 3, digit) |
    placeAt(grid, cells, 4, digit) |
    placeAt(grid, cells, 5, digit) |
    placeAt(grid, cells, 6, digit) |
    placeAt(grid, cells, 7, digit) |
    placeAt(grid, cells, 8, digit)
  );
}

/** Takes the two places of a digit in a unit as the best pair. False if the cell of one is solved. */
export function takePair(grid: usize, unit: i32, digit: u32, places: u32): bool {
  const cells = CELLS_OF_UNIT + unit * 9;
  const first = cells + ctz(places);
  const last = cells + (31 - clz(places));
  if (isOne(setAt(grid, first)) || isOne(setAt(grid, last))) return false;
  firstPlace = load<u8>(first);
  lastPlace = load<u8>(last);
  pairUnit = unit;
  pairDigit = digit;
  return true;
}

/** @inline */
function placeAt(grid: usize, cells: usize, i: u32, digit: u32): u32 {
  return ((setAt(grid, cells + i) >> digit) & 1) << i;
}

/** @inline */
function setAt(grid: usize, cell: usize): u32 {
  return load<u16>(grid + ((load<u8>(cell) as usize) << 1));
}

/** @inline */
function latest(last: v128, sought: v128, unit: usize): v128 {
  return i8x16.max_u(last, v128.and(i8x16.eq(v128.load(unit, PAIRS), sought), v128.load(unit, NUMBERS)));
}
