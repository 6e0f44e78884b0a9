// Rules of several cells of one lane: lines of consecutive digits in any order, and arrows. A group is skipped while its cells are as
// they were when it had nothing to add.
import { ARROW_WORDS, CELL_SETS, MAX_CELL_GROUPS } from '../../../kernel/constants';
import { addCell, BOARD, peersOf } from './boards';
import { ALL, CELL, LANES } from './layout';
import { allOnes, allZero, isZero, onlySingle } from './sets';

// A short arrow in a list, of two cells, u16 each: these and the circle, as byte offsets in ROWS, and whether the two must differ.
export const TRIPLE_BYTES: i32 = 8;

// A group in a list, u16 each: number of its cells; 0 if they are consecutive, or else 1 more than the number of an arrow's first
// table in ARROW_SETS; of an arrow, 128 bits for its choices; its cells as byte offsets in ROWS, a circle last.
const GROUP_HEAD: usize = 4;
const CHOICE_BYTES: usize = 16;

/**
 * Choices of digits for arrows, a bit each. For each number of cells on the line, each of these cells and the circle has a table: the
 * choices in which it has a digit of a set, by the low five digits of the set and then by the high four.
 */
export const ARROW_SETS: usize = memory.data(ARROW_WORDS * 2, 16);
const LOW_DIGITS: u32 = 5;
const HIGH_SETS: usize = CELL << LOW_DIGITS;
const TABLE_BYTES: usize = HIGH_SETS + (CELL_SETS >> LOW_DIGITS) * CELL;

/** u32 by lane: the group or short arrow to which the last sweep has left nothing; 0 for none */
export const BROKEN: usize = memory.data(LANES * 4, 16);

// What is known of a group of a lane: u64, the sets of its cells when it had nothing to add, 0 for none; u32, the digits that it must
// have then; u32, the epoch in which its locks were applied; two u32, where its locks begin and end.
const KNOWN_BYTES: i32 = 24;
const KNOWN: usize = memory.data(LANES * MAX_CELL_GROUPS * KNOWN_BYTES, 8);
/** u32 by lane: a new number whenever it goes back, as other cells may have regained digits */
const EPOCH: usize = memory.data(LANES * 4, 4);
let lastEpoch: u32 = 0;

// Locks: a digit that a group must have leaves the cells that see all of its places. A lock is for cells that see the same ones of the
// group, u16 each: the number of those that they do not see, their own number, and both as byte offsets in ROWS.
const LOCK_WORDS: i32 = 4096;
const MAX_WORDS_OF_LOCK: i32 = 2 + 81;
const LOCKS: usize = memory.data(LANES * LOCK_WORDS * 2, 2);
/** the end of the locks of the lane that gets a list, and where there may be no room for one more: the others are left out */
let locksEnd: usize = 0;
let locksRoom: usize = 0;

/** the cells of a group, as a board */
const GROUP_BOARD: usize = memory.data(BOARD, 16);
/** by cell of a group: what it can have in each window of consecutive digits */
const OWN: usize = memory.data(9 * CELL, 16);
/** the lowest digit of each window */
const LOWEST: usize = memory.data<u16>([1, 2, 4, 8, 16, 32, 64, 128], 16);

/** Gives a lane a list of groups. The peers must be those of its puzzle. */
export function loadGroups(lane: i32, begin: usize, end: usize): void {
  renewGroups(lane);
  let known = KNOWN + lane * (MAX_CELL_GROUPS * KNOWN_BYTES);
  locksEnd = LOCKS + lane * (LOCK_WORDS * 2);
  locksRoom = locksEnd + (LOCK_WORDS - MAX_WORDS_OF_LOCK) * 2;
  for (let at = begin; at < end; at = nextGroup(at), known += KNOWN_BYTES) {
    store<u64>(known, 0);
    store<u32>(known, locksEnd as u32, 16);
    if (!isArrow(at)) {
      v128.store(GROUP_BOARD, allZero());
      for (let cell = groupCells(at); cell < nextGroup(at); cell += 2)
        addCell(GROUP_BOARD, (load<u16>(cell) as i32) / CELL);
      const back = ~load<u64>(GROUP_BOARD, 8) & ((1 << 17) - 1);
      addLocks(groupCells(at), load<u16>(at), 0, 0, ~load<u64>(GROUP_BOARD), back);
    }
    store<u32>(known, locksEnd as u32, 20);
  }
}

