// The leaves of the search: a grid with few open cells is searched to its end without a sweep. Its open cells are side by side
// in vectors, and a mask removes a placed digit from all cells that share a unit with it.
//
// A cell has a byte for the digits 1 to 8, in the vectors a, b and c, and a byte for the 9, all ones or 0, in a9, b9 and c9.
// Small leaves do without c and c9.
//
// It suffices that the open cells of each unit differ: a unit lacks as many digits as it has open cells.
import {
  CELLS,
  gatherCells,
  LEAF_CELLS,
  LOWS,
  NINES,
  PEER_MASKS,
  SELF_MASKS,
  WIDE,
  WIDE_LEAF_CELLS,
} from './leaf-cells';
import { allOnes, allZero, digitsOf, digitsOfBytes } from './sets';

// why a search returned
export const LEAF_DONE: i32 = 0;
export const LEAF_FOUND: i32 = 1;
const LEAF_SPENT: i32 = 2;
/** the leaf is too hard for such a search */
export const LEAF_ABANDONED: i32 = 3;

/** Dead ends after which a large leaf is abandoned: grids with many solutions have one or two. */
const DEAD_ENDS: i32 = 8;
let deadEndsLeft: i32 = 0;

/** bytes of a level of the stack: six vectors, and the cells that are open */
const LEVEL_BYTES: i32 = 2 * WIDE + 16;
/** branches left to try: one level for each guessed cell, and one for the start */
const STACK: usize = memory.data((WIDE_LEAF_CELLS + 1) * LEVEL_BYTES, 16);
let top: usize = STACK;

/** bytes (as bits) that hold a cell */
let used: u64 = 0;
/** whether the leaf has more cells than two vectors hold */
let isWide: bool = false;
let inOrder: bool = false;
/** solutions found and guesses made in the last search */
export let leafFound: u32 = 0;
export let leafGuesses: u32 = 0;
let frameAt: usize = 0;
/** digits of the cells that were solved when the leaf began, filled when first needed: u8, with room for whole vectors */
const SOLVED_DIGITS: usize = memory.data(96, 16);
let solvedAreRead: bool = false;
/** of the first solution of the last search, or of its only one: digits 1 to 8 of the other cells, as in LOWS */
const FOUND_LOWS: usize = memory.data(WIDE, 16);
/** digits of the other cells in that solution, in their order in CELLS: u8 */
const OPEN_DIGITS: usize = memory.data(WIDE_LEAF_CELLS, 16);

/**
 * Begins a leaf: a saved grid with at most WIDE_LEAF_CELLS open cells.
 * @param front, back the open cells: the two words of a board
 * @param inReadingOrder whether to find solutions in ascending order, as strings of digits
 */
export function beginLeaf(frame: usize, front: u64, back: u64, rules: i32, inReadingOrder: bool): void {
  inOrder = inReadingOrder;
  frameAt = frame;
  solvedAreRead = false;
  top = STACK;
  const open = gatherCells(frame, front, back, rules);
  if (open < 0) return;
  used = (-1 as u64) >> ((64 - open) as u64);
  isWide = open > LEAF_CELLS;
  deadEndsLeft = DEAD_ENDS;
  push(
    v128.load(LOWS),
    v128.load(LOWS, 16),
    v128.load(LOWS, 32),
    v128.load(NINES),
    v128.load(NINES, 16),
    v128.load(NINES, 32),
    used,
    true,
  );
}

/**
 * Continues the search to its end, or until it has made `guesses` guesses or found `wanted` solutions.
 * @param stopsAtEach whether to return after every solution
 * @returns a code LEAF_…
 */
export function searchLeaf(guesses: u32, wanted: u32, stopsAtEach: bool): i32 {
  leafFound = 0;
  leafGuesses = 0;
  return isWide ? searchWide(guesses, wanted, stopsAtEach) : searchNarrow(guesses, wanted, stopsAtEach);
}

function searchNarrow(guesses: u32, wanted: u32, stopsAtEach: bool): i32 {
  return search(guesses, wanted, stopsAtEach, false);
}

function searchWide(guesses: u32, wanted: u32, stopsAtEach: bool): i32 {
  return search(guesses, wanted, stopsAtEach, true);
}

