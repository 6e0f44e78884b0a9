// Pairs of cells whose digits have a relation, such as neighbours on a thermometer, and groups of cells. Each lane has a list of its
// own, which stays in the slot of its puzzle. Pairs are narrowed lane by lane: a table has, for a set of digits of one cell, those of
// the other.
import { CELL_SETS, RELATED_PUZZLES, RELATED_WORDS, RELATIONS_ROOM } from '../../../kernel/constants';
import { addCell, BOARD, OPEN } from './boards';
import {
  BROKEN,
  groupCells,
  loadGroups,
  narrowGroups,
  narrowTriples,
  nextGroup,
  shareGroups,
  TRIPLE_BYTES,
} from './groups';
import { CELL, LANES, LEVELS, PAGE_PUZZLES, PAGES, ROWS } from './layout';
import { IMAGES, imagesEnd, RULE_RELATED } from './rule-tables';
import { allZero } from './sets';

/** u16 by set of digits; two tables a relation, for the first and for the second cell */
export const RELATION_SETS: usize = memory.data(RELATIONS_ROOM * 2 * CELL_SETS * 2, 16);
/** bit of the byte offset of a table in RELATION_SETS that distinguishes the two of a relation */
const REVERSE: usize = CELL_SETS * 2;

/** bytes of a pair, u16 each: two cells as byte offsets in ROWS, and the table for the first cell as byte offset in RELATION_SETS */
const PAIR_BYTES: i32 = 6;
/** The lists, which the first RELATED_PUZZLES slots of a page have, u16 each: words to the end of pairs, of short arrows, of groups. */
export const SLOT_RELATED: usize = memory.data(PAGES * RELATED_PUZZLES * RELATED_WORDS * 2, 16);
const LIST_HEAD: usize = 6;

// u32 by lane: where its pairs, its short arrows and its groups begin, and these end
const PAIRS: usize = memory.data(LANES * 4, 4);
const TRIPLES: usize = memory.data(LANES * 4, 4);
const GROUPS: usize = memory.data(LANES * 4, 4);
const END: usize = memory.data(LANES * 4, 4);
/** lanes (as bits) that have short arrows or groups */
let grouped: i32 = 0;
/** whether the tables of rules have relations that all puzzles have */
let inTables: bool = false;

/** Forgets all lists. @param byTables whether rules are in tables */
export function beginRelations(byTables: bool): void {
  inTables = byTables && imagesEnd !== IMAGES;
  for (let lane = 0; lane < LANES; lane++) share(lane, 0, 0, 0, 0);
}

/** by lane and cell: the cells that it has a relation with, as a board */
const RELATED: usize = memory.data(LANES * 81 * BOARD, 16);

/** Gives the lane the list of a slot. */
export function loadRelated(lane: i32, slot: u32): void {
  const list = (slot / PAGE_PUZZLES) * RELATED_PUZZLES + (slot % PAGE_PUZZLES);
  const head: usize = SLOT_RELATED + list * (RELATED_WORDS * 2);
  const pairs = head + LIST_HEAD;
  const triples = pairs + ((load<u16>(head) as usize) << 1);
  const groups = pairs + ((load<u16>(head, 2) as usize) << 1);
  const end = pairs + ((load<u16>(head, 4) as usize) << 1);
  share(lane, pairs as u32, triples as u32, groups as u32, end as u32);
  const boards = RELATED + lane * (81 * BOARD);
  if (inTables) memory.copy(boards, RULE_RELATED, 81 * BOARD);
  else memory.fill(boards, 0, 81 * BOARD);
  for (let at = pairs; at < triples; at += PAIR_BYTES) addRelated(boards, at, at + 2);
  if (!hasGroups(lane)) return;
  loadGroups(lane, groups, end);
  memory.fill(FAILURES + lane * (81 * 4), 0, 81 * 4);
  for (let at = triples; at < groups; at += TRIPLE_BYTES) {
    addRelated(boards, at, at + 2);
    addRelated(boards, at, at + 4);
    addRelated(boards, at + 2, at + 4);
  }
  for (let at = groups; at < end; at = nextGroup(at)) {
    for (let one = groupCells(at); one < nextGroup(at); one += 2)
      for (let other = groupCells(at); other < one; other += 2) addRelated(boards, one, other);
  }
}

function addRelated(boards: usize, one: usize, other: usize): void {
  const first = (load<u16>(one) as i32) / CELL;
  const second = (load<u16>(other) as i32) / CELL;
  addCell(boards + first * BOARD, second);
  addCell(boards + second * BOARD, first);
}

/** Gives a scout the list of the lane that it scouts for. */
export function shareRelated(scout: i32, lane: i32): void {
  const at = lane << 2;
  share(scout, load<u32>(PAIRS + at), load<u32>(TRIPLES + at), load<u32>(GROUPS + at), load<u32>(END + at));
  if (hasGroups(lane)) shareGroups(scout, lane);
}

