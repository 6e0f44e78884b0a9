// Pairs of cells whose digits have a relation, such as neighbours on a thermometer. Each lane has a list of its own, which stays in
// the slot of its puzzle. Pairs are narrowed lane by lane: a table has, for a set of digits of one cell, those of the other.
import { CELL_SETS, MAX_RELATED, RELATED_PUZZLES, RELATIONS_ROOM } from '../../../kernel/constants';
import { addCell, BOARD, OPEN } from './boards';
import { CELL, LANES, PAGE_PUZZLES, PAGES, ROWS } from './layout';
import { IMAGES, imagesEnd, RULE_RELATED } from './rule-tables';

/** u16 by set of digits; two tables a relation, for the first and for the second cell */
export const RELATION_SETS: usize = memory.data(RELATIONS_ROOM * 2 * CELL_SETS * 2, 16);
/** bit of the byte offset of a table in RELATION_SETS that distinguishes the two of a relation */
const REVERSE: usize = CELL_SETS * 2;

/** bytes of a pair, u16 each: two cells as byte offsets in ROWS, and the table for the first cell as byte offset in RELATION_SETS */
const PAIR_BYTES: i32 = 6;
/** the lists, which the first RELATED_PUZZLES slots of a page have */
export const SLOT_RELATED: usize = memory.data(PAGES * RELATED_PUZZLES * MAX_RELATED * PAIR_BYTES, 16);
/** u32 by list: its pairs */
export const SLOT_RELATED_COUNT: usize = memory.data(PAGES * RELATED_PUZZLES * 4, 4);

/** u32 by lane: where its list begins and ends */
const BEGIN: usize = memory.data(LANES * 4, 4);
const END: usize = memory.data(LANES * 4, 4);
/** whether the tables of rules have relations that all puzzles have */
let inTables: bool = false;

/** Forgets all lists. @param byTables whether rules are in tables */
export function beginRelations(byTables: bool): void {
  inTables = byTables && imagesEnd !== IMAGES;
  memory.fill(BEGIN, 0, LANES * 4);
  memory.fill(END, 0, LANES * 4);
}

/** by lane and cell: the cells that it has a relation with, as a board */
const RELATED: usize = memory.data(LANES * 81 * BOARD, 16);

/** Gives the lane the pairs of a slot. */
export function loadRelated(lane: i32, slot: u32): void {
  const list = (slot / PAGE_PUZZLES) * RELATED_PUZZLES + (slot % PAGE_PUZZLES);
  const begin = SLOT_RELATED + list * (MAX_RELATED * PAIR_BYTES);
  const end = begin + load<u32>(SLOT_RELATED_COUNT + (list << 2)) * PAIR_BYTES;
  store<u32>(BEGIN + (lane << 2), begin as u32);
  store<u32>(END + (lane << 2), end as u32);
  const boards = RELATED + lane * (81 * BOARD);
  if (inTables) memory.copy(boards, RULE_RELATED, 81 * BOARD);
  else memory.fill(boards, 0, 81 * BOARD);
  for (let at = begin; at < end; at += PAIR_BYTES) {
    const first = (load<u16>(at) as i32) / CELL;
    const second = (load<u16>(at, 2) as i32) / CELL;
    addCell(boards + first * BOARD, second);
    addCell(boards + second * BOARD, first);
  }
}

/** Gives a scout the pairs of the lane that it scouts for. */
export function shareRelated(scout: i32, lane: i32): void {
  store<u32>(BEGIN + (scout << 2), load<u32>(BEGIN + (lane << 2)));
  store<u32>(END + (scout << 2), load<u32>(END + (lane << 2)));
}

/** Whether the lane has pairs, in its list or in the tables. @inline */
export function isRelated(lane: i32): bool {
  return inTables || hasList(lane);
}

/** @inline */
function hasList(lane: i32): bool {
  return load<u32>(BEGIN + (lane << 2)) !== load<u32>(END + (lane << 2));
}

/** Narrows the pairs of each of the lanes (as bits). */
export function relatedPass(lanes: i32): void {
  for (let left = lanes; left; left &= left - 1) {
    const lane = ctz(left);
    relate(ROWS + (lane << 1), load<u32>(BEGIN + (lane << 2)), load<u32>(END + (lane << 2)));
  }
}

/** Forwards and then backwards, so that what a line says about its cells passes along all of it. @inline */
function relate(grid: usize, begin: usize, end: usize): void {
  for (let at = begin; at < end; at += PAIR_BYTES)
    narrow(grid + (load<u16>(at) as usize), grid + (load<u16>(at, 2) as usize), load<u16>(at, 4));
  for (let at = end; at > begin; ) {
    at -= PAIR_BYTES;
    narrow(grid + (load<u16>(at, 2) as usize), grid + (load<u16>(at) as usize), load<u16>(at, 4) ^ REVERSE);
  }
}

/** Removes from a cell what goes with no digit of another. @inline */
function narrow(from: usize, to: usize, table: usize): void {
  const sets = RELATION_SETS + table + ((load<u16>(from) as usize) << 1);
  store<u16>(to, load<u16>(to) & load<u16>(sets));
}

/** Weight of a cell without open cells that it has a relation with, and of each of these. */
const CELL_WEIGHT: u32 = 1;
const PAIR_WEIGHT: u32 = 8;

// the best cell so far, its candidates and its weight
let best: i32 = 0;
let bestCount: u32 = 0;
let bestWeight: u32 = 0;

/** The open cell of a saved grid with the fewest candidates for its relations: a guess in a cell with many shows more. */
export function chooseRelated(lane: i32, grid: usize): i32 {
  bestCount = 1;
  bestWeight = 0;
  const boards = hasList(lane) ? RELATED + lane * (81 * BOARD) : RULE_RELATED;
  const front = load<u64>(OPEN);
  const back = load<u64>(OPEN, 8);
  for (let cells = front; cells; cells &= cells - 1) consider(boards, grid, ctz(cells) as i32, front, back);
  for (let cells = back; cells; cells &= cells - 1)
    consider(boards, grid, 64 + (ctz(cells) as i32), front, back);
  return best;
}

/** @inline */
function consider(boards: usize, grid: usize, cell: i32, front: u64, back: u64): void {
  const board = boards + cell * BOARD;
  const related = popcnt(load<u64>(board) & front) + popcnt(load<u64>(board, 8) & back);
  const count: u32 = popcnt<u32>(load<u16>(grid + (cell << 1)));
  const weight = CELL_WEIGHT + PAIR_WEIGHT * (related as u32);
  // the quotient of count and weight is not less
  if (count * bestWeight >= bestCount * weight) return;
  best = cell;
  bestCount = count;
  bestWeight = weight;
}