/** @inline */
function search(guesses: u32, wanted: u32, stopsAtEach: bool, wide: bool): i32 {
  while (top > STACK) {
    top -= LEVEL_BYTES;
    let a = v128.load(top);
    let b = v128.load(top, 16);
    let c = v128.load(top, 32);
    let a9 = v128.load(top, 48);
    let b9 = v128.load(top, 64);
    let c9 = v128.load(top, 80);
    let open = load<u64>(top, 96);
    for (;;) {
      const ones = allOnes();
      const zero = allZero();
      let none = bits(v128.or(a, a9), zero) | (bits(v128.or(b, b9), zero) << 16);
      if (wide) none |= bits(v128.or(c, c9), zero) << 32;
      if (none & used) {
        if (wide && --deadEndsLeft < 0) return LEAF_ABANDONED;
        break;
      }
      const moreA = withoutOne(a, a9, ones);
      const moreB = withoutOne(b, b9, ones);
      const moreC = withoutOne(c, c9, ones);
      let singles = bits(moreA, zero) | (bits(moreB, zero) << 16);
      if (wide) singles |= bits(moreC, zero) << 32;
      singles &= open;
      v128.store(LOWS, a);
      v128.store(LOWS, b, 16);
      if (wide) v128.store(LOWS, c, 32);
      v128.store(NINES, a9);
      v128.store(NINES, b9, 16);
      if (wide) v128.store(NINES, c9, 32);
      if (singles) {
        open ^= singles;
        // two at a time, the last one perhaps twice, for fewer mispredictions: their number cannot be predicted
        for (let left = singles; left; ) {
          const i: usize = ctz(left) as usize;
          left &= left - 1;
          const j: usize = select<usize>(ctz(left) as usize, i, left !== 0);
          left &= left - 1;
          const lowI = v128.load8_splat(LOWS + i);
          const lowJ = v128.load8_splat(LOWS + j);
          const nineI = v128.load8_splat(NINES + i);
          const nineJ = v128.load8_splat(NINES + j);
          const maskI = PEER_MASKS + i * WIDE;
          const maskJ = PEER_MASKS + j * WIDE;
          const aI = v128.load(maskI);
          const aJ = v128.load(maskJ);
          a = v128.andnot(a, v128.or(v128.and(lowI, aI), v128.and(lowJ, aJ)));
          a9 = v128.andnot(a9, v128.or(v128.and(nineI, aI), v128.and(nineJ, aJ)));
          const bI = v128.load(maskI, 16);
          const bJ = v128.load(maskJ, 16);
          b = v128.andnot(b, v128.or(v128.and(lowI, bI), v128.and(lowJ, bJ)));
          b9 = v128.andnot(b9, v128.or(v128.and(nineI, bI), v128.and(nineJ, bJ)));
          if (wide) {
            const cI = v128.load(maskI, 32);
            const cJ = v128.load(maskJ, 32);
            c = v128.andnot(c, v128.or(v128.and(lowI, cI), v128.and(lowJ, cJ)));
            c9 = v128.andnot(c9, v128.or(v128.and(nineI, cI), v128.and(nineJ, cJ)));
          }
        }
        continue;
      }
      if (open === 0) {
        if (stopsAtEach || leafFound === 0) {
          v128.store(FOUND_LOWS, a);
          v128.store(FOUND_LOWS, b, 16);
          if (wide) v128.store(FOUND_LOWS, c, 32);
        }
        leafFound++;
        if (stopsAtEach || leafFound === wanted) return LEAF_FOUND;
        break;
      }
      if (leafGuesses === guesses) {
        push(a, b, c, a9, b9, c9, open, wide);
        return LEAF_SPENT;
      }
      leafGuesses++;
      // any cell with two candidates will do
      let twos =
        bits(withoutLowestByte(moreA, ones), zero) | (bits(withoutLowestByte(moreB, ones), zero) << 16);
      if (wide) twos |= bits(withoutLowestByte(moreC, ones), zero) << 32;
      twos &= open;
      const i: usize = ctz(twos && !inOrder ? twos : open) as usize;
      const set: u32 = load<u8>(LOWS + i);
      const lowest = i8x16.splat((set & (0 - set)) as u8);
      const others = i8x16.splat((set & (set - 1)) as u8);
      const nine = v128.load8_splat(NINES + i);
      const self = SELF_MASKS + i * WIDE;
      const peers = PEER_MASKS + i * WIDE;
      const selfA = v128.load(self);
      const selfB = v128.load(self, 16);
      const selfC = v128.load(self, 32);
      const peersA = v128.load(peers);
      const peersB = v128.load(peers, 16);
      const peersC = v128.load(peers, 32);
      const bit = (1 as u64) << (i as u64);
      // removes the other digits from the cell, and its digit from its peers
      if (twos & bit) {
        push(
          v128.andnot(a, v128.or(v128.and(lowest, selfA), v128.and(others, peersA))),
          v128.andnot(b, v128.or(v128.and(lowest, selfB), v128.and(others, peersB))),
          v128.andnot(c, v128.or(v128.and(lowest, selfC), v128.and(others, peersC))),
          v128.andnot(a9, v128.and(nine, peersA)),
          v128.andnot(b9, v128.and(nine, peersB)),
          v128.andnot(c9, v128.and(nine, peersC)),
          open ^ bit,
          wide,
        );
      } else {
        push(
          v128.andnot(a, v128.and(lowest, selfA)),
          v128.andnot(b, v128.and(lowest, selfB)),
          v128.andnot(c, v128.and(lowest, selfC)),
          a9,
          b9,
          c9,
          open,
          wide,
        );
      }
      a = v128.andnot(a, v128.or(v128.and(others, selfA), v128.and(lowest, peersA)));
      b = v128.andnot(b, v128.or(v128.and(others, selfB), v128.and(lowest, peersB)));
      if (wide) c = v128.andnot(c, v128.or(v128.and(others, selfC), v128.and(lowest, peersC)));
      a9 = v128.andnot(a9, selfA);
      b9 = v128.andnot(b9, selfB);
      if (wide) c9 = v128.andnot(c9, selfC);
      open ^= bit;
    }
  }
  return LEAF_DONE;
}