/**
 * Adds the locks of the cells of a board, which see all of the first `i` cells of a group but some.
 * @param unseen these, a bit each from the first on
 */
function addLocks(group: usize, count: u32, i: u32, unseen: u32, front: u64, back: u64): void {
  if (!(front | back) || popcnt(unseen) + 2 > count) return;
  if (i < count) {
    const peers = peersOf((load<u16>(group + (i << 1)) as i32) / CELL);
    const peersFront = load<u64>(peers);
    const peersBack = load<u64>(peers, 8);
    addLocks(group, count, i + 1, unseen, front & peersFront, back & peersBack);
    addLocks(group, count, i + 1, unseen | (1 << i), front & ~peersFront, back & ~peersBack);
  } else if (locksEnd < locksRoom) {
    let to = locksEnd + 4;
    store<u16>(locksEnd, popcnt(unseen) as u16);
    store<u16>(locksEnd, (popcnt(front) + popcnt(back)) as u16, 2);
    for (let left = unseen; left; left &= left - 1, to += 2)
      store<u16>(to, load<u16>(group + ((ctz(left) as usize) << 1)));
    for (let left = front; left; left &= left - 1, to += 2) store<u16>(to, (ctz(left) * CELL) as u16);
    for (let left = back; left; left &= left - 1, to += 2) store<u16>(to, ((64 + ctz(left)) * CELL) as u16);
    locksEnd = to;
  }
}

/** Gives a scout what is known of the groups of the lane that it scouts for. */
export function shareGroups(scout: i32, lane: i32): void {
  renewGroups(scout);
  const bytes = MAX_CELL_GROUPS * KNOWN_BYTES;
  memory.copy(KNOWN + scout * bytes, KNOWN + lane * bytes, bytes);
}

/** Called when a lane goes back. */
export function renewGroups(lane: i32): void {
  store<u32>(EPOCH + (lane << 2), ++lastEpoch);
}

/** The group behind this one, where the cells of this one end. @inline */
export function nextGroup(at: usize): usize {
  return groupCells(at) + ((load<u16>(at) as usize) << 1);
}

/** Where the cells of a group are. @inline */
export function groupCells(at: usize): usize {
  return at + GROUP_HEAD + (isArrow(at) ? CHOICE_BYTES : 0);
}

/** @inline */
function isArrow(at: usize): bool {
  return load<u16>(at, 2) !== 0;
}

/** Narrows the cells of a list of groups, until one is broken. */
export function narrowGroups(lane: i32, grid: usize, begin: usize, end: usize): void {
  const epoch = load<u32>(EPOCH + (lane << 2));
  let known = KNOWN + lane * (MAX_CELL_GROUPS * KNOWN_BYTES);
  for (let at = begin; at < end; known += KNOWN_BYTES) {
    const count: u32 = load<u16>(at);
    const cells = groupCells(at);
    const next = cells + ((count as usize) << 1);
    const now = setsOf(grid, cells, next);
    if (now !== load<u64>(known) || count > MAX_KNOWN_CELLS) {
      if (isArrow(at)) narrowArrow(grid, at, cells, next);
      else store<u32>(known, narrowConsecutive(grid, cells, count), 8);
      // 0: it may have something to add
      store<u64>(known, setsOf(grid, cells, next) === now ? now : 0);
      if (load<u16>(cellAt(grid, cells)) === 0) {
        store<u32>(BROKEN + (lane << 2), at as u32);
        return;
      }
      store<u32>(known, 0, 12);
    }
    if (load<u32>(known, 12) !== epoch) {
      store<u32>(known, epoch, 12);
      lockDigits(grid, load<u32>(known, 16), load<u32>(known, 20), load<u32>(known, 8));
    }
    at = next;
  }
}

