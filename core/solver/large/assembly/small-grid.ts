// Propagation in small grids, eight cells or units at a time: naked and hidden singles, and pairs. It does what
// root.ts does for large grids, several times as fast.
//
// Each cell has a lane of 16 bits, its digits, and so has each unit: those that are not placed in it. A placement removes its
// digit from the lanes of its peers and units by one mask. For hidden singles, cells are gathered so that the lanes are units.
import { DIFFERENT_RELATION } from '../../../kernel/constants';
import { forgetWaiting, makeRulesWait, rulesOf } from './domains';
import {
  ALLOWED,
  CAGE_LANES,
  CANDIDATES,
  CROSSED_LANES,
  DOMAINS,
  GATHERED,
  GIVENS,
  HIDDEN,
  LANES,
  MAX_SMALL_CELLS,
  MAX_SMALL_UNITS,
  PEER_MASKS,
  PLACES,
  RULE_MASKS,
  RULED_CELLS,
  SEEN_LANES,
  SOLUTION,
  TWO_PLACES,
} from './memory';
import { relatedToSome } from './relations';
import { cellAt, cells, firstPair, pairAt, ruled, size, unitCount, unitOf, units } from './root';

/** Bytes of the lanes of all cells, and of all cells and units, in whole vectors. */
export let cellBytes: u32 = 0;
let laneBytes: u32 = 0;
/** Behind the lanes, the state has a bit for each cell that is placed, a byte for each vector. */
let stateBytes: u32 = 0;

let contradiction: bool = false;
/** Whether cells have lost digits since hidden singles were looked for. */
let touched: bool = false;
/** Whether cells have lost digits since singles and pairs were settled. */
let unsettled: bool = false;
/** Whether cells have rules beside pairs. */
let hasRules: bool = false;
/** All digits, and all places of a unit. */
export let all: u32 = 0;

/** Whether the grid is small: so few digits that they fit a lane, and so few units that masks are short. */
export function isSmall(): bool {
  return cells <= MAX_SMALL_CELLS && units <= MAX_SMALL_UNITS;
}

/** Makes the masks of a grid, once its units are known. */
export function setSmallUnits(): void {
  cellBytes = ((cells + 7) & ~7) << 1;
  laneBytes = cellBytes + (((units + 7) & ~7) << 1);
  stateBytes = laneBytes + 32;
  memory.fill(PEER_MASKS, 0, cells * laneBytes);
  for (let cell: u32 = 0; cell < cells; cell++) {
    const mask = PEER_MASKS + cell * laneBytes;
    const count = unitCount(cell);
    for (let i: u32 = 0; i < count; i++) {
      const unit = unitOf(cell, i) >> 6;
      for (let place: u32 = 0; place < size; place++) store<u16>(mask + (cellAt(unit, place) << 1), 0xffff);
      store<u16>(mask + cellBytes + (unit << 1), 0xffff);
    }
    store<u16>(mask + (cell << 1), 0);
  }
  // lanes beyond the last unit repeat it
  for (let unit: u32 = 0; unit << 1 < laneBytes - cellBytes; unit++) {
    for (let place: u32 = 0; place < size; place++) {
      const lane = cellAt(min(unit, units - 1), place) << 1;
      store<u16>((((unit & ~7) * size + (place << 3)) | (unit & 7)) << 1, lane as u16, GATHERED);
    }
  }
}

/** The digits that a cell can have. @inline */
export function digitsOf(cell: u32): u32 {
  return load<u16>(cell << 1, LANES);
}

/** @inline */
function setDigits(cell: u32, digits: u32): void {
  store<u16>(cell << 1, digits as u16, LANES);
}

/** Notes the cells that have pairs or rules. @param rules number of rules */
export function setRuledCells(rules: u32): void {
  hasRules = rules > 0;
  memory.fill(RULED_CELLS, 0, cellBytes >> 4);
  for (let cell: u32 = 0; cell < cells; cell++) {
    if (firstPair(cell) === firstPair(cell + 1) && rulesOf(cell) === 0) continue;
    store<u8>(cell >> 3, load<u8>(cell >> 3, RULED_CELLS) | (1 << ((cell & 7) as u8)), RULED_CELLS);
  }
}

