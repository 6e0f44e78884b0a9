// The job that the host has set, and the puzzle of each lane: lanes take puzzles from the page being read, and write their
// results to the slots of the page.
import { INVALID, RULES_CLASSIC, RULES_REGIONS, RULES_TABLES, RULES_X } from '../../../kernel/constants';
import { addCell, BOARD, choosePeers, peersOf } from './boards';
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
import { chooseRegionPeers, ensureLeftovers, loadRegions } from './regions';
import { beginRelations, loadRelated } from './relations';

// the job, set by `beginJob`
/** a code RULES_… */
export let rules: i32 = RULES_CLASSIC;
export let diagonals: bool = false;
export let unique: bool = false;
export let listing: bool = false;
/** whether SLOT_ALLOWED restricts cells */
let restricted: bool = false;
/** whether puzzles have pairs of cells with a relation, or groups */
export let related: bool = false;
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
 * @param areRelated whether they have pairs of cells with a relation or groups, in SLOT_RELATED
 */
export function beginJob(
  rulesOfAll: i32,
  isUnique: bool,
  isListing: bool,
  isRestricted: bool,
  areRelated: bool,
  solutionLimit: u32,
  guessBudget: f64,
): void {
  choosePeers(rulesOfAll);
  beginRelations(rulesOfAll === RULES_TABLES);
  rules = rulesOfAll;
  diagonals = rulesOfAll === RULES_X;
  unique = isUnique;
  listing = isListing;
  restricted = isRestricted;
  related = areRelated;
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
  if (rules === RULES_REGIONS) {
    loadRegions(lane, slot);
    if (givensIn(SLOT_CELLS + slot * 81) < FEW_GIVENS) ensureLeftovers(lane);
  }
  if (restricted) restrict(lane, SLOT_ALLOWED + slot * 162);
  if (!related) return;
  if (rules === RULES_REGIONS) chooseRegionPeers(lane);
  loadRelated(lane, slot);
}

/** lanes (as bits) whose puzzle has at least MANY_GIVENS givens */
let rich: i32 = 0;
/** A puzzle with this number of givens or more that still needs guesses is likely to have many solutions. */
const MANY_GIVENS: i32 = 30;

/** A jigsaw with fewer givens is likely to need its leftovers. */
const FEW_GIVENS: i32 = 24;

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
  if (get(FOUND, lane) === 0 && !isConsistent(lane, slot)) {
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

/** Whether the givens of the lane's slot agree, and each cell can have a digit. */
function isConsistent(lane: i32, slot: u32): bool {
  if (rules === RULES_REGIONS) chooseRegionPeers(lane);
  const givens = SLOT_CELLS + slot * 81;
  if (!givensAreConsistent(givens)) return false;
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

/** by digit: the cells that have it */
const GIVEN: usize = memory.data(10 * 16, 16);

/**
 * Whether no two cells that must differ have the same digit and no value exceeds 9, in 81 values, 0 for empty. Distinguishes
 * invalid givens from a puzzle without a solution, so it is called only if no solution was found.
 */
function givensAreConsistent(givens: usize): bool {
  memory.fill(GIVEN, 0, 10 * BOARD);
  for (let cell = 0; cell < 81; cell++) {
    const digit: usize = load<u8>(givens + cell);
    if (digit === 0) continue;
    if (digit > 9) return false;
    const cells = GIVEN + digit * BOARD;
    const peers = peersOf(cell);
    if ((load<u64>(cells) & load<u64>(peers)) | (load<u64>(cells, 8) & load<u64>(peers, 8))) return false;
    addCell(cells, cell);
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
