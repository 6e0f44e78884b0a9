// The machine that keeps eight lanes busy: a lane takes a puzzle from the page being read, searches it depth first, and
// takes the next when it is done. Lanes never wait for each other.
import { chooseCell, choosePeers, initPeers } from './choice';
import { givensAreConsistent } from './givens';
import { firstOpenCell, initCandidates, loadGivens, restore, save, split, storeSolution } from './lane';
import {
  LANES,
  PAGE_PENDING,
  PAGE_PUZZLES,
  SLOT_CELLS,
  SLOT_COUNT,
  SLOT_GUESSES,
  SLOT_STATUS,
} from './layout';
import { contradictory, solved, stalled, sweep } from './sweep';

export {
  PAGE_PENDING,
  PAGE_PUZZLES,
  PAGES,
  SLOT_CELLS,
  SLOT_COUNT,
  SLOT_GUESSES,
  SLOT_STATUS,
} from './layout';

// Status codes of ../../engine.ts
const SOLVED: u8 = 0;
const NO_SOLUTION: u8 = 1;
const NOT_UNIQUE: u8 = 2;
const INVALID: u8 = 3;
const UNSOLVED: u8 = 4;

// why `run` came back
const ALL_DONE: i32 = 0;
const PAGE_READ: i32 = 1;
const SWEEPS_SPENT: i32 = 2;
const SOLUTION_LISTED: i32 = 3;

// the job, set by `begin`
let diagonals: bool = false;
let unique: bool = false;
let listing: bool = false;
let limit: u32 = 1;
let budget: f64 = 0;

/** Sweeps made since the start, each of eight lanes; for benchmarks. */
export let sweepsMade: f64 = 0;

/** lanes (as bits) that are at work */
let busy: i32 = 0;
/** slots of the page being read that no lane has taken yet */
let nextSlot: u32 = 0;
let endSlot: u32 = 0;

// of each lane: u32
const SLOT: usize = memory.data(LANES * 4, 4);
const LEVEL: usize = memory.data(LANES * 4, 4);
const FOUND: usize = memory.data(LANES * 4, 4);
const GUESSES: usize = memory.data(LANES * 4, 4);

initCandidates();
initPeers();

/**
 * Forgets all puzzles and sets what is asked of those to come.
 * `listing` guesses in reading order, so that solutions ascend, and comes back at each.
 */
export function begin(x: bool, isUnique: bool, isListing: bool, solutionLimit: u32, guessBudget: f64): void {
  choosePeers(x);
  diagonals = x;
  unique = isUnique;
  listing = isListing;
  limit = solutionLimit;
  budget = guessBudget;
  busy = 0;
  nextSlot = 0;
  endSlot = 0;
}

/** Gives the first `count` slots of a page to the lanes. The page read before must be read to its end. */
export function feed(page: u32, count: u32): void {
  nextSlot = page * PAGE_PUZZLES;
  endSlot = nextSlot + count;
  store<u32>(PAGE_PENDING + page * 4, count);
}

/**
 * Works until the puzzles are done, the page is read and a lane wants more (if `more`), the sweeps are spent, or a
 * solution has been listed.
 */
export function run(sweeps: i32, more: bool): i32 {
  for (let lane = 0; lane < LANES; lane++) if (!isBusy(lane)) takePuzzle(lane);
  while (busy) {
    if (more && nextSlot === endSlot) return PAGE_READ;
    if (sweeps-- === 0) return SWEEPS_SPENT;
    sweep(diagonals);
    sweepsMade++;
    const events = (contradictory | solved | stalled) & busy;
    if (events === 0) continue;
    let listed: bool = false;
    for (let left = events; left; left &= left - 1) {
      const lane = ctz(left);
      const bit = 1 << lane;
      if (contradictory & bit) stepBack(lane);
      else if (solved & bit) listed = keepSolution(lane);
      else guess(lane);
    }
    if (listed) return SOLUTION_LISTED;
  }
  return ALL_DONE;
}

function takePuzzle(lane: i32): void {
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
}

function stepBack(lane: i32): void {
  const level = get(LEVEL, lane);
  if (level === 0) {
    finish(lane, get(FOUND, lane) ? SOLVED : NO_SOLUTION);
  } else {
    set(LEVEL, lane, level - 1);
    restore(lane, level - 1);
  }
}

/** True if the wrapper is to read the solution before the search goes on. */
function keepSolution(lane: i32): bool {
  const found = get(FOUND, lane) + 1;
  set(FOUND, lane, found);
  if (listing || found === 1) storeSolution(lane, SLOT_CELLS + get(SLOT, lane) * 81);
  if (found === limit) finish(lane, unique && found === 2 ? NOT_UNIQUE : SOLVED);
  else stepBack(lane);
  return listing;
}

function guess(lane: i32): void {
  const guesses = get(GUESSES, lane);
  if (guesses >= budget) {
    finish(lane, UNSOLVED);
    return;
  }
  set(GUESSES, lane, guesses + 1);
  const level = get(LEVEL, lane);
  set(LEVEL, lane, level + 1);
  const saved = save(lane, level);
  split(lane, saved, listing ? firstOpenCell(saved) : chooseCell(saved));
}

function finish(lane: i32, status: u8): void {
  const slot = get(SLOT, lane);
  // without a solution the slot still has the givens
  if (get(FOUND, lane) === 0 && !givensAreConsistent(SLOT_CELLS + slot * 81, diagonals)) {
    status = INVALID;
    set(GUESSES, lane, 0);
  }
  store<u8>(SLOT_STATUS + slot, status);
  store<u32>(SLOT_COUNT + slot * 4, get(FOUND, lane));
  store<u32>(SLOT_GUESSES + slot * 4, get(GUESSES, lane));
  const pending = PAGE_PENDING + (slot / PAGE_PUZZLES) * 4;
  store<u32>(pending, load<u32>(pending) - 1);
  takePuzzle(lane);
}

/** @inline */
function isBusy(lane: i32): bool {
  return ((busy >> lane) & 1) as bool;
}

/** @inline */
function get(numbers: usize, lane: i32): u32 {
  return load<u32>(numbers + (lane << 2));
}

/** @inline */
function set(numbers: usize, lane: i32, value: u32): void {
  store<u32>(numbers + (lane << 2), value);
}