/** Writes the first solution that the last search found. The frame that the leaf began with must not have changed. */
export function writeLeafSolution(out: usize): void {
  if (!solvedAreRead) readSolved();
  for (let i: usize = 0; i < 80; i += 16) v128.store(out + i, v128.load(SOLVED_DIGITS + i));
  store<u8>(out, load<u8>(SOLVED_DIGITS, 80), 80);
  for (let i: usize = 0; i < (WIDE_LEAF_CELLS as usize); i += 16)
    v128.store(OPEN_DIGITS + i, digitsOfBytes(v128.load(FOUND_LOWS + i)));
  for (let i: usize = 0, left = used; left; left >>= 1, i++) {
    store<u8>(out + load<u8>(CELLS + i), load<u8>(OPEN_DIGITS + i));
  }
}

function readSolved(): void {
  solvedAreRead = true;
  for (let i: usize = 0; i < 96; i += 16)
    v128.store(SOLVED_DIGITS + i, digitsOf(v128.load(frameAt + i * 2), v128.load(frameAt + i * 2, 16)));
}

/** @inline */
function push(a: v128, b: v128, c: v128, a9: v128, b9: v128, c9: v128, open: u64, wide: bool): void {
  v128.store(top, a);
  v128.store(top, b, 16);
  if (wide) v128.store(top, c, 32);
  v128.store(top, a9, 48);
  v128.store(top, b9, 64);
  if (wide) v128.store(top, c9, 80);
  store<u64>(top, open, 96);
  top += LEVEL_BYTES;
}

/** Sixteen bytes that are zero, as bits. @inline */
function bits(bytes: v128, zero: v128): u64 {
  return i8x16.bitmask(i8x16.eq(bytes, zero)) as u32 as u64;
}

/** The digits 1 to 8 that are left without one of the cell's digits: the 9 if it has that, else the lowest. @inline */
function withoutOne(lows: v128, nines: v128, ones: v128): v128 {
  return v128.and(lows, v128.or(nines, i8x16.add(lows, ones)));
}

/** @inline */
function withoutLowestByte(lows: v128, ones: v128): v128 {
  return v128.and(lows, i8x16.add(lows, ones));
}
