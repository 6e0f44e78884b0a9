// What to guess: the place of a digit that has two in a unit, or the digit of a cell that has two; the one whose two
// placements are worth most together.
import { readBoards, readTwo, TWO } from './boards';
import { chooseCell } from './choice';
import { LEAF_CELLS } from './leaf-cells';
import { choosePair, findPairs, firstPlace, lastPlace, pairDigit, pairUnit } from './pairs';
import { weigh, worthOfTwo } from './placements';
import { note, recall } from './recall';

/** Cells with two candidates are looked at only where no pair is worth this: two in three times one is. */
const GOOD_PAIR: i32 = 26;
const CELL_BITS: i32 = 7;

// the guess, set by chooseBranch
/** the cell to be guessed on, and the digit that it is guessed to be, as a set */
export let branchCell: i32 = 0;
export let branchSet: u32 = 0;
/** the cell that has the digit if the guess is wrong, or -1 if none is known */
export let otherCell: i32 = -1;

// In grids with no more open cells than this it does not pay to look for pairs: they are soon leaves, or, before the first
// guess, easy enough that hardly another one follows.
const NEARLY_LEAF: i32 = LEAF_CELLS + 4;
const EASY: i32 = 47;

/** Chooses a guess in a grid with so many open cells, `level` guesses being open; on a cell if it is to be `plain`. */
export function chooseBranch(lane: i32, grid: usize, open: i32, level: i32, plain: bool): void {
  if (!plain && open > (level === 0 ? EASY : NEARLY_LEAF)) {
    if (recall(lane, grid)) {
      branchOnPair(lane, level);
      return;
    }
    weigh(grid);
    const pair = findPairs(grid);
    const two = pair < GOOD_PAIR ? bestTwo(grid) : 0;
    if (pair > two >> CELL_BITS && choosePair(grid, pair)) {
      branchOnPair(lane, level);
      return;
    }
    if (two) {
      branchOnCell(grid, two & ((1 << CELL_BITS) - 1));
      return;
    }
  }
  readBoards(grid);
  branchOnCell(grid, chooseCell(grid));
}

/** @inline */
function branchOnPair(lane: i32, level: i32): void {
  branchCell = lastPlace;
  branchSet = (1 as u32) << pairDigit;
  otherCell = firstPlace;
  note(lane, level, pairUnit, pairDigit);
}

/** Guesses the lowest candidate of a cell. */
export function branchOnCell(grid: usize, cell: i32): void {
  const set: u32 = load<u16>(grid + (cell << 1));
  branchCell = cell;
  branchSet = set & (0 - set);
  otherCell = -1;
}

/** The best cell with two candidates, and above its bits what it is worth; 0 if there is none. */
function bestTwo(grid: usize): i32 {
  readTwo(grid);
  let top = 0;
  for (let cells = load<u64>(TWO); cells; cells &= cells - 1) top = better(grid, ctz(cells) as i32, top);
  for (let cells = load<u64>(TWO, 8); cells; cells &= cells - 1)
    top = better(grid, 64 + (ctz(cells) as i32), top);
  return top;
}

/** Without a branch, which would be mispredicted for every cell that leads. @inline */
function better(grid: usize, cell: i32, top: i32): i32 {
  const worth = (worthOfTwo(cell, load<u16>(grid + (cell << 1))) << CELL_BITS) | cell;
  return select<i32>(worth, top, worth > top);
}
