// What is done for one lane alone: a puzzle in, a solution out, a guess, a step back. A lane's grid is every eighth
// 16-bit number of ROWS.
import { ALL, CELL, FRAME, LEVELS, ROWS, STACKS } from './layout';

/** candidates of a cell by its given; what is no digit leaves none, and the wrapper tells `invalid` from `no solution` */
const CANDIDATES: usize = memory.data(256 * 2, 2);

export function initCandidates(): void {
  store<u16>(CANDIDATES, ALL as u16);
  for (let digit: u32 = 1; digit <= 9; digit++) {
    const set: u32 = 1 << (digit - 1);
    store<u16>(CANDIDATES + digit * 2, set as u16);
  }
}

/** Sets the lane to 81 givens, 0 for empty. */
export function loadGivens(lane: i32, givens: usize): void {
  const grid = laneGrid(lane);
  for (let i: usize = 0; i < 81; i++) {
    store<u16>(grid + i * CELL, load<u16>(CANDIDATES + ((load<u8>(givens + i) as usize) << 1)));
  }
}

/** Writes the lane's digits, all its cells being single. */
export function storeSolution(lane: i32, out: usize): void {
  const grid = laneGrid(lane);
  for (let i: usize = 0; i < 81; i++) store<u8>(out + i, (ctz<u32>(load<u16>(grid + i * CELL)) + 1) as u8);
}

/** Guesses the lowest candidate of `cell`; level `level` of the lane's stack keeps the grid without that candidate. */
export function push(lane: i32, level: i32, cell: i32): void {
  const grid = laneGrid(lane);
  const frame = frameOf(lane, level);
  for (let i: usize = 0; i < 81; i++) store<u16>(frame + i * 2, load<u16>(grid + i * CELL));
  const at: usize = cell;
  const set: u32 = load<u16>(grid + at * CELL);
  const lowest = set & (0 - set);
  store<u16>(grid + at * CELL, lowest as u16);
  store<u16>(frame + at * 2, (set ^ lowest) as u16);
}

/** Goes back to the grid that the level keeps. */
export function pop(lane: i32, level: i32): void {
  const grid = laneGrid(lane);
  const frame = frameOf(lane, level);
  for (let i: usize = 0; i < 81; i++) store<u16>(grid + i * CELL, load<u16>(frame + i * 2));
}

/** The first cell with more than one candidate, in reading order. */
export function firstOpenCell(lane: i32): i32 {
  const grid = laneGrid(lane);
  for (let i = 0; i < 81; i++) if (popcnt<u32>(load<u16>(grid + i * CELL)) > 1) return i;
  return -1;
}

/** The first of the cells with the fewest candidates above one. */
export function smallestOpenCell(lane: i32): i32 {
  const grid = laneGrid(lane);
  let found = -1;
  let fewest: u32 = 10;
  for (let i = 0; i < 81; i++) {
    const n = popcnt<u32>(load<u16>(grid + i * CELL));
    if (n > 1 && n < fewest) {
      found = i;
      fewest = n;
    }
  }
  return found;
}

@inline
function laneGrid(lane: i32): usize {
  return ROWS + ((lane as usize) << 1);
}

@inline
function frameOf(lane: i32, level: i32): usize {
  return STACKS + (lane * LEVELS + level) * FRAME;
}
