// The rules of a grid as the host writes them: units beside those that bands and stacks narrow, pairs of cells that differ, and
// the cells that a unit's last places for a digit lie among. ../rule-tables.ts makes them.

import { MAX_LOCK_WORDS } from '../../../kernel/constants';

// numbers of 16 bits in the lists
const MAX_UNIT_WORDS: i32 = 64 * 9;
const MAX_PAIR_WORDS: i32 = 81 * 32;

/** by unit: nine cells. Cells are byte offsets in ROWS, u16 */
export const UNITS: usize = memory.data(MAX_UNIT_WORDS * 2, 16);
/**
 * by cell that differs from others: the cell, the number of the others in fours, and these; missing ones are NO_CELL, the offset
 * behind the last cell
 */
export const PAIRS: usize = memory.data(MAX_PAIR_WORDS * 2, 16);
/** by set of cells: half their number, the number of targets, the cells, and the targets, which have only candidates of the set */
export const LOCKS: usize = memory.data(MAX_LOCK_WORDS * 2, 16);

/** the ends of the lists */
export let unitsEnd: usize = UNITS;
export let pairsEnd: usize = PAIRS;
export let locksEnd: usize = LOCKS;
/** whether bands and stacks are narrowed, as boxes are units */
export let hasBoxes: bool = false;

/** Sets the rules to the numbers in UNITS, PAIRS and LOCKS: so many u16 each. */
export function setRules(boxes: bool, unitWords: i32, pairWords: i32, lockWords: i32): void {
  hasBoxes = boxes;
  unitsEnd = UNITS + (unitWords << 1);
  pairsEnd = PAIRS + (pairWords << 1);
  locksEnd = LOCKS + (lockWords << 1);
}
