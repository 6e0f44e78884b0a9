// One sweep over all bands and all stacks, and the outcome for each lane.
import { diagonalsPass } from './diagonals';
import { ALL, CELL, COLUMNS, LINE, ROWS } from './layout';
import { after, bandPass, before, covered, stackPass } from './narrow';
import { regionsHaveAllDigits } from './regions';
import { groupsPass, relatedPass } from './relations';
import { hasBoxes } from './rule-tables';
import { regionsPass, rulesPass, sumOfCells } from './rules-pass';

// lanes as bits, lane 0 lowest
/** no solution from here */
export let contradictory: i32 = 0;
/** every cell has its digit, and the rules hold */
export let solved: i32 = 0;
/** only a guess helps */
export let stalled: i32 = 0;

/** `before` of a grid with an empty cell */
const EMPTY_SUM: i16 = -1;
/** `before` of a full grid: nine cells that are not empty, and can take all digits together, have one each if their sum is ALL */
const FULL_SUM: i32 = 9 * ALL - 81;

/** The sweep of classic and X grids. */
export function sweep(diagonals: bool): void {
  v128.store(covered, i16x8.splat(ALL as i16));
  v128.store(before, i16x8.splat(0));
  v128.store(after, i16x8.splat(0));

  for (let band: usize = 0; band < 3; band++) bandPass(ROWS + band * 3 * LINE, COLUMNS + band * 3 * CELL);
  for (let stack: usize = 0; stack < 3; stack++)
    stackPass(COLUMNS + stack * 3 * LINE, ROWS + stack * 3 * CELL);
  if (diagonals) diagonalsPass();

  const sum = v128.load(before);
  contradictory =
    i16x8.bitmask(i16x8.ne(v128.load(covered), i16x8.splat(ALL as i16))) |
    i16x8.bitmask(i16x8.eq(sum, i16x8.splat(EMPTY_SUM)));
  solved = i16x8.bitmask(i16x8.eq(sum, i16x8.splat(FULL_SUM as i16))) & ~contradictory;
  // a stalled lane has an open cell: if every cell had one digit, each column would be full or not covered
  const left = i16x8.sub(v128.load(after), i16x8.splat(81));
  stalled = i16x8.bitmask(i16x8.eq(sum, left)) & ~contradictory & ~solved;
  if (solved) {
    // of solved cells, the stacks have checked columns and boxes only
    const right = unitsHaveAllDigits(diagonals);
    contradictory |= solved & ~right;
    solved &= right;
  }
}

/**
 * The sweep of grids whose rules are in tables, or of jigsaws.
 * @param regions whether each lane has regions of its own
 * @param related lanes (as bits) that may have pairs of cells with a relation
 */
export function sweepByRules(regions: bool, related: i32): void {
  v128.store(covered, i16x8.splat(ALL as i16));
  v128.store(before, i16x8.splat(0));
  const boxes = hasBoxes && !regions;
  if (boxes) {
    for (let band: usize = 0; band < 3; band++) bandPass(ROWS + band * 3 * LINE, COLUMNS + band * 3 * CELL);
    for (let stack: usize = 0; stack < 3; stack++)
      stackPass(COLUMNS + stack * 3 * LINE, ROWS + stack * 3 * CELL);
  } else {
    v128.store(before, sumOfCells());
  }
  if (regions) regionsPass();
  else rulesPass();
  // not of lanes that have a digit without a place
  if (related) relatedPass(related & i16x8.bitmask(i16x8.eq(v128.load(covered), i16x8.splat(ALL as i16))));
  const sum = v128.load(before);
  let after = sumOfCells();
  // groups take longer than all the rest, and so wait until that has nothing to add
  if (related && groupsPass(related & i16x8.bitmask(i16x8.eq(sum, after)))) after = sumOfCells();
  contradictory =
    i16x8.bitmask(i16x8.ne(v128.load(covered), i16x8.splat(ALL as i16))) |
    i16x8.bitmask(i16x8.eq(after, i16x8.splat(EMPTY_SUM))) |
    i16x8.bitmask(i16x8.eq(sum, i16x8.splat(EMPTY_SUM)));
  stalled = i16x8.bitmask(i16x8.eq(sum, after)) & ~contradictory;
  if (regions && !related) {
    solved = i16x8.bitmask(i16x8.eq(after, i16x8.splat(FULL_SUM as i16))) & ~contradictory;
    if (solved) solved &= linesHaveAllDigits() & regionsHaveAllDigits(solved);
  } else {
    // a full grid that loses a digit has a cell without one
    solved = i16x8.bitmask(i16x8.eq(sum, i16x8.splat(FULL_SUM as i16))) & stalled;
  }
  stalled &= ~solved;
  if (solved && boxes) {
    const right = unitsHaveAllDigits(false);
    contradictory |= solved & ~right;
    solved &= right;
  }
}

/** Sets the outcome of a lane (its bit) without a sweep. */
export function setOutcome(bit: i32, isContradictory: bool, isSolved: bool): void {
  contradictory = isContradictory ? contradictory | bit : contradictory & ~bit;
  solved = isSolved ? solved | bit : solved & ~bit;
}

/**
 * Lanes (as bits) whose rows (and diagonals) hold all digits, if their cells are solved and their boxes hold all digits: then two
 * rows of each band decide about the third.
 */
function unitsHaveAllDigits(diagonals: bool): i32 {
  let all = i16x8.splat(ALL as i16);
  for (let band: usize = 0; band < 3; band++) {
    all = v128.and(all, union(ROWS + band * 3 * LINE, CELL));
    all = v128.and(all, union(ROWS + (band * 3 + 1) * LINE, CELL));
  }
  if (diagonals) {
    all = v128.and(all, union(ROWS, LINE + CELL));
    all = v128.and(all, union(ROWS + 8 * CELL, LINE - CELL));
  }
  return i16x8.bitmask(i16x8.eq(all, i16x8.splat(ALL as i16)));
}

/** Lanes (as bits) whose rows and columns can have all digits. */
function linesHaveAllDigits(): i32 {
  let all = i16x8.splat(ALL as i16);
  for (let i: usize = 0; i < 9; i++) {
    all = v128.and(all, union(ROWS + i * LINE, CELL));
    all = v128.and(all, union(ROWS + i * CELL, LINE));
  }
  return i16x8.bitmask(i16x8.eq(all, i16x8.splat(ALL as i16)));
}

/** Candidates of nine cells that are `step` bytes apart. */
function union(from: usize, step: usize): v128 {
  let set = v128.load(from);
  for (let i: usize = 1; i < 9; i++) set = v128.or(set, v128.load(from + i * step));
  return set;
}
