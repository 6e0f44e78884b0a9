// The entry point of the kernel, which keeps eight lanes busy: a lane takes a puzzle from the page being read, searches it depth
// first, and takes the next when it is done. Lanes never wait for each other, and idle lanes scout for the others.
import {
  NO_SOLUTION,
  NOT_UNIQUE,
  RULES_CLASSIC,
  RULES_REGIONS,
  RULES_TABLES,
  RULES_X,
  RUN_ALL_DONE,
  RUN_PAGE_READ,
  RUN_WORK_SPENT,
  SOLVED,
  UNSOLVED,
} from '../../../kernel/constants';
import { cellsOf, firstOf, initPeers, OPEN } from './boards';
import { branchCell, branchOnCell, branchSet, chooseBranch, forget, otherCell, rememberLast } from './branch';
import {
  beginJob,
  budget,
  busy,
  diagonals,
  endSlot,
  FOUND,
  finish,
  forgetGivens,
  GUESSES,
  get,
  hasManyGivens,
  isBusy,
  LEVEL,
  limit,
  listing,
  nextSlot,
  noteGivens,
  related,
  rules,
  SLOT,
  set,
  takePuzzle,
  unique,
} from './job';
import { frameOf, save, split, storeSolution } from './lane';
import { LANES, PAGE_PUZZLES, SLOT_CELLS, SLOTS } from './layout';
import {
  beginLeaf,
  LEAF_ABANDONED,
  LEAF_DONE,
  LEAF_FOUND,
  leafFound,
  leafGuesses,
  searchLeaf,
  writeLeafSolution,
} from './leaf';
import { initLeafCells, LEAF_CELLS, WIDE_LEAF_CELLS } from './leaf-cells';
import { initPairs } from './pairs';
import { initPlacements } from './placements';
import { chooseRegionPeers, ensureLeftovers, initRegions } from './regions';
import { chooseRelated, isRelated, noteFailure } from './relations';
import {
  BRANCH_DEAD,
  BRANCH_SOLVED,
  BRANCH_STALLED,
  comeBack,
  dismiss,
  dismissAll,
  dismissFrom,
  scouts,
  sendScout,
  takeBranch,
  UNSEEN,
} from './scouts';
import { contradictory, setOutcome, solved, stalled, sweep, sweepByRules } from './sweep';

export { RULE_PEERS } from './boards';
export { ARROW_SETS } from './groups';
export { feed } from './job';
export {
  PAGE_PENDING,
  PAGE_PUZZLES,
  PAGES,
  SLOT_ALLOWED,
  SLOT_CELLS,
  SLOT_COUNT,
  SLOT_GUESSES,
  SLOT_REGIONS,
  SLOT_STATUS,
} from './layout';
export { RELATION_SETS, SLOT_RELATED } from './relations';
export {
  COMMONS,
  IMAGES,
  LOCKS,
  MAPS,
  PAIRS,
  RULE_RELATED,
  setRules,
  UNION_PARTS,
  UNITS,
} from './rule-tables';

/** Sweeps made since the start, each of eight lanes; for benchmarks. */
export let sweepsMade: f64 = 0;

/** A guess in a leaf takes about half as long as a sweep. */
const GUESSES_A_SWEEP: i32 = 2;

/** listed solutions, 81 bytes each, in the slots of all pages but the first */
export const LISTED: usize = SLOT_CELLS + PAGE_PUZZLES * 81;
const LISTED_ROOM: u32 = SLOTS - PAGE_PUZZLES;
/** solutions listed by the last `run` */
export let listed: u32 = 0;

/** sweeps (or equivalent work) that `run` may still do */
let sweepsLeft: i32 = 0;
/** lanes (as bits) whose outcome of the last sweep is not handled yet */
let unhandled: i32 = 0;
/** lane whose leaf is being searched, or -1 */
let leafLane: i32 = -1;
/** solutions of its puzzle that were found before */
let foundBeforeLeaf: u32 = 0;
initPeers();
initRegions();
initLeafCells();
initPlacements();
initPairs();