/** Begins a puzzle: places the givens, and removes what is not allowed if the puzzle is `restricted`. */
export function beginSmall(restricted: bool): void {
  contradiction = false;
  touched = true;
  all = (1 << size) - 1;
  const digits = i16x8.splat(all as i16);
  for (let at: u32 = 0; at < laneBytes; at += 16) v128.store(LANES + at, digits);
  // lanes beyond the last cell never change, and those beyond the last unit have nothing to place
  for (let cell = cells; cell << 1 < cellBytes; cell++) setDigits(cell, 0xffff);
  for (let unit = units; unit << 1 < laneBytes - cellBytes; unit++)
    store<u16>(LANES + cellBytes + (unit << 1), 0);
  memory.fill(LANES + laneBytes, 0, 32);
  if (cells & 7) store<u8>(LANES + laneBytes + (cells >> 3), ((0xff as u32) << (cells & 7)) as u8);
  memory.fill(SEEN_LANES, 0, cellBytes);
  memory.fill(CROSSED_LANES, 0, cellBytes);
  for (let cell: u32 = 0; cell < cells; cell++) {
    const digit = load<u8>(cell, GIVENS) as u32;
    if (digit !== 0) setDigits(cell, 1 << (digit - 1));
  }
  for (let at: u32 = 0; ruled && at < cellBytes; at += 16)
    v128.store(LANES + at, v128.and(v128.load(LANES + at), v128.load(CAGE_LANES + at)));
  if (!restricted) return;
  for (let cell: u32 = 0; cell < cells; cell++) removeDigits(cell, ~(load<u64>(cell << 3, ALLOWED) as u32));
}

/** A rule is broken. */
export function contradictSmall(): void {
  contradiction = true;
}

/** Removes digits from a cell. */
export function removeDigits(cell: u32, digits: u32): void {
  const before = digitsOf(cell);
  const left = before & ~digits;
  if (left === before) return;
  setDigits(cell, left);
  touched = true;
  unsettled = true;
  noteLoss(cell, left);
}

/** Makes the rules of a cell wait at once, if nothing else follows from its loss. @inline */
function noteLoss(cell: u32, left: u32): void {
  if (!hasRules || firstPair(cell) !== firstPair(cell + 1)) return;
  makeRulesWait(cell);
  store<u16>(cell << 1, left as u16, SEEN_LANES);
}

/** @inline */
export function peerMask(cell: u32): usize {
  return PEER_MASKS + cell * laneBytes;
}

/** Removes digits from the cells that are in each of two or more masks of peers, the addresses of which are in RULE_MASKS. */
export function removeFromCommonPeers(masks: u32, digits: u32): void {
  const removed = i16x8.splat(digits as i16);
  const one = load<u32>(RULE_MASKS) as usize;
  const other = load<u32>(RULE_MASKS + 4) as usize;
  let lost = i16x8.splat(0);
  for (let at: u32 = 0; at < cellBytes; at += 16) {
    let common = v128.and(removed, v128.and(v128.load(one + at), v128.load(other + at)));
    for (let i: u32 = 2; i < masks; i++)
      common = v128.and(common, v128.load((load<u32>(i << 2, RULE_MASKS) as usize) + at));
    const lanes = v128.load(LANES + at);
    common = v128.and(common, lanes);
    lost = v128.or(lost, common);
    v128.store(LANES + at, v128.xor(lanes, common));
  }
  if (!v128.any_true(lost)) return;
  touched = true;
  unsettled = true;
}

/** Whether {@link settleSmall} has something to do. */
export function isUnsettled(): bool {
  return unsettled || contradiction;
}

/** Narrows cells until naked singles and pairs show nothing more. Rules of cells that have changed wait. False if there is no solution. */
export function settleSmall(): bool {
  do placeSingles();
  while (!contradiction && ruled && applyChanges());
  unsettled = false;
  return !contradiction;
}

