// The leaves of the search: a grid with few open cells is searched to its end without a sweep. Its open cells are side by side
// in four vectors, and a mask removes a placed digit from all cells that share a unit with it.
//
// It suffices that the open cells of each unit differ: a unit lacks as many digits as it has open cells.
import { CELLS, gatherCells, LEAF_CELLS, PEER_MASKS, SELF_MASKS, SETS, WIDE } from './leaf-cells';
import { allOnes, allZero, digitsOf, isZero, withoutLowest } from './sets';

// why a search returned
export const LEAF_DONE: i32 = 0;
export const LEAF_FOUND: i32 = 1;
const LEAF_SPENT: i32 = 2;

/** bytes of a level of the stack: four vectors, and the lanes that are open */
const LEVEL_BYTES: i32 = WIDE + 16;
/** branches left to try: one level for each guessed cell, and one for the start */
const STACK: usize = memory.data((LEAF_CELLS + 1) * LEVEL_BYTES, 16);
let top: usize = STACK;

/** lanes (as bits) that hold a cell */
let used: u32 = 0;
let inOrder: bool = false;
/** solutions found and guesses made in the last search */
export let leafFound: u32 = 0;
export let leafGuesses: u32 = 0;
let frameAt: usize = 0;
/** digits of the cells that were solved when the leaf began, filled when first needed: u8, with room for whole vectors */
const SOLVED_DIGITS: usize = memory.data(96, 16);
let solvedAreRead: bool = false;
/** digits of the other cells in the last solution, in their order in CELLS: u8 */
const OPEN_DIGITS: usize = memory.data(LEAF_CELLS, 16);

/**
 * Begins a leaf: a saved grid with at most LEAF_CELLS open cells.
 * @param front, back the open cells: the two words of a board
 * @param inReadingOrder whether to find solutions in ascending order, as strings of digits
 */
export function beginLeaf(frame: usize, front: u64, back: u64, diagonals: bool, inReadingOrder: bool): void {
  inOrder = inReadingOrder;
  frameAt = frame;
  solvedAreRead = false;
  top = STACK;
  const open = gatherCells(frame, front, back, diagonals);
  if (open < 0) return;
  used = 0xffffffff >> (32 - open);
  push(v128.load(SETS), v128.load(SETS, 16), v128.load(SETS, 32), v128.load(SETS, 48), used);
}

/**
 * Continues the search to its end, or until it has made `guesses` guesses or found `wanted` solutions.
 * @param stopsAtEach whether to return after every solution
 * @returns a code LEAF_…
 */
