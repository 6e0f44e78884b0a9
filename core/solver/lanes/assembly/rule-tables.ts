// The tables of rules that the host writes (../rule-tables.ts): units besides those that bands and stacks narrow, pairs of cells
// that differ or have another relation, and locked candidates.

import { MAX_DERIVED_SETS, MAX_UNIONS, RELATIONS_ROOM } from '../../../kernel/constants';

// lengths of the lists, in numbers of 16 bits
const MAX_RULE_UNITS: i32 = 64;
const MAX_UNIT_WORDS: i32 = MAX_RULE_UNITS * 9;
const MAX_LOCK_WORDS: i32 = 81 * (2 + MAX_RULE_UNITS);
const MAX_PAIR_WORDS: i32 = 81 * 32;

/** by unit: nine cells. Cells are byte offsets in ROWS, u16 */
export const UNITS: usize = memory.data(MAX_UNIT_WORDS * 2, 16);
/** by cell that differs from others: the cell, the number of the others in fours, and these; the last one may be repeated */
export const PAIRS: usize = memory.data(MAX_PAIR_WORDS * 2, 16);
/** by union of candidates: the two cells or earlier unions that it consists of */
export const UNION_PARTS: usize = memory.data(MAX_UNIONS * 4, 16);
/**
 * by cell with locked candidates: the cell, the number of unions in fours, and these; the cell keeps only candidates of each.
 * The last one may be repeated
 */
export const LOCKS: usize = memory.data(MAX_LOCK_WORDS * 2, 16);
/** the same for sets that have the common candidates of unions: where to store them in place of the cell */
export const COMMONS: usize = memory.data(MAX_LOCK_WORDS * 2, 16);
/** by two sets that a map takes to others: the two, where to store the first of the others, and the byte offset of the map in MAPS */
export const IMAGES: usize = memory.data(MAX_DERIVED_SETS * 4, 16);
/**
 * by map: vectors for the digits 1 to 4, 5 to 8, and 9 of a set, which have the digits 1 to 8 of its image for each subset; the
 * same for the digit 9 of the image; and digits to turn over in the end
 */
export const RELATION_MAP_BYTES: i32 = 7 * 16;
export const MAPS: usize = memory.data(RELATIONS_ROOM * RELATION_MAP_BYTES, 16);
/** by cell: the cells that it has a relation with, as a board */
export const RULE_RELATED: usize = memory.data(81 * 16, 16);

/** the ends of the lists */
export let unitsEnd: usize = UNITS;
export let pairsEnd: usize = PAIRS;
export let unionPartsEnd: usize = UNION_PARTS;
export let locksEnd: usize = LOCKS;
export let commonsEnd: usize = COMMONS;
export let imagesEnd: usize = IMAGES;
/** whether the grid has boxes, so that bands and stacks are narrowed */
export let hasBoxes: bool = false;

/** Called when the host has written the lists. The lengths are in numbers of 16 bits. */
export function setRules(
  boxes: bool,
  unitWords: i32,
  pairWords: i32,
  unionWords: i32,
  lockWords: i32,
  commonWords: i32,
  imageWords: i32,
): void {
  hasBoxes = boxes;
  unitsEnd = UNITS + (unitWords << 1);
  pairsEnd = PAIRS + (pairWords << 1);
  unionPartsEnd = UNION_PARTS + (unionWords << 1);
  locksEnd = LOCKS + (lockWords << 1);
  commonsEnd = COMMONS + (commonWords << 1);
  imagesEnd = IMAGES + (imageWords << 1);
}