/** Places cells that have one digit left. */
function placeSingles(): void {
  const one = i16x8.splat(1);
  const none = i16x8.splat(0);
  let placed: bool;
  do {
    placed = false;
    let empty = none;
    for (let at: u32 = 0; at < cellBytes; at += 16) {
      const digits = v128.load(LANES + at);
      const singles = i16x8.bitmask(i16x8.eq(v128.and(digits, i16x8.sub(digits, one)), none));
      empty = v128.or(empty, i16x8.eq(digits, none));
      const known = LANES + laneBytes + (at >> 4);
      let fresh = singles & ~(load<u8>(known) as i32);
      if (fresh === 0) continue;
      store<u8>(known, ((load<u8>(known) as i32) | singles) as u8);
      placed = true;
      touched = true;
      for (; fresh !== 0; fresh &= fresh - 1) removeFromPeers((at >> 1) + ctz(fresh));
    }
    if (v128.any_true(empty)) {
      contradiction = true;
      return;
    }
  } while (placed);
}

function removeFromPeers(cell: u32): void {
  const digit = i16x8.splat(digitsOf(cell) as i16);
  const mask = peerMask(cell);
  for (let at: u32 = 0; at < laneBytes; at += 16)
    v128.store(LANES + at, v128.andnot(v128.load(LANES + at), v128.and(v128.load(mask + at), digit)));
}

/** Places the digits that have one place left in a unit. False if there are none. */
export function placeHidden(): bool {
  if (!touched) return false;
  touched = false;
  const none = i16x8.splat(0);
  const every = i16x8.splat(all as i16);
  let found: bool = false;
  let from = GATHERED;
  for (let at: u32 = 0; at < laneBytes - cellBytes; at += 16) {
    let once = none;
    let twice = none;
    let thrice = none;
    for (let place: u32 = 0; place < size; place++) {
      const digits = gather(from);
      from += 16;
      thrice = v128.or(thrice, v128.and(twice, digits));
      twice = v128.or(twice, v128.and(once, digits));
      once = v128.or(once, digits);
    }
    v128.store(TWO_PLACES + at, v128.andnot(twice, thrice));
    if (v128.any_true(v128.xor(once, every))) {
      contradiction = true;
      return true;
    }
    const hidden = v128.and(v128.andnot(once, twice), v128.load(LANES + cellBytes + at));
    let lanes = i16x8.bitmask(i16x8.ne(hidden, none));
    if (lanes === 0) continue;
    found = true;
    touched = true;
    v128.store(HIDDEN, hidden);
    for (; lanes !== 0; lanes &= lanes - 1) {
      const lane = ctz(lanes);
      placeIn(min((at >> 1) + lane, units - 1), load<u16>(HIDDEN + (lane << 1)));
    }
  }
  return found;
}

/** The lanes of eight cells. @inline */
function gather(from: usize): v128 {
  let lanes = v128.load16_splat(LANES + load<u16>(from));
  lanes = v128.load_lane<u16>(LANES + load<u16>(from, 2), lanes, 1);
  lanes = v128.load_lane<u16>(LANES + load<u16>(from, 4), lanes, 2);
  lanes = v128.load_lane<u16>(LANES + load<u16>(from, 6), lanes, 3);
  lanes = v128.load_lane<u16>(LANES + load<u16>(from, 8), lanes, 4);
  lanes = v128.load_lane<u16>(LANES + load<u16>(from, 10), lanes, 5);
  lanes = v128.load_lane<u16>(LANES + load<u16>(from, 12), lanes, 6);
  return v128.load_lane<u16>(LANES + load<u16>(from, 14), lanes, 7);
}

/** Places digits that have one place each in a unit. */
function placeIn(unit: u32, digits: u32): void {
  let left = digits;
  for (let place: u32 = 0; place < size && left !== 0; place++) {
    const cell = cellAt(unit, place);
    const own = digitsOf(cell) & left;
    if (own === 0) continue;
    left &= ~own;
    // two digits that have this place alone leave it none
    setDigits(cell, own & (own - 1) ? 0 : own);
  }
  // a digit has lost its place to another one
  if (left !== 0) contradiction = true;
}

/** The digits that have two places in a unit, as of the last time that singles were looked for. @inline */
export function digitsWithTwoPlaces(unit: u32): u32 {
  return load<u16>(unit << 1, TWO_PLACES);
}