/** Forgets all puzzles and sets the job for the next ones, with the arguments of `beginJob`. */
export function begin(
  rules: i32,
  isUnique: bool,
  isListing: bool,
  isRestricted: bool,
  areRelated: bool,
  solutionLimit: u32,
  guessBudget: f64,
): void {
  beginJob(rules, isUnique, isListing, isRestricted, areRelated, solutionLimit, guessBudget);
  unhandled = 0;
  leafLane = -1;
  for (let lane = 0; lane < LANES; lane++) forget(lane);
  dismissAll();
}

/**
 * Works until all puzzles are done; or, with `more`, until the page is read and a lane is idle; or until `sweeps` sweeps or
 * equivalent work are spent; or until there is no more room for listed solutions.
 * @param more whether the host has puzzles left to feed
 * @returns a code RUN_…
 */
export function run(sweeps: i32, more: bool): i32 {
  sweepsLeft = sweeps;
  listed = 0;
  for (let lane = 0; lane < LANES; lane++) {
    if (isBusy(lane)) continue;
    takePuzzle(lane);
    if (!isBusy(lane) || !((scouts >> lane) & 1)) continue;
    dismiss(lane);
    unhandled &= ~(1 << lane);
  }
  for (;;) {
    if (leafLane >= 0) continueLeaf(leafLane);
    // lanes of one kind first, as branches on a mix of kinds are mispredicted
    for (let dead = scouts || leafLane >= 0 ? 0 : unhandled & contradictory; dead; dead &= dead - 1) {
      unhandled &= ~(dead & -dead);
      fail(ctz(dead));
    }
    while (unhandled && leafLane < 0 && listed < LISTED_ROOM) {
      // scouts first: their outcome is needed when a lane steps back
      const lane = ctz(unhandled & scouts ? unhandled & scouts : unhandled);
      const bit = 1 << lane;
      unhandled ^= bit;
      if (scouts & bit)
        comeBack(lane, contradictory & bit ? BRANCH_DEAD : solved & bit ? BRANCH_SOLVED : BRANCH_STALLED);
      else if (contradictory & bit) fail(lane);
      else if (solved & bit) keepSolution(lane);
      else guess(lane);
    }
    if (unhandled || leafLane >= 0) return RUN_WORK_SPENT;
    if (!busy) break;
    if (more && nextSlot === endSlot) return RUN_PAGE_READ;
    if (sweepsLeft <= 0) return RUN_WORK_SPENT;
    sweepsLeft--;
    if (rules <= RULES_X) sweep(diagonals);
    else sweepByRules(rules === RULES_REGIONS, related ? busy | scouts : 0);
    sweepsMade++;
    unhandled = (contradictory | solved | stalled) & (busy | scouts);
  }
  return RUN_ALL_DONE;
}

/** Solutions found so far of the puzzles that are not done. */
export function foundSoFar(): f64 {
  let sum: f64 = 0;
  for (let lane = 0; lane < LANES; lane++) if (isBusy(lane)) sum += get(FOUND, lane);
  return sum;
}

/** Ends the lane's puzzle with an outcome. */
function endPuzzle(lane: i32, status: i32): void {
  if (scouts) dismissFrom(lane);
  forget(lane);
  finish(lane, status);
}

/** The lane has met a contradiction. @inline */
function fail(lane: i32): void {
  if (related) noteFailure(lane, get(LEVEL, lane));
  stepBack(lane);
}

function stepBack(lane: i32): void {
  const level = get(LEVEL, lane);
  if (level === 0) {
    endPuzzle(lane, get(FOUND, lane) ? SOLVED : NO_SOLUTION);
  } else {
    set(LEVEL, lane, level - 1);
    rememberLast(lane, level - 1);
    const known = takeBranch(lane, level - 1);
    if (known === UNSEEN) return;
    const bit = 1 << lane;
    setOutcome(bit, known === BRANCH_DEAD, known === BRANCH_SOLVED);
    unhandled |= bit;
  }
}

function keepSolution(lane: i32): void {
  const found = get(FOUND, lane) + 1;
  set(FOUND, lane, found);
  if (listing) storeSolution(lane, LISTED + listed++ * 81);
  else if (found === 1) storeSolution(lane, SLOT_CELLS + get(SLOT, lane) * 81);
  if (found === limit) endPuzzle(lane, unique ? NOT_UNIQUE : SOLVED);
  else stepBack(lane);
}