/** A cell of a group. @inline */
function cellAt(grid: usize, at: usize): usize {
  return grid + (load<u16>(at) as usize);
}

/** Cells whose sets fit a word with a bit above them. */
const MAX_KNOWN_CELLS: u32 = 7;
const DIGITS: u32 = 9;

/** The sets of cells in a word. @inline */
function setsOf(grid: usize, cells: usize, end: usize): u64 {
  let sets: u64 = 1;
  for (let at = cells; at < end; at += 2) sets = (sets << DIGITS) | (load<u16>(cellAt(grid, at)) as u64);
  return sets;
}

/** Removes digits that a group must have from the cells that see all of its places. @inline */
function lockDigits(grid: usize, begin: usize, end: usize, required: u32): void {
  for (let at = begin; at < end; ) {
    let locked = required;
    const targets = at + 4 + ((load<u16>(at) as usize) << 1);
    const next = targets + ((load<u16>(at, 2) as usize) << 1);
    for (at += 4; at < targets; at += 2) locked &= ~(load<u16>(cellAt(grid, at)) as u32);
    for (; locked && at < next; at += 2) {
      const cell = cellAt(grid, at);
      store<u16>(cell, load<u16>(cell) & ~locked);
    }
    at = next;
  }
}

/** Leaves each cell the digits of the choices that all cells allow. @inline */
function narrowArrow(grid: usize, at: usize, cells: usize, end: usize): void {
  let choices = v128.load(at, GROUP_HEAD);
  const tables = ARROW_SETS + (load<u16>(at, 2) - 1) * TABLE_BYTES;
  for (let cell = cells, table = tables; cell < end; cell += 2, table += TABLE_BYTES) {
    const set: usize = load<u16>(cellAt(grid, cell));
    const low = v128.load(table + ((set & ((1 << LOW_DIGITS) - 1)) << 4));
    choices = v128.and(choices, v128.or(low, v128.load(table + ((set >> LOW_DIGITS) << 4), HIGH_SETS)));
  }
  for (let cell = cells, table = tables; cell < end; cell += 2, table += TABLE_BYTES) {
    const to = cellAt(grid, cell);
    let kept: u32 = 0;
    for (let left: u32 = load<u16>(to); left; left &= left - 1) {
      const digit = ctz(left);
      const isLow = digit < LOW_DIGITS;
      const owned = v128.load(
        table + (isLow ? (CELL as usize) << digit : HIGH_SETS + ((CELL as usize) << (digit - LOW_DIGITS))),
      );
      kept |= (v128.any_true(v128.and(choices, owned)) as u32) << digit;
    }
    store<u16>(to, kept as u16);
  }
}

// bits of eight bytes: the lowest of each, bit i of byte i, and all of every other
const EACH_BYTE: u64 = ~(0 as u64) / 0xff;
const DIAGONAL: u64 = ((0x80402010 as u64) << 32) | 0x08040201;
const EVEN_BYTES: u64 = ~(0 as u64) / 0x101;
/** collects the lowest bits of eight bytes in the highest byte */
const COLLECT: u64 = ((0x01020408 as u64) << 32) | 0x10204080;

/**
 * Leaves each cell of a list of short arrows the digits of the choices that all allow, until one is broken. The choices of an arrow
 * are a matrix of bits: byte i has those with digit i + 1 in the first cell, and its bit j the one with digit j + 1 in the second.
 */