export function searchLeaf(guesses: u32, wanted: u32, stopsAtEach: bool): i32 {
  leafFound = 0;
  leafGuesses = 0;
  while (top > STACK) {
    top -= LEVEL_BYTES;
    let a = v128.load(top);
    let b = v128.load(top, 16);
    let c = v128.load(top, 32);
    let d = v128.load(top, 48);
    let open = load<u32>(top, WIDE);
    for (;;) {
      const ones = allOnes();
      const zero = allZero();
      if (lanes(isZero(a, zero), isZero(b, zero), isZero(c, zero), isZero(d, zero)) & used) break;
      const moreA = withoutLowest(a, ones);
      const moreB = withoutLowest(b, ones);
      const moreC = withoutLowest(c, ones);
      const moreD = withoutLowest(d, ones);
      const singles =
        lanes(isZero(moreA, zero), isZero(moreB, zero), isZero(moreC, zero), isZero(moreD, zero)) & open;
      v128.store(SETS, a);
      v128.store(SETS, b, 16);
      v128.store(SETS, c, 32);
      v128.store(SETS, d, 48);
      if (singles) {
        open ^= singles;
        let goneA = i16x8.splat(0);
        let goneB = i16x8.splat(0);
        let goneC = i16x8.splat(0);
        let goneD = i16x8.splat(0);
        // two at a time, the last one perhaps twice, for fewer mispredictions: their number cannot be predicted
        for (let left = singles; left; ) {
          const i: usize = ctz(left);
          left &= left - 1;
          const j: usize = select<usize>(ctz(left), i, left !== 0);
          left &= left - 1;
          const digitI = v128.load16_splat(SETS + (i << 1));
          const digitJ = v128.load16_splat(SETS + (j << 1));
          const maskI = PEER_MASKS + i * WIDE;
          const maskJ = PEER_MASKS + j * WIDE;
          goneA = v128.or(
            goneA,
            v128.or(v128.and(digitI, v128.load(maskI)), v128.and(digitJ, v128.load(maskJ))),
          );
          goneB = v128.or(
            goneB,
            v128.or(v128.and(digitI, v128.load(maskI, 16)), v128.and(digitJ, v128.load(maskJ, 16))),
          );
          goneC = v128.or(
            goneC,
            v128.or(v128.and(digitI, v128.load(maskI, 32)), v128.and(digitJ, v128.load(maskJ, 32))),
          );
          goneD = v128.or(
            goneD,
            v128.or(v128.and(digitI, v128.load(maskI, 48)), v128.and(digitJ, v128.load(maskJ, 48))),
          );
        }
        a = v128.andnot(a, goneA);
        b = v128.andnot(b, goneB);
        c = v128.andnot(c, goneC);
        d = v128.andnot(d, goneD);
        continue;
      }
      if (open === 0) {
        leafFound++;
        if (stopsAtEach || leafFound === wanted) return LEAF_FOUND;
        break;
      }
      if (leafGuesses === guesses) {
        push(a, b, c, d, open);
        return LEAF_SPENT;
      }
      leafGuesses++;
      // any cell with two candidates will do
      const twos =
        lanes(
          isZero(withoutLowest(moreA, ones), zero),
          isZero(withoutLowest(moreB, ones), zero),
          isZero(withoutLowest(moreC, ones), zero),
          isZero(withoutLowest(moreD, ones), zero),
        ) & open;
      const i: usize = ctz(twos && !inOrder ? twos : open);
      const set: u32 = load<u16>(SETS + (i << 1));
      const lowest = i16x8.splat((set & (0 - set)) as u16);
      const others = i16x8.splat((set & (set - 1)) as u16);
      const self = SELF_MASKS + i * WIDE;
      const peers = PEER_MASKS + i * WIDE;
      const bit = (1 as u32) << (i as u32);
      // removes the other digits from the cell, and its digit from its peers
      if (twos & bit) {
        push(
          v128.andnot(a, v128.bitselect(lowest, v128.and(others, v128.load(peers)), v128.load(self))),
          v128.andnot(b, v128.bitselect(lowest, v128.and(others, v128.load(peers, 16)), v128.load(self, 16))),
          v128.andnot(c, v128.bitselect(lowest, v128.and(others, v128.load(peers, 32)), v128.load(self, 32))),
          v128.andnot(d, v128.bitselect(lowest, v128.and(others, v128.load(peers, 48)), v128.load(self, 48))),
          open ^ bit,
        );
      } else {
        push(
          v128.andnot(a, v128.and(lowest, v128.load(self))),
          v128.andnot(b, v128.and(lowest, v128.load(self, 16))),
          v128.andnot(c, v128.and(lowest, v128.load(self, 32))),
          v128.andnot(d, v128.and(lowest, v128.load(self, 48))),
          open,
        );
      }
      a = v128.andnot(a, v128.bitselect(others, v128.and(lowest, v128.load(peers)), v128.load(self)));
      b = v128.andnot(b, v128.bitselect(others, v128.and(lowest, v128.load(peers, 16)), v128.load(self, 16)));
      c = v128.andnot(c, v128.bitselect(others, v128.and(lowest, v128.load(peers, 32)), v128.load(self, 32)));
      d = v128.andnot(d, v128.bitselect(others, v128.and(lowest, v128.load(peers, 48)), v128.load(self, 48)));
      open ^= bit;
    }
  }
  return LEAF_DONE;
}

/** Writes the solution found last. The frame that the leaf began with must not have changed. */
export function writeLeafSolution(out: usize): void {
  if (!solvedAreRead) readSolved();
  for (let i: usize = 0; i < 80; i += 16) v128.store(out + i, v128.load(SOLVED_DIGITS + i));
  store<u8>(out, load<u8>(SOLVED_DIGITS, 80), 80);
  v128.store(OPEN_DIGITS, digitsAt(SETS));
  v128.store(OPEN_DIGITS, digitsAt(SETS + 32), 16);
  for (let i: usize = 0, left = used; left; left >>= 1, i++) {
    store<u8>(out + load<u8>(CELLS + i), load<u8>(OPEN_DIGITS + i));
  }
}

function readSolved(): void {
  solvedAreRead = true;
  for (let i: usize = 0; i < 96; i += 16) v128.store(SOLVED_DIGITS + i, digitsAt(frameAt + i * 2));
}

/** Sixteen sets of one candidate as digits. @inline */
function digitsAt(sets: usize): v128 {
  return digitsOf(v128.load(sets), v128.load(sets, 16));
}

/** @inline */
function push(a: v128, b: v128, c: v128, d: v128, open: u32): void {
  v128.store(top, a);
  v128.store(top, b, 16);
  v128.store(top, c, 32);
  v128.store(top, d, 48);
  store<u32>(top, open, WIDE);
  top += LEVEL_BYTES;
}

/** Masks of the cells as bits. @inline */
function lanes(a: v128, b: v128, c: v128, d: v128): u32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(a, b)) | (i8x16.bitmask(i8x16.narrow_i16x8_s(c, d)) << 16);
}
