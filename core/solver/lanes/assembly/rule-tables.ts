// The tables of rules that the host writes (../rule-tables.ts): units besides those that bands and stacks narrow, pairs of cells
// that differ, and locked candidates.

import { MAX_LOCK_WORDS } from '../../../kernel/constants';

// lengths of the lists, in numbers of 16 bits
const MAX_UNIT_WORDS: i32 = 64 * 9;
const MAX_PAIR_WORDS: i32 = 81 * 32;

/** by unit: nine cells. Cells are byte offsets in ROWS, u16 */
export const UNITS: usize = memory.data(MAX_UNIT_WORDS * 2, 16);
/**
 * by cell that differs from others: the cell, the number of the others in fours, and these; missing ones are NO_CELL, the offset
 * behind the last cell
 */
export const PAIRS: usize = memory.data(MAX_PAIR_WORDS * 2, 16);
/**
 * by set of locked candidates: half the number of its cells, the number of targets, the cells, and the targets, which keep only
 * candidates of the cells
 */
export const LOCKS: usize = memory.data(MAX_LOCK_WORDS * 2, 16);

/** the ends of the lists */
export let unitsEnd: usize = UNITS;
export let pairsEnd: usize = PAIRS;
export let locksEnd: usize = LOCKS;
/** whether the grid has boxes, so that bands and stacks are narrowed */
export let hasBoxes: bool = false;

/** Called when the host has written UNITS, PAIRS and LOCKS. The lengths are in numbers of 16 bits. */
export function setRules(boxes: bool, unitWords: i32, pairWords: i32, lockWords: i32): void {
  hasBoxes = boxes;
  unitsEnd = UNITS + (unitWords << 1);
  pairsEnd = PAIRS + (pairWords << 1);
  locksEnd = LOCKS + (lockWords << 1);
}