export function narrowTriples(lane: i32, grid: usize, begin: usize, end: usize): void {
  for (let at = begin; at < end; at += TRIPLE_BYTES) {
    const first = cellAt(grid, at);
    const second = cellAt(grid, at + 2);
    const circle = cellAt(grid, at + 4);
    const inDiagonal = (((load<u16>(first) as u64) & 0xff) * EACH_BYTE) & DIAGONAL;
    let choices = (((inDiagonal + 0x7f * EACH_BYTE) >> 7) & EACH_BYTE) * 0xff;
    choices &= ((load<u16>(second) as u64) & 0xff) * EACH_BYTE;
    // by byte i: the circle without its lowest i + 1 digits
    let sums = (load<u16>(circle) as u64) >> 1;
    sums |= ((sums >> 1) & 0x7f) << 8;
    sums |= ((sums >> 2) & 0x3f3f) << 16;
    sums |= ((sums >> 4) & 0x0f0f0f0f) << 32;
    choices &= sums;
    if (load<u16>(at, 6)) choices &= ~DIAGONAL;
    if (choices === 0) {
      store<u16>(circle, 0);
      store<u32>(BROKEN + (lane << 2), at as u32);
      return;
    }
    const highest = ((choices & (0x7f * EACH_BYTE)) + 0x7f * EACH_BYTE) | choices;
    store<u16>(first, ((((highest >> 7) & EACH_BYTE) * COLLECT) >> 56) as u16);
    let seconds = choices | (choices >> 32);
    seconds |= seconds >> 16;
    store<u16>(second, ((seconds | (seconds >> 8)) & 0xff) as u16);
    // each byte moved by its number
    sums = (choices & EVEN_BYTES) | ((choices >> 7) & (EVEN_BYTES << 1));
    sums = (sums & 0x0000ffff0000ffff) | ((sums >> 14) & 0x0003fffc0003fffc);
    sums |= sums >> 28;
    store<u16>(circle, ((sums << 1) & ALL) as u16);
  }
}

/**
 * Leaves each cell the digits that it can have in some window, of which the cells have each digit once. Looks at all windows at a time.
 * @returns the digits that all windows have which are left
 * @inline
 */
function narrowConsecutive(grid: usize, cells: usize, count: u32): u32 {
  const end = (count as usize) << 4;
  const lowest: i32 = (1 << (count as i32)) - 1;
  let windows = i16x8.mul(i16x8.splat(lowest as i16), v128.load(LOWEST));
  windows = v128.and(windows, i16x8.le_u(windows, i16x8.splat(ALL as i16)));
  for (let at: usize = 0; at < end; at += CELL)
    v128.store(OWN + at, v128.and(windows, v128.load16_splat(cellAt(grid, cells + (at >> 3)))));
  narrowOwn(end, windows);
  const fits = narrowOwn(end, windows);
  for (let at: usize = 0; at < end; at += CELL)
    store<u16>(cellAt(grid, cells + (at >> 3)), orOf(v128.and(v128.load(OWN + at), fits)) as u16);
  return ALL & ~orOf(v128.andnot(fits, windows));
}

/** The bits of all lanes. @inline */
function orOf(lanes: v128): u32 {
  let bits = i64x2.extract_lane(lanes, 0) | i64x2.extract_lane(lanes, 1);
  bits |= bits >> 32;
  return ((bits | (bits >> 16)) & 0xffff) as u32;
}

/** Singles of each window: narrows OWN once. @returns all ones for windows of which the cells can have all digits */
function narrowOwn(end: usize, windows: v128): v128 {
  const ones = allOnes();
  const zero = allZero();
  let singles = zero;
  let repeated = zero;
  for (let at: usize = 0; at < end; at += CELL) {
    const single = onlySingle(v128.load(OWN + at), ones);
    repeated = v128.or(repeated, v128.and(singles, single));
    singles = v128.or(singles, single);
  }
  let once = zero;
  let twice = zero;
  for (let at: usize = 0; at < end; at += CELL) {
    const open = v128.andnot(v128.load(OWN + at), singles);
    twice = v128.or(twice, v128.and(once, open));
    once = v128.or(once, open);
  }
  const hidden = v128.andnot(once, twice);
  let empty = isZero(windows, zero);
  for (let at: usize = 0; at < end; at += CELL) {
    const old = v128.load(OWN + at);
    const set = v128.or(v128.andnot(old, singles), onlySingle(old, ones));
    const own = v128.and(old, hidden);
    const kept = v128.and(set, v128.or(own, isZero(own, zero)));
    v128.store(OWN + at, kept);
    empty = v128.or(empty, isZero(kept, zero));
  }
  const isCovered = i16x8.eq(v128.or(once, singles), windows);
  return v128.andnot(v128.and(isCovered, isZero(repeated, zero)), empty);
}
