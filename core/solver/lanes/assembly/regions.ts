// Jigsaws: each lane has its own regions. Rows and columns are the same in all lanes. The cells of a region are gathered lane by
// lane. Masks select the cells that a row or column shares with a region.
import { addCell, chooseLanePeers, REGION_PEERS } from './boards';
import { ALL, CELL, LANES, LINE, ROWS, SLOT_REGIONS } from './layout';
import { findLeftovers, forgetLeftovers, gather, initLeftovers, scatter, shareLeftovers } from './leftovers';
import { allZero } from './sets';

/** the cells of the regions, one region after another */
export const REGION_CELLS: usize = memory.data(81 * CELL, 16);
/** by place in REGION_CELLS and lane: u16, the byte offset of the cell in ROWS */
const ORDER: usize = memory.data(81 * LANES * 2, 16);
/** by cell and region: all ones in the lanes in which the region has the cell */
const BELONGS: usize = memory.data(81 * LINE, 16);
/** by lane, u8 a cell: its region */
const REGION_OF: usize = memory.data(LANES * 81);
/** by lane: u32, the number of the puzzle whose regions it has */
const PUZZLE: usize = memory.data(LANES * 4, 4);
/** puzzles whose regions were loaded: the number of the last one */
let puzzles: u32 = 0;

/** by cell: the cells of its row and column, and itself */
const LINE_PEERS: usize = memory.data(81 * 16, 16);
/** by region: its cells, as a board; `boardsOf` fills it */
const REGION_BOARDS: usize = memory.data(9 * 16, 16);
/** lanes (as bits) whose peers are in REGION_PEERS: most jigsaws are solved without them */
let lanesWithPeers: i32 = 0;
/** lanes (as bits) whose leftovers are found: most jigsaws are solved without them */
let lanesWithLeftovers: i32 = 0;

/** Gives the lane the regions of a slot, u8 a cell. */
export function loadRegions(lane: i32, slot: u32): void {
  store<u32>(PUZZLE + (lane << 2), ++puzzles);
  const regions = SLOT_REGIONS + slot * 81;
  numberByBoxes(regions);
  setRegions(lane, regions, NUMBERS);
}

/** Gives a scout the regions of the lane that it scouts for. */
export function shareRegions(scout: i32, lane: i32): void {
  const puzzle = load<u32>(PUZZLE + (lane << 2));
  if (load<u32>(PUZZLE + (scout << 2)) === puzzle) return;
  store<u32>(PUZZLE + (scout << 2), puzzle);
  setRegions(scout, REGION_OF + lane * 81, SAME_NUMBERS);
  // a lane that guesses has its leftovers
  shareLeftovers(scout, lane);
}

/** by region and box: cells that they share, u8 */
const OVERLAPS: usize = memory.data(81);
/** by region: its new number, u8 */
const NUMBERS: usize = memory.data(9);
const SAME_NUMBERS: usize = memory.data<u8>([0, 1, 2, 3, 4, 5, 6, 7, 8]);

/**
 * Numbers regions like the boxes that they resemble, so that those of different lanes have their cells in the same places, and few
 * masks of a line are needed.
 */
function numberByBoxes(regions: usize): void {
  memory.fill(OVERLAPS, 0, 81);
  for (let triad = 0, cell = regions; triad < 27; triad++, cell += 3) {
    const box = OVERLAPS + ((triad / 9) * 3 + (triad % 3));
    countOverlap(box, load<u8>(cell));
    countOverlap(box, load<u8>(cell, 1));
    countOverlap(box, load<u8>(cell, 2));
  }
  let taken: i32 = 0;
  for (let region = 0; region < 9; region++) {
    // an overlap with its box below it, so that the greatest names the box; without a branch, which would be mispredicted
    let best: i32 = -1;
    for (let box = 0; box < 9; box++) {
      const overlap = ((load<u8>(OVERLAPS + region * 9 + box) as i32) << 4) | (15 - box);
      const isBetter: i32 = ~(taken >> box) & (overlap > best ? 1 : 0);
      best = select<i32>(overlap, best, isBetter as bool);
    }
    const number = 15 - (best & 15);
    taken |= 1 << number;
    store<u8>(NUMBERS + region, number as u8);
  }
}