function guess(lane: i32): void {
  if (rules === RULES_REGIONS && !ensureLeftovers(lane)) return;
  const level = get(LEVEL, lane);
  const frame = frameOf(lane, level);
  save(lane, frame);
  const open = cellsOf(OPEN);
  if (rules === RULES_REGIONS) chooseRegionPeers(lane);
  // later the slot may have a solution
  if (level === 0 && get(GUESSES, lane) === 0) noteGivens(lane);
  if (open <= leafRoom(lane)) {
    beginLeaf(frame, load<u64>(OPEN), load<u64>(OPEN, 8), rules, listing);
    leafLane = lane;
    foundBeforeLeaf = get(FOUND, lane);
    continueLeaf(lane);
    return;
  }
  const guesses = get(GUESSES, lane);
  if (guesses >= budget) {
    endPuzzle(lane, UNSOLVED);
    return;
  }
  set(GUESSES, lane, guesses + 1);
  set(LEVEL, lane, level + 1);
  // this order must never change: a random grid is the first solution found, and a seed must always give the same grids
  if (listing) branchOnCell(frame, firstOf(OPEN));
  else if (mayRelate() && isRelated(lane)) branchOnCell(frame, chooseRelated(lane, frame, level));
  else chooseBranch(lane, frame, open, level, rules !== RULES_CLASSIC || limit === 1);
  split(lane, frame, branchCell, branchSet, otherCell, limit !== 1);
  sendScout(busy, lane, level);
}

/** Whether any puzzle may have pairs with a relation: most jobs have none. @inline */
function mayRelate(): bool {
  return related || rules === RULES_TABLES;
}

/**
 * Open cells that a leaf may have. The search of a leaf finds the many solutions of a puzzle with many givens sooner than sweeps;
 * without solutions to find, it needs more guesses.
 * @inline
 */
function leafRoom(lane: i32): i32 {
  // leaves know nothing but units
  if (mayRelate() && isRelated(lane)) return 0;
  // random grids and lists depend on it, see `guess`
  if (listing || limit === 1) return LEAF_CELLS;
  return hasManyGivens(lane) ? WIDE_LEAF_CELLS : LEAF_CELLS;
}

/** Searches the leaf to its end, or until the work is spent or the list is full. */
function continueLeaf(lane: i32): void {
  for (;;) {
    const before = get(FOUND, lane);
    const left = budget - get(GUESSES, lane);
    const work: f64 = max(sweepsLeft, 1) * GUESSES_A_SWEEP;
    const outcome = searchLeaf(min(left, work) as u32, limit - before, listing);
    const found = before + leafFound;
    set(FOUND, lane, found);
    set(GUESSES, lane, get(GUESSES, lane) + leafGuesses);
    sweepsLeft -= leafGuesses / GUESSES_A_SWEEP;
    // a puzzle that is not unique has no solution in its result
    if (!listing && before === 0 && found > 0 && !(unique && found === limit))
      writeLeafSolution(SLOT_CELLS + get(SLOT, lane) * 81);
    if (outcome === LEAF_FOUND) {
      if (listing) writeLeafSolution(LISTED + listed++ * 81);
      if (found === limit) {
        leafLane = -1;
        endPuzzle(lane, unique ? NOT_UNIQUE : SOLVED);
        return;
      }
      if (listed === LISTED_ROOM) return;
    } else if (outcome === LEAF_DONE) {
      leafLane = -1;
      stepBack(lane);
      return;
    } else if (outcome === LEAF_ABANDONED) {
      leafLane = -1;
      // what it found will be found again
      set(FOUND, lane, foundBeforeLeaf);
      forgetGivens(lane);
      // as after the sweep that the lane stalled in
      unhandled |= 1 << lane;
      return;
    } else {
      if (leafGuesses === left) {
        leafLane = -1;
        endPuzzle(lane, UNSOLVED);
        return;
      }
      if (sweepsLeft <= 0) return;
    }
  }
}
