// Chooses what to guess: the place of a digit that has two in a unit, or the digit of a cell that has two candidates,
// whichever has the two placements that are worth most together (placements.ts). Works on the saved grid of one lane, 81
// candidate sets one after another, and on boards (boards.ts).
import { BOARD, DIGITS, isEmpty, OPEN, peersOf, readBoards, readTwo, THREE, TWO } from './boards';
import { FOUND, get } from './job';
import { LANES } from './layout';
import { LEAF_CELLS } from './leaf-cells';
import {
  choosePair,
  findPairs,
  firstPlace,
  lastPlace,
  pairDigit,
  pairUnit,
  placesIn,
  takePair,
} from './pairs';
import { weigh, worthOfTwo } from './placements';

/** Cells with two candidates are considered only if no pair is worth this much; two times out of three, one is. */
const GOOD_PAIR: i32 = 26;
/** of a worth or a score that has its cell in the bits below it */
const CELL_BITS: i32 = 7;

// the guess, set by chooseBranch
/** the cell to guess on, and the digit to try there, as a set */
export let branchCell: i32 = 0;
export let branchSet: u32 = 0;
/** the cell that has the digit if the guess is wrong, or -1 if none is known */
export let otherCell: i32 = -1;

// With no more open cells than this, a search for pairs does not pay: the grid will soon be a leaf; or, before the first guess,
// it is so easy that few guesses follow.
const NEARLY_LEAF: i32 = LEAF_CELLS + 4;
const EASY: i32 = 47;

/** Chooses a guess in a grid with `open` open cells. @param plain whether to guess on a cell, without a search for pairs */
export function chooseBranch(lane: i32, grid: usize, open: i32, level: i32, plain: bool): void {
  if (!plain && open > (level === 0 ? EASY : NEARLY_LEAF)) {
    if (recall(lane, grid)) {
      branchOnPair(lane, level);
      return;
    }
    weigh(grid);
    const pair = findPairs(grid);
    const two = pair < GOOD_PAIR ? bestTwo(grid) : 0;
    if (pair > two >> CELL_BITS && choosePair(grid, pair)) {
      branchOnPair(lane, level);
      return;
    }
    if (two) {
      branchOnCell(grid, two & ((1 << CELL_BITS) - 1));
      return;
    }
  }
  readBoards(grid);
  branchOnCell(grid, chooseCell(grid));
}

/** @inline */
function branchOnPair(lane: i32, level: i32): void {
  branchCell = lastPlace;
  branchSet = (1 as u32) << pairDigit;
  otherCell = firstPlace;
  note(lane, level, pairUnit, pairDigit);
}

/** Guesses the lowest candidate of a cell. */
export function branchOnCell(grid: usize, cell: i32): void {
  const set: u32 = load<u16>(grid + (cell << 1));
  branchCell = cell;
  branchSet = set & (0 - set);
  otherCell = -1;
}

/** The best cell with two candidates, with its worth above its bits; 0 if there is none. */
function bestTwo(grid: usize): i32 {
  readTwo(grid);
  let top = 0;
  for (let cells = load<u64>(TWO); cells; cells &= cells - 1) top = better(grid, ctz(cells) as i32, top);
  for (let cells = load<u64>(TWO, 8); cells; cells &= cells - 1)
    top = better(grid, 64 + (ctz(cells) as i32), top);
  return top;
}

/** Without a branch, which would be mispredicted whenever a cell takes the lead. @inline */
function better(grid: usize, cell: i32, top: i32): i32 {
  const worth = (worthOfTwo(cell, load<u16>(grid + (cell << 1))) << CELL_BITS) | cell;
  return select<i32>(worth, top, worth > top);
}

// Without pairs, the guess is on a cell with fewest candidates (nearly always two), and of these on the one that shares most
// digits with its open peers. A peer counts for each digit that it shares, with this weight by its number of candidates: two,
// three, more. A peer with few candidates is likely to be solved by the guess.
const WEIGHT_TWO: i32 = 8;
const WEIGHT_THREE: i32 = 3;
const WEIGHT_MORE: i32 = 1;

/** The cell to guess on, in the grid whose boards have been read; at least one cell must be open. */
function chooseCell(grid: usize): i32 {
  const among = isEmpty(TWO) ? (isEmpty(THREE) ? OPEN : THREE) : TWO;
  const two = load<u64>(TWO);
  const three = load<u64>(THREE);
  const twoBack = load<u64>(TWO, 8) * BOTH_HALVES;
  const threeBack = load<u64>(THREE, 8) * BOTH_HALVES;
  // a score with its cell below it, so that the greatest names the cell
  let top = 0;
  for (let cells = load<u64>(among); cells; cells &= cells - 1) {
    const cell = ctz(cells) as i32;
    top = max(top, (scoreOf(grid, cell, two, three, twoBack, threeBack) << CELL_BITS) | cell);
  }
  for (let cells = load<u64>(among, 8); cells; cells &= cells - 1) {
    const cell = 64 + (ctz(cells) as i32);
    top = max(top, (scoreOf(grid, cell, two, three, twoBack, threeBack) << CELL_BITS) | cell);
  }
  return top & ((1 << CELL_BITS) - 1);
}