/** @inline */
function countOverlap(box: usize, region: usize): void {
  const at = box + region * 9;
  store<u8>(at, load<u8>(at) + 1);
}

/** by line (rows, then columns) and lane, u16: the regions that have cells there, as bits; and the same over all lanes */
const PRESENT: usize = memory.data(18 * LANES * 2, 16);
const PRESENT_IN_ANY: usize = memory.data(18 * 2, 2);

/** @param regions of the cells, u8 @param numbers by region, u8: its number in the lane */
function setRegions(lane: i32, regions: usize, numbers: usize): void {
  const own = REGION_OF + lane * 81;
  const at = (lane as usize) << 1;
  for (let line: usize = 0; line < 18; line++) store<u16>(PRESENT + (line << 4) + at, 0);
  // by region: how many of its cells have come
  let counts: u64 = 0;
  let cell: i32 = 0;
  for (let row: usize = 0; row < 9; row++) {
    let present: u32 = 0;
    for (let column: usize = 0; column < 9; column++, cell++) {
      const masks = BELONGS + cell * LINE + at;
      store<u16>(masks + (load<u8>(own + cell) as usize) * CELL, 0);
      const region: usize = load<u8>(numbers + (load<u8>(regions + cell) as usize));
      store<u8>(own + cell, region as u8);
      store<u16>(masks + region * CELL, 0xffff);
      const shift = (region as u64) * 7;
      const place: usize = region * 9 + (((counts >> shift) & 127) as usize);
      counts += (1 as u64) << shift;
      store<u16>(ORDER + place * (LANES * 2) + at, (cell * CELL) as u16);
      const bit: u32 = 1 << (region as u32);
      present |= bit;
      const inColumn = PRESENT + ((9 + column) << 4) + at;
      store<u16>(inColumn, load<u16>(inColumn) | bit);
    }
    store<u16>(PRESENT + (row << 4) + at, present as u16);
  }
  for (let line: usize = 0; line < 18; line++) {
    const lanes = PRESENT + (line << 4);
    let any = load<u64>(lanes) | load<u64>(lanes, 8);
    any |= any >> 32;
    store<u16>(PRESENT_IN_ANY + (line << 1), (any | (any >> 16)) as u16);
  }
  forgetLeftovers(lane);
  lanesWithLeftovers &= ~(1 << lane);
  lanesWithPeers &= ~(1 << lane);
}

/** Finds the leftovers of a lane. @returns whether they were known */
export function ensureLeftovers(lane: i32): bool {
  if ((lanesWithLeftovers >> lane) & 1) return true;
  lanesWithLeftovers |= 1 << lane;
  findLeftovers(lane, REGION_OF + lane * 81, boardsOf(lane));
  return false;
}

/** The cells of each region of a lane, as boards. */
function boardsOf(lane: i32): usize {
  const own = REGION_OF + lane * 81;
  memory.fill(REGION_BOARDS, 0, 9 * 16);
  for (let cell = 0; cell < 81; cell++) addCell(REGION_BOARDS + ((load<u8>(own + cell) as usize) << 4), cell);
  return REGION_BOARDS;
}

/** Chooses the peers of a lane. */
export function chooseRegionPeers(lane: i32): void {
  if (!((lanesWithPeers >> lane) & 1)) fillPeers(lane);
  chooseLanePeers(lane);
}

function fillPeers(lane: i32): void {
  lanesWithPeers |= 1 << lane;
  const own = REGION_OF + lane * 81;
  const boards = boardsOf(lane);
  for (let cell = 0; cell < 81; cell++) {
    const peers = REGION_PEERS + (lane * 81 + cell) * 16;
    const region = boards + (load<u8>(own + cell) as usize) * 16;
    v128.store(peers, v128.or(v128.load(LINE_PEERS + cell * 16), v128.load(region)));
    const half = peers + ((cell >> 6) << 3);
    store<u64>(half, load<u64>(half) & ~((1 as u64) << (cell & 63)));
  }
}