function share(lane: i32, pairs: u32, triples: u32, groups: u32, end: u32): void {
  store<u32>(PAIRS + (lane << 2), pairs);
  store<u32>(TRIPLES + (lane << 2), triples);
  store<u32>(GROUPS + (lane << 2), groups);
  store<u32>(END + (lane << 2), end);
  grouped = triples < end ? grouped | (1 << lane) : grouped & ~(1 << lane);
}

/** Whether the lane has pairs or groups, in its list or in the tables. @inline */
export function isRelated(lane: i32): bool {
  return inTables || hasList(lane);
}

/** @inline */
function hasList(lane: i32): bool {
  return load<u32>(PAIRS + (lane << 2)) !== load<u32>(END + (lane << 2));
}

/** Narrows the pairs and short arrows of each of the lanes (as bits). */
export function relatedPass(lanes: i32): void {
  v128.store(BROKEN, allZero());
  v128.store(BROKEN, allZero(), 16);
  for (let left = lanes; left; left &= left - 1) {
    const lane = ctz(left);
    const grid: usize = ROWS + (lane << 1);
    const triples = load<u32>(TRIPLES + (lane << 2));
    relate(grid, load<u32>(PAIRS + (lane << 2)), triples);
    if (hasGroups(lane)) narrowTriples(lane, grid, triples, load<u32>(GROUPS + (lane << 2)));
  }
}

/** Narrows the groups of each of the lanes (as bits). False if they have none. */
export function groupsPass(lanes: i32): bool {
  for (let left = lanes & grouped; left; left &= left - 1) {
    const lane = ctz(left);
    narrowGroups(lane, ROWS + (lane << 1), load<u32>(GROUPS + (lane << 2)), load<u32>(END + (lane << 2)));
  }
  return (lanes & grouped) !== 0;
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

/** What an open cell that it has a relation with adds to the weight of a cell of a puzzle without groups. */
const PAIR_WEIGHT: u32 = 8;

/** u32 by lane and cell, with groups: contradictions after a guess in the cell, or in which a group of the cell was broken */
const FAILURES: usize = memory.data(LANES * 81 * 4, 4);
/** u8 by lane and level: the cell of the guess */
const GUESSED: usize = memory.data(LANES * LEVELS);

// the best cell so far, its candidates and its weight
let best: i32 = 0;
let bestCount: u32 = 0;
let bestWeight: u32 = 0;

/** The open cell of a saved grid with the fewest candidates for its relations: a guess in a cell with many shows more. */
export function chooseRelated(lane: i32, grid: usize, level: i32): i32 {
  bestCount = 1;
  bestWeight = 0;
  const boards = hasList(lane) ? RELATED + lane * (81 * BOARD) : RULE_RELATED;
  const front = load<u64>(OPEN);
  const back = load<u64>(OPEN, 8);
  for (let first: i32 = 0; first < 128; first += 64) {
    for (let cells = first === 0 ? front : back; cells; cells &= cells - 1)
      consider(lane, boards, grid, first + (ctz(cells) as i32), front, back);
  }
  store<u8>(GUESSED + lane * LEVELS + level, best as u8);
  return best;
}

/** @inline */
function consider(lane: i32, boards: usize, grid: usize, cell: i32, front: u64, back: u64): void {
  const board = boards + cell * BOARD;
  const related = popcnt(load<u64>(board) & front) + popcnt(load<u64>(board, 8) & back);
  const digits: u32 = popcnt<u32>(load<u16>(grid + (cell << 1)));
  let count = digits;
  let weight = 1 + PAIR_WEIGHT * (related as u32);
  if (hasGroups(lane)) {
    // a guess among more digits shows less
    count = digits * digits * digits;
    weight = 1 + (related as u32) + load<u32>(FAILURES + ((lane * 81 + cell) << 2));
  }
  // the quotient of count and weight is not less
  if (count * bestWeight >= bestCount * weight) return;
  best = cell;
  bestCount = count;
  bestWeight = weight;
}

/** Whether the lane has groups or short arrows. @inline */
function hasGroups(lane: i32): bool {
  return ((grouped >> lane) & 1) as bool;
}

/** Called when the lane has met a contradiction at a level. */
export function noteFailure(lane: i32, level: i32): void {
  if (!hasGroups(lane)) return;
  const broken: usize = load<u32>(BROKEN + (lane << 2));
  const isShort = broken < (load<u32>(GROUPS + (lane << 2)) as usize);
  const end = isShort ? broken + 6 : nextGroup(broken);
  for (let at = isShort ? broken : groupCells(broken); broken && at < end; at += 2)
    addFailure(lane, (load<u16>(at) as i32) / CELL);
  if (level > 0) addFailure(lane, load<u8>(GUESSED + lane * LEVELS + level - 1));
}

/** @inline */
function addFailure(lane: i32, cell: i32): void {
  const at = FAILURES + ((lane * 81 + cell) << 2);
  store<u32>(at, load<u32>(at) + 1);
}