/** multiplies 32 bits into the upper and the lower half of 64 */
const BOTH_HALVES: u64 = 0x100000001;

/** Without a branch, which would be mispredicted whenever a cell takes the lead. @inline */
function max(a: i32, b: i32): i32 {
  return select<i32>(a, b, a > b);
}

/** Score of a guess on the cell, from its lowest and its highest candidate. @inline */
function scoreOf(grid: usize, cell: i32, two: u64, three: u64, twoBack: u64, threeBack: u64): i32 {
  const peers = peersOf(cell);
  const set: u32 = load<u16>(grid + (cell << 1));
  const low = DIGITS + ctz(set) * BOARD;
  const high = DIGITS + (31 - clz(set)) * BOARD;
  const front = load<u64>(peers);
  const back = load<u64>(peers, 8);
  const lowFront = load<u64>(low) & front;
  const highFront = load<u64>(high) & front;
  // the 17 cells at the back of both boards fit in one word
  const backs = (load<u64>(low, 8) & back) | ((load<u64>(high, 8) & back) << 32);
  const all = (popcnt(lowFront) + popcnt(highFront) + popcnt(backs)) as i32;
  const twos = (popcnt(lowFront & two) + popcnt(highFront & two) + popcnt(backs & twoBack)) as i32;
  const threes = (popcnt(lowFront & three) + popcnt(highFront & three) + popcnt(backs & threeBack)) as i32;
  return all * WEIGHT_MORE + twos * (WEIGHT_TWO - WEIGHT_MORE) + threes * (WEIGHT_THREE - WEIGHT_MORE);
}

// Guesses that did well are repeated. A guess on a pair is remembered if its first branch had no solution and needed no other
// such guess. If the same digit has two places in the same unit again, in another branch, it is guessed without choosing.

/** by lane: two remembered guesses as u16, the later one in the lower half: a unit, counted from 1, and a digit, less 1; or 0 */
const REMEMBERED: usize = memory.data(LANES * 4, 4);
const BITS: u32 = 16;
const DIGIT_BITS: i32 = 4;
/** by lane: u32, the last guess as above, and above it its level, counted from 1 */
const LAST_GUESS: usize = memory.data(LANES * 4, 4);

/** by lane: u32, how many solutions had been found then */
const FOUND_THEN: usize = memory.data(LANES * 4, 4);

/** Forgets all guesses of the lane. @inline */
export function forget(lane: i32): void {
  store<u32>(REMEMBERED + (lane << 2), 0);
  store<u32>(LAST_GUESS + (lane << 2), 0);
}

/** Notes a guess on the two places of a digit, less 1, in a unit. @inline */
function note(lane: i32, level: i32, unit: i32, digit: u32): void {
  store<u32>(FOUND_THEN + (lane << 2), get(FOUND, lane));
  store<u32>(LAST_GUESS + (lane << 2), ((level + 1) << 16) | ((unit + 1) << DIGIT_BITS) | digit);
}

/**
 * Called when the first branch of the guess at this level ends: remembers the last guess noted if it is that one, and no solution
 * has been found since.
 * @inline
 */
export function rememberLast(lane: i32, level: i32): void {
  const last = load<u32>(LAST_GUESS + (lane << 2));
  if (last >> 16 !== ((level + 1) as u32) || load<u32>(FOUND_THEN + (lane << 2)) !== get(FOUND, lane)) return;
  const at = REMEMBERED + (lane << 2);
  store<u32>(at, (load<u32>(at) << BITS) | (last & 0xffff));
}

/** Repeats the latest remembered guess that is possible in the grid, and forgets it. False if there is none. */
function recall(lane: i32, grid: usize): bool {
  const at = REMEMBERED + (lane << 2);
  const guesses = load<u32>(at);
  if (guesses === 0) return false;
  // tests both without a branch, which would be mispredicted
  const later = guesses & 0xffff;
  const earlier = guesses >> BITS;
  const laterPlaces = placesOf(grid, later);
  const earlierPlaces = placesOf(grid, earlier);
  const isLater = popcnt(laterPlaces) === 2;
  if (!isLater && popcnt(earlierPlaces) !== 2) return false;
  store<u32>(at, isLater ? earlier : later);
  const guess = isLater ? later : earlier;
  return takePair(
    grid,
    (guess >> DIGIT_BITS) - 1,
    guess & ((1 << DIGIT_BITS) - 1),
    isLater ? laterPlaces : earlierPlaces,
  );
}

/** @inline */
function placesOf(grid: usize, guess: u32): u32 {
  return placesIn(grid, (guess >> DIGIT_BITS) - 1, guess & ((1 << DIGIT_BITS) - 1));
}
