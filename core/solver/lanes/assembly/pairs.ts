// Digits that have two places left in a unit: one place or the other is a guess, too. Placing a digit pushes all others
// out of its cell, so that it often brings more than one of the two candidates of a cell.
import { BESIDE_COLUMNS, BESIDE_ROWS, worth } from './placements';

const UNITS: i32 = 27;
/** rows, columns, boxes: nine cells each, u8 */
const CELLS_OF_UNIT: usize = memory.data(UNITS * 9);

// by triad of a row, a vector each with a byte for each digit
/** what its placements are worth */
const WORTH: usize = memory.data(27 * 16, 16);
/** minus the number of its cells that cannot take the digit */
const LACKS: usize = memory.data(27 * 16, 16);
/** what LACKS of a unit's triads add up to where two of nine cells are left */
const TWO_LEFT: usize = memory.data<i8>([-7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7], 16);

/** by unit: what both places are worth together, at most 255; 0 where there are not two */
const PAIRS: usize = memory.data(UNITS * 16, 16);

// the best pair, set by choosePair
/** the places, in the order of their unit */
export let firstPlace: i32 = 0;
export let lastPlace: i32 = 0;
/** candidate set of the digit */
export let pairSet: u32 = 0;

export function initPairs(): void {
  for (let unit: i32 = 0; unit < 9; unit++) {
    for (let i: i32 = 0; i < 9; i++) {
      const at = unit * 9 + i;
      store<u8>(at, at as u8, CELLS_OF_UNIT);
      store<u8>(at, (i * 9 + unit) as u8, CELLS_OF_UNIT + 81);
      store<u8>(at, ((unit - (unit % 3) + i / 3) * 9 + (unit % 3) * 3 + (i % 3)) as u8, CELLS_OF_UNIT + 162);
    }
  }
}

/** Finds all pairs in a grid that has been weighed, and gives what the best one is worth; 0 if there is none. */
export function findPairs(grid: usize): i32 {
  let best = i8x16.splat(0);
  for (let stack: usize = 0; stack < 3; stack++) best = i8x16.max_u(best, stackPairs(grid, stack));
  for (let row: usize = 0; row < 9; row++) best = i8x16.max_u(best, rowPairs(row));
  return greatest(best);
}

/** Of the columns and boxes of a stack; also fills WORTH and LACKS. @inline */
function stackPairs(grid: usize, stack: usize): v128 {
  const none = i8x16.splat(0);
  const two = v128.load(TWO_LEFT);
  let best = none;
  let worth0 = none;
  let worth1 = none;
  let worth2 = none;
  let lacks0 = none;
  let lacks1 = none;
  let lacks2 = none;
  for (let band: usize = 0; band < 3; band++) {
    const columns = (stack * 9 + band) * 16;
    const column0 = v128.load(columns, BESIDE_COLUMNS);
    const column1 = v128.load(columns, BESIDE_COLUMNS + 48);
    const column2 = v128.load(columns, BESIDE_COLUMNS + 96);
    let boxWorth = none;
    let boxLacks = none;
    let from = grid + (band * 27 + stack * 3) * 2;
    const end = from + 54;
    for (let triad = (band * 9 + stack) * 16; from < end; triad += 48, from += 18) {
      const row = v128.load(triad, BESIDE_ROWS);
      const a = worth(row, column0, load<u16>(from));
      const b = worth(row, column1, load<u16>(from, 2));
      const c = worth(row, column2, load<u16>(from, 4));
      const lacksA = i8x16.eq(a, none);
      const lacksB = i8x16.eq(b, none);
      const lacksC = i8x16.eq(c, none);
      worth0 = i8x16.add_sat_u(worth0, a);
      worth1 = i8x16.add_sat_u(worth1, b);
      worth2 = i8x16.add_sat_u(worth2, c);
      lacks0 = i8x16.add(lacks0, lacksA);
      lacks1 = i8x16.add(lacks1, lacksB);
      lacks2 = i8x16.add(lacks2, lacksC);
      const triadWorth = i8x16.add_sat_u(i8x16.add_sat_u(a, b), c);
      const triadLacks = i8x16.add(i8x16.add(lacksA, lacksB), lacksC);
      v128.store(triad, triadWorth, WORTH);
      v128.store(triad, triadLacks, LACKS);
      boxWorth = i8x16.add_sat_u(boxWorth, triadWorth);
      boxLacks = i8x16.add(boxLacks, triadLacks);
    }
    const box = v128.and(boxWorth, i8x16.eq(boxLacks, two));
    v128.store((band * 3 + stack) * 16, box, PAIRS + 18 * 16);
    best = i8x16.max_u(best, box);
  }
  const column0 = v128.and(worth0, i8x16.eq(lacks0, two));
  const column1 = v128.and(worth1, i8x16.eq(lacks1, two));
  const column2 = v128.and(worth2, i8x16.eq(lacks2, two));
  v128.store(stack * 48, column0, PAIRS + 9 * 16);
  v128.store(stack * 48, column1, PAIRS + 10 * 16);
  v128.store(stack * 48, column2, PAIRS + 11 * 16);
  return i8x16.max_u(best, i8x16.max_u(i8x16.max_u(column0, column1), column2));
}

/** @inline */
function rowPairs(row: usize): v128 {
  const at = row * 48;
  const rowWorth = i8x16.add_sat_u(
    i8x16.add_sat_u(v128.load(at, WORTH), v128.load(at, WORTH + 16)),
    v128.load(at, WORTH + 32),
  );
  const rowLacks = i8x16.add(
    i8x16.add(v128.load(at, LACKS), v128.load(at, LACKS + 16)),
    v128.load(at, LACKS + 32),
  );
  const pair = v128.and(rowWorth, i8x16.eq(rowLacks, v128.load(TWO_LEFT)));
  v128.store(row * 16, pair, PAIRS);
  return pair;
}

/** @inline */
function greatest(bytes: v128): i32 {
  let top = i8x16.max_u(bytes, i64x2.shuffle(bytes, bytes, 1, 1));
  top = i8x16.max_u(top, i32x4.shuffle(top, top, 1, 1, 1, 1));
  top = i8x16.max_u(top, i16x8.shuffle(top, top, 1, 1, 1, 1, 1, 1, 1, 1));
  return max<i32>(i8x16.extract_lane_u(top, 0), i8x16.extract_lane_u(top, 1));
}

/**
 * Takes the first pair of such worth, as there is one. False if the digit has been placed in the unit, as it can have
 * been where the grid stalled a step before its fixpoint: then both places may be wrong.
 */
export function choosePair(grid: usize, worth: i32): bool {
  const sought = i8x16.splat(worth as i8);
  let unit: usize = 0;
  while (worthIn(unit, sought) === 0) unit++;
  const digit = ctz(worthIn(unit, sought));
  const cells = unit * 9;
  let places: u32 = 0;
  for (let i: usize = 0; i < 9; i++) {
    const set: u32 = load<u16>(grid + ((load<u8>(cells + i, CELLS_OF_UNIT) as usize) << 1));
    places |= ((set >> digit) & 1) << (i as u32);
  }
  if (popcnt(places) !== 2) return false;
  firstPlace = load<u8>(cells + ctz(places), CELLS_OF_UNIT);
  lastPlace = load<u8>(cells + (31 - clz(places)), CELLS_OF_UNIT);
  pairSet = 1 << digit;
  return true;
}

/** Digits, as bits, whose pair in the unit is worth what is sought. @inline */
function worthIn(unit: usize, sought: v128): i32 {
  return i8x16.bitmask(i8x16.eq(v128.load(unit << 4, PAIRS), sought));
}
