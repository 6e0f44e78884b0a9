// Counts of solved puzzles, in one pass: a loop over typed arrays for each count would take a fifth of the time that easy
// puzzles take to be solved. Counts are u32 and only grow until `clear`.
import { INVALID, LOG_BINS, MAX_SIZE, SLACK, UNSUPPORTED } from '../../../kernel/constants';

/** Most cells and most puzzles of a call of `add` or `select`. */
export const MAX_CELLS: u32 = 64 * 1024;
export const MAX_PUZZLES: u32 = MAX_CELLS / 16;
/** The last counter of exact guesses counts this many guesses and more. */
export const MAX_EXACT_GUESSES: u32 = 64;

/** u8 a puzzle's cell, row by row; 0 for empty */
export const CELLS: u32 = 1024;
/** u8 a puzzle: outcomes */
export const STATUSES: u32 = CELLS + MAX_CELLS + SLACK;
/** u32 a puzzle */
export const SOLUTIONS: u32 = STATUSES + MAX_PUZZLES;
export const GUESSES: u32 = SOLUTIONS + 4 * MAX_PUZZLES;

// counters, u32: puzzles by number of givens, by status, by bin of solutions and of guesses, by exact number of guesses
export const BY_GIVENS: u32 = GUESSES + 4 * MAX_PUZZLES;
export const BY_STATUS: u32 = BY_GIVENS + 4 * (MAX_SIZE * MAX_SIZE + 1);
export const BY_SOLUTIONS: u32 = BY_STATUS + 4 * 8;
export const BY_GUESSES: u32 = BY_SOLUTIONS + 4 * LOG_BINS;
/** without invalid and unsupported puzzles, whose guesses mean nothing */
export const BY_EXACT_GUESSES: u32 = BY_GUESSES + 4 * LOG_BINS;
const END: u32 = BY_EXACT_GUESSES + 4 * (MAX_EXACT_GUESSES + 1);
/** u32 an entry: numbers of the puzzles that `select` found */
export const SELECTED: u32 = (END + SLACK) & ~15;

/** Sums; those of a block are below 2^53. */
export let solutions: f64 = 0;
export let guesses: f64 = 0;
/** Puzzles with more than `limit` solutions. */
export let atLimit: u32 = 0;

/** `ties` of the last `select`, less the ties that it selected. */
export let tiesLeft: u32 = 0;

/** Sets all counts to zero. */
export function clear(): void {
  memory.fill(BY_GIVENS, 0, END - BY_GIVENS);
  solutions = guesses = 0;
  atLimit = 0;
}

/** Counts the first `count` puzzles of `cells` cells each. A puzzle counts with `limit` solutions at most. */
export function add(count: u32, cells: u32, limit: u32): void {
  let plain: u32 = 0;
  for (let p: u32 = 0; p < count; p++) {
    increase(BY_GIVENS, givensOf(CELLS + p * cells, cells));
    const status: u32 = load<u8>(STATUSES + p);
    let found = load<u32>(SOLUTIONS + 4 * p);
    const guessed = load<u32>(GUESSES + 4 * p);
    if (found > limit) {
      atLimit++;
      found = limit;
    }
    // most puzzles of most files: counted in a register, since adding to one address again and again is slow
    if ((status | guessed) === 0 && found === 1) {
      plain++;
      continue;
    }
    increase(BY_STATUS, status);
    increase(BY_SOLUTIONS, 32 - clz(found));
    increase(BY_GUESSES, 32 - clz(guessed));
    if (isSearched(status)) increase(BY_EXACT_GUESSES, min(guessed, MAX_EXACT_GUESSES));
    solutions += found;
    guesses += guessed;
  }
  store<u32>(BY_STATUS, load<u32>(BY_STATUS) + plain);
  store<u32>(BY_SOLUTIONS + 4, load<u32>(BY_SOLUTIONS + 4) + plain);
  store<u32>(BY_GUESSES, load<u32>(BY_GUESSES) + plain);
  store<u32>(BY_EXACT_GUESSES, load<u32>(BY_EXACT_GUESSES) + plain);
  solutions += plain;
}

/** Whether a puzzle with this status was searched, so that its guesses say how hard it is. */
function isSearched(status: u32): bool {
  return status !== INVALID && status !== UNSUPPORTED;
}

/**
 * Selects those of the first `count` puzzles that took more than `least` guesses, and the first `ties` of those that took
 * exactly `least`. Leaves out invalid and unsupported ones.
 * @returns how many it selected
 */
export function select(count: u32, least: u32, ties: u32): u32 {
  let found: u32 = 0;
  const floor = i32x4.splat(least);
  for (let p: u32 = 0; p < count; p += 4) {
    const guessed = v128.load(GUESSES + 4 * p);
    // in most files, few puzzles are hard
    const isHard = ties > 0 ? i32x4.ge_u(guessed, floor) : i32x4.gt_u(guessed, floor);
    for (let hard = i32x4.bitmask(isHard); hard !== 0; hard &= hard - 1) {
      const puzzle = p + ctz(hard);
      if (puzzle >= count || !isSearched(load<u8>(STATUSES + puzzle))) continue;
      if (load<u32>(GUESSES + 4 * puzzle) === least) {
        if (ties === 0) continue;
        ties--;
      }
      store<u32>(SELECTED + 4 * found++, puzzle);
    }
  }
  tiesLeft = ties;
  return found;
}

/** Number of cells that are not 0. Ignores what the last vector reads beyond the puzzle. */
function givensOf(at: u32, cells: u32): u32 {
  const end = at + (cells & ~15);
  const zero = i8x16.splat(0);
  let empty: u32 = 0;
  for (; at < end; at += 16) empty += popcnt(i8x16.bitmask(i8x16.eq(v128.load(at), zero)));
  const rest: u32 = (1 << (cells & 15)) - 1;
  return cells - empty - popcnt(i8x16.bitmask(i8x16.eq(v128.load(at), zero)) & rest);
}

/** @inline */
function increase(counts: u32, bin: u32): void {
  const at = counts + 4 * bin;
  store<u32>(at, load<u32>(at) + 1);
}
