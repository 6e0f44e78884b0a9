// The job that the host has set, and the puzzle of each lane: lanes take puzzles from the page being read, and write their
// results to the slots of the page.
import { INVALID } from '../../../kernel/constants';
import { choosePeers } from './boards';
import { loadGivens, restrict } from './lane';
import {
  ALL,
  LANES,
  PAGE_PENDING,
  PAGE_PUZZLES,
  SLOT_ALLOWED,
  SLOT_CELLS,
  SLOT_COUNT,
  SLOT_GUESSES,
  SLOT_STATUS,
} from './layout';

// the job, set by `beginJob`
export let diagonals: bool = false;
export let unique: bool = false;
export let listing: bool = false;
/** whether SLOT_ALLOWED restricts cells */
let restricted: bool = false;
export let limit: u32 = 1;
export let budget: f64 = 0;

/** lanes (as bits) that have a puzzle */
export let busy: i32 = 0;
/** slots of the page being read that no lane has taken yet */
export let nextSlot: u32 = 0;
export let endSlot: u32 = 0;

// u32 for each lane: the slot of its puzzle, open guesses, solutions found, guesses made
export const SLOT: usize = memory.data(LANES * 4, 4);
export const LEVEL: usize = memory.data(LANES * 4, 4);
export const FOUND: usize = memory.data(LANES * 4, 4);
export const GUESSES: usize = memory.data(LANES * 4, 4);

/**
 * Forgets all puzzles and sets the job for the next ones.
 * @param isListing whether to list the solutions, guessing in reading order so that they ascend
 * @param isRestricted whether puzzles have allowed digits, in SLOT_ALLOWED, beside their givens
 */
export function beginJob(
  x: bool,
  isUnique: bool,
  isListing: bool,
  isRestricted: bool,
  solutionLimit: u32,
  guessBudget: f64,
): void {
  choosePeers(x);
  diagonals = x;
  unique = isUnique;
  listing = isListing;
  restricted = isRestricted;
  limit = solutionLimit;
  budget = guessBudget;
  busy = 0;
  nextSlot = 0;
  endSlot = 0;
}

/** Gives the first `count` slots of a page to the lanes. The previous page must be read to its end. */
export function feed(page: u32, count: u32): void {
  nextSlot = page * PAGE_PUZZLES;
  endSlot = nextSlot + count;
  store<u32>(PAGE_PENDING + page * 4, count);
}

/** Gives the lane the next puzzle of the page, or makes it idle. */
export function takePuzzle(lane: i32): void {
  if (nextSlot === endSlot) {
    busy &= ~(1 << lane);
    return;
  }
  busy |= 1 << lane;
  const slot = nextSlot++;
  set(SLOT, lane, slot);
  set(LEVEL, lane, 0);
  set(FOUND, lane, 0);
  set(GUESSES, lane, 0);
  loadGivens(lane, SLOT_CELLS + slot * 81);
  if (restricted) restrict(lane, SLOT_ALLOWED + slot * 162);
}

/** lanes (as bits) whose puzzle has at least MANY_GIVENS givens */
let rich: i32 = 0;
/** A puzzle that needs guesses although it has so many givens is likely to have many solutions. */
const MANY_GIVENS: i32 = 30;

/** Counts the givens of the lane's puzzle, which are in its slot until a solution is found. */
export function noteGivens(lane: i32): void {
  const bit = 1 << lane;
  rich = givensIn(SLOT_CELLS + get(SLOT, lane) * 81) < MANY_GIVENS ? rich & ~bit : rich | bit;
}

/** Treats the lane's puzzle as one with few givens from now on. */
export function forgetGivens(lane: i32): void {
  rich &= ~(1 << lane);
}

/** @inline */
export function hasManyGivens(lane: i32): bool {
  return ((rich >> lane) & 1) as bool;
}

/** Writes the result of the lane's puzzle, and takes the next. */
export function finish(lane: i32, status: i32): void {
  const slot = get(SLOT, lane);
  // without a solution, the slot still has the givens
  if (get(FOUND, lane) === 0 && !isConsistent(slot)) {
    status = INVALID;
    set(GUESSES, lane, 0);
  }
  store<u8>(SLOT_STATUS + slot, status as u8);
  store<u32>(SLOT_COUNT + slot * 4, get(FOUND, lane));
  store<u32>(SLOT_GUESSES + slot * 4, get(GUESSES, lane));
  const pending = PAGE_PENDING + (slot / PAGE_PUZZLES) * 4;
  store<u32>(pending, load<u32>(pending) - 1);
  takePuzzle(lane);
}

/** Number of givens in 81 values, 0 for empty. */
function givensIn(cells: usize): i32 {
  let given: i32 = load<u8>(cells, 80) ? 1 : 0;
  for (let end = cells + 80; cells < end; cells += 16)
    given += popcnt(i8x16.bitmask(i8x16.ne(v128.load(cells), i8x16.splat(0))));
  return given;
}

/** Whether the givens of a slot agree, and each cell can have a digit. */
function isConsistent(slot: u32): bool {
  const givens = SLOT_CELLS + slot * 81;
  if (!givensAreConsistent(givens, diagonals)) return false;
  return !restricted || givensAreAllowed(givens, SLOT_ALLOWED + slot * 162);
}

/** @inline */
export function isBusy(lane: i32): bool {
  return ((busy >> lane) & 1) as bool;
}

/** @inline */
export function get(numbers: usize, lane: i32): u32 {
  return load<u32>(numbers + (lane << 2));
}

/** @inline */
export function set(numbers: usize, lane: i32, value: u32): void {
  store<u32>(numbers + (lane << 2), value);
}

/** digits seen in each row, column, box and diagonal, as candidate sets */
const SEEN: usize = memory.data(29 * 2, 2);
const COLUMNS_AT: i32 = 9;
const BOXES_AT: i32 = 18;
const DIAGONALS_AT: i32 = 27;

/**
 * Whether no unit holds a digit twice and no value exceeds 9, in 81 values, 0 for empty. Distinguishes invalid givens from a
 * puzzle without a solution, so it is called only if no solution was found.
 */
function givensAreConsistent(givens: usize, diagonals: bool): bool {
  memory.fill(SEEN, 0, 29 * 2);
  for (let r = 0; r < 9; r++) {
    for (let c = 0; c < 9; c++) {
      const digit: u32 = load<u8>(givens++);
      if (digit === 0) continue;
      if (digit > 9) return false;
      const set: u32 = 1 << digit;
      if (!isNew(r, set) || !isNew(COLUMNS_AT + c, set) || !isNew(BOXES_AT + (r / 3) * 3 + c / 3, set))
        return false;
      if (diagonals && r === c && !isNew(DIAGONALS_AT, set)) return false;
      if (diagonals && r + c === 8 && !isNew(DIAGONALS_AT + 1, set)) return false;
    }
  }
  return true;
}

/** Whether each given is one of the digits that its cell may have, and no other cell has none. */
function givensAreAllowed(givens: usize, allowed: usize): bool {
  for (let cell = 0; cell < 81; cell++) {
    const digit: u32 = load<u8>(givens + cell);
    const sets: u32 = digit === 0 ? ALL : 1 << (digit - 1);
    if (!(load<u16>(allowed + (cell << 1)) & sets)) return false;
  }
  return true;
}

/** Adds a digit to a unit; false if it was there. @inline */
function isNew(unit: i32, set: u32): bool {
  const at = SEEN + (unit << 1);
  const seen: u32 = load<u16>(at);
  store<u16>(at, (seen | set) as u16);
  return (seen & set) === 0;
}
