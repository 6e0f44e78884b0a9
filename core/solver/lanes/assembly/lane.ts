// What is done for one lane alone: a puzzle in, a solution out, a guess, a step back. A lane's grid is every eighth
// 16-bit number of ROWS.
import { ALL, CELL, FRAME, GRID, LEVELS, LINE, ROWS, STACKS } from './layout';

/** candidates of a cell by its given; what is no digit leaves none, and so no solution */
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
  for (let line = laneGrid(lane), end = line + GRID; line < end; line += LINE, givens += 9) {
    loadGiven(line, givens, 0);
    loadGiven(line, givens, 1);
    loadGiven(line, givens, 2);
    loadGiven(line, givens, 3);
    loadGiven(line, givens, 4);
    loadGiven(line, givens, 5);
    loadGiven(line, givens, 6);
    loadGiven(line, givens, 7);
    loadGiven(line, givens, 8);
  }
}

/** Writes the lane's digits, all its cells being single. */
export function storeSolution(lane: i32, out: usize): void {
  for (let line = laneGrid(lane), end = line + GRID; line < end; line += LINE, out += 9) {
    storeDigit(out, line, 0);
    storeDigit(out, line, 1);
    storeDigit(out, line, 2);
    storeDigit(out, line, 3);
    storeDigit(out, line, 4);
    storeDigit(out, line, 5);
    storeDigit(out, line, 6);
    storeDigit(out, line, 7);
    storeDigit(out, line, 8);
  }
}

/** Saves the grid. */
export function save(lane: i32, frame: usize): void {
  let to = frame;
  for (let line = laneGrid(lane), end = line + GRID; line < end; line += LINE, to += 18) {
    saveCell(to, line, 0);
    saveCell(to, line, 1);
    saveCell(to, line, 2);
    saveCell(to, line, 3);
    saveCell(to, line, 4);
    saveCell(to, line, 5);
    saveCell(to, line, 6);
    saveCell(to, line, 7);
    saveCell(to, line, 8);
  }
}

/** Guesses the lowest candidate of `cell`; the saved grid keeps the others. */
export function split(lane: i32, saved: usize, cell: i32): void {
  const kept = saved + ((cell as usize) << 1);
  const set: u32 = load<u16>(kept);
  const lowest = set & (0 - set);
  store<u16>(laneGrid(lane) + (cell as usize) * CELL, lowest as u16);
  store<u16>(kept, (set ^ lowest) as u16);
}

/** Goes back to the grid that is saved. */
export function restore(lane: i32, frame: usize): void {
  let from = frame;
  for (let line = laneGrid(lane), end = line + GRID; line < end; line += LINE, from += 18) {
    restoreCell(line, from, 0);
    restoreCell(line, from, 1);
    restoreCell(line, from, 2);
    restoreCell(line, from, 3);
    restoreCell(line, from, 4);
    restoreCell(line, from, 5);
    restoreCell(line, from, 6);
    restoreCell(line, from, 7);
    restoreCell(line, from, 8);
  }
}

// one cell of a line of the lane

/** @inline */
function loadGiven(line: usize, givens: usize, i: usize): void {
  store<u16>(line + i * CELL, load<u16>(CANDIDATES + ((load<u8>(givens + i) as usize) << 1)));
}

/** @inline */
function storeDigit(out: usize, line: usize, i: usize): void {
  store<u8>(out + i, (ctz<u32>(load<u16>(line + i * CELL)) + 1) as u8);
}

/** @inline */
function saveCell(frame: usize, line: usize, i: usize): void {
  store<u16>(frame + i * 2, load<u16>(line + i * CELL));
}

/** @inline */
function restoreCell(line: usize, frame: usize, i: usize): void {
  store<u16>(line + i * CELL, load<u16>(frame + i * 2));
}

/** The lane's first cell. @inline */
export function laneGrid(lane: i32): usize {
  return ROWS + ((lane as usize) << 1);
}

/** Where a level of the lane's stack is. @inline */
export function frameOf(lane: i32, level: i32): usize {
  return STACKS + (lane * LEVELS + level) * FRAME;
}