export function initRegions(): void {
  initLeftovers();
  for (let cell = 0; cell < 81; cell++) {
    for (let other = 0; other < 81; other++) {
      if (cell / 9 !== other / 9 && cell % 9 !== other % 9) continue;
      addCell(LINE_PEERS + cell * 16, other);
    }
  }
}

/** Those of the lanes (as bits) whose regions can have all digits. */
export function regionsHaveAllDigits(lanes: i32): i32 {
  for (let left = lanes; left; left &= left - 1) {
    const lane = ctz(left);
    const grid = ROWS + (lane << 1);
    let all: u32 = ALL;
    for (let at = ORDER + (lane << 1); at < ORDER + 81 * LANES * 2; ) {
      let set: u32 = 0;
      for (let i = 0; i < 9; i++, at += LANES * 2) set |= load<u16>(grid + (load<u16>(at) as usize));
      all &= set;
    }
    if (all !== ALL) lanes &= ~(1 << lane);
  }
  return lanes;
}

/** Copies the cells of ROWS to REGION_CELLS. */
export function gatherRegions(): void {
  let from = ORDER;
  for (let to = REGION_CELLS; to < REGION_CELLS + 81 * CELL; to += CELL, from += 2 * LANES)
    v128.store(to, gather(from));
}

/** The reverse of `gatherRegions`. */
export function scatterRegions(): void {
  let to = ORDER;
  for (let from = REGION_CELLS; from < REGION_CELLS + 81 * CELL; from += CELL, to += 2 * LANES)
    scatter(to, v128.load(from));
}

/** by line and region: the candidates of the cells that they share; later the candidates that these cells may keep */
const SHARED: usize = memory.data(81 * CELL, 16);
/** by region: its digits that at least one line can have, and at least two; and digits that a line can have only in this region */
const IN_ONE: usize = memory.data(9 * CELL, 16);
const IN_TWO: usize = memory.data(9 * CELL, 16);
const LOCKED: usize = memory.data(9 * CELL, 16);
/** by line: digits that it has in one region only */
const ONLY: usize = memory.data(9 * CELL, 16);

/**
 * Locked candidates between lines and regions. A digit whose places in a region are all in one line is removed from the rest of
 * the line; a digit whose places in a line are all in one region is removed from the rest of the region.
 */
export function lockRows(): void {
  lockLines(LINE, CELL, PRESENT_IN_ANY);
}

export function lockColumns(): void {
  lockLines(CELL, LINE, PRESENT_IN_ANY + 18);
}