/** Makes the rules of cells that have changed wait, and applies their pairs. True if cells have lost digits. */
function applyChanges(): bool {
  let lost: bool = false;
  for (let at: u32 = 0; at < cellBytes; at += 16) {
    const digits = v128.load(LANES + at);
    let changed = i16x8.bitmask(i16x8.ne(digits, v128.load(SEEN_LANES + at)));
    if (changed === 0) continue;
    v128.store(SEEN_LANES + at, digits);
    changed &= load<u8>(at >> 4, RULED_CELLS) as i32;
    for (; changed !== 0; changed &= changed - 1) {
      const cell = (at >> 1) + ctz(changed);
      if (hasRules) makeRulesWait(cell);
      lost = applyPairs(cell) || lost;
    }
  }
  return lost;
}

/** Copies the lanes of a vector of cells to DOMAINS. */
function copyToDomains(at: u32): void {
  const digits = v128.load(LANES + at);
  const low = i32x4.extend_low_i16x8_u(digits);
  const high = i32x4.extend_high_i16x8_u(digits);
  const domains = DOMAINS + (at << 2);
  v128.store(domains, i64x2.extend_low_i32x4_u(low));
  v128.store(domains, i64x2.extend_high_i32x4_u(low), 16);
  v128.store(domains, i64x2.extend_low_i32x4_u(high), 32);
  v128.store(domains, i64x2.extend_high_i32x4_u(high), 48);
}

/** Removes what goes with none of a cell's digits from the other cells of its pairs. True if they have lost digits. */
function applyPairs(cell: u32): bool {
  const digits = digitsOf(cell);
  const isOpen = (digits & (digits - 1)) !== 0;
  const end = firstPair(cell + 1);
  let lost: bool = false;
  for (let i = firstPair(cell); i < end; i++) {
    const relation = pairAt(i) & 255;
    // with two digits, there is one that differs from any other
    if (isOpen && relation === DIFFERENT_RELATION) continue;
    const other = pairAt(i) >> 8;
    const before = digitsOf(other);
    const left = before & (relatedToSome(relation, digits) as u32);
    if (left === before) continue;
    setDigits(other, left);
    lost = true;
  }
  if (lost) touched = true;
  return lost;
}

// The state.

export function isSolvedSmall(): bool {
  for (let first: u32 = 0; first < cells; first += 8) if (openCells(first) !== 0) return false;
  return true;
}

/** Digits of all cells that are not placed. */
export function openDigits(): u32 {
  let count: u32 = 0;
  for (let first: u32 = 0; first < cells; first += 8)
    for (let open = openCells(first); open !== 0; open &= open - 1)
      count += popcnt(digitsOf(first + ctz(open)));
  return count;
}

/** Those of eight cells that are not placed, a bit each. @inline */
export function openCells(first: u32): u32 {
  return load<u8>(LANES + laneBytes + (first >> 3)) ^ 0xff;
}

/** Bytes of a copy. */
export function bytesOfState(): u32 {
  return stateBytes;
}

export function keepState(to: usize): void {
  for (let at: u32 = 0; at < stateBytes; at += 16) v128.store(to + at, v128.load(LANES + at));
}

export function restoreState(from: usize): void {
  contradiction = false;
  for (let at: u32 = 0; at < stateBytes; at += 16) v128.store(LANES + at, v128.load(from + at));
  if (!ruled) return;
  for (let at: u32 = 0; at < cellBytes; at += 16) v128.store(SEEN_LANES + at, v128.load(from + at));
  forgetWaiting();
}

/** Writes what is left as the candidates and places of the search, and the cells that are solved. */
export function writeCandidates(): void {
  for (let at: u32 = 0; at < cellBytes; at += 16) copyToDomains(at);
  memory.copy(CANDIDATES, DOMAINS, cells << 3);
  memory.fill(PLACES, 0, (units * size) << 3);
  for (let unit: u32 = 0; unit < units; unit++) {
    for (let place: u32 = 0; place < size; place++) {
      for (let digits = digitsOf(cellAt(unit, place)); digits !== 0; digits &= digits - 1) {
        const at = (unit * size + ctz(digits)) << 3;
        store<u64>(at, load<u64>(at, PLACES) | ((1 as u64) << place), PLACES);
      }
    }
  }
  writeSolved();
}

/** Writes the cells that are solved to SOLUTION, where open ones are 0. */
export function writeSolved(): void {
  for (let cell: u32 = 0; cell < cells; cell++) {
    const digits = digitsOf(cell);
    store<u8>(cell, (digits & (digits - 1) ? 0 : ctz(digits) + 1) as u8, SOLUTION);
  }
}