/** @param line, step bytes from a line to the next, and from a cell of a line to the next */
function lockLines(line: usize, step: usize, present: usize): void {
  memory.fill(IN_ONE, 0, 9 * CELL);
  memory.fill(IN_TWO, 0, 9 * CELL);
  memory.fill(LOCKED, 0, 9 * CELL);
  for (let l: usize = 0; l < 9; l++) {
    const from = l * line;
    const a = v128.load(from, ROWS);
    const b = v128.load(from + step, ROWS);
    const c = v128.load(from + 2 * step, ROWS);
    const d = v128.load(from + 3 * step, ROWS);
    const e = v128.load(from + 4 * step, ROWS);
    const f = v128.load(from + 5 * step, ROWS);
    const g = v128.load(from + 6 * step, ROWS);
    const h = v128.load(from + 7 * step, ROWS);
    const i = v128.load(from + 8 * step, ROWS);
    let once = allZero();
    let twice = allZero();
    for (let left: u32 = load<u16>(present + (l << 1)); left; left &= left - 1) {
      const region: usize = ctz(left) * CELL;
      const mask = BELONGS + from * 9 + region;
      const next = step * 9;
      const set = v128.or(
        v128.or(
          v128.or(v128.and(a, v128.load(mask)), v128.and(b, v128.load(mask + next))),
          v128.or(v128.and(c, v128.load(mask + 2 * next)), v128.and(d, v128.load(mask + 3 * next))),
        ),
        v128.or(
          v128.or(v128.and(e, v128.load(mask + 4 * next)), v128.and(f, v128.load(mask + 5 * next))),
          v128.or(
            v128.or(v128.and(g, v128.load(mask + 6 * next)), v128.and(h, v128.load(mask + 7 * next))),
            v128.and(i, v128.load(mask + 8 * next)),
          ),
        ),
      );
      v128.store(l * LINE + region, set, SHARED);
      twice = v128.or(twice, v128.and(once, set));
      once = v128.or(once, set);
      const inOne = v128.load(region, IN_ONE);
      v128.store(region, v128.or(v128.load(region, IN_TWO), v128.and(inOne, set)), IN_TWO);
      v128.store(region, v128.or(inOne, set), IN_ONE);
    }
    // digits that the line has in one region only
    const only = v128.andnot(once, twice);
    for (let left: u32 = load<u16>(present + (l << 1)); left; left &= left - 1) {
      const region: usize = ctz(left) * CELL;
      const locked = v128.and(v128.load(l * LINE + region, SHARED), only);
      v128.store(region, v128.or(v128.load(region, LOCKED), locked), LOCKED);
    }
    v128.store(l * CELL, only, ONLY);
  }
  for (let l: usize = 0; l < 9; l++) {
    const only = v128.load(l * CELL, ONLY);
    let claimed = allZero();
    for (let left: u32 = load<u16>(present + (l << 1)); left; left &= left - 1) {
      const region: usize = ctz(left) * CELL;
      const set = v128.load(l * LINE + region, SHARED);
      claimed = v128.or(
        claimed,
        v128.and(set, v128.andnot(v128.load(region, IN_ONE), v128.load(region, IN_TWO))),
      );
    }
    for (let left: u32 = load<u16>(present + (l << 1)); left; left &= left - 1) {
      const region: usize = ctz(left) * CELL;
      const at = l * LINE + region;
      const set = v128.load(at, SHARED);
      const own = v128.and(
        set,
        v128.or(only, v128.andnot(v128.load(region, IN_ONE), v128.load(region, IN_TWO))),
      );
      const gone = v128.andnot(v128.or(claimed, v128.load(region, LOCKED)), own);
      v128.store(at, v128.andnot(set, gone), SHARED);
    }
    const from = l * line;
    let a = allZero();
    let b = allZero();
    let c = allZero();
    let d = allZero();
    let e = allZero();
    let f = allZero();
    let g = allZero();
    let h = allZero();
    let i = allZero();
    for (let left: u32 = load<u16>(present + (l << 1)); left; left &= left - 1) {
      const region: usize = ctz(left) * CELL;
      const kept = v128.load(l * LINE + region, SHARED);
      const mask = BELONGS + from * 9 + region;
      const next = step * 9;
      a = v128.or(a, v128.and(kept, v128.load(mask + 0 * next)));
      b = v128.or(b, v128.and(kept, v128.load(mask + 1 * next)));
      c = v128.or(c, v128.and(kept, v128.load(mask + 2 * next)));
      d = v128.or(d, v128.and(kept, v128.load(mask + 3 * next)));
      e = v128.or(e, v128.and(kept, v128.load(mask + 4 * next)));
      f = v128.or(f, v128.and(kept, v128.load(mask + 5 * next)));
      g = v128.or(g, v128.and(kept, v128.load(mask + 6 * next)));
      h = v128.or(h, v128.and(kept, v128.load(mask + 7 * next)));
      i = v128.or(i, v128.and(kept, v128.load(mask + 8 * next)));
    }
    keep(from + 0 * step, a);
    keep(from + 1 * step, b);
    keep(from + 2 * step, c);
    keep(from + 3 * step, d);
    keep(from + 4 * step, e);
    keep(from + 5 * step, f);
    keep(from + 6 * step, g);
    keep(from + 7 * step, h);
    keep(from + 8 * step, i);
  }
}

/** Removes the other digits from a cell. @inline */
function keep(cell: usize, digits: v128): void {
  v128.store(cell, v128.and(v128.load(cell, ROWS), digits), ROWS);
}
